// Owns which names are looked at for a query: the union of what meaning, words, letters, beginnings and TLD propose.
import { toStem } from '../names/stem.ts'
import type { NameReader } from '../names/understand-name.ts'
import { convertLimits } from '../query/exchange.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import { isBinding, meetsStyle } from '../query/style-wish.ts'
import type { Inventory } from '../store/inventory.ts'
import type { PriceAndTld, SearchQuery, WantedStem } from '../types.ts'
import type { Term } from './word-match.ts'

export const BY_MEANING = 80
export const BY_WORDS = 50
export const BY_LETTERS = 24
export const BY_BEGINNING = 30
export const IN_TLD = 50
/** Weight, per unit of a word's own, of one that evokes the same thing; words weigh about ten. */
const EVOKED = 0.03
export const COINED = 50
export const ANYWHERE = 50
/** Fewer letters are in too many names to say anything. */
const ANYWHERE_LENGTH_MIN = 3
/** Rows looked at in a clustered inventory; with the square root of its size, so that recall falls slowly. */
const SCAN_BASE = 9_000
/** Filters that leave fewer names than this are scanned name by name. */
const FEW = 6_000

/** Limits given apart bind; a price wish in the text binds where none was given. */
export function filterFor(query: SearchQuery, parsed: ParsedQuery): PriceAndTld {
  const filter: PriceAndTld = {}
  if (query.tld !== undefined) filter.tld = query.tld.replace(/^\./, '').toLowerCase()
  const min = query.minPriceCents ?? parsed.minPriceCents
  const max = query.maxPriceCents ?? parsed.maxPriceCents
  if (min !== undefined) filter.minPriceCents = min
  if (max !== undefined) filter.maxPriceCents = max
  // Limits that were given apart bind as numbers.
  const stated = query.minPriceCents ?? query.maxPriceCents
  if (stated === undefined && parsed.priceCurrency !== undefined) filter.priceCurrency = parsed.priceCurrency
  return filter
}

export function findCandidates(
  names: NameReader,
  inventory: Inventory,
  query: ParsedQuery,
  terms: readonly Term[],
  vectors: readonly Int8Array[],
  filter: PriceAndTld,
): number[] {
  const accepts = withWishes(buildFilter(inventory, filter), inventory, names, query)
  const found = new Set<number>()
  const add = (slots: Iterable<{ slot: number }>): void => {
    for (const { slot } of slots) found.add(slot)
  }
  if (query.known > 0 || query.domain !== undefined) {
    for (const vector of vectors)
      for (const slot of nearest(inventory, vector, BY_MEANING, filter, accepts)) found.add(slot)
  }
  const stems = listStems(names, query, terms).map(({ stem, weight }) => ({
    stem: inventory.vocabulary.stemId(stem),
    weight,
  }))
  add(inventory.lexical.byWords(stems, BY_WORDS, accepts))
  if (isNavigational(query)) {
    for (const text of new Set([query.joined, query.joinedFixed])) {
      if (text === '') continue
      add(inventory.lexical.byLetters(text, BY_LETTERS, accepts))
      for (const slot of inventory.labels.startingWith(text, BY_BEGINNING, accepts)) found.add(slot)
    }
  }
  if (query.domain !== undefined) {
    for (const slot of inventory.labels.startingWith(query.domain, 1, accepts)) found.add(slot)
  }
  for (const tld of filter.tld === undefined ? query.tlds : []) {
    const wished = { ...filter, tld }
    const inTld = withWishes(buildFilter(inventory, wished), inventory, names, query)
    for (const vector of vectors) for (const slot of nearest(inventory, vector, IN_TLD, wished, inTld)) found.add(slot)
  }
  if (query.brandable) {
    const coined = (slot: number): boolean => inventory.isCoined(slot) && accepts(slot)
    for (const vector of vectors) {
      add(inventory.vectors.nearest(vector, { k: COINED, budget: computeScanBudget(inventory), accepts: coined }))
    }
  }
  return [...found]
}

/** Letters that may be looked for inside of words, when nothing else is found. */
export function lettersAnywhere({ single, domain, joined }: ParsedQuery): string | undefined {
  return single && domain === undefined && joined.length >= ANYWHERE_LENGTH_MIN ? joined : undefined
}

