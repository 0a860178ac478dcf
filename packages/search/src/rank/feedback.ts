// Owns what the best candidates say of the query: a name near to what they have in common is likelier meant.
import { DIMENSIONS, quantise, toCosine } from '../model/vector.ts'
import type { Inventory } from '../store/inventory.ts'
import { TopK } from '../store/top-k.ts'

/** So many of the first candidates help to say what the query is about. */
const FEEDBACK = 5

/** A candidate as far as it is known: how near it is, and how much of the query and of the name the words say. */
export interface Likely {
  slot: number
  meaning: number
  evoked: number
  covered: number
}

/**
 * Nearness of each candidate to what the query and the best of the others have in common. A candidate never vouches for
 * itself, and one that is far from the query hardly for others: among few names the best may still be no answer.
 */
export function computeFeedback(
  inventory: Inventory,
  vectors: readonly Int8Array[],
  candidates: readonly Likely[],
): number[] {
  const seeds = pickSeeds(inventory, candidates)
  const topic = new Float64Array(DIMENSIONS)
  for (const vector of vectors) addScaled(topic, vector, 1 / vectors.length)
  for (const { vector, weight } of seeds) addScaled(topic, vector, weight)
  const slots = candidates.map(({ slot }) => slot)
  const near = [...inventory.vectors.products(quantise(normalised(topic)), slots)].map(toCosine)
  for (const { at, slot, vector, weight } of seeds) {
    const others = topic.slice()
    addScaled(others, vector, -weight)
    const [product] = inventory.vectors.products(quantise(normalised(others)), [slot])
    near[at] = toCosine(product as number)
  }
  return near
}

interface Seed {
  at: number
  slot: number
  vector: Int8Array
  weight: number
}

/** The first candidates by meaning and words, each with how far it may say what the query is about. */
function pickSeeds(inventory: Inventory, candidates: readonly Likely[]): Seed[] {
  const top = new TopK(FEEDBACK)
  candidates.forEach(({ meaning, evoked, covered }, i) => {
    top.push(i, meaning + 0.3 * evoked + 0.2 * covered)
  })
  return top.sorted().flatMap(({ slot: at }) => {
    const { slot, meaning } = candidates[at] as Likely
    const vector = inventory.vectors.get(slot)
    return vector === undefined ? [] : [{ at, slot, vector, weight: Math.max(0, meaning) }]
  })
}

function addScaled(sum: Float64Array, vector: Int8Array, scale: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + scale * (vector[i] as number)
}

function normalised(vector: Float64Array): Float64Array {
  let total = 0
  for (const value of vector) total += value * value
  const length = Math.sqrt(total) || 1
  return vector.map((value) => value / length)
}
