// Owns comparing the letters of a query with a whole label: beginnings, shared trigrams, slips of the fingers.
import { editDistance } from '../query/edit-distance.ts'
import { listTrigrams } from '../store/lexical.ts'

export class LetterMatcher {
  readonly texts: readonly string[]
  readonly #trigrams: number[][]

  constructor(texts: readonly string[]) {
    this.texts = [...new Set(texts)].filter((text) => text !== '')
    this.#trigrams = this.texts.map(listTrigrams)
  }

  isExact(flat: string): boolean {
    return this.texts.includes(flat)
  }

  /** Share of the label that the query spells out from its begin. */
  beginning(flat: string): number {
    let best = 0
    for (const text of this.texts) {
      if (text.length >= 2 && flat.startsWith(text)) best = Math.max(best, text.length / flat.length)
    }
    return best
  }

  /** Share of the longer one that query and label have in common from their begin, from four letters on ("zyntra", "zyntrix"). */
  sharedBeginning(flat: string): number {
    let best = 0
    for (const text of this.texts) {
      let length = 0
      while (length < flat.length && text[length] === flat[length]) length++
      if (length >= 4) best = Math.max(best, length / Math.max(text.length, flat.length))
    }
    return best
  }

  /** Dice coefficient of the trigrams. */
  shared(flat: string): number {
    const own = listTrigrams(flat)
    let best = 0
    for (const wanted of this.#trigrams) {
      let shared = 0
      // Both lists are short: a search is faster than a set, and leaves nothing to be collected.
      for (const trigram of own) if (wanted.includes(trigram)) shared++
      best = Math.max(best, (2 * shared) / (own.length + wanted.length))
    }
    return best
  }

  /** 1 for the same spelling, falling with each slip, 0 beyond three. */
  spelling(flat: string): number {
    let best = 0
    for (const text of this.texts) {
      if (text.length < 4) continue
      const limit = text.length >= 8 ? 3 : text.length >= 6 ? 2 : 1
      const distance = editDistance(text, flat, limit)
      if (distance <= limit) best = Math.max(best, 1 - distance / Math.min(text.length, 10))
    }
    return best
  }
}
