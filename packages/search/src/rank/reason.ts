// Owns saying in a few words why a name was found: at most 80 characters, for pages and agents.
import type { NameReader } from '../names/understand-name.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import { type Candidate, type FeatureName, readFeature } from './features.ts'

export const REASON_MAX = 80
const QUOTED_MAX = 40
const SHOWN_WORDS = 3

export function explain(names: NameReader, query: ParsedQuery, candidate: Candidate): string {
  const { flat, tld } = names.split(candidate.domain)
  const reason = findReason(names, query, candidate, flat)
  const wished = query.tlds.includes(tld) ? `${reason}, ends in .${tld}` : reason
  return (wished.length <= REASON_MAX ? wished : reason).slice(0, REASON_MAX)
}

function findReason(names: NameReader, query: ParsedQuery, candidate: Candidate, flat: string): string {
  const f = (name: FeatureName): number => readFeature(candidate, name)
  if (f('exactDomain') === 1) return 'Exactly the domain you asked for'
  if (flat === query.joined)
    return query.domain === undefined ? 'Exactly the name you typed' : 'Same name, other extension'
  if (query.partial && flat.startsWith(query.joined)) return `Starts with ${quote(query.joined)}`
  if (query.single && f('spelling') > 0) return `Spelled almost like ${quote(query.joined)}`
  const [own, other] = [[] as string[], [] as string[]]
  for (const term of candidate.terms) (flat.includes(term.slice(0, 4)) ? own : other).push(term)
  if (own.length > 0) return `Name contains ${list(own)}`
  if (other.length > 0) {
    if (f('inText') > 0) return `Description contains ${list(other)}`
    return `Means ${list(other)}`
  }
  if (query.single && f('beginning') > 0) return `Starts with ${quote(query.joined)}`
  if (query.single && f('sharedBeginning') > 0) return `Begins like ${quote(query.joined)}`
  if (query.single && flat.includes(query.joined)) return `Contains the letters ${quote(query.joined)}`
  const subject = quote(query.english.filter((word) => !names.isFunctionWord(word)).join(' ') || query.joined)
  if (!query.brandable) return `Close in meaning to ${subject}`
  return f('brandCoined') === 1 ? `Invented name that suggests ${subject}` : `Suggests ${subject}`
}

const quote = (text: string): string => `“${text.length <= QUOTED_MAX ? text : `${text.slice(0, QUOTED_MAX - 1)}…`}”`

function list(words: readonly string[]): string {
  const quoted = [...new Set(words)].slice(0, SHOWN_WORDS).map((word) => `“${word.slice(0, 18)}”`)
  return quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}
