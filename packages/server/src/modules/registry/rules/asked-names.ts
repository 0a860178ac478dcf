// What a visitor's search asks for: a name with its siblings, words that make one, or nothing that could be a name.

import { ApiError } from '../../../kernel/errors.ts'
import { SEARCH_QUERY_LENGTH_MAX } from '../../../kernel/limits.ts'
import { readDomainInput, trimToHost } from '../../../kernel/text/domain-input.ts'
import { namesAround, readQuery } from './search.ts'

export type AskedNames = {
  /** The search as it was meant: of a pasted URL, the domain in it. */
  meant: string
  /** The asked name first, each with how people write it. */
  names: { domain: string; unicode: string }[]
  /** What the market is searched for. */
  words: string
  problem: string | null
}

const WORD = /^[\p{L}\p{M}\p{N}-]+$/u

function around(text: string): AskedNames['names'] {
  return namesAround(readQuery(text)).map(({ domain, unicode }) => ({ domain, unicode }))
}

/** People paste URLs and hostnames: they mean the domain in them. */
function trimToName(q: string): string {
  const parsed = readDomainInput(q, { allowTest: false })
  return parsed.ok ? parsed.name.domain : trimToHost(q)
}

/** In the words of the rule that refused, without the name of the parameter. */
function describeProblem(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.details[0]?.message ?? error.message
}

/** Several words are looked for in the market, and as one name when they can be written as one. */
function fromWords(q: string, words: readonly string[]): AskedNames {
  if (!words.every((word) => WORD.test(word))) return { meant: q, names: [], words: q, problem: null }
  try {
    return { meant: q, names: around(words.join('')), words: q, problem: null }
  } catch {
    return { meant: q, names: [], words: q, problem: null }
  }
}

export function askedNames(q: string): AskedNames {
  if (q.length > SEARCH_QUERY_LENGTH_MAX)
    return {
      meant: q,
      names: [],
      words: '',
      problem: `The search is too long. Use at most ${SEARCH_QUERY_LENGTH_MAX} characters.`,
    }
  const words = q.split(/\s+/)
  if (words.length > 1) return fromWords(q, words)
  try {
    const names = around(trimToName(q))
    const asked = names[0]?.unicode ?? q
    return { meant: /[./]/.test(q) ? asked : q, names, words: asked.split('.')[0] ?? q, problem: null }
  } catch (error) {
    return { meant: q, names: [], words: '', problem: describeProblem(error) }
  }
}
