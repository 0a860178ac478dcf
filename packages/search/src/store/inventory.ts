// Owns one inventory in memory: columns by slot, the indexes over them, and how a listing enters and leaves.
import type { Name, NameReader } from '../names/understand-name.ts'
import type { DocId, SearchDocument } from '../types.ts'
import { Clustering } from './clustering.ts'
import { SortedLabels } from './labels.ts'
import { LexicalIndex } from './lexical.ts'
import { listListingWords } from './listing-words.ts'
import { NamedPostings, Postings } from './postings.ts'
import { VectorStore } from './vectors.ts'
import { Vocabulary } from './vocabulary.ts'

/** Freed slots wait in a queue of this length, so that the sorted labels need not be merged for each reuse. */
const REUSE_AFTER = 4_096
const COINED = 1
const MARKED = 2

export class Inventory {
  readonly vocabulary: Vocabulary
  readonly lexical = new LexicalIndex()
  readonly vectors = new VectorStore()
  readonly clustering = new Clustering(this.vectors)
  readonly domains: (string | undefined)[] = []
  readonly labels = new SortedLabels(this.domains)
  readonly currencies: string[] = []
  readonly #reader: NameReader
  readonly #ids: (DocId | undefined)[] = []
  readonly #slots = new Map<DocId, number>()
  readonly #free: number[] = []
  readonly #byTld = new NamedPostings()
  /** Words of the name; other words that stand for it (translation, hint); words of its text. */
  readonly #nameWords = new Postings()
  readonly #glossWords = new Postings()
  readonly #textWords = new Postings()
  #prices = new Float64Array(1024)
  /** Of each listing, as a place in `currencies`. */
  #currencies = new Uint8Array(1024)
  #flags = new Uint8Array(1024)
  #languages = new Uint8Array(1024)
  #appeal = new Uint8Array(1024)

  constructor(reader: NameReader) {
    this.#reader = reader
    this.vocabulary = new Vocabulary(reader)
  }

  get size(): number {
    return this.#slots.size
  }

  /** Slots ever used; columns are this long. */
  get span(): number {
    return this.domains.length
  }

  has(id: DocId): boolean {
    return this.#slots.has(id)
  }

  put(document: SearchDocument, name: Name, vector: Int8Array): void {
    this.remove(document.id)
    const slot = this.#free.length > REUSE_AFTER ? (this.#free.shift() as number) : this.domains.length
    this.#reserve(slot)
    this.domains[slot] = document.domain
    this.#ids[slot] = document.id
    this.#slots.set(document.id, slot)
    this.#prices[slot] = document.priceCents
    this.#currencies[slot] = this.#placeCurrency(document.currency)
    this.#flags[slot] = (name.coined ? COINED : 0) | (/[-\d]/.test(name.label) ? MARKED : 0)
    this.#languages[slot] = name.languages
    this.#appeal[slot] = Math.round(name.appeal * 255)
    const words = listListingWords(this.#reader, document, name)
    this.#writeWords(this.#nameWords, slot, words.own)
    this.#writeWords(this.#glossWords, slot, words.gloss)
    this.#writeWords(this.#textWords, slot, words.text)
    this.lexical.add(slot, this.#nameStems(slot), this.#textStems(slot), name.flat)
    this.labels.add(slot)
    this.#byTld.add(name.tld, slot)
    this.vectors.set(slot, vector)
  }

  remove(id: DocId): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    const domain = this.domains[slot] as string
    const { flat, tld } = this.#reader.split(domain)
    this.lexical.remove(slot, this.#nameStems(slot), this.#textStems(slot), flat)
    this.labels.remove(slot)
    this.#byTld.remove(tld, slot)
    this.vectors.remove(slot)
    for (const words of [this.#nameWords, this.#glossWords, this.#textWords]) words.clear(slot)
    this.domains[slot] = undefined
    this.#ids[slot] = undefined
    this.#slots.delete(id)
    this.#free.push(slot)
  }

  findSlot(id: DocId): number | undefined {
    return this.#slots.get(id)
  }

  id(slot: number): DocId {
    return this.#ids[slot] as DocId
  }

  price(slot: number): number {
    return this.#prices[slot] as number
  }

  /** A place in `currencies`. */
  currency(slot: number): number {
    return this.#currencies[slot] as number
  }

  isCoined(slot: number): boolean {
    return ((this.#flags[slot] as number) & COINED) !== 0
  }

  /** Has a digit or a hyphen. */
  isMarked(slot: number): boolean {
    return ((this.#flags[slot] as number) & MARKED) !== 0
  }

  languages(slot: number): number {
    return this.#languages[slot] as number
  }

  /** 0..1 */
  appeal(slot: number): number {
    return (this.#appeal[slot] as number) / 255
  }

  nameWords(slot: number): Uint32Array {
    return this.#nameWords.view(slot)
  }

  glossWords(slot: number): Uint32Array {
    return this.#glossWords.view(slot)
  }

  textWords(slot: number): Uint32Array {
    return this.#textWords.view(slot)
  }

  underTld(tld: string): Uint32Array {
    return this.#byTld.view(tld)
  }

  #nameStems(slot: number): Set<number> {
    const stems = new Set<number>()
    for (const word of this.#nameWords.view(slot)) stems.add(this.vocabulary.stem(word))
    for (const word of this.#glossWords.view(slot)) stems.add(this.vocabulary.stem(word))
    return stems
  }

  #textStems(slot: number): Set<number> {
    const own = this.#nameStems(slot)
    const stems = new Set<number>()
    for (const word of this.#textWords.view(slot)) {
      const stem = this.vocabulary.stem(word)
      if (!own.has(stem)) stems.add(stem)
    }
    return stems
  }

  #placeCurrency(currency: string): number {
    const place = this.currencies.indexOf(currency)
    return place === -1 ? this.currencies.push(currency) - 1 : place
  }

  #writeWords(lists: Postings, slot: number, words: readonly string[]): void {
    lists.ensure(slot)
    lists.clear(slot)
    for (const word of words) lists.add(slot, this.vocabulary.intern(word))
  }

  #reserve(slot: number): void {
    if (slot < this.#prices.length) return
    const length = Math.ceil((slot + 1) * 1.5)
    const prices = new Float64Array(length)
    prices.set(this.#prices)
    this.#prices = prices
    this.#currencies = grown(this.#currencies, length)
    this.#flags = grown(this.#flags, length)
    this.#languages = grown(this.#languages, length)
    this.#appeal = grown(this.#appeal, length)
  }
}

function grown(array: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(array)
  return larger
}
