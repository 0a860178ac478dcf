// Owns the order of the candidates: a linear score with learned weights, as a probability, and the relevance floor.
import { readData } from '../data-files.ts'
import { type Candidate, FEATURES, type FeatureName, readFeature } from './features.ts'

export interface Weights {
  bias: number
  weights: Record<FeatureName, number>
  /** Least probability of being relevant that is still shown. */
  floor: number
}

export function loadWeights(): Weights {
  return JSON.parse(readData('rank-weights.json').toString('utf8')) as Weights
}

export interface Ranked extends Candidate {
  score: number
}

/** The very name that was asked for is shown, however little speaks for it otherwise. */
const isExact = (candidate: Candidate): boolean =>
  readFeature(candidate, 'exactDomain') === 1 || readFeature(candidate, 'exactLabel') === 1

/** Below an answer that is relevant, so much of the floor is enough: what comes after the best is to choose from. */
const AFTER_THE_FIRST = 0.5

/** Best first. Nothing when nothing reaches the floor. */
export function rerank(candidates: readonly Candidate[], model: Weights): Ranked[] {
  const weights = Float64Array.from(FEATURES, (name) => model.weights[name] ?? 0)
  const ranked: Ranked[] = []
  for (const candidate of candidates) {
    let sum = model.bias
    for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (candidate.values[i] as number)
    const score = 1 / (1 + Math.exp(-sum))
    if (score >= model.floor * AFTER_THE_FIRST || isExact(candidate))
      ranked.push({
        slot: candidate.slot,
        domain: candidate.domain,
        values: candidate.values,
        terms: candidate.terms,
        score,
      })
  }
  ranked.sort((a, b) => b.score - a.score || (a.domain < b.domain ? -1 : 1))
  const [best] = ranked
  return best !== undefined && (best.score >= model.floor || isExact(best)) ? ranked : ranked.filter(isExact)
}
