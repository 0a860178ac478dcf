// Owns which results suit a text that someone is still typing: half a word has no meaning yet, only letters.
import type { NameReader } from '../names/understand-name.ts'
import type { ParsedQuery } from '../query/parse-query.ts'

/** A corrected word counts so much in `known`. */
const KNOWN_MIN = 0.8

/** Whether the letters begin the name or one of its words: "cati" is in "education", but nobody who types it means that. */
export function hasBeginning(names: NameReader, domain: string, letters: string): boolean {
  const { flat, tokens } = names.read(domain)
  let at = 0
  for (const token of ['', ...tokens]) {
    at += token.length
    if (flat.startsWith(letters, at)) return true
  }
  return false
}

/** Nothing rather than results that only the next letters could explain. Names with the letters come first. */
export function pickForTyping<Result extends { domain: string }>(
  names: NameReader,
  { unfinished, partial, known, joined, domain }: ParsedQuery,
  results: readonly Result[],
): Result[] {
  const beginning = (letters: string): Result[] => results.filter((one) => hasBeginning(names, one.domain, letters))
  if (unfinished?.isAlone) return beginning(unfinished.word)
  if (partial || domain !== undefined) return beginning(joined)
  if (known < KNOWN_MIN) return []
  const first = new Set(unfinished ? beginning(unfinished.word) : [])
  return [...first, ...results.filter((one) => !first.has(one))]
}
