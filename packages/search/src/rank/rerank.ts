// Owns the order of the candidates: a linear score with learned weights, as a probability, and the relevance floor.
import { readData } from '../data-files.ts'
import { type Candidate, FEATURES, type FeatureName, readFeature } from './features.ts'

export interface Weights {
  bias: number
  weights: Record<FeatureName, number>
  /** Least probability of being relevant that is still shown. */
  floor: number
  /** A small network that adds to the sum what features only mean together. */
  correction?: { inputs: FeatureName[]; nodes: Node[] }
}

interface Node {
  bias: number
  /** What the node adds to the score, between this and its negative. */
  out: number
  /** In the order of the inputs. */
  weights: number[]
}

export function loadWeights(): Weights {
  return JSON.parse(readData('rank-weights.json').toString('utf8')) as Weights
}

export interface Ranked extends Candidate {
  score: number
}

/** The very name that was asked for comes first, then the same name with another ending, however little else speaks for them. */
const exactness = (candidate: Candidate): number =>
  2 * readFeature(candidate, 'exactDomain') + readFeature(candidate, 'exactLabel')
/** Never hidden by the floor. */
const isSure = (candidate: Candidate): boolean => candidate.literal > 0 || exactness(candidate) > 0

/** Below an answer that is relevant, so much of the floor is enough: what comes after the best is to choose from. */
const AFTER_THE_FIRST = 0.5

/**
 * Best first. Names with the very words that were typed come before all but exact ones: people who type a word expect to see
 * it, and take names that only mean it for a search that does not work. Nothing when nothing reaches the floor.
 */
export function rerank(candidates: readonly Candidate[], model: Weights): Ranked[] {
  const weights = Float64Array.from(FEATURES, (name) => model.weights[name] ?? 0)
  const correct = readCorrection(model)
  const ranked: Ranked[] = []
  for (const candidate of candidates) {
    let sum = model.bias
    for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (candidate.values[i] as number)
    const likely = 1 / (1 + Math.exp(-sum - correct(candidate)))
    const score = candidate.literal > 0 ? Math.max(likely, model.floor) : likely
    if (score >= model.floor * AFTER_THE_FIRST || isSure(candidate))
      ranked.push({
        slot: candidate.slot,
        domain: candidate.domain,
        values: candidate.values,
        terms: candidate.terms,
        literal: candidate.literal,
        score,
      })
  }
  ranked.sort(
    (a, b) =>
      exactness(b) - exactness(a) || b.literal - a.literal || b.score - a.score || (a.domain < b.domain ? -1 : 1),
  )
  for (let i = ranked.length - 2; i >= 0; i--) {
    const [one, next] = [ranked[i] as Ranked, ranked[i + 1] as Ranked]
    one.score = Math.max(one.score, next.score)
  }
  const [best] = ranked
  return best !== undefined && (best.score >= model.floor || exactness(best) > 0) ? ranked : ranked.filter(isSure)
}

function readCorrection({ correction }: Weights): (candidate: Candidate) => number {
  if (correction === undefined) return () => 0
  const { inputs, nodes } = correction
  const at = Uint16Array.from(inputs, (name) => FEATURES.indexOf(name))
  const width = at.length
  // One row of numbers for all nodes: this runs for every candidate of every search.
  const weights = Float64Array.from(nodes.flatMap((node) => node.weights))
  const biases = Float64Array.from(nodes, (node) => node.bias)
  const outs = Float64Array.from(nodes, (node) => node.out)
  const sums = new Float64Array(nodes.length)
  return ({ values }) => {
    sums.set(biases)
    for (let i = 0; i < width; i++) {
      const value = values[at[i] as number] as number
      if (value === 0) continue
      for (let node = 0; node < sums.length; node++)
        sums[node] = (sums[node] as number) + (weights[node * width + i] as number) * value
    }
    let total = 0
    for (let node = 0; node < sums.length; node++) total += (outs[node] as number) * Math.tanh(sums[node] as number)
    return total
  }
}
