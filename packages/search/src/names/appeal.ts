// Owns how much a name looks like one that a business would carry: commercial words that go together, nothing awkward.
import { readData } from '../data-files.ts'
import type { PairTable } from './pair-table.ts'
import type { Thesaurus } from './thesaurus.ts'
import type { WordTable } from './word-table.ts'
import type { WordVectors } from './word-vectors.ts'

const LOG_TOTAL = Math.log(1_024_908_267_229)
/** A pair of words of which one has no vector. */
const UNKNOWN_PAIR = 0.3
const FUNCTION_ENDING =
  /^(?:a|an|the|of|for|to|and|or|in|on|at|with|my|your|our|is|are|that|this|from|by|it|its|into|than)$/

interface Tables {
  words: WordTable
  pairs: PairTable
  vectors: WordVectors
  thesaurus: Thesaurus
}

/** Numbers that speak for or against a name of several words; weights in data/name-appeal.json. */
export function appealFeatures({ words, pairs, vectors, thesaurus }: Tables, tokens: readonly string[]): number[] {
  const ids = tokens.map((token) => words.find(token))
  const logs = tokens.map((token) => words.findLogProbability(token))
  let [inUse, fitting] = [0, 0]
  for (let i = 1; i < tokens.length; i++) {
    const [first, second] = [ids[i - 1] as number, ids[i] as number]
    const pair = pairs.logCount(first, second)
    const expected = (logs[i - 1] as number) + (logs[i] as number) + LOG_TOTAL
    if (pair > 0) inUse += Math.max(0, Math.min(1, 0.5 + (pair - expected) / 10))
    fitting += vectors.goesAfter(first, second) ?? UNKNOWN_PAIR
  }
  const steps = Math.max(1, tokens.length - 1)
  const last = tokens.at(-1) ?? ''
  const commercial = tokens.filter((token) => thesaurus.findGroups(token).length > 0).length
  const placed = (token: string): boolean =>
    thesaurus.findGroups(token).length > 0 || thesaurus.isGeneric(token) || FUNCTION_ENDING.test(token)
  return [
    inUse / steps,
    fitting / steps,
    Math.min(...logs),
    logs.at(-1) ?? 0,
    logs[0] ?? 0,
    tokens.some((token) => thesaurus.isAwkward(token)) ? 1 : 0,
    FUNCTION_ENDING.test(last) ? 1 : 0,
    tokens.some((token) => token.endsWith('ed')) ? 1 : 0,
    last.endsWith('ing') ? 1 : 0,
    commercial / tokens.length,
    thesaurus.isGeneric(last) ? 1 : 0,
    tokens.length > 2 ? 1 : 0,
    tokens.every(placed) ? 1 : 0,
  ]
}

export interface AppealModel {
  bias: number
  weights: number[]
}

export function loadAppealModel(): AppealModel {
  return JSON.parse(readData('name-appeal.json').toString('utf8')) as AppealModel
}

/** 0..1 */
export function scoreAppeal(model: AppealModel, features: readonly number[]): number {
  const sum = features.reduce((total, value, i) => total + value * (model.weights[i] ?? 0), model.bias)
  return 1 / (1 + Math.exp(-sum))
}
