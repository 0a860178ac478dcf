// Owns short vectors of common words: how near two words are, and how well one goes after another in a name.
import { readData } from '../data-files.ts'

export class WordVectors {
  readonly #words: number
  readonly #dimensions: number
  readonly #matrix: Float32Array
  readonly #first: Float32Array
  readonly #second: Float32Array
  readonly #bias: number
  readonly #vectors: Int8Array
  readonly #norms: Float32Array

  constructor(bytes: Buffer) {
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    const [words = 0, dimensions = 0] = new Uint32Array(buffer, 0, 2)
    this.#words = words
    this.#dimensions = dimensions
    const parameters = new Float32Array(buffer, 8, dimensions * dimensions + 2 * dimensions + 1)
    const squared = dimensions * dimensions
    this.#matrix = parameters.subarray(0, squared)
    this.#first = parameters.subarray(squared, squared + dimensions)
    this.#second = parameters.subarray(squared + dimensions, squared + 2 * dimensions)
    this.#bias = parameters[squared + 2 * dimensions] as number
    this.#vectors = new Int8Array(buffer, 8 + parameters.byteLength)
    this.#norms = new Float32Array(words)
    for (let id = 0; id < words; id++) this.#norms[id] = Math.sqrt(this.#product(id, id))
  }

  static load(): WordVectors {
    return new WordVectors(readData('word-vectors.bin.gz'))
  }

  has(id: number): boolean {
    return id >= 0 && id < this.#words && (this.#norms[id] as number) > 0
  }

  /** Cosine of two words, by their ids in the word table; 0 when either has no vector. */
  similarity(a: number, b: number): number {
    if (!this.has(a) || !this.has(b)) return 0
    return a === b ? 1 : this.#product(a, b) / ((this.#norms[a] as number) * (this.#norms[b] as number))
  }

  /** 0..1: how likely the second word follows the first in use; undefined when either has no vector. */
  goesAfter(first: number, second: number): number | undefined {
    if (!this.has(first) || !this.has(second)) return undefined
    const n = this.#dimensions
    const [a, b] = [first * n, second * n]
    let sum = this.#bias
    for (let i = 0; i < n; i++) {
      let inner = this.#first[i] as number
      for (let j = 0; j < n; j++)
        inner += ((this.#matrix[i * n + j] as number) * (this.#vectors[b + j] as number)) / 127
      sum +=
        ((this.#vectors[a + i] as number) * inner + (this.#vectors[b + i] as number) * (this.#second[i] as number)) /
        127
    }
    return 1 / (1 + Math.exp(-sum))
  }

  #product(a: number, b: number): number {
    const n = this.#dimensions
    let sum = 0
    for (let i = 0; i < n; i++) sum += (this.#vectors[a * n + i] as number) * (this.#vectors[b * n + i] as number)
    return sum
  }
}
