// Owns what the reranker sees of a candidate: a row of numbers, each about 0..1, and the words that matched.
import { cosineOf, quantise } from '../model/vector.ts'
import { pronounceability } from '../names/morphemes.ts'
import type { NameReader } from '../names/understand-name.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { Inventory } from '../store/inventory.ts'
import { isNavigational } from './candidates.ts'
import { beginning, readQueryLetters, sharedLetters, spelling } from './letter-match.ts'
import { matchWords, readQueryWords } from './word-match.ts'

/** "Single" features speak when the query is one word or name, the others when it is a description. */
export const FEATURES = [
  'meaning',
  'meaningSingle',
  'meaningRelative',
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
  'coherent',
  'coherentSingle',
  'brandShort',
  'brandCoined',
  'brandSpoken',
  'brandCoherent',
  'brandMeaning',
  'brandEvoked',
  'brandFound',
  'sameLanguage',
  'sameLanguageFound',
  'otherLanguage',
] as const
export type FeatureName = (typeof FEATURES)[number]

export interface Candidate {
  slot: number
  domain: string
  features: Record<FeatureName, number>
  terms: string[]
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
/** So many of the first candidates say what the query is about. */
const FEEDBACK = 5

export class FeatureReader {
  readonly #names: NameReader

  constructor(names: NameReader) {
    this.#names = names
  }

  read(inventory: Inventory, query: ParsedQuery, vectors: readonly Int8Array[], slots: readonly number[]): Candidate[] {
    const cosines = bestCosines(inventory, vectors, slots)
    const best = Math.max(...cosines)
    const context = {
      words: readQueryWords(this.#names, inventory, query),
      letters: readQueryLetters([query.joined, query.joinedFixed]),
      single: isNavigational(query),
    }
    const rows = slots.map((slot, i) => this.#row(inventory, query, context, slot, cosines[i] as number, best))
    const feedback = feedbackVector(inventory, rows)
    if (feedback !== undefined) {
      const products = inventory.vectors.products(feedback, slots)
      rows.forEach(({ features }, i) => {
        features[context.single ? 'feedbackSingle' : 'feedback'] = cosineOf(products[i] as number)
      })
    }
    return rows
  }

  #row(
    inventory: Inventory,
    query: ParsedQuery,
    context: Context,
    slot: number,
    cosine: number,
    best: number,
  ): Candidate {
    const domain = inventory.domains[slot] as string
    const { flat, tld } = this.#names.split(domain)
    const { words, letters, single } = context
    const match = matchWords(this.#names, inventory, words, slot)
    const own = Array.from(inventory.nameWords(slot))
    const exact = letters.texts.includes(flat) ? 1 : 0
    const wished = query.tld !== undefined && tld === query.tld ? 1 : 0
    const brand = query.brandable ? 1 : 0
    const languages = inventory.languages(slot)
    const sameLanguage = query.languages !== 0 && (languages & query.languages) !== 0 ? 1 : 0
    const coherence = inventory.coherence(slot)
    const [s, d] = single ? [1, 0] : [0, 1]
    const features: Record<FeatureName, number> = {
      meaning: d * cosine,
      meaningSingle: s * cosine,
      meaningRelative: cosine - best,
      feedback: 0,
      feedbackSingle: 0,
      found: d * match.found,
      foundSingle: s * match.found,
      evoked: d * match.evoked,
      evokedSingle: s * match.evoked,
      covered: d * match.covered,
      coveredSingle: s * match.covered,
      coveredEvoked: d * match.coveredEvoked,
      coveredEvokedSingle: s * match.coveredEvoked,
      strange: d * match.strange,
      strangeSingle: s * match.strange,
      likeness: match.likeness,
      inText: match.inText,
      exactLabel: exact,
      exactDomain: query.domain === domain ? 1 : 0,
      beginning: query.single && !exact ? beginning(letters, flat) : 0,
      beginningPartial: query.partial && flat.startsWith(query.joined) ? 1 : 0,
      letters: s * sharedLetters(letters, flat),
      spelling: s * spelling(letters, flat),
      tldWished: wished,
      tldWishedMeaning: wished * cosine,
      tldWishedEvoked: wished * match.coveredEvoked,
      tldWishedNear: wished && (cosine >= 0.3 || match.coveredEvoked > 0.3) ? 1 : 0,
      comPrior: query.tld === undefined ? (TLD_PRIOR[tld] ?? 0.35) : 0,
      tooLong: Math.max(0, flat.length - 12) / 10,
      marked: inventory.isMarked(slot) ? 1 : 0,
      awkward: awkwardness(inventory, own, words),
      coherent: d * (1 - brand) * coherence,
      coherentSingle: s * coherence,
      brandShort: brand * Math.max(0, Math.min(1, (12 - flat.length) / 6)),
      brandCoined: brand * (inventory.isCoined(slot) ? 1 : 0),
      brandSpoken: brand * pronounceability(flat),
      brandCoherent: brand * coherence,
      brandMeaning: brand * cosine,
      brandEvoked: brand * match.coveredEvoked,
      brandFound: brand * match.found,
      sameLanguage,
      sameLanguageFound: sameLanguage * match.found,
      otherLanguage: languages !== 0 && (languages & query.languages) === 0 && match.found < 1 ? 1 : 0,
    }
    return { slot, domain, features, terms: match.terms }
  }
}

interface Context {
  words: ReturnType<typeof readQueryWords>
  letters: ReturnType<typeof readQueryLetters>
  single: boolean
}

/** A name with words that hardly belong in one, or that breaks off with a preposition or an article. */
function awkwardness(inventory: Inventory, own: readonly number[], query: Context['words']): number {
  const { vocabulary } = inventory
  const asked = (id: number): boolean => query.terms.some((term) => term.stems.has(vocabulary.stem(id)))
  const last = own.at(-1)
  if (own.length > 1 && last !== undefined && vocabulary.sense(last).empty && !asked(last)) return 1
  return own.some((id) => vocabulary.sense(id).awkward && !asked(id)) ? 1 : 0
}

/** The best over the query's texts. */
function bestCosines(inventory: Inventory, vectors: readonly Int8Array[], slots: readonly number[]): number[] {
  const best = new Array<number>(slots.length).fill(-1)
  for (const vector of vectors) {
    inventory.vectors.products(vector, slots).forEach((product, i) => {
      best[i] = Math.max(best[i] as number, cosineOf(product))
    })
  }
  return best
}

/** Mean of the best candidates' vectors: what the first answers have in common. */
function feedbackVector(inventory: Inventory, rows: readonly Candidate[]): Int8Array | undefined {
  const strength = ({ features: f }: Candidate): number =>
    f.meaning + f.meaningSingle + 0.3 * (f.evoked + f.evokedSingle) + 0.2 * (f.coveredEvoked + f.coveredEvokedSingle)
  const seeds = [...rows].sort((a, b) => strength(b) - strength(a)).slice(0, FEEDBACK)
  const sum = new Float64Array(384)
  for (const { slot } of seeds) {
    const vector = inventory.vectors.get(slot)
    if (vector === undefined) continue
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (vector[i] as number)
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
  return length === 0 ? undefined : quantise(sum.map((value) => value / length))
}
