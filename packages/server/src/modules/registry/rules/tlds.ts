// The rules of TLDs: what an operation costs, and what a change may say.

import { invalidField } from '../../../kernel/errors.ts'
import { parseDomainName, parseTld } from '../../../kernel/text/domain-name.ts'

export const PRICE_OPERATIONS = ['register', 'renew', 'transfer', 'restore'] as const
export type PriceOperation = (typeof PRICE_OPERATIONS)[number]

export type TldRule = { code: string; text: string | null }

export type PricedTld = {
  tld: string
  tldUnicode: string
  type: string
  registerCents: number | null
  renewCents: number | null
  transferCents: number | null
  restoreCents: number | null
}

export type Tld = PricedTld & {
  minYears: number | null
  maxYears: number | null
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

/** `.com`, `COM`, `рф`, `co.uk` to the A-label; null when names cannot be registered below it. */
export const readTld = (text: string): string | null => parseTld(text)

/** A suffix has a Unicode form only below a label. */
export function toUnicode(tld: string): string {
  const parsed = parseDomainName(`a.${tld}`, { allowTest: false })
  return parsed.ok ? parsed.name.unicode.slice(2) : tld
}

export const getPriceCents = (tld: Tld, operation: PriceOperation): number | null =>
  ({
    register: tld.registerCents,
    renew: tld.renewCents,
    transfer: tld.transferCents,
    restore: tld.restoreCents,
  })[operation]

/** For how many years a price is: the shortest term. A restore, and a transfer for nothing, adds none. */
export function getYears(tld: Tld, operation: PriceOperation): number | null {
  const cents = getPriceCents(tld, operation)
  if (cents === null || operation === 'restore' || (operation === 'transfer' && cents === 0)) return null
  return tld.minYears ?? 1
}

/** What so many years cost: the price of the shortest term, by the year, rounded up to a cent. Null: not offered. */
export function computeTermCents(tld: Tld, operation: 'register' | 'renew', years: number): number | null {
  const cents = getPriceCents(tld, operation)
  const term = getYears(tld, operation)
  return cents === null || term === null || cents === 0 ? null : Math.ceil((cents * years) / term)
}

export const isOffered = (tld: Tld): boolean =>
  PRICE_OPERATIONS.some((operation) => getPriceCents(tld, operation) !== null)

/** What an ending is called while nobody said more about it. */
const guessType = (tld: string): string => (tld.includes('.') ? 'ccSLD' : tld.length === 2 ? 'ccTLD' : 'gTLD')

export const emptyTld = (tld: string, now: Date): Tld => ({
  tld,
  tldUnicode: toUnicode(tld),
  type: guessType(tld),
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
  const repriced = PRICE_OPERATIONS.some(
    (operation) => getPriceCents(changed, operation) !== getPriceCents(tld, operation),
  )
  if (isAbove(changed.minYears, changed.maxYears))
    throw invalidField('term', 'min_years must not be greater than max_years')
  if (isAbove(changed.nameserversMin, changed.nameserversMax))
    throw invalidField('nameservers', 'nameservers.min must not be greater than nameservers.max')
  return repriced ? { ...changed, pricesAsOf: now } : changed
}
