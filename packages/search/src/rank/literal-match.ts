// Owns whether a name has the very words that were typed: what people expect first, whatever else is near in meaning.
import type { NameReader } from '../names/understand-name.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { Inventory } from '../store/inventory.ts'

/** Terms are numbered by bits. Only letters without spaces make more of them, and no name has so many. */
const MAX_TERMS = 12
/** Words with one stem are the same from this nearness on: "house" and "houses", but not "organ" and "organic" or "new" and "news". */
const SAME = 0.5
/** An unknown word of a name that begins with a typed one of so many letters has it by intention: "tokenora". */
const MIN_BEGINNING = 4

/** A word of the query: its stem in the inventory and its place in the table of words, -1 where there is none. */
interface Form {
  text: string
  stem: number
  tableId: number
}

export class LiteralMatcher {
  readonly #names: NameReader
  readonly #inventory: Inventory
  readonly #query: ParsedQuery
  /** Each word as understood and as typed. None: literal words say nothing of this query. */
  readonly #terms: readonly (readonly Form[])[]
  /** By the id of a name's word: the terms that it is, as bits. */
  readonly #known = new Map<number, number>()

  constructor(names: NameReader, inventory: Inventory, query: ParsedQuery) {
    this.#names = names
    this.#inventory = inventory
    this.#query = query
    const { terms, short, brandable, styleOnly, partial, joined } = query
    const isLiteral = short && !brandable && !styleOnly && terms.length <= MAX_TERMS
    const forms = partial ? [[joined]] : terms.map(({ word, typed }) => [word, typed])
    this.#terms = isLiteral ? forms.map((texts) => [...new Set(texts)].map((text) => this.#readForm(text))) : []
  }

  /** The name has all of the words, in any order. A wish for a TLD comes before them. */
  match(slot: number, flat: string, tld: string): boolean {
    const { tlds, domain, partial, joined, unfinished } = this.#query
    if (this.#terms.length === 0) return false
    if (domain === undefined && tlds.length > 0 && !tlds.includes(tld)) return false
    if (partial && flat.startsWith(joined)) return true
    const words = this.#inventory.nameWords(slot)
    if (unfinished?.isAlone) return words.some((id) => this.#inventory.vocabulary.word(id).startsWith(unfinished.word))
    let found = 0
    for (const id of words) found |= this.#findTerms(id)
    return found === (1 << this.#terms.length) - 1
  }

  #readForm(text: string): Form {
    return { text, stem: this.#inventory.vocabulary.findStem(text), tableId: this.#names.words.find(text) }
  }

  #findTerms(id: number): number {
    let found = this.#known.get(id)
    if (found === undefined) {
      found = 0
      for (const [i, forms] of this.#terms.entries()) if (forms.some((form) => this.#isSame(id, form))) found |= 1 << i
      this.#known.set(id, found)
    }
    return found
  }

  #isSame(id: number, { text, stem, tableId }: Form): boolean {
    const { vocabulary } = this.#inventory
    const word = vocabulary.word(id)
    if (word === text) return true
    if (text.length >= MIN_BEGINNING && word.startsWith(text) && vocabulary.sense(id).tableId === -1) return true
    if (vocabulary.stem(id) !== stem) return false
    const { vectors } = this.#names
    const own = vocabulary.sense(id).tableId
    return !vectors.has(own) || !vectors.has(tableId) || vectors.similarity(own, tableId) >= SAME
  }
}
