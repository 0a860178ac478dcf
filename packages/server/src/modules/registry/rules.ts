// The rules of endings and of the public search: what is asked for, what an operation costs, what a change may say.
import { type DomainName, parseDomainName, parseTld } from '../../kernel/domain-name.ts'
import { invalidField } from '../../kernel/errors.ts'

/** The endings that the search shows beside the asked name, in this order. */
export const SIBLING_TLDS = ['com', 'net', 'org', 'io', 'ai', 'co', 'app', 'dev'] as const

export const PRICE_OPERATIONS = ['register', 'renew', 'transfer', 'restore'] as const
export type PriceOperation = (typeof PRICE_OPERATIONS)[number]

export type TldRule = { code: string; text: string | null }

export type Tld = {
  tld: string
  tldUnicode: string
  type: string
  minYears: number | null
  maxYears: number | null
  registerCents: number | null
  renewCents: number | null
  transferCents: number | null
  restoreCents: number | null
  pricesAsOf: Date | null
  organizationRequired: boolean | null
  organizationRules: TldRule[]
  localPresenceRequired: boolean | null
  allowedCountries: string[] | null
  nameserversRequired: boolean | null
  nameserversMin: number | null
  nameserversMax: number | null
  nameserverRules: TldRule[]
  idn: boolean | null
  dnssec: boolean | null
  authCodeRequired: boolean | null
  transferLockDays: number | null
  autoRenewGraceDays: number | null
  redemptionDays: number | null
  pendingDeleteDays: number | null
  editedAt: Date | null
  updatedAt: Date
}

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

/** `.com`, `COM`, `рф`, `co.uk` to the A-label; null when names cannot be registered below it. */
export const readTld = (text: string): string | null => parseTld(text)

/** A suffix has a Unicode form only below a label. */
export function unicodeOf(tld: string): string {
  const parsed = parseDomainName(`a.${tld}`, { allowTest: false })
  return parsed.ok ? parsed.name.unicode.slice(2) : tld
}

export const centsOf = (tld: Tld, operation: PriceOperation): number | null =>
  ({
    register: tld.registerCents,
    renew: tld.renewCents,
    transfer: tld.transferCents,
    restore: tld.restoreCents,
  })[operation]

/** For how many years a price is: the shortest term. A restore, and a transfer for nothing, adds none. */
export function yearsOf(tld: Tld, operation: PriceOperation): number | null {
  const cents = centsOf(tld, operation)
  if (cents === null || operation === 'restore' || (operation === 'transfer' && cents === 0)) return null
  return tld.minYears ?? 1
}

export const isOffered = (tld: Tld): boolean => PRICE_OPERATIONS.some((operation) => centsOf(tld, operation) !== null)

/** What an ending is called while nobody said more about it. */
const typeOf = (tld: string): string => (tld.includes('.') ? 'ccSLD' : tld.length === 2 ? 'ccTLD' : 'gTLD')

export const emptyTld = (tld: string, now: Date): Tld => ({
  tld,
  tldUnicode: unicodeOf(tld),
  type: typeOf(tld),
  minYears: null,
  maxYears: null,
  registerCents: null,
  renewCents: null,
  transferCents: null,
  restoreCents: null,
  pricesAsOf: null,
  organizationRequired: null,
  organizationRules: [],
  localPresenceRequired: null,
  allowedCountries: null,
  nameserversRequired: null,
  nameserversMin: null,
  nameserversMax: null,
  nameserverRules: [],
  idn: null,
  dnssec: null,
  authCodeRequired: null,
  transferLockDays: null,
  autoRenewGraceDays: null,
  redemptionDays: null,
  pendingDeleteDays: null,
  editedAt: null,
  updatedAt: now,
})

export type TldChange = Partial<Omit<Tld, 'tld' | 'tldUnicode' | 'pricesAsOf' | 'editedAt' | 'updatedAt'>>

const isAbove = (least: number | null, most: number | null): boolean => least !== null && most !== null && least > most

/** What the operator gave replaces what stood there; the rest stays. A new price is as of now. */
export function changeTld(tld: Tld, change: TldChange, now: Date): Tld {
  const changed = { ...tld, ...change, editedAt: now, updatedAt: now }
  const repriced = PRICE_OPERATIONS.some((operation) => centsOf(changed, operation) !== centsOf(tld, operation))
  if (isAbove(changed.minYears, changed.maxYears)) throw invalidField('term', 'min_years must not be above max_years')
  if (isAbove(changed.nameserversMin, changed.nameserversMax))
    throw invalidField('nameservers', 'min must not be above max')
  return repriced ? { ...changed, pricesAsOf: now } : changed
}
