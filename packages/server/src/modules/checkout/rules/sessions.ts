// Checkout sessions: their states, what time and the listing make of them, what a payment may do, where the buyer returns to.
import { HOLDS_PER_ACCOUNT_MAX, HOLDS_PER_DOMAIN_MAX, UNPAID_HOLDS_PER_DOMAIN_MAX } from '../../../kernel/limits.ts'
import { parseUrl } from '../../../kernel/text/url.ts'
import { isPlainHost } from '../../../kernel/text/web-host.ts'
import { type Claim, type Claimable, refuseClaim } from '../../catalog/rules.ts'

export const SESSION_STATUSES = ['open', 'processing', 'completed', 'expired', 'cancelled', 'unavailable'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export const SESSION_TTL_SECONDS = 7 * 86_400
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

export type Agreed = { priceCents: number; currency: string }

export const samePrice = (one: Agreed, other: Agreed): boolean =>
  one.priceCents === other.priceCents && one.currency === other.currency

export type Refusal = 'name_sold' | 'name_reserved' | 'price_changed'

/** May a payment of the agreed price begin? Null: yes. */
export function refusePayment(listing: Claimable & Agreed, claim: Claim, agreed: Agreed, real: Date): Refusal | null {
  const refusal = refuseClaim(listing, claim, real)
  if (refusal !== null) return refusal === 'sold' ? 'name_sold' : 'name_reserved'
  return samePrice(listing, agreed) ? null : 'price_changed'
}

/** The holds that count against one more: those in force now, and those of the last day on the same domain. */
export type HoldCounts = {
  ofNetwork: number
  ofAccount: number
  ofNetworkOnDomain: number
  ofAccountOnDomain: number
  unpaidOnDomain: number
}

/** Beyond a cap the payment goes on without a hold, so no buyer is ever refused by one. */
export const mayHold = (counts: HoldCounts, perNetworkMax: number): boolean =>
  counts.ofNetwork < perNetworkMax &&
  counts.ofAccount < HOLDS_PER_ACCOUNT_MAX &&
  counts.ofNetworkOnDomain < HOLDS_PER_DOMAIN_MAX &&
  counts.ofAccountOnDomain < HOLDS_PER_DOMAIN_MAX &&
  counts.unpaidOnDomain < UNPAID_HOLDS_PER_DOMAIN_MAX

/** Why a try came to nothing, as the buyer reads it. Anything that a provider makes up reads as a decline. */
export const FAILURES: Record<string, string> = {
  card_declined: 'The card was declined. Try another card.',
  insufficient_funds: 'The card has insufficient funds. Try another card.',
  expired_card: 'The card has expired. Try another card.',
  incorrect_cvc: 'The CVC is incorrect. Check it and try again.',
  processing_error: 'The card could not be processed. You were not charged. Try again in a minute.',
  authentication_failed:
    'You did not confirm the payment with your bank. You were not charged. Try again or use another card.',
  test_cards_only: 'Test mode accepts test cards only. Use 4242 4242 4242 4242.',
  price_changed: 'The price has changed. You were not charged. Check the new price before you pay.',
  name_reserved: 'Someone else is paying for this domain right now. You were not charged. Try again in a few minutes.',
  timed_out: 'The payment was not completed in time. You were not charged. Try again.',
  payment_unavailable: 'The payment provider is unavailable. You were not charged. Try again in a minute.',
  refunded: 'The domain was no longer available at this price when your payment arrived. We are refunding you in full.',
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
