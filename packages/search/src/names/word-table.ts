// Owns the table of known words: packed bytes, counts and languages, found by hash without making strings.
import { readDataLines } from '../data-files.ts'

export const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'] as const
export const ENGLISH = 1
/** Natural logarithm of the number of words that the counts were taken from. */
const LOG_TOTAL = Math.log(1_024_908_267_229)

export class WordTable {
  readonly size: number
  /** Natural logarithm of the probability of each word. */
  readonly logProbability: Float32Array
  /** One bit for each of LANGUAGES. */
  readonly languages: Uint8Array
  readonly #bytes: Uint8Array
  readonly #offsets: Uint32Array
  readonly #slots: Int32Array
  readonly #mask: number

  constructor(lines: readonly string[]) {
    this.size = lines.length
    this.logProbability = new Float32Array(this.size)
    this.languages = new Uint8Array(this.size)
    this.#offsets = new Uint32Array(this.size + 1)
    let capacity = 1 << 10
    while (capacity < this.size * 2) capacity *= 2
    this.#slots = new Int32Array(capacity).fill(-1)
    this.#mask = capacity - 1
    const bytes = new Uint8Array(lines.reduce((sum, line) => sum + line.indexOf(' '), 0))
    let end = 0
    lines.forEach((line, id) => {
      const [word = '', log = '0', languages = '1'] = line.split(' ')
      for (let i = 0; i < word.length; i++) bytes[end++] = word.charCodeAt(i)
      this.#offsets[id + 1] = end
      this.logProbability[id] = Number(log) / 10 - LOG_TOTAL
      this.languages[id] = Number.parseInt(languages, 16)
      let slot = hashRange(word, 0, word.length) & this.#mask
      while (this.#slots[slot] !== -1) slot = (slot + 1) & this.#mask
      this.#slots[slot] = id
    })
    this.#bytes = bytes
  }

  static load(): WordTable {
    return new WordTable(readDataLines('words.txt.gz'))
  }

  /** Id of text[from, to), or -1. Ids ascend as frequency falls. */
  find(text: string, from = 0, to = text.length): number {
    let slot = hashRange(text, from, to) & this.#mask
    for (;;) {
      const id = this.#slots[slot] as number
      if (id === -1 || this.#equals(id, text, from, to)) return id
      slot = (slot + 1) & this.#mask
    }
  }

  has(text: string): boolean {
    return this.find(text) !== -1
  }

  /** Log-probability of a word, or that of a word seen about once in the corpus. */
  logOf(text: string): number {
    const id = this.find(text)
    return id === -1 ? -LOG_TOTAL : (this.logProbability[id] as number)
  }

  word(id: number): string {
    const from = this.#offsets[id] as number
    const to = this.#offsets[id + 1] as number
    return String.fromCharCode(...this.#bytes.subarray(from, to))
  }

  /** Log-probability of an unknown run of letters: the longer, the less likely. */
  static unknown(length: number): number {
    return Math.log(10) - LOG_TOTAL - length * 2.07
  }

  #equals(id: number, text: string, from: number, to: number): boolean {
    const start = this.#offsets[id] as number
    if ((this.#offsets[id + 1] as number) - start !== to - from) return false
    for (let i = from; i < to; i++) if (this.#bytes[start + i - from] !== text.charCodeAt(i)) return false
    return true
  }
}

function hashRange(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
