// Owns the table of known words: packed bytes, counts and languages, found by hash without making strings.
import { readData } from '../data-files.ts'
import { addLetter, addText, HASH_SEED } from './letter-hash.ts'

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
  readonly #bytes: Buffer
  readonly #offsets: Uint32Array
  readonly #slots: Int32Array
  readonly #mask: number

  /** Lines of a word in ASCII, ten times the logarithm of its count, and its languages in hexadecimal. */
  constructor(text: Buffer) {
    this.size = countLines(text)
    this.logProbability = new Float32Array(this.size)
    this.languages = new Uint8Array(this.size)
    this.#offsets = new Uint32Array(this.size + 1)
    let capacity = 1 << 10
    while (capacity < this.size * 2) capacity *= 2
    this.#slots = new Int32Array(capacity).fill(-1)
    this.#mask = capacity - 1
    this.#bytes = Buffer.alloc(text.length)
    let end = 0
    let at = 0
    for (let id = 0; id < this.size; id++) {
      let hash = HASH_SEED
      for (; text[at] !== SPACE; at++) {
        const letter = text[at] as number
        hash = addLetter(hash, letter)
        this.#bytes[end++] = letter
      }
      this.#offsets[id + 1] = end
      let log = 0
      for (at++; text[at] !== SPACE; at++) log = log * 10 + digit(text[at] as number)
      let languages = 0
      for (at++; at < text.length && text[at] !== LINE_FEED; at++)
        languages = languages * 16 + digit(text[at] as number)
      at++
      this.logProbability[id] = log / 10 - LOG_TOTAL
      this.languages[id] = languages
      let slot = finishHash(hash) & this.#mask
      while (this.#slots[slot] !== -1) slot = (slot + 1) & this.#mask
      this.#slots[slot] = id
    }
  }

  static load(): WordTable {
    return new WordTable(readData('words.txt.gz'))
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
  findLogProbability(text: string): number {
    const id = this.find(text)
    return id === -1 ? -LOG_TOTAL : (this.logProbability[id] as number)
  }

  word(id: number): string {
    const from = this.#offsets[id] as number
    const to = this.#offsets[id + 1] as number
    return this.#bytes.toString('latin1', from, to)
  }

  /** Ids of words that begin with the text and go on, the most frequent first. */
  listBeginningWith(text: string, most: number): number[] {
    const found: number[] = []
    for (let id = 0; id < this.size && found.length < most; id++) {
      const start = this.#offsets[id] as number
      if ((this.#offsets[id + 1] as number) - start <= text.length) continue
      let i = 0
      while (i < text.length && this.#bytes[start + i] === text.charCodeAt(i)) i++
      if (i === text.length) found.push(id)
    }
    return found
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

const SPACE = 0x20
const LINE_FEED = 0x0a

function countLines(text: Buffer): number {
  let lines = 0
  for (let at = 0; at < text.length; at = text.indexOf(LINE_FEED, at) + 1 || text.length) lines++
  return lines
}

/** Of a decimal or hexadecimal digit in lower case. */
const digit = (code: number): number => (code > 0x39 ? code - 0x57 : code - 0x30)

const finishHash = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0

const hashRange = (text: string, from: number, to: number): number => finishHash(addText(HASH_SEED, text, from, to))
