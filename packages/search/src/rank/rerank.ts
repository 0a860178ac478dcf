// Owns the order of the candidates: a linear score with learned weights, as a probability, and the relevance floor.
import { readData } from '../data-files.ts'
import { type Candidate, FEATURES, type FeatureName } from './features.ts'

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

export function rerank(candidates: readonly Candidate[], model: Weights): Ranked[] {
  return candidates
    .map((candidate) => ({ ...candidate, score: probability(candidate, model) }))
    .filter((candidate) => candidate.score >= model.floor)
    .sort((a, b) => b.score - a.score || (a.domain < b.domain ? -1 : 1))
}

function probability(candidate: Candidate, model: Weights): number {
  let sum = model.bias
  for (const name of FEATURES) sum += (model.weights[name] ?? 0) * candidate.features[name]
  return 1 / (1 + Math.exp(-sum))
}
