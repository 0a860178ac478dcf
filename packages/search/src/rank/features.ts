// Owns what the reranker sees of a candidate: a row of numbers, each about 0..1, and the words that matched.
import { toCosine } from '../model/vector.ts'
import { pronounceability } from '../names/morphemes.ts'
import type { NameReader } from '../names/understand-name.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import { isBinding } from '../query/style-wish.ts'
import type { Inventory } from '../store/inventory.ts'
import { isNavigational } from './candidates.ts'
import { computeFeedback } from './feedback.ts'
import { LetterMatcher } from './letter-match.ts'
import { LiteralMatcher } from './literal-match.ts'
import { hasUnwished } from './unwished-match.ts'
import { type Term, WordMatcher } from './word-match.ts'

/**
 * "Single" features speak when the query is one word or name, the others when it is a description. "Asked" features say what kind of
 * query it is; they are the same for every candidate, and tell the network what the others mean.
 */
export const FEATURES = [
  'meaning',
  'meaningSingle',
  'meaningRelative',
  'meaningRank',
  'feedback',
  'feedbackSingle',
  'found',
  'foundSingle',
  'evoked',
  'evokedSingle',
  'covered',
  'coveredSingle',
  'coveredEvoked',
  'coveredEvokedSingle',
  'strange',
  'strangeSingle',
  'likeness',
  'inText',
  'exactLabel',
  'exactDomain',
  'beginning',
  'beginningPartial',
  'letters',
  'spelling',
  'tldWished',
  'tldWishedMeaning',
  'tldWishedEvoked',
  'tldWishedNear',
  'comPrior',
  'tooLong',
  'marked',
  'awkward',
  'appeal',
  'appealSingle',
  'brandShort',
  'brandCoined',
  'brandSpoken',
  'brandAppeal',
  'brandMeaning',
  'brandEvoked',
  'brandFound',
  'sameLanguage',
  'sameLanguageFound',
  'otherLanguage',
  'sharedBeginning',
  'styleMet',
  'unwished',
  'unknown',
  'askedOne',
  'askedTwo',
  'askedMany',
  'askedSingle',
  'askedBrand',
  'askedTld',
  'askedForeign',
] as const
export type FeatureName = (typeof FEATURES)[number]

export interface Candidate {
  slot: number
  domain: string
  /** In the order of FEATURES. */
  values: Float64Array
  terms: string[]
  /** 1: the name has the very words that were typed. Less: only their letters. */
  literal: number
}

const INDEX = Object.fromEntries(FEATURES.map((name, i) => [name, i])) as Record<FeatureName, number>

export function readFeature(candidate: Candidate, name: FeatureName): number {
  return candidate.values[INDEX[name]] as number
}

/** How much a TLD is liked when none is wished for. */
const TLD_PRIOR: Record<string, number> = {
  com: 1,
  io: 0.6,
  co: 0.6,
  ai: 0.6,
  net: 0.55,
  org: 0.55,
  app: 0.5,
  dev: 0.5,
}
export class FeatureReader {
  readonly #names: NameReader

  constructor(names: NameReader) {
    this.#names = names
  }

