// Owns the text of a query: its words, what of it is embedded, and what is left when all of it is a wish.
import { isBinding, type StyleWish } from './style-wish.ts'

const MAX_WORDS = 24
const SHORT = 3

/** Words that may carry intent but more often only frame it. */
export const WEAK_WORDS = new Set(
  'help find best get make need want looking good great top new name names company companies brand startup domain domains website websites site web sells sell selling buy buying service services product products platform app online shop store guide ideas small business place near'.split(
    ' ',
  ),
)

/** Without function words, which cost time and add nothing, unless there is nothing else. */
export function buildTexts(
  words: readonly string[],
  english: readonly string[],
  isEmpty: (word: string) => boolean,
): string[] {
  const full = [words, english].map((list) => list.filter((word) => !isEmpty(word)).join(' ') || list.join(' '))
  return [...new Set(full)]
}

/** "anything .energy": what the ending says is then all there is to look for; the letters of "invented name ending in -ora" are. */
export function withoutAnything(text: string, tlds: readonly string[] | undefined, style: StyleWish): string {
  if (tlds === undefined && !isBinding(style)) return text
  const rest = text.replace(/\b(?:anything|something|whatever|any(?: (?:name|word|domain))?)\b/g, ' ').trim()
  return /[a-z]{2}/.test(rest) ? rest : (tlds?.[0] ?? 'name')
}

/** Words and numbers; "t-shirt" and "e-bike" stay one word. */
export function splitWords(text: string): string[] {
  const joined = text.replace(/\b([a-z])-(?=[a-z])/g, '$1').replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
  return (joined.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
}

/** Keywords rather than a description: people who type them expect them in the names. */
export const isShort = (text: string): boolean => text.split(' ').length <= SHORT
