// Owns the last word of a text that someone is typing: whether it is whole, and which words it may become.
import type { NameReader } from '../names/understand-name.ts'

export interface Unfinished {
  /** As typed so far. */
  word: string
  /** Known words that begin with it, the most frequent first; none when too little is typed. */
  completions: string[]
  /** Nothing but this word was typed. */
  isAlone: boolean
}

const MIN_LENGTH = 3
const MAX_COMPLETIONS = 4
/** A word is taken for the beginning of one that is e² times as frequent: "lea" of "learn", but not "cat" of "category". */
const MORE_FREQUENT = 2

/** Undefined: the last word is whole, or nothing is known that begins with it. */
export function findUnfinished({ words, lexicon }: NameReader, typed: readonly string[]): Unfinished | undefined {
  const word = typed.at(-1)
  if (word === undefined || !/^[a-z]+$/.test(word)) return undefined
  const isAlone = typed.length === 1
  const id = words.find(word)
  const isListed = id !== -1 || lexicon.findLanguages(word) !== 0
  if (word.length < MIN_LENGTH) return isListed ? undefined : { word, completions: [], isAlone }
  if (lexicon.findLanguages(word) !== 0) return undefined
  const ids = words.listBeginningWith(word, MAX_COMPLETIONS)
  const best = ids[0]
  if (best === undefined) return undefined
  const isWhole = id !== -1 && words.logProbability[best]! - words.logProbability[id]! < MORE_FREQUENT
  return isWhole ? undefined : { word, completions: ids.map((one) => words.word(one)), isAlone }
}
