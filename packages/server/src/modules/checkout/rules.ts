// Checkout sessions: their states, what time and the listing make of them, what a payment may do, where the buyer returns to.
import { parseUrl } from '../../kernel/url-text.ts'
import { isPlainHost } from '../../kernel/web-host.ts'

export const SESSION_STATUSES = ['open', 'processing', 'completed', 'expired', 'cancelled', 'unavailable'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export const SESSION_TTL_SECONDS = 7 * 86_400
/** How long a payment holds the name. */
export const PAYMENT_LOCK_SECONDS = 15 * 60
/** Longer than a provider may take to answer, retries included: after it, whoever started the payment is dead. */
export const PAYMENT_LOST_SECONDS = 120
/** Somebody who tries more cards than this is not a buyer. */
export const ATTEMPTS_MAX = 20

export const PAYMENT_STATUSES = ['started', 'requires_action', 'paid', 'failed', 'abandoned', 'stranded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** The provider has not said its last word, as far as we know. */
export const isAtWork = (status: PaymentStatus): boolean => status === 'started' || status === 'requires_action'

type Timed = { status: SessionStatus; expiresAt: Date }

/** What time and the name's own fate make of a session, whether or not anybody has noted it yet. `now` is its owner's clock. */
export function sessionStatus(session: Timed, nameForSale: boolean, now: Date): SessionStatus {
  if (session.status !== 'open') return session.status
  if (session.expiresAt <= now) return 'expired'
  return nameForSale ? 'open' : 'unavailable'
}

export type Name = {
  status: 'listed' | 'sold' | 'withdrawn'
  priceCents: number
  currency: string
  magic: string | null
  reservedBy: string | null
  reservedByPartner: string | null
  reservedUntil: Date | null
}

export type Agreed = { priceCents: number; currency: string }

const isReserved = (name: Name, real: Date): boolean => name.reservedUntil !== null && name.reservedUntil > real

const isOwnQuote = (name: Name, partnerId: string): boolean =>
  name.reservedByPartner === partnerId && (name.reservedBy?.startsWith('quo_') ?? false)

/** Whether somebody else has the name now. A quote of the selling partner gives way to its own checkout. */
export const isTaken = (name: Name, partnerId: string, real: Date): boolean =>
  isReserved(name, real) && !isOwnQuote(name, partnerId)

export type Refusal = 'name_sold' | 'name_reserved' | 'price_changed'

/** May a payment of the agreed price begin? Null: yes. */
export function refusalOf(name: Name, agreed: Agreed, partnerId: string, real: Date): Refusal | null {
  if (name.status !== 'listed' || name.magic === 'sold_elsewhere') return 'name_sold'
  if (isTaken(name, partnerId, real)) return 'name_reserved'
  return name.priceCents === agreed.priceCents && name.currency === agreed.currency ? null : 'price_changed'
}

/**
 * Money has come: can the name still be sold for it? While the lock is ours, yes, whatever the listing costs by now.
 * After the lock has ended only if nobody else has the name and the price is still the one that was paid.
 */
export function canStillSell(name: Name, sessionId: string, paid: Agreed, partnerId: string, real: Date): boolean {
  if (name.status !== 'listed') return false
  if (name.magic !== null) return true
  if (name.reservedBy === sessionId && isReserved(name, real)) return true
  return refusalOf(name, paid, partnerId, real) === null
}

/** Why a try came to nothing, as the buyer reads it. Anything that a provider makes up reads as a decline. */
export const FAILURES: Record<string, string> = {
  card_declined: 'The card was declined. Try another card.',
  insufficient_funds: 'The card has not enough funds. Try another card.',
  expired_card: 'The card has expired. Try another card.',
  incorrect_cvc: 'The security code is wrong. Check it and try again.',
  processing_error: 'The card could not be processed. Try again in a moment.',
  authentication_failed: 'The payment was not confirmed. You were not charged.',
  test_cards_only: 'Only test cards work here, for example 4242 4242 4242 4242.',
  price_changed: 'The price has changed. You were not charged; please look at the new price.',
  name_reserved: 'Somebody else is buying this name at the moment. You were not charged; try again in some minutes.',
  timed_out: 'The payment was not finished in time. You were not charged.',
  payment_unavailable: 'The payment service could not be reached. You were not charged; try again shortly.',
  refunded: 'The name was sold before your payment arrived. Your money is on its way back to you.',
}
export const failureText = (code: string): string => FAILURES[code] ?? FAILURES.card_declined!
/** The codes that are shown to partners; a provider may have more. */
export const knownFailure = (code: string): string => (Object.hasOwn(FAILURES, code) ? code : 'card_declined')

/** An http or https address without a name and password in it. */
export function isWebAddress(text: string): boolean {
  const url = /^https?:\/\/[^\s\\]+$/.test(text) ? parseUrl(text) : null
  return url !== null && url.username === '' && url.password === '' && isPlainHost(url.hostname)
}

/** The partner's own query stays as it was; ours is added behind it. */
export function returnAddress(returnUrl: string, sessionId: string, orderId: string): string {
  const url = new URL(returnUrl)
  url.search = `${url.search === '' ? '' : `${url.search}&`}session_id=${sessionId}&order=${orderId}`
  return url.href
}
