// Owns what the engine knows of a listing's name: its words, language, English gloss, and the text that is embedded.
import type { ListingText } from '../types.ts'
import { appealFeatures, loadAppealModel, scoreAppeal } from './appeal.ts'
import { type DomainParts, foldText, splitDomain } from './fold.ts'
import { Lexicon } from './lexicon.ts'
import { Morphemes } from './morphemes.ts'
import { PairTable } from './pair-table.ts'
import { Segmenter } from './segmenter.ts'
import { Thesaurus } from './thesaurus.ts'
import { ENGLISH, WordTable } from './word-table.ts'
import { WordVectors } from './word-vectors.ts'

const MAX_DESCRIPTION_WORDS = 24
/** Appeal of names that are not several English words. */
const COMMERCIAL_WORD = 0.8
const ONE_WORD = 0.5
const COINED = 0.3
const FOREIGN = 0.6
/** Words that carry no meaning of their own in a name or a query. */
export const FUNCTION_WORDS = new Set(
  'a an the of for to and or in on at with my me your our i we is are that this these those from by it its who what which how where when be as us they their his her he she you can do does not into about than then so if but any some all more most very just there here was were will would should has have had'.split(
    ' ',
  ),
)

export interface Name extends DomainParts {
  /** The words of the label as written. */
  tokens: string[]
  /** English words: the tokens, translated where they are of another language. */
  english: string[]
  /** Languages as bits when the label is not English, else 0. */
  languages: number
  /** The label is not made of known words. */
  coined: boolean
  /** What an invented label hints at. */
  hint: string
  /** 0..1: how much it looks like a name that a business would carry. */
  appeal: number
}

export class NameReader {
  readonly words: WordTable
  readonly pairs: PairTable
  readonly segmenter: Segmenter
  readonly lexicon: Lexicon
  readonly vectors: WordVectors
  readonly thesaurus: Thesaurus
  readonly #morphemes: Morphemes
  readonly #appealModel = loadAppealModel()

  constructor() {
    this.words = WordTable.load()
    this.pairs = PairTable.load(this.words.size)
    this.segmenter = new Segmenter(this.words, this.pairs)
    this.lexicon = Lexicon.load()
    this.vectors = WordVectors.load()
    this.thesaurus = Thesaurus.load()
    this.#morphemes = Morphemes.load()
  }

  isCommonEnglish(word: string): boolean {
    const id = this.words.find(word)
    return id !== -1 && ((this.words.languages[id] as number) & ENGLISH) !== 0 && id < 40_000
  }

  /** Articles, prepositions and the like, in any of the languages. */
  isFunctionWord(word: string): boolean {
    return FUNCTION_WORDS.has(word) || (this.lexicon.stopwordLanguages(word) !== 0 && !this.isCommonEnglish(word))
  }

  split(domain: string): DomainParts {
    return splitDomain(domain)
  }

  read(domain: string): Name {
    const parts = splitDomain(domain)
    const tokens = this.readLabel(parts.label)
    const languages = this.lexicon.detect(tokens, (word) => this.isCommonEnglish(word))
    const english = languages === 0 ? tokens : this.lexicon.translate(tokens, languages)
    const unknown = tokens.filter((token) => !this.words.has(token) && !/\d/.test(token))
    const coined = unknown.length > 0 && unknown.join('').length >= parts.flat.length / 2
    return {
      ...parts,
      tokens,
      english,
      languages,
      coined,
      hint: unknown
        .map((token) => this.#morphemes.hint(token))
        .join(' ')
        .trim(),
      appeal: coined ? COINED : languages === 0 ? this.#appeal(tokens) : FOREIGN,
    }
  }

  #appeal(tokens: readonly string[]): number {
    if (tokens.length !== 1) return scoreAppeal(this.#appealModel, appealFeatures(this, tokens))
    return this.thesaurus.findGroups(tokens[0] as string).length > 0 ? COMMERCIAL_WORD : ONE_WORD
  }

  /** Words of a label; a label that only splits by leaving single letters behind is one invented word. */
  readLabel(label: string): string[] {
    const tokens = this.segmenter.segment(label)
    const last = tokens.at(-1) ?? ''
    if (tokens.length > 1 && /^[a-z]$/.test(last) && !label.includes('-')) return [label]
    return tokens
  }

  /** The text that stands for a listing before the model, which reads English: other languages come with their translation. */
  buildText(name: Name, listing: ListingText): string {
    const parts = [name.tokens.join(' ')]
    if (name.languages !== 0) parts.push(name.english.filter((word) => !name.tokens.includes(word)).join(' '))
    if (name.hint !== '') parts.push(name.hint)
    const extra = [...(listing.categories ?? []).map((category) => category.replace(/[_/-]+/g, ' '))]
    if (listing.description) extra.push(listing.description)
    if (extra.length > 0)
      parts.push(`, ${foldText(extra.join(', ')).split(' ').slice(0, MAX_DESCRIPTION_WORDS).join(' ')}`)
    return parts.filter((part) => part !== '').join(' ')
  }
}
