// Owns finding names by their words (BM25 over stems) and by their letters (trigrams).
import { Postings } from './postings.ts'
import { TopK } from './top-k.ts'

const ALPHABET = 39
/** How many different trigrams there can be. */
const TRIGRAMS = ALPHABET ** 3
/** A word in the categories or the description counts this much of one in the name. */
const TEXT_WEIGHT = 0.45
/** Trigram postings read for one query; the rarest trigrams come first. */
const FUZZY_BUDGET = 60_000
/** Postings read for the words of one query, rarest first, so that a common word cannot slow a search down. */
const TERM_BUDGET = 120_000

export interface ScoredSlot {
  slot: number
  score: number
}

export class LexicalIndex {
  readonly #names = new Postings()
  readonly #texts = new Postings()
  readonly #trigrams = new Postings()
  #scores = new Float32Array(1024)
  #documents = 0

  constructor() {
    this.#trigrams.ensure(TRIGRAMS - 1)
  }

  add(slot: number, nameStems: Iterable<number>, textStems: Iterable<number>, flat: string): void {
    if (slot >= this.#scores.length) this.#scores = new Float32Array(Math.ceil((slot + 1) * 1.5))
    for (const stem of nameStems) {
      this.#names.ensure(stem)
      this.#names.add(stem, slot)
    }
    for (const stem of textStems) {
      this.#texts.ensure(stem)
      this.#texts.add(stem, slot)
    }
    for (const trigram of listTrigrams(flat)) this.#trigrams.add(trigram, slot)
    this.#documents++
  }

  remove(slot: number, nameStems: Iterable<number>, textStems: Iterable<number>, flat: string): void {
    for (const stem of nameStems) this.#names.remove(stem, slot)
    for (const stem of textStems) this.#texts.remove(stem, slot)
    for (const trigram of listTrigrams(flat)) this.#trigrams.remove(trigram, slot)
    this.#documents--
  }

  /** How many names carry the stem. */
  frequency(stem: number): number {
    return stem < 0 ? 0 : this.#names.count(stem)
  }

  rarity(stem: number): number {
    return computeRarity(this.frequency(stem), this.#documents)
  }

  /** Names that carry the given stems, by summed weight × rarity. */
  byWords(
    terms: readonly { stem: number; weight: number }[],
    k: number,
    accepts: (slot: number) => boolean,
  ): ScoredSlot[] {
    const touched: number[] = []
    const ordered = terms
      .filter((term) => term.stem >= 0)
      .sort((a, b) => this.frequency(a.stem) - this.frequency(b.stem))
    let read = 0
    for (const { stem, weight } of ordered) {
      const gain = weight * this.rarity(stem)
      for (const [postings, share] of [[this.#names, 1] as const, [this.#texts, TEXT_WEIGHT] as const]) {
        const view = postings.view(stem)
        if (read > 0 && read + view.length > TERM_BUDGET) continue
        read += view.length
        for (const slot of view) {
          if (this.#scores[slot] === 0) touched.push(slot)
          this.#scores[slot] = (this.#scores[slot] as number) + gain * share
        }
      }
    }
    return this.#drain(touched, k, accepts)
  }

  /** Names whose letters resemble the text, by rarity of the shared trigrams. */
  byLetters(flat: string, k: number, accepts: (slot: number) => boolean): ScoredSlot[] {
    const touched: number[] = []
    const views = listTrigrams(flat)
      .map((trigram) => this.#trigrams.view(trigram))
      .filter((view) => view.length > 0)
      .sort((a, b) => a.length - b.length)
    let read = 0
    for (const view of views) {
      if (read > 0 && read + view.length > FUZZY_BUDGET) break
      read += view.length
      const gain = Math.log(1 + this.#documents / (view.length + 1))
      for (const slot of view) {
        if (this.#scores[slot] === 0) touched.push(slot)
        this.#scores[slot] = (this.#scores[slot] as number) + gain
      }
    }
    return this.#drain(touched, k, accepts)
  }

  /** Names that may have the text anywhere, not judged yet: those with the trigram of it that fewest have. */
  mayContain(text: string): Uint32Array {
    // All but the first two and the last trigram are made of letters of the text alone.
    const views = listTrigrams(text)
      .slice(2, -1)
      .map((trigram) => this.#trigrams.view(trigram))
    const [rarest] = views.sort((a, b) => a.length - b.length)
    return rarest?.subarray(0, FUZZY_BUDGET) ?? new Uint32Array(0)
  }

  #drain(touched: readonly number[], k: number, accepts: (slot: number) => boolean): ScoredSlot[] {
    const top = new TopK(k)
    for (const slot of touched) {
      const score = this.#scores[slot] as number
      this.#scores[slot] = 0
      if (score > top.minimum && accepts(slot)) top.push(slot, score)
    }
    return top.sorted()
  }
}

/** How telling it is that a name carries what `count` of all names carry. */
export function computeRarity(count: number, total: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5))
}

/** Letters, digits, and one code each for the begin, the end and anything else. */
function encodeCharacter(character: number): number {
  if (character >= 97 && character <= 122) return character - 97
  if (character >= 48 && character <= 57) return character - 48 + 26
  return 36
}

/** Distinct trigrams of ^^text$, numbered. */
export function listTrigrams(flat: string): number[] {
  const found: number[] = []
  let [first, second] = [37, 37]
  for (let i = 0; i <= flat.length; i++) {
    const third = i < flat.length ? encodeCharacter(flat.charCodeAt(i)) : 38
    const trigram = (first * ALPHABET + second) * ALPHABET + third
    // Labels are short: looking back is faster than a set.
    if (!found.includes(trigram)) found.push(trigram)
    first = second
    second = third
  }
  return found
}