  read(
    inventory: Inventory,
    query: ParsedQuery,
    terms: Term[],
    vectors: readonly Int8Array[],
    slots: readonly number[],
  ): Candidate[] {
    const cosines = bestCosines(inventory, vectors, slots)
    const best = Math.max(...cosines)
    const context: Context = {
      words: new WordMatcher(this.#names, inventory, terms),
      letters: new LetterMatcher([query.joined, query.joinedFixed]),
      literal: new LiteralMatcher(this.#names, inventory, query),
      single: isNavigational(query) && !this.#isPlainWord(query),
    }
    // One block of numbers for all rows: hundreds of small arrays would keep the collector busy.
    const matrix = new Float64Array(slots.length * FEATURES.length)
    const rows = slots.map((slot, i) => {
      const values = matrix.subarray(i * FEATURES.length, (i + 1) * FEATURES.length)
      return this.#row(inventory, query, context, slot, cosines[i] as number, best, values)
    })
    rankByMeaning(cosines, rows)
    addFeedback(inventory, vectors, rows, context.single)
    addAsked(query, rows)
    return rows
  }

  #row(
    inventory: Inventory,
    query: ParsedQuery,
    context: Context,
    slot: number,
    cosine: number,
    best: number,
    values: Float64Array,
  ): Candidate {
    const domain = inventory.domains[slot] as string
    const { flat, tld } = this.#names.split(domain)
    const { words, letters, single } = context
    const match = words.match(slot)
    values[INDEX.meaningRelative] = cosine - best
    values[INDEX.likeness] = match.likeness
    values[INDEX.inText] = match.inText
    values[INDEX.tooLong] = Math.max(0, flat.length - 12) / 10
    values[INDEX.marked] = inventory.isMarked(slot) ? 1 : 0
    values[INDEX.awkward] = match.awkward ? 1 : 0
    if (letters.isExact(flat)) values[INDEX.exactLabel] = 1
    else if (query.single) values[INDEX.beginning] = letters.beginning(flat)
    if (query.domain === domain) values[INDEX.exactDomain] = 1
    if (query.partial && flat.startsWith(query.joined)) values[INDEX.beginningPartial] = 1
    const appeal = inventory.appeal(slot)
    if (single) {
      values[INDEX.meaningSingle] = cosine
      values[INDEX.foundSingle] = match.found
      values[INDEX.evokedSingle] = match.evoked
      values[INDEX.coveredSingle] = match.covered
      values[INDEX.coveredEvokedSingle] = match.coveredEvoked
      values[INDEX.strangeSingle] = match.strange
      values[INDEX.appealSingle] = appeal
      values[INDEX.letters] = letters.shared(flat)
      values[INDEX.spelling] = letters.spelling(flat)
      if (inventory.isCoined(slot)) values[INDEX.sharedBeginning] = letters.sharedBeginning(flat)
    } else {
      values[INDEX.meaning] = cosine
      values[INDEX.found] = match.found
      values[INDEX.evoked] = match.evoked
      values[INDEX.covered] = match.covered
      values[INDEX.coveredEvoked] = match.coveredEvoked
      values[INDEX.strange] = match.strange
      if (!query.brandable) values[INDEX.appeal] = appeal
    }
    if (query.tlds.length === 0) values[INDEX.comPrior] = TLD_PRIOR[tld] ?? 0.35
    else if (query.tlds.includes(tld)) {
      values[INDEX.tldWished] = 1
      values[INDEX.tldWishedMeaning] = cosine
      values[INDEX.tldWishedEvoked] = match.coveredEvoked
      values[INDEX.tldWishedNear] = cosine >= 0.4 || match.coveredEvoked > 0.3 ? 1 : 0
    }
    if (query.style.short) values[INDEX.brandShort] = Math.max(0, Math.min(1, (12 - flat.length) / 6))
    if (query.brandable) {
      values[INDEX.brandShort] = Math.max(0, Math.min(1, (12 - flat.length) / 6))
      values[INDEX.brandCoined] = inventory.isCoined(slot) ? 1 : 0
      values[INDEX.brandSpoken] = pronounceability(flat)
      values[INDEX.brandAppeal] = appeal
      values[INDEX.brandMeaning] = cosine
      values[INDEX.brandEvoked] = match.coveredEvoked
      values[INDEX.brandFound] = match.found
    }
    values[INDEX.unknown] = 1 - query.known
    if (isBinding(query.style)) values[INDEX.styleMet] = 1
    const isUnwished = hasUnwished(inventory, query, slot)
    if (isUnwished) values[INDEX.unwished] = 1
    const literal = !isUnwished && context.literal.match(slot, flat, tld) ? 1 : 0
    const languages = inventory.languages(slot)
    if ((languages & query.languages) !== 0) {
      values[INDEX.sameLanguage] = 1
      values[INDEX.sameLanguageFound] = match.found
    } else if (languages !== 0 && !query.tlds.includes(tld)) values[INDEX.otherLanguage] = 1
    return { slot, domain, values, terms: match.terms, literal }
  }

  /** "beer": one word, but a subject rather than a name that someone remembers. */
  #isPlainWord(query: ParsedQuery): boolean {
    const word = query.terms[0]?.word ?? ''
    if (query.domain !== undefined || query.partial || query.corrected) return false
    return query.terms.length === 1 && word === query.joined && this.#names.isCommonEnglish(word)
  }
}

interface Context {
  words: WordMatcher
  letters: LetterMatcher
  literal: LiteralMatcher
  single: boolean
}

/** 1 for the nearest by meaning, a half for the fourth; to be the first among few says little. */
function rankByMeaning(cosines: readonly number[], rows: readonly Candidate[]): void {
  const order = rows.map((_, i) => i).sort((a, b) => (cosines[b] as number) - (cosines[a] as number))
  const crowd = Math.min(1, rows.length / 40)
  order.forEach((i, rank) => {
    ;(rows[i] as Candidate).values[INDEX.meaningRank] = crowd / Math.sqrt(rank + 1)
  })
}

/** The best over the query's texts. */
function bestCosines(inventory: Inventory, vectors: readonly Int8Array[], slots: readonly number[]): number[] {
  const best = new Array<number>(slots.length).fill(-1)
  for (const vector of vectors) {
    inventory.vectors.products(vector, slots).forEach((product, i) => {
      best[i] = Math.max(best[i] as number, toCosine(product))
    })
  }
  return best
}

function addFeedback(
  inventory: Inventory,
  vectors: readonly Int8Array[],
  rows: readonly Candidate[],
  single: boolean,
): void {
  const likely = rows.map(({ slot, values }) => ({
    slot,
    meaning: values[single ? INDEX.meaningSingle : INDEX.meaning] as number,
    evoked: values[single ? INDEX.evokedSingle : INDEX.evoked] as number,
    covered: values[single ? INDEX.coveredEvokedSingle : INDEX.coveredEvoked] as number,
  }))
  computeFeedback(inventory, vectors, likely).forEach((near, i) => {
    ;(rows[i] as Candidate).values[single ? INDEX.feedbackSingle : INDEX.feedback] = near
  })
}

/** What kind of query it is. */
function addAsked(query: ParsedQuery, rows: readonly Candidate[]): void {
  const words = (query.texts[0] ?? '').split(' ').length
  const asked: FeatureName[] = words === 1 ? ['askedOne'] : words === 2 ? ['askedTwo'] : words >= 5 ? ['askedMany'] : []
  if (query.single) asked.push('askedSingle')
  if (query.brandable) asked.push('askedBrand')
  if (query.tlds.length > 0) asked.push('askedTld')
  if (query.languages !== 0) asked.push('askedForeign')
  for (const { values } of rows) for (const name of asked) values[INDEX[name]] = 1
}
