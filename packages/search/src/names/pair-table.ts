// Owns the table of word pairs: how often one word follows another.
import { readData } from '../data-files.ts'

export class PairTable {
  readonly #offsets: Uint32Array
  readonly #seconds: Uint32Array
  readonly #logs: Uint8Array

  constructor(bytes: Uint8Array, words: number) {
    const seconds: number[] = []
    const logs: number[] = []
    this.#offsets = new Uint32Array(words + 1)
    let position = 0
    const read = (): number => {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[position++] as number
        value |= (byte & 127) << shift
        if (byte < 128) return value
      }
    }
    let [first, second] = [0, 0]
    while (position < bytes.length) {
      const step = read()
      const value = read()
      second = step === 0 ? second + value : value
      first += step
      seconds.push(second)
      logs.push(bytes[position++] as number)
      this.#offsets[first + 1] = seconds.length
    }
    for (let i = 1; i <= words; i++) {
      this.#offsets[i] = Math.max(this.#offsets[i] as number, this.#offsets[i - 1] as number)
    }
    this.#seconds = Uint32Array.from(seconds)
    this.#logs = Uint8Array.from(logs)
  }

  static load(words: number): PairTable {
    return new PairTable(readData('pairs.bin.gz'), words)
  }

  /** Ids of the words that are listed as following a word. */
  after(first: number): Uint32Array {
    return this.#seconds.subarray(this.#offsets[first], this.#offsets[first + 1])
  }

  /** Natural logarithm of the pair's count, or 0 when the pair is not listed. */
  logCount(first: number, second: number): number {
    if (first < 0 || second < 0) return 0
    let low = this.#offsets[first] as number
    let high = this.#offsets[first + 1] as number
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#seconds[middle] as number) < second) low = middle + 1
      else high = middle
    }
    return low < (this.#offsets[first + 1] as number) && this.#seconds[low] === second
      ? (this.#logs[low] as number) / 10
      : 0
  }
}