export function findAnywhere(
  names: NameReader,
  inventory: Inventory,
  query: ParsedQuery,
  filter: PriceAndTld,
): number[] {
  const letters = lettersAnywhere(query)
  if (letters === undefined) return []
  const accepts = withWishes(buildFilter(inventory, filter), inventory, names, query)
  const found: number[] = []
  for (const slot of inventory.lexical.mayContain(letters)) {
    if (found.length === ANYWHERE) break
    if (names.split(inventory.domains[slot] as string).flat.includes(letters) && accepts(slot)) found.push(slot)
  }
  return found
}

/** One word, a domain, or a short misspelt query: the user may be after one certain name. */
export function isNavigational(query: ParsedQuery): boolean {
  return !query.brandable && (query.single || (query.corrected && query.terms.length <= 2))
}

/** The words of the query and, counting less, words that evoke the same things. */
export function listStems(names: NameReader, query: ParsedQuery, terms: readonly Term[]): WantedStem[] {
  const weights = new Map<string, number>()
  const own = new Set<string>()
  for (const { weight, groups } of terms) {
    for (const stem of groups.flatMap((group) => names.thesaurus.stems(group)))
      weights.set(stem, Math.max(weights.get(stem) ?? 0, weight * EVOKED))
  }
  for (const term of query.terms) {
    term.forms.forEach((form, i) => {
      const stem = toStem(form)
      own.add(stem)
      weights.set(stem, Math.max(weights.get(stem) ?? 0, term.weight * (i === 0 ? 1 : 0.7)))
    })
  }
  return [...weights].map(([stem, weight]) => ({ stem, weight, evoked: !own.has(stem) }))
}

function nearest(
  inventory: Inventory,
  vector: Int8Array,
  k: number,
  filter: PriceAndTld,
  accepts: (slot: number) => boolean,
): number[] {
  const few = fewSlots(inventory, filter)
  if (few !== undefined) {
    const slots = [...few].filter(accepts)
    const products = inventory.vectors.products(vector, slots)
    const order = slots.map((slot, i) => ({ slot, product: products[i] as number }))
    return order
      .sort((a, b) => b.product - a.product)
      .slice(0, k)
      .map(({ slot }) => slot)
  }
  return inventory.vectors.nearest(vector, { k, budget: computeScanBudget(inventory), accepts }).map(({ slot }) => slot)
}

/** The slots a filter leaves, when they are few enough to be looked at one by one. */
function fewSlots(inventory: Inventory, filter: PriceAndTld): Iterable<number> | undefined {
  if (filter.tld !== undefined) {
    const slots = inventory.underTld(filter.tld)
    if (slots.length <= FEW) return slots
  }
  if (!inventory.vectors.trained || (filter.minPriceCents === undefined && filter.maxPriceCents === undefined))
    return undefined
  const accepts = buildFilter(inventory, filter)
  const slots: number[] = []
  for (let slot = 0; slot < inventory.span; slot++) {
    if (inventory.domains[slot] === undefined || !accepts(slot)) continue
    if (slots.push(slot) > FEW) return undefined
  }
  return slots
}

function buildFilter(inventory: Inventory, filter: PriceAndTld): (slot: number) => boolean {
  const limits = inventory.currencies.map((currency) => convertLimits(filter, currency))
  const suffix = filter.tld === undefined ? undefined : `.${filter.tld}`
  return (slot) => {
    const price = inventory.price(slot)
    const { min, max } = limits[inventory.currency(slot)] as { min: number; max: number }
    if (price < min || price > max) return false
    if (suffix === undefined) return true
    const domain = inventory.domains[slot] as string
    return domain.endsWith(suffix) && domain.indexOf('.') === domain.length - suffix.length
  }
}

/** What the text rules out: TLDs that are not wanted, and what does not look as it should. */
export function meetsWishes(inventory: Inventory, names: NameReader, query: ParsedQuery, slot: number): boolean {
  const domain = inventory.domains[slot] as string
  if (domain === query.domain) return true
  const { label, tld } = names.split(domain)
  return !query.unwishedTlds.includes(tld) && meetsStyle(query.style, label, inventory.nameWords(slot).length)
}

const hasLimits = (query: ParsedQuery): boolean => query.unwishedTlds.length > 0 || isBinding(query.style)

function withWishes(
  accepts: (slot: number) => boolean,
  inventory: Inventory,
  names: NameReader,
  query: ParsedQuery,
): (slot: number) => boolean {
  if (!hasLimits(query)) return accepts
  return (slot) => accepts(slot) && meetsWishes(inventory, names, query, slot)
}

function computeScanBudget(inventory: Inventory): number {
  return Math.max(SCAN_BASE, Math.round(Math.sqrt(inventory.size) * 20))
}
