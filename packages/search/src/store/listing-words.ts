// Owns which words a listing is found by: those of its name, others that stand for it, and those of its text.
import { foldText } from '../names/fold.ts'
import { toStem } from '../names/stem.ts'
import type { Name, NameReader } from '../names/understand-name.ts'
import type { ListingText } from '../types.ts'

const MAX_TEXT_WORDS = 12

export interface ListingWords {
  own: readonly string[]
  /** Other words that stand for the name: its translation, what it hints at. */
  gloss: string[]
  /** Of categories and description. */
  text: string[]
}

export function listListingWords(reader: NameReader, listing: ListingText, name: Name): ListingWords {
  const gloss = [...(name.languages === 0 ? [] : name.english), ...name.hint.split(' ')]
  const text = foldText([...(listing.categories ?? []), listing.description ?? ''].join(' '))
  const words = (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !reader.isFunctionWord(word))
  return {
    own: name.tokens,
    gloss: gloss.filter((word) => word !== '' && !name.tokens.includes(word)),
    text: [...new Set(words)].slice(0, MAX_TEXT_WORDS),
  }
}

/** The stems a listing is indexed by; a stem of the name is not repeated for its text. */
export function listListingStems(words: ListingWords): { stems: string[]; textStems: string[] } {
  const stems = new Set([...words.own, ...words.gloss].map(toStem))
  const textStems = new Set(words.text.map(toStem).filter((stem) => !stems.has(stem)))
  return { stems: [...stems], textStems: [...textStems] }
}
