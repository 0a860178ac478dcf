// Owns numbering words and their stems, so that the rest of the inventory works on numbers.
import { toStem } from '../names/stem.ts'
import { FUNCTION_WORDS, type NameReader } from '../names/understand-name.ts'

export interface WordSense {
  /** Id in the word table, or -1. */
  tableId: number
  /** Groups of the thesaurus. */
  groups: readonly number[]
  /** A function word. */
  empty: boolean
  /** Fits any name. */
  generic: boolean
  /** Hardly belongs in a name. */
  awkward: boolean
  beginsPhrase: boolean
}

export class Vocabulary {
  readonly #ids = new Map<string, number>()
  readonly #words: string[] = []
  readonly #stems: number[] = []
  readonly #stemIds = new Map<string, number>()
  readonly #senses: (WordSense | undefined)[] = []
  readonly #names: NameReader

  constructor(names: NameReader) {
    this.#names = names
  }

  intern(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#words.push(word) - 1
    this.#ids.set(word, id)
    const stem = toStem(word)
    let stemId = this.#stemIds.get(stem)
    if (stemId === undefined) {
      stemId = this.#stemIds.size
      this.#stemIds.set(stem, stemId)
    }
    this.#stems.push(stemId)
    return id
  }

  has(word: string): boolean {
    return this.#ids.has(word)
  }

  word(id: number): string {
    return this.#words[id] as string
  }

  stem(id: number): number {
    return this.#stems[id] as number
  }

  /** What the tables know of a word; looked up once. */
  sense(id: number): WordSense {
    let sense = this.#senses[id]
    if (sense === undefined) {
      const word = this.word(id)
      const { words, thesaurus } = this.#names
      sense = {
        tableId: words.find(word),
        groups: thesaurus.findGroups(word),
        empty: FUNCTION_WORDS.has(word),
        generic: thesaurus.isGeneric(word),
        awkward: thesaurus.isAwkward(word),
        beginsPhrase: thesaurus.beginsPhrase(word),
      }
      this.#senses[id] = sense
    }
    return sense
  }

  /** Number of a word's stem, or -1 when no listing ever had it. */
  findStem(word: string): number {
    return this.stemId(toStem(word))
  }

  /** Number of a stem, or -1. */
  stemId(stem: string): number {
    return this.#stemIds.get(stem) ?? -1
  }
}
