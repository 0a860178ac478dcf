// Orders: when a sale is made and on which terms; states and moves as data, who may make them, what each tells the world.
import { shareOf } from '../../kernel/money.ts'
import type { Machine } from '../../kernel/state-machine.ts'
import { type Claimable, isReserved, refuseClaim } from '../catalog/rules.ts'
import { type QuoteStatus, quoteStatus } from '../quotes/rules.ts'

export const ORDER_STATUSES = [
  'EXTERNALLY_PAID',
  'PAID',
  'MANUAL_REVIEW',
  'TRANSFER_IN_PROGRESS',
  'TRANSFER_COMPLETED',
  'SETTLED',
  'REFUNDED',
  'CANCELLED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const PAYMENT_MODELS = ['partner_collected', 'service_collected'] as const
export type PaymentModel = (typeof PAYMENT_MODELS)[number]

/** The status in which an order's money is in and nothing else has happened. */
export const paidStatus = (model: PaymentModel): OrderStatus =>
  model === 'partner_collected' ? 'EXTERNALLY_PAID' : 'PAID'

export const ORDER_ACTIONS = [
  'hold',
  'clear',
  'start_transfer',
  'fail_transfer',
  'complete_transfer',
  'settle',
  'refund',
  'cancel',
] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** `PAID` stands for the order's own paid status; see `nextStatus`. */
const BEFORE_DELIVERY = ['PAID', 'EXTERNALLY_PAID', 'MANUAL_REVIEW', 'TRANSFER_IN_PROGRESS'] as const

export const ORDER_MACHINE: Machine<OrderStatus, OrderAction> = {
  hold: { from: ['PAID', 'EXTERNALLY_PAID'], to: 'MANUAL_REVIEW' },
  clear: { from: ['MANUAL_REVIEW'], to: 'PAID' },
  start_transfer: { from: ['PAID', 'EXTERNALLY_PAID'], to: 'TRANSFER_IN_PROGRESS' },
  fail_transfer: { from: ['TRANSFER_IN_PROGRESS'], to: 'PAID' },
  complete_transfer: { from: ['TRANSFER_IN_PROGRESS'], to: 'TRANSFER_COMPLETED' },
  settle: { from: ['TRANSFER_COMPLETED'], to: 'SETTLED' },
  refund: { from: BEFORE_DELIVERY, to: 'REFUNDED' },
  cancel: { from: BEFORE_DELIVERY, to: 'CANCELLED' },
}

/** The machine with an order's own paid status put in where it returns to paid. */
export function nextStatus(status: OrderStatus, action: OrderAction, model: PaymentModel): OrderStatus | null {
  const move = ORDER_MACHINE[action]
  if (!move.from.includes(status)) return null
  return move.to === 'PAID' ? paidStatus(model) : move.to
}

export type Actor = 'partner' | 'operator' | 'system'

/** Who may make which move. The settlement run alone settles; partners only ask for refunds. */
export const MAY: Record<OrderAction, readonly Actor[]> = {
  hold: ['operator', 'system'],
  clear: ['operator'],
  start_transfer: ['operator'],
  fail_transfer: ['operator'],
  complete_transfer: ['operator'],
  settle: ['system'],
  refund: ['operator', 'partner'],
  cancel: ['operator'],
}

type TransferState = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'

/** What a move emits, how it reads in the timeline, and what becomes of the transfer. */
export const EFFECTS: Record<
  OrderAction,
  { events: readonly string[]; message: string; transfer: TransferState | null }
> = {
  hold: { events: ['order.held'], message: 'Held for manual review.', transfer: null },
  clear: { events: ['order.manual_review_cleared'], message: 'Cleared; the transfer will proceed.', transfer: null },
  start_transfer: {
    events: ['order.transfer_started', 'transfer.started'],
    message: 'The domain push has started.',
    transfer: 'in_progress',
  },
  fail_transfer: {
    events: ['transfer.failed'],
    message: 'The domain push failed; it can be started again.',
    transfer: 'failed',
  },
  complete_transfer: {
    events: ['order.transfer_completed', 'transfer.completed'],
    message: "Delivered to the partner's registrar.",
    transfer: 'completed',
  },
  settle: { events: ['order.settled'], message: 'The settlement period was closed.', transfer: null },
  refund: { events: ['order.refunded'], message: 'Refunded.', transfer: 'cancelled' },
  cancel: { events: ['order.refunded'], message: 'Cancelled: it cannot be delivered.', transfer: 'cancelled' },
}

const BUYER_TEXTS: Record<OrderStatus, string> = {
  EXTERNALLY_PAID: 'Paid.',
  PAID: 'Paid.',
  MANUAL_REVIEW: 'We are checking the order by hand; nothing is needed from you.',
  TRANSFER_IN_PROGRESS: 'The transfer of the name has started.',
  TRANSFER_COMPLETED: 'The name was delivered to your account.',
  SETTLED: 'The order is closed.',
  REFUNDED: 'Refunded: your money is on its way back.',
  CANCELLED: 'Cancelled: the name cannot be delivered, and your money is on its way back.',
}
/** Back to paid is no payment. */
const BUYER_TEXTS_OF_EVENTS: Record<string, string> = {
  'order.manual_review_cleared': 'Checked; the transfer can start.',
  'transfer.failed': 'The transfer did not succeed; it will be tried again.',
}

/** A line of the timeline as its buyer reads it. Notes of operators are for partners and colleagues. */
export const buyerText = (status: OrderStatus, event: string | null): string =>
  (event !== null ? BUYER_TEXTS_OF_EVENTS[event] : undefined) ?? BUYER_TEXTS[status]

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'transfer_failed', 'other'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

export const isReversal = (action: OrderAction): boolean => action === 'refund' || action === 'cancel'

/** What an order event says of the order. The SQL function `order_event_data` mirrors it for the events of a new sale. */
export const buildOrderEvent = (
  order: { id: string; domain: string; salePriceCents: number; currency: string },
  status: OrderStatus,
) => ({
  order: {
    public_id: order.id,
    domain: order.domain,
    status,
    sale_price_cents: order.salePriceCents,
    currency: order.currency,
  },
})

/**
 * A sale is asked for with a quote, with a domain and its price, or by money that has come in at the checkout. `quotedBy` is the
 * partner whose quote lies beneath the hold of another session.
 */
export type SaleRequest =
  | {
      by: 'quote'
      partnerId: string
      domain: string | null
      expectedPriceCents: number | null
      currency: string | null
    }
  | { by: 'domain'; partnerId: string | null; expectedPriceCents: number; currency: string }
  | {
      by: 'payment'
      partnerId: string
      sessionId: string
      paidCents: number
      currency: string
      quotedBy: string | null
    }

/** What the sale is decided on: the listing, the quote asked for or the seller's own, the partner's rate. */
export type SaleState = {
  listing: (Claimable & { priceCents: number; currency: string }) | undefined
  quote: SaleQuote | undefined
  commissionBps: number
}

export type SaleQuote = {
  id: string
  domain: string
  status: QuoteStatus
  exclusive: boolean
  priceCents: number
  currency: string
  commissionBps: number
  expiresAt: Date
}

export type SaleTerms = {
  priceCents: number
  currency: string
  commissionBps: number
  commissionCents: number
  /** The quote that the sale spends. */
  quoteId: string | null
}

export const SALE_REFUSALS = [
  'quote_unknown',
  'quote_of_other_domain',
  'quote_used',
  'quote_expired',
  'unlisted',
  'domain_sold',
  'domain_reserved',
  'currency_mismatch',
  'price_mismatch',
] as const
export type SaleRefusal = (typeof SALE_REFUSALS)[number]

export type SaleDecision = { refusal: SaleRefusal; detail: string } | { refusal: null; terms: SaleTerms }

const refuseSale = (refusal: SaleRefusal, detail: string | number = ''): SaleDecision => ({
  refusal,
  detail: String(detail),
})

type Price = { priceCents: number; currency: string }

const agreeSale = ({ priceCents, currency }: Price, commissionBps: number, quoteId: string | null): SaleDecision => ({
  refusal: null,
  terms: { priceCents, currency, commissionBps, commissionCents: shareOf(priceCents, commissionBps), quoteId },
})

/** The price that the caller expects, against the one in force. Null: not said, so not compared. */
function comparePrice(price: Price, cents: number | null, currency: string | null): SaleDecision | null {
  if (currency !== null && currency !== price.currency) return refuseSale('currency_mismatch', price.currency)
  return cents !== null && cents !== price.priceCents ? refuseSale('price_mismatch', price.priceCents) : null
}

/**
 * Whether a sale is made, and on which terms. `now` is the partner's clock, which quotes run on; `real` decides about
 * reservations. Sales that a partner collected are decided by the SQL function `record_order` in the same round trip that
 * writes them; sale-parity.api.test.ts finds both equal.
 */
export function decideSale(request: SaleRequest, state: SaleState, now: Date, real: Date): SaleDecision {
  if (request.by === 'quote') return decideByQuote(request, state, now, real)
  if (request.by === 'payment') return decideByPayment(request, state, real)
  const { listing } = state
  if (!listing || listing.status === 'withdrawn') return refuseSale('unlisted')
  const refusal = refuseClaim(listing, { purpose: 'buy', partnerId: request.partnerId }, real)
  if (refusal !== null) return refuseSale(refusal === 'sold' ? 'domain_sold' : 'domain_reserved')
  // Ordering by domain spends the caller's own quote.
  const quote = state.quote && quoteStatus(state.quote, now) === 'active' ? state.quote.id : null
  const { expectedPriceCents, currency } = request
  return comparePrice(listing, expectedPriceCents, currency) ?? agreeSale(listing, state.commissionBps, quote)
}

function decideByQuote(
  request: Extract<SaleRequest, { by: 'quote' }>,
  { listing, quote }: SaleState,
  now: Date,
  real: Date,
): SaleDecision {
  if (!quote) return refuseSale('quote_unknown')
  if (request.domain !== null && request.domain !== quote.domain)
    return refuseSale('quote_of_other_domain', quote.domain)
  const status = quoteStatus(quote, now)
  if (status !== 'active') return refuseSale(status === 'used' ? 'quote_used' : 'quote_expired')
  if (!listing || listing.status === 'withdrawn') return refuseSale('unlisted')
  const refusal = refuseClaim(listing, { purpose: 'buy', partnerId: request.partnerId }, real)
  if (refusal === 'sold') return refuseSale('domain_sold')
  if (quote.exclusive) {
    // The quote is in force, but a checkout of the same partner is being paid: it has the domain until the payment ends.
    if (refusal === 'held') return refuseSale('domain_reserved')
    if (listing.reservedBy !== quote.id || !isReserved(listing, real)) return refuseSale('quote_expired')
  }
  const { expectedPriceCents, currency } = request
  return comparePrice(quote, expectedPriceCents, currency) ?? agreeSale(quote, quote.commissionBps, quote.id)
}

/**
 * Money has come. The first completed payment wins: the hold of another session does not stop it, a quote of another partner
 * does. The payment's own hold keeps the price; without it, the price in force must be the one that was paid.
 */
function decideByPayment(
  request: Extract<SaleRequest, { by: 'payment' }>,
  { listing, quote, commissionBps }: SaleState,
  real: Date,
): SaleDecision {
  if (!listing) return refuseSale('unlisted')
  const { partnerId, sessionId, paidCents, currency, quotedBy } = request
  const hold = { quotedBy, charging: false }
  const refusal = refuseClaim(listing, { purpose: 'buy', partnerId, sessionId, hold }, real)
  if (refusal !== null) return refuseSale(refusal === 'sold' ? 'domain_sold' : 'domain_reserved')
  const keepsPrice = listing.magic !== null || (listing.reservedBy === sessionId && isReserved(listing, real))
  const mismatch = keepsPrice ? null : comparePrice(listing, paidCents, currency)
  return mismatch ?? agreeSale({ priceCents: paidCents, currency }, commissionBps, quote?.id ?? null)
}
