// The rules of the public search: which names are asked for, and what is known of each.

import { invalidField } from '../../../kernel/errors.ts'
import { type DomainName, parseDomainName } from '../../../kernel/text/domain-name.ts'
import type { Tld } from './tlds.ts'

/** The endings that the search shows beside the asked name, in this order. */
export const SIBLING_TLDS = ['com', 'net', 'org', 'io', 'ai', 'co', 'app', 'dev'] as const

/** What is known of a name, and who says so. `marketplace` is our own inventory. */
export type Standing = {
  state: 'available' | 'registered' | 'for_sale' | 'unknown'
  price: { cents: number; currency: string; kind: 'buy_now' | 'register' } | null
  /** There is a price, and the caller may not see it. */
  priceMasked: boolean
  source: 'marketplace' | 'rdap' | 'whois' | 'dns' | 'simulated' | null
  checkedAt: Date
}
export type FoundName = Standing & { name: DomainName; primary: boolean }

/** Whether a name can be newly registered; null when nobody can tell. */
export const isAvailable = ({ state }: Standing): boolean | null => (state === 'unknown' ? null : state === 'available')

const ANY_DOT = /[.\u3002\uff0e\uff61]/u

/** A name, or a bare label: then under `.com`. `com` alone is a label too. */
export function readQuery(q: string): DomainName {
  const bare = q.trim()
  const text = bare !== '' && !ANY_DOT.test(bare) ? `${bare}.com` : bare
  const parsed = parseDomainName(text, { allowTest: false })
  if (!parsed.ok) throw invalidField('q', parsed.message)
  return parsed.name
}

/** The asked name first, then the same label under the other endings. */
export function namesAround(asked: DomainName): DomainName[] {
  const others = SIBLING_TLDS.filter((tld) => tld !== asked.tld).map((tld) => {
    const parsed = parseDomainName(`${asked.label}.${tld}`, { allowTest: false })
    return parsed.ok ? parsed.name : null
  })
  return [asked, ...others.filter((name) => name !== null)]
}

/** Letters, marks, digits, the hyphen and the few signs that IDNA 2008 allows between letters. */
const IDNA_2008 = /^[\p{L}\p{M}\p{Nd}\p{Join_Control}\-\u00b7\u0375\u05f3\u05f4\u30fb]+$/u

/** A registry has no record of a name that it would never take either: with an emoji in it, or an IDN where it has none. */
export function isRegistrable({ unicode, label, domain, tld }: DomainName, known: Tld | undefined): boolean {
  if (!label.startsWith('xn--')) return true
  const written = unicode
    .split('.')
    .slice(0, domain.split('.').length - tld.split('.').length)
    .join('.')
  return known?.idn !== false && IDNA_2008.test(written)
}
