// Referral: kinds of links, where they may lead, what a sale earns, and what each step does to a balance. No I/O.
import { randomBytes } from 'node:crypto'
import { ApiError, invalidField } from '../../kernel/errors.ts'
import { hostCookie, hostCookieName, readCookies } from '../../kernel/text/cookies.ts'
import { parseEmail } from '../../kernel/text/email-address.ts'
import { parseUrl } from '../../kernel/text/url.ts'

export const LINK_KINDS = ['generic', 'domain', 'product'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const PRODUCTS = ['brokerage', 'registration', 'marketplace'] as const
export type Product = (typeof PRODUCTS)[number]

/** The page that sells each product. */
const PRODUCT_PAGES: Record<Product, string> = {
  brokerage: '/brokerage',
  registration: '/search',
  marketplace: '/market',
}

export const COMMISSION_CATEGORIES = ['accrued', 'pending', 'paid_out', 'reversed'] as const
export type CommissionCategory = (typeof COMMISSION_CATEGORIES)[number]

const DAY_SECONDS = 86_400
/** Last click wins, for this long. */
const COOKIE_SECONDS = 30 * DAY_SECONDS
const COOKIE = 'fh_ref'
/** First-party, for thirty days; the last click overwrites the one before. */
export const clickCookie = (baseUrl: string, code: string): string => hostCookie(baseUrl, COOKIE, code, COOKIE_SECONDS)
/** The code of the link that this visitor clicked last. */
export const readClickCookie = (header: string | undefined, baseUrl: string): string | null =>
  readCookies(header, hostCookieName(baseUrl, COOKIE))[0] ?? null
/** From delivery until a commission is payable. */
export const MATURITY_SECONDS = 30 * DAY_SECONDS

export const DESTINATION_LENGTH_MAX = 2000
export const LABEL_LENGTH_MAX = 100

// ---------------------------------------------------------------- codes

const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CODE_LENGTH = 10
const CODE = new RegExp(`^[0-9A-Za-z]{${CODE_LENGTH}}$`)
/** Bytes at or above this would favour the first letters. */
const FAIR_BYTES = 256 - (256 % CODE_ALPHABET.length)

export const isCode = (text: string): boolean => CODE.test(text)

/** Ten of 62 characters: short enough to be typed, and 8·10^17 of them. */
export function newCode(): string {
  let code = ''
  while (code.length < CODE_LENGTH)
    for (const byte of randomBytes(CODE_LENGTH * 2))
      if (byte < FAIR_BYTES && code.length < CODE_LENGTH) code += CODE_ALPHABET[byte % CODE_ALPHABET.length]
  return code
}

// ---------------------------------------------------------------- destinations

/** Not pages: another link (which would take the click over), programs' paths, and forms that act. */
const NOT_PAGES = /^\/(r|api|oauth|mcp|\.well-known|metrics|healthz|readyz)(\/|$)/i

/**
 * The path that a given address means on this service, or 400. It is judged after normalisation: `/.//evil.example` is a
 * harmless path as written and another machine once its dots are resolved.
 */
export function destinationPath(text: string, baseUrl: string): string {
  const refuse = (message: string) => invalidField('destination_url', message)
  // Browsers drop tabs and line ends and take a backslash for a slash; nothing that is meant well contains them.
  if (/[\s\\\p{Cc}]/u.test(text)) throw refuse('must not contain spaces, backslashes or control characters')
  const relative = text.startsWith('/') && !text.startsWith('//')
  if (!relative && !/^https?:\/\/[^/]/i.test(text)) throw refuse(`must be a page of this service: ${baseUrl}/…`)
  const base = new URL(baseUrl)
  const url = parseUrl(text, baseUrl)
  if (url === null) throw refuse('must be a valid URL')
  if (url.origin !== base.origin) throw refuse(`must be a page of this service: ${baseUrl}/…`)
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password')
  if (url.pathname.startsWith('//')) throw refuse('must be a page of this service')
  if (NOT_PAGES.test(url.pathname)) throw refuse('must be a page for visitors, not an API endpoint')
  return url.pathname + url.search + url.hash
}

export type LinkTarget =
  | { kind: 'generic'; domain: null; product: null }
  | { kind: 'domain'; domain: string; product: null }
  | { kind: 'product'; domain: null; product: Product }

/** Where a link leads when its maker did not say. */
export function defaultDestination(target: LinkTarget): string {
  if (target.kind === 'domain') return `/domains/${target.domain}`
  return target.kind === 'product' ? PRODUCT_PAGES[target.product] : '/'
}

// ---------------------------------------------------------------- visits

type VisitHeaders = Readonly<Record<string, string | string[] | undefined>>

const PREFETCH = /prefetch|prerender|preview|instant/i
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** A browser that fetches ahead says so; nobody has clicked yet. */
export function isPrefetch(headers: VisitHeaders): boolean {
  for (const name of PREFETCH_HEADERS) {
    const value = headers[name]
    if (value !== undefined && PREFETCH.test(String(value))) return true
  }
  return false
}

/** The UTC day that an instant falls on, as PostgreSQL writes it. */
export const formatDay = (at: Date): string => at.toISOString().slice(0, 10)

/** PostgreSQL knows no year zero, and a fifth digit of a year is no part of a date: before and after these nobody clicked. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z')
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z')
const knownDay = (milliseconds: number): string =>
  formatDay(new Date(Math.min(Math.max(milliseconds, FIRST_DAY), LAST_DAY)))

/** Clicks are kept by day: a day counts when any part of it is in the range. */
export function dayRange(range: { from: Date | undefined; to: Date | undefined }): {
  from: string | null
  before: string | null
} {
  const { from, to } = range
  const midnight = to !== undefined && to.getTime() % (DAY_SECONDS * 1000) === 0
  const before = to === undefined ? null : knownDay(midnight ? to.getTime() : to.getTime() + DAY_SECONDS * 1000)
  return { from: from === undefined ? null : knownDay(from.getTime()), before }
}

// ---------------------------------------------------------------- sales

/** `ada@example.com` becomes `a***@example.com`: enough to recognise one's own customer, no address to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '***'
  const [first = ''] = email.slice(0, at)
  return `${first}***${email.slice(at)}`
}

/** Why a sale on a link earns no commission. */
export const NO_COMMISSION_REASONS = ['own_sale', 'seller_is_affiliate', 'buyer_is_affiliate'] as const
export type NoCommissionReason = (typeof NO_COMMISSION_REASONS)[number]

/** The people behind one side of a sale, as far as they are known here: accounts and email addresses. */
export type TeamIdentities = { userIds: readonly string[]; emails: readonly string[] }

export type Dealing = {
  affiliate: TeamIdentities
  /** Whether the link belongs to the partner that sells. */
  ownLink: boolean
  /** The selling partner, and the person whose own domain it was. */
  seller: TeamIdentities
  buyer: TeamIdentities
}

const sameEmail = (email: string): string => parseEmail(email) ?? email.trim().toLowerCase()

function shareSomeone(one: TeamIdentities, other: TeamIdentities): boolean {
  const [userIds, emails] = [new Set(one.userIds), new Set(one.emails.map(sameEmail))]
  return other.userIds.some((id) => userIds.has(id)) || other.emails.some((email) => emails.has(sameEmail(email)))
}

/** A commission pays for bringing a stranger. Nobody earns one for selling to, or buying from, themselves. */
export function noCommissionReason({ affiliate, ownLink, seller, buyer }: Dealing): NoCommissionReason | null {
  if (ownLink) return 'own_sale'
  if (shareSomeone(affiliate, seller)) return 'seller_is_affiliate'
  return shareSomeone(affiliate, buyer) ? 'buyer_is_affiliate' : null
}

export type Standing = { accrued: number; pending: number; paidOut: number; reversed: number }
export type Effect = Standing & { amount: number }

/** What an entry does: to the balance (`amount`) and to what stands where. The balance is always accrued + pending. */
export function computeEffect(
  category: CommissionCategory,
  cents: number,
  from: 'accrued' | 'pending' = 'accrued',
): Effect {
  const none = { amount: 0, accrued: 0, pending: 0, paidOut: 0, reversed: 0 }
  if (category === 'accrued') return { ...none, amount: cents, accrued: cents }
  if (category === 'pending') return { ...none, accrued: -cents, pending: cents }
  if (category === 'paid_out') return { ...none, amount: -cents, pending: -cents, paidOut: cents }
  return from === 'accrued'
    ? { ...none, amount: -cents, accrued: -cents, reversed: cents }
    : { ...none, amount: -cents, pending: -cents, reversed: cents }
}

/** Referral is for partners whose credential is linked to an affiliate account. */
export function requireAffiliate(caller: { partner: { affiliate: boolean } }): void {
  if (!caller.partner.affiliate)
    throw new ApiError('forbidden', {
      message: 'Referral is not enabled for this partner. Ask the operator to enable it.',
      reason: 'affiliate_not_linked',
    })
}
