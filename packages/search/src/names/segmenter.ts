// Owns splitting a run of letters into words ("quickwheels" → quick, wheels): Viterbi over word and pair counts.
import type { PairTable } from './pair-table.ts'
import { WordTable } from './word-table.ts'

const LOG_TOTAL = Math.log(1_024_908_267_229)
const MAX_WORD = 24
const MAX_UNKNOWN = 14
/** How many readings are kept per position, so that a pair can revive the second best. */
const READINGS = 4
/** Each word costs this much: fewer, longer words are preferred. */
const WORD_PENALTY = 1
/** How much of the gain of a known pair counts. */
const PAIR_WEIGHT = 0.7
const MIXED = /(?:web3|3d|2d|4x4|b2b|b2c|p2p|h2o|mp3|5g|4k|1st|2nd|3rd)|\d+|[^\d]+/gu

interface Reading {
  score: number
  start: number
  word: number
  before: Reading | null
}

export class Segmenter {
  readonly words: WordTable
  readonly pairs: PairTable

  constructor(words: WordTable, pairs: PairTable) {
    this.words = words
    this.pairs = pairs
  }

  /** Words of a folded label; hyphens and digits are boundaries, a few mixed words ("web3") are kept. */
  segment(label: string): string[] {
    const tokens: string[] = []
    for (const part of label.split(/[^\p{L}\p{N}]+/u)) {
      if (part === '') continue
      if (this.words.has(part)) {
        tokens.push(part)
        continue
      }
      for (const piece of part.match(MIXED) ?? []) {
        if (/\d/.test(piece) || !/^[a-z]+$/.test(piece)) tokens.push(piece)
        else tokens.push(...this.#split(piece))
      }
    }
    return tokens
  }

  #split(text: string): string[] {
    const best: Reading[][] = [[{ score: 0, start: 0, word: -1, before: null }]]
    for (let end = 1; end <= text.length; end++) {
      const found: Reading[] = []
      for (let start = Math.max(0, end - MAX_WORD); start < end; start++) {
        const word = this.words.find(text, start, end)
        if (word === -1 && end - start > MAX_UNKNOWN && start > 0) continue
        const own = word === -1 ? WordTable.unknown(end - start) : (this.words.logProbability[word] as number)
        for (const before of best[start] as Reading[]) {
          const score = before.score + this.#withPair(before.word, word, own) - WORD_PENALTY
          keep(found, { score, start, word, before })
        }
      }
      best.push(found)
    }
    const tokens: string[] = []
    let reading = best[text.length]?.[0] ?? null
    for (let end = text.length; reading?.before; reading = reading.before) {
      tokens.unshift(text.slice(reading.start, end))
      end = reading.start
    }
    return mergeUnknown(tokens, this.words)
  }

  #withPair(previous: number, word: number, own: number): number {
    if (previous === -1 || word === -1) return own
    const pair = this.pairs.logCount(previous, word)
    if (pair === 0) return own
    const conditional = pair - (this.words.logProbability[previous] as number) - LOG_TOTAL
    return conditional > own ? own + PAIR_WEIGHT * (conditional - own) : own
  }
}

/** Inserts by score, one reading for each start. */
function keep(found: Reading[], reading: Reading): void {
  const same = found.findIndex((other) => other.start === reading.start)
  if (same !== -1) {
    if ((found[same] as Reading).score >= reading.score) return
    found.splice(same, 1)
  }
  let at = found.length
  while (at > 0 && (found[at - 1] as Reading).score < reading.score) at--
  if (at >= READINGS) return
  found.splice(at, 0, reading)
  if (found.length > READINGS) found.pop()
}

/** Neighbouring unknown scraps are one unknown word. */
function mergeUnknown(tokens: string[], words: WordTable): string[] {
  const merged: string[] = []
  let open = false
  for (const token of tokens) {
    const unknown = !words.has(token)
    if (unknown && open) merged[merged.length - 1] += token
    else merged.push(token)
    open = unknown
  }
  return merged
}
