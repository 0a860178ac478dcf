// Owns comparing the letters of a query with a whole label: beginnings, shared trigrams, slips of the fingers.
import { editDistance } from '../query/edit-distance.ts'
import { trigramsOf } from '../store/lexical.ts'

export interface QueryLetters {
  texts: string[]
  trigrams: Set<number>[]
}

export function readQueryLetters(texts: readonly string[]): QueryLetters {
  const distinct = [...new Set(texts)].filter((text) => text !== '')
  return { texts: distinct, trigrams: distinct.map((text) => new Set(trigramsOf(text))) }
}

/** Share of the label that the query spells out from its begin. */
export function beginning({ texts }: QueryLetters, flat: string): number {
  let best = 0
  for (const text of texts)
    if (text.length >= 2 && flat.startsWith(text)) best = Math.max(best, text.length / flat.length)
  return best
}

/** Dice coefficient of the trigrams. */
export function sharedLetters({ trigrams }: QueryLetters, flat: string): number {
  const own = trigramsOf(flat)
  let best = 0
  for (const wanted of trigrams) {
    const shared = own.reduce((sum, trigram) => sum + (wanted.has(trigram) ? 1 : 0), 0)
    best = Math.max(best, (2 * shared) / (own.length + wanted.size))
  }
  return best
}

/** 1 for the same spelling, falling with each slip, 0 beyond three. */
export function spelling({ texts }: QueryLetters, flat: string): number {
  let best = 0
  for (const text of texts) {
    if (text.length < 4) continue
    const limit = text.length >= 8 ? 3 : text.length >= 6 ? 2 : 1
    const distance = editDistance(text, flat, limit)
    if (distance <= limit) best = Math.max(best, 1 - distance / Math.min(text.length, 10))
  }
  return best
}
