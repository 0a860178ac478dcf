// Recording a sale: one that the partner collected, or one that the service collected.
import { LOCK_NOT_AVAILABLE, sqlState, type Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { getAddedTax, type SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { notListed } from '../../catalog/index.ts'
import { issueSaleDocument } from '../../documents/index.ts'
import { attributeSale } from '../../referrals/index.ts'
import { computeTax, findTaxSettings } from '../../tax/index.ts'
import { wakeDispatcher } from '../../webhooks/index.ts'
import { parsePrice, type SaleRefusal } from '../rules/sales.ts'
import type { Order } from '../store/orders.ts'
import type { PaidOrder, Recording } from '../store/recording.ts'
import * as store from '../store/recording.ts'
import { openPurchase } from './claim-purchase.ts'

export type Sold = Omit<Recording, 'orderId' | 'eventIds' | 'deliveryIds' | 'real' | 'sellerFeeBps'>

/** The database says why by the message of its error. */
type Refused = { message: SaleRefusal | 'idempotency_key_reused'; detail?: string }

/** The words that the database function refuses with, and what they mean to the caller. */
function explain(error: Refused, sold: Sold): ApiError {
  const name = sold.domain ?? 'This domain'
  switch (error.message) {
    case 'idempotency_key_reused':
      return new ApiError('conflict', {
        message:
          'This Idempotency-Key was already used for a different request. Use a new Idempotency-Key for a new sale.',
        reason: 'idempotency_key_reused',
      })
    case 'quote_unknown':
      return notFound('Quote not found.')
    case 'quote_of_other_domain':
      return new ApiError('validation_error', {
        message: `domain: must be ${error.detail}, the domain of the quote`,
        details: [{ field: 'domain', message: `must be ${error.detail}, the domain of the quote` }],
      })
    case 'quote_used':
      return new ApiError('conflict', {
        message: 'One of your orders already used this quote. Create a new quote for a new sale.',
        reason: 'quote_used',
      })
    case 'quote_expired':
      return new ApiError('quote_expired')
    case 'domain_sold':
      return new ApiError('conflict', { message: `${name} has been sold.`, reason: 'domain_sold' })
    case 'domain_reserved':
      return new ApiError('conflict', {
        message: `${name} is reserved for another partner or buyer. Try again later.`,
        reason: 'domain_reserved',
      })
    case 'unlisted':
      return notListed(name, sold.owner.environment)
    case 'currency_mismatch': {
      const current = parsePrice(error.detail ?? '')
      return new ApiError('price_mismatch', {
        message: `sale_price_cents is in ${current.currency}. Send currency ${current.currency}.`,
        details: [{ field: 'currency', message: `must be ${current.currency}` }],
        current,
      })
    }
    case 'price_mismatch': {
      const current = parsePrice(error.detail ?? '')
      return new ApiError('price_mismatch', {
        message: `expected_price does not match sale_price_cents, which is ${current.priceCents}. Show the buyer the new price, then send it.`,
        details: [{ field: 'expected_price', message: `must be ${current.priceCents}` }],
        current,
      })
    }
    default:
      throw new Error(`record_order rejected the order with "${String(error.message)}"`)
  }
}

/** The fee on sales of sellers, which the sale freezes. */
export type FeeDeps = { config: Pick<Deps['config'], 'sellers'> }

const REFUSED = 'FH001'

/** The IDs of an order, and of the two events that a sale has at most: that it was made, and that it is held. */
const makeIds = (now: Date) => ({
  orderId: newId('order', now),
  eventIds: [newId('event', now), newId('event', now)],
  deliveryIds: [newId('delivery', now), newId('delivery', now)],
})

/** One statement: key, sale, ledger, event, delivery and the stored answer commit together or not at all. */
export async function recordOrder(deps: Pick<Deps, 'db' | 'clock'> & FeeDeps, sold: Sold) {
  const { feeBps: sellerFeeBps } = deps.config.sellers
  const recording: Recording = { ...sold, real: deps.clock.now(), ...makeIds(sold.now), sellerFeeBps }
  try {
    const recorded = await store.recordOrder(deps.db, recording)
    invariant(recorded, 'record_order returns a row')
    if (!recorded.replayed) wakeDispatcher(sold.owner)
    return recorded
  } catch (error) {
    if (sqlState(error) === REFUSED) throw explain(error as Refused, sold)
    if (sqlState(error) === LOCK_NOT_AVAILABLE)
      throw new ApiError('conflict', {
        message:
          'Another request with this Idempotency-Key or for this domain is still in progress. Retry in one second with the same Idempotency-Key.',
        reason: 'idempotency_in_progress',
        headers: { 'retry-after': '1' },
      })
    throw error
  }
}

export type PaidSale = Pick<PaidOrder, 'owner' | 'terms' | 'checkoutSessionId' | 'returnUrl' | 'cancelUrl' | 'now'> & {
  listing: { id: string }
  buyer: {
    email: string
    name: string | null
    country: string | null
    company?: string
    vat_id?: string
  } | null
  /** The account that the buyer was signed in to when they paid. */
  buyerUserId: string | null
  /** What the buyer agreed to pay with the price. Undefined: nobody was charged at the checkout, so the settings in force apply. */
  tax?: SaleTax | null | undefined
  /** What may have referred the buyer: the link that the checkout session names, and the visitor's cookie. */
  referral: { linkId: string | null; cookieCode: string | null }
}

/**
 * A sale whose payment the service has, in the caller's transaction. The caller holds the lock of the listing and has decided
 * the sale.
 */
export async function recordPaidOrder(
  deps: Pick<Deps, 'clock' | 'secrets'> & FeeDeps,
  tx: Tx,
  { listing, buyerUserId, referral, tax: agreed, ...sale }: PaidSale,
): Promise<{ id: Order['id']; held: boolean }> {
  const { orderId: id, ...ids } = makeIds(sale.now)
  const real = deps.clock.now()
  const { feeBps: sellerFeeBps } = deps.config.sellers
  const held = await store.placePaidOrder(tx, { ...sale, ...ids, id, listingId: listing.id, real, sellerFeeBps })
  const { buyer, owner } = sale
  const { priceCents: amountCents, currency } = sale.terms
  const tax = agreed === undefined ? computeTax(await findTaxSettings(tx), buyer, amountCents) : agreed
  const addedTaxCents = getAddedTax(tax)
  if (addedTaxCents > 0) await store.saveAddedTax(tx, id, addedTaxCents)
  // Before the receipt: in the sandbox, a referred sale of the marketplace belongs to the partner of the link.
  await attributeSale(tx, { owner, orderId: id, amountCents, currency, buyer, buyerUserId, ...referral, real })
  if (buyer !== null) {
    const paid = { orderId: id, buyerEmail: buyer.email, buyerUserId, isLive: owner.environment === 'live' }
    await openPurchase(deps, tx, paid, real)
  }
  // Late: the next number of the series stays locked until the transaction ends.
  await issueSaleDocument(tx, { orderId: id, tax, now: sale.now })
  tx.afterCommit(() => wakeDispatcher(sale.owner))
  return { id, held }
}
