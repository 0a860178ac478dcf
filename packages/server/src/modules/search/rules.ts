// What search promises of a result, and how the plain keyword fallback reads a query.
import { createHash } from 'node:crypto'
import type { Environment } from '../../kernel/owner.ts'
import { readDomainInput } from '../../kernel/text/domain-input.ts'
import { sumLengths, toBand, toBands } from '../catalog/rules.ts'

export type ListingText = { domain: string; categories: readonly string[]; description: string | null }

/** A vector belongs to the text it was made from. */
export const textHash = (text: ListingText): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([text.domain, text.categories, text.description]))
    .digest()
    .subarray(0, 16)

const splitWords = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Words of a query for the database's own search: letters and digits, at most eight. */
export function keywordWords(query: string): string[] {
  const words = splitWords(query).filter((word) => word.length >= 2)
  return [...new Set(words)].slice(0, 8)
}

const TRIGRAM = 3
/** Of a longer description, words after this many characters are found once the listing is embedded. */
const DESCRIPTION_INDEXED_MAX = 500

/** Each three characters in a row of a word. A text contains a word only if it has all trigrams of the word. */
export function listTrigrams(texts: readonly string[]): string[] {
  const found = new Set<string>()
  for (const word of texts.flatMap(splitWords)) {
    const letters = Array.from(word)
    for (let end = TRIGRAM; end <= letters.length; end++) found.add(letters.slice(end - TRIGRAM, end).join(''))
  }
  return [...found]
}

const ENVIRONMENT_LETTERS = { live: 'l', sandbox: 's' } as const satisfies Record<Environment, string>

/** Trigrams of listings that wait, after the letter of their environment: those of the other are neither read nor counted. */
export const toWaitingTrigrams = (environment: Environment, trigrams: readonly string[]): string[] =>
  trigrams.map((trigram) => `${ENVIRONMENT_LETTERS[environment]}${trigram}`)

export const listingTrigrams = ({ domain, categories, description }: ListingText): string[] =>
  listTrigrams([domain, ...categories, (description ?? '').slice(0, DESCRIPTION_INDEXED_MAX)])

/** Says why a word found a domain: the name has it, or what the seller wrote about the domain. */
export function explainKeyword(domain: string, terms: readonly string[]): string {
  const inName = terms.find((term) => domain.includes(term))
  const [place, term] = inName === undefined ? ['Description', terms[0] ?? ''] : ['Name', inName]
  return `${place} contains “${term.slice(0, 40)}”`
}

/** The domain that a query is, if it is nothing else: `quickwheels.com` or its URL. */
export function parseQueriedDomain(query: string, environment: Environment): string | null {
  const text = query.trim()
  if (!text.includes('.') || /\s/.test(text)) return null
  const read = readDomainInput(text, { allowTest: environment === 'sandbox' })
  return read.ok ? read.name.domain : null
}

export const roundScore = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000

/** What a match is filtered and sorted by. */
export type Filterable = {
  domainUnicode: string
  tld: string
  priceCents: number
  categories: readonly string[]
  listedAt: Date
}

export type MatchFilter = {
  tld?: string | undefined
  category?: string | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
}

const countCharacters = ({ domainUnicode }: Filterable): number => Array.from(domainUnicode.split('.')[0] ?? '').length

type Condition = (match: Filterable, filter: MatchFilter) => boolean

const CONDITIONS = {
  tld: ({ tld }, filter) => filter.tld === undefined || tld === filter.tld,
  category: ({ categories }, filter) => filter.category === undefined || categories.includes(filter.category),
  price: ({ priceCents }, { minPrice, maxPrice }) =>
    (minPrice === undefined || priceCents >= minPrice) && (maxPrice === undefined || priceCents <= maxPrice),
  length: (match, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => {
    const length = countCharacters(match)
    return length >= minLength && length <= maxLength
  },
} satisfies Record<string, Condition>
type Dimension = keyof typeof CONDITIONS

/** `except`: the dimension that is left out, to count its other choices. */
export const filterMatches = <Match extends Filterable>(
  matches: readonly Match[],
  filter: MatchFilter,
  except?: Dimension,
): Match[] =>
  matches.filter((match) =>
    Object.entries(CONDITIONS).every(([name, holds]) => name === except || (holds as Condition)(match, filter)),
  )

function countBy<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const largestFirst = (counts: Map<string, number>): [string, number][] =>
  [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))

/** How many matches each choice of a filter would show, as `countChoices` of catalog does for the whole market. */
export function countMatches(matches: readonly Filterable[], filter: MatchFilter) {
  const left = (except: Dimension) => filterMatches(matches, filter, except)
  const lengths = countBy(left('length').map(countCharacters))
  const bands = countBy(left('price').map(({ priceCents }) => toBand(priceCents)))
  return {
    tlds: largestFirst(countBy(left('tld').map(({ tld }) => tld))).map(([tld, count]) => ({ tld, count })),
    categories: largestFirst(countBy(left('category').flatMap(({ categories }) => categories))).map(
      ([category, count]) => ({ category, count }),
    ),
    lengths: sumLengths([...lengths].map(([length, count]) => ({ length, count }))),
    prices: toBands([...bands].map(([band, count]) => ({ band, count }))),
  }
}

export const MATCH_SORTS = ['relevance', 'newest', 'price_asc', 'price_desc'] as const
export type MatchSort = (typeof MATCH_SORTS)[number]

const ORDER: Record<MatchSort, (a: Filterable, b: Filterable) => number> = {
  relevance: () => 0,
  newest: (a, b) => b.listedAt.getTime() - a.listedAt.getTime(),
  price_asc: (a, b) => a.priceCents - b.priceCents,
  price_desc: (a, b) => b.priceCents - a.priceCents,
}

/** Matches come in order of relevance, and stay so within one price. */
export const sortMatches = <Match extends Filterable>(matches: readonly Match[], sort: MatchSort): Match[] =>
  matches.toSorted(ORDER[sort])
