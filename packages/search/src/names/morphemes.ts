// Owns what an invented name hints at ("finzo" → finance) and how easily it is spoken.
import { readDataLines } from '../data-files.ts'

export class Morphemes {
  readonly #roots = new Map<string, string>()

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [root = '', words = ''] = line.split(': ')
      this.#roots.set(root, words)
    }
  }

  static load(): Morphemes {
    return new Morphemes(readDataLines('morphemes.txt'))
  }

  /** Words hinted at by the longest root that the name begins with, or ''. */
  hint(name: string): string {
    for (let length = Math.min(10, name.length - 1); length >= 3; length--) {
      const words = this.#roots.get(name.slice(0, length))
      if (words !== undefined) return words
    }
    return ''
  }
}

/** 0..1: how much the letters alternate between consonants and vowels without heavy clusters. */
export function pronounceability(name: string): number {
  const letters = name.replace(/[^a-z]/g, '')
  if (letters.length < 3) return 0
  const vowels = (letters.match(/[aeiouy]/g) ?? []).length
  const share = vowels / letters.length
  const clusters = (letters.match(/[^aeiouy]{3,}|[aeiou]{3,}/g) ?? []).length
  const balance = Math.max(0, 1 - Math.abs(share - 0.42) * 2.5)
  return Math.max(0, balance - clusters * 0.35)
}
