// Sales: whether one is made, and on which terms.
import { computeShare } from '../../../kernel/money.ts'
import { type Claimable, isReserved, refuseClaim } from '../../catalog/rules.ts'
import { type QuoteStatus, quoteStatus } from '../../quotes/rules.ts'

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
      /** The accepted offer that the session sells. */
      offerId?: string | null
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

const refuseSale = (refusal: SaleRefusal, detail = ''): SaleDecision => ({ refusal, detail })

type Price = { priceCents: number; currency: string }

const agreeSale = ({ priceCents, currency }: Price, commissionBps: number, quoteId: string | null): SaleDecision => ({
  refusal: null,
  terms: { priceCents, currency, commissionBps, commissionCents: computeShare(priceCents, commissionBps), quoteId },
})

/** The price in force as the detail of a refusal: `129900 USD`. */
const formatPrice = ({ priceCents, currency }: Price): string => `${priceCents} ${currency}`
export function parsePrice(detail: string): Price {
  const [cents = '', currency = ''] = detail.split(' ')
  return { priceCents: Number(cents), currency }
}

/** The price that the caller expects, against the one in force. Null: not said, so not compared. */
function comparePrice(price: Price, cents: number | null, currency: string | null): SaleDecision | null {
  const current = formatPrice(price)
  if (currency !== null && currency !== price.currency) return refuseSale('currency_mismatch', current)
  return cents !== null && cents !== price.priceCents ? refuseSale('price_mismatch', current) : null
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
 * or an accepted offer does. The payment's own hold, or its offer, keeps the price; without it, the price in force must be the one that was paid.
 */
function decideByPayment(
  request: Extract<SaleRequest, { by: 'payment' }>,
  { listing, quote, commissionBps }: SaleState,
  real: Date,
): SaleDecision {
  if (!listing) return refuseSale('unlisted')
  const { partnerId, sessionId, offerId = null, paidCents, currency, quotedBy } = request
  const hold = { quotedBy, charging: false }
  const refusal = refuseClaim(listing, { purpose: 'buy', partnerId, sessionId, offerId, hold }, real)
  if (refusal !== null) return refuseSale(refusal === 'sold' ? 'domain_sold' : 'domain_reserved')
  const isOwn = listing.reservedBy === sessionId || (offerId !== null && listing.reservedBy === offerId)
  const keepsPrice = listing.magic !== null || (isOwn && isReserved(listing, real))
  const mismatch = keepsPrice ? null : comparePrice(listing, paidCents, currency)
  return mismatch ?? agreeSale({ priceCents: paidCents, currency }, commissionBps, quote?.id ?? null)
}
