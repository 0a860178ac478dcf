// Use cases of orders: record a sale, move it along, refund it.
import { LOCK_NOT_AVAILABLE, sqlState, type Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, invariant, notFound } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { shareOf } from '../../kernel/money.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type Listing, relist, sell } from '../catalog/index.ts'
import { handOver } from '../domains/index.ts'
import { deliveryJournal, paymentJournal, post, reversalJournal, type Sale } from '../ledger/index.ts'
import { onDelivered, onReversed } from '../referrals/index.ts'
import { emitEvents, wakeDispatcher } from '../webhooks/index.ts'
import { type Actor, EFFECTS, isReversal, MAY, nextStatus, type OrderAction, type RefundReason } from './rules.ts'
import type { Order, Recording, Refund } from './store.ts'
import * as store from './store.ts'

export type Sold = Omit<Recording, 'orderId' | 'eventIds' | 'deliveryIds' | 'real'>

type Refused = { message: string; detail?: string }

/** The words that the database function refuses with, and what they mean to the caller. */
function explain(error: Refused, sold: Sold): ApiError {
  const name = sold.domain ?? 'This domain'
  switch (error.message) {
    case 'idempotency_key_reused':
      return new ApiError('conflict', {
        message: 'This Idempotency-Key was used for another request; take a new key for a new sale.',
        reason: 'idempotency_key_reused',
      })
    case 'quote_unknown':
      return notFound('There is no such quote.')
    case 'quote_of_other_domain':
      return new ApiError('validation_error', {
        message: `domain: the quote is for ${error.detail}`,
        details: [{ field: 'domain', message: `must be ${error.detail}, as in the quote` }],
      })
    case 'quote_used':
      return new ApiError('conflict', { message: 'This quote was used by an order already.', reason: 'quote_used' })
    case 'quote_expired':
      return new ApiError('quote_expired')
    case 'domain_sold':
      return new ApiError('conflict', { message: `${name} is sold.`, reason: 'domain_sold' })
    case 'domain_reserved':
      return new ApiError('conflict', { message: `${name} is reserved by somebody else.`, reason: 'domain_reserved' })
    case 'unlisted':
      return notFound(`${name} is not listed here.`)
    case 'currency_mismatch':
      return new ApiError('price_mismatch', {
        message: `sale_price_cents is in ${error.detail}; order in that currency.`,
        details: [{ field: 'currency', message: `must be ${error.detail}` }],
      })
    case 'price_mismatch':
      return new ApiError('price_mismatch', {
        message: `expected_price does not match sale_price_cents, which is ${error.detail}.`,
        details: [{ field: 'expected_price', message: `must be ${error.detail}` }],
      })
    default:
      throw new Error(`record_order refused with "${error.message}"`)
  }
}

const REFUSED = 'FH001'

/** One statement: key, sale, ledger, event, delivery and the stored answer commit together or not at all. */
export async function recordOrder(deps: Pick<Deps, 'db' | 'clock'>, sold: Sold) {
  const { now } = sold
  const recording: Recording = {
    ...sold,
    real: deps.clock.now(),
    orderId: newId('order', now),
    eventIds: [newId('event', now), newId('event', now)],
    deliveryIds: [newId('delivery', now), newId('delivery', now)],
  }
  try {
    const recorded = await store.recordOrder(deps.db, recording)
    invariant(recorded, 'record_order answers')
    if (!recorded.replayed) wakeDispatcher(sold.owner)
    return recorded
  } catch (error) {
    if (sqlState(error) === REFUSED) throw explain(error as Refused, sold)
    if (sqlState(error) === LOCK_NOT_AVAILABLE)
      throw new ApiError('conflict', {
        message: 'A request with this Idempotency-Key or for this domain is still running; retry in a second.',
        reason: 'idempotency_in_progress',
        headers: { 'retry-after': '1' },
      })
    throw error
  }
}

const saleOf = (order: Order): Sale => ({
  orderId: order.id,
  partnerId: order.partnerId,
  paymentModel: order.paymentModel,
  currency: order.currency,
  priceCents: order.salePriceCents,
  commissionCents: order.commissionCents,
})

export type PaidSale = {
  owner: Owner
  listing: Pick<Listing, 'id' | 'domain' | 'domainUnicode' | 'magic'>
  /** What was paid. */
  priceCents: number
  currency: string
  /** Frozen here. */
  commissionBps: number
  checkoutSessionId: string | null
  buyer: { email: string; name: string | null; country: string | null } | null
  returnUrl: string | null
  cancelUrl: string | null
  /** The partner's clock, which stamps the order. */
  now: Date
}

/**
 * A sale whose payment the service has: order, timeline, ledger, events and the sold name, in the caller's transaction.
 * The caller holds the lock of the listing and has seen that it can be sold.
 */
export async function recordPaidOrder(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  sale: PaidSale,
): Promise<{ id: Order['id']; held: boolean }> {
  const { owner, listing, priceCents, currency, now } = sale
  const real = deps.clock.now()
  const id = newId('order', now)
  const commissionCents = shareOf(priceCents, sale.commissionBps)
  const exclusive = listing.magic === null
  const { domain, domainUnicode, magic } = listing
  const terms = {
    ...sale,
    orderId: id,
    listingId: listing.id,
    exclusive,
    magic,
    domain,
    domainUnicode,
    commissionCents,
    at: now,
  }
  const held = await store.insertPaidOrder(tx, terms)
  const steps = [
    { status: 'PAID' as const, event: 'order.paid' as const, actor: 'buyer', message: 'Paid at the checkout.' },
    { status: 'MANUAL_REVIEW' as const, event: 'order.held' as const, actor: 'system', message: EFFECTS.hold.message },
  ].slice(0, held ? 2 : 1)
  const data = (status: string) => ({
    order: { public_id: id, domain, status, sale_price_cents: priceCents, currency },
  })
  const eventIds = await emitEvents(
    tx,
    owner,
    steps.map((step) => ({ type: step.event, data: data(step.status) })),
    now,
    real,
  )
  await store.insertTimeline(
    tx,
    id,
    steps.map((step, index) => ({ ...step, eventId: eventIds[index]! })),
    now,
  )
  const { partnerId } = owner
  await post(
    tx,
    owner,
    paymentJournal({
      orderId: id,
      partnerId,
      paymentModel: 'service_collected',
      currency,
      priceCents,
      commissionCents,
    }),
    now,
  )
  if (exclusive) await sell(tx, listing.id, real)
  return { id, held }
}

export async function lockOrder(tx: Tx, owner: Owner | null, id: string): Promise<Order> {
  const order = isId('order', id) ? await store.lockOrder(tx, owner, id) : undefined
  if (!order) throw notFound('There is no such order.')
  return order
}

const illegalMove = ({ status }: Order, action: OrderAction) =>
  new ApiError('conflict', { message: `An order in ${status} does not take ${action}.`, reason: 'illegal_transition' })

export type MoveBy = { kind: Actor; actor: string; note?: string | undefined; refundId?: Refund['id'] | undefined }

/**
 * The one function that moves an order: state, timeline, event, delivery and ledger rows in the caller's transaction.
 * A sandbox order is stamped by its partner's clock, whoever moves it.
 */
export async function moveOrder(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  order: Order,
  asked: OrderAction,
  by: MoveBy,
): Promise<Order> {
  // The magic name whose push always fails does so when it should have been confirmed.
  const action = asked === 'complete_transfer' && order.magic === 'transfer_fails' ? 'fail_transfer' : asked
  const status = nextStatus(order.status, action, order.paymentModel)
  if (status === null || !MAY[action].includes(by.kind)) throw illegalMove(order, asked)
  const real = deps.clock.now()
  const at = addSeconds(real, order.offsetSeconds)
  const owner = { partnerId: order.partnerId, environment: order.environment }
  const { events, message, transfer } = EFFECTS[action]
  const { id: public_id, domain, salePriceCents: sale_price_cents, currency } = order
  const data = { order: { public_id, domain, status, sale_price_cents, currency } }
  const eventIds = await emitEvents(
    tx,
    owner,
    events.map((type) => ({ type: type as never, data })),
    at,
    real,
  )
  await store.saveMove(tx, order.id, {
    status,
    transfer,
    at,
    event: events[0]!,
    eventId: eventIds[0]!,
    actor: by.actor,
    message: by.note ? `${message} ${by.note}` : message,
    refundId: by.refundId ?? null,
  })
  if (action === 'complete_transfer') {
    await post(tx, owner, deliveryJournal(saleOf(order)), at)
    await onDelivered(tx, order.id, at)
    if (order.environment === 'live') await handOver(tx, domain, await store.findAccountAddress(tx, order.id), real)
  }
  if (isReversal(action)) {
    await post(tx, owner, reversalJournal(saleOf(order)), at)
    await onReversed(tx, order.id, at)
    if (order.paymentModel === 'service_collected') await store.queueBuyerRefund(tx, order.id, real)
    if (order.exclusive) await relist(tx, order.listingId, real)
  }
  return { ...order, status }
}

export type RefundInput = { reason: RefundReason; comment?: string | undefined; externalRefundRef?: string | undefined }

const notRefundable = (message: string) => new ApiError('conflict', { message, reason: 'order_not_refundable' })

/**
 * A refund is whole: the order, its commission and the name go back to where they were before the sale. What the service
 * collected is pending until the payment provider has sent it back.
 */
export async function refundOrder(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  order: Order,
  input: RefundInput,
  by: MoveBy,
): Promise<Refund> {
  if (nextStatus(order.status, 'refund', order.paymentModel) === null)
    throw by.kind === 'partner'
      ? notRefundable(`An order in ${order.status} cannot be refunded any more.`)
      : illegalMove(order, 'refund')
  const now = addSeconds(deps.clock.now(), order.offsetSeconds)
  const sent = order.paymentModel === 'partner_collected'
  const refund: Refund = {
    id: newId('refund', now),
    orderId: order.id,
    partnerId: order.partnerId,
    environment: order.environment,
    status: sent ? 'completed' : 'pending',
    amountCents: order.salePriceCents,
    commissionClawbackCents: order.commissionCents,
    currency: order.currency,
    reason: input.reason,
    comment: input.comment ?? null,
    externalRefundRef: input.externalRefundRef ?? null,
    createdAt: now,
    completedAt: sent ? now : null,
  }
  await store.insertRefund(tx, refund)
  await moveOrder(deps, tx, order, 'refund', { ...by, refundId: refund.id })
  return refund
}

/** A partner refunds what it collected itself; what the service collected, the service refunds. */
export async function requestRefund(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  owner: Owner,
  orderId: string,
  input: RefundInput,
): Promise<Refund> {
  const order = await lockOrder(tx, owner, orderId)
  if (order.paymentModel !== 'partner_collected')
    throw notRefundable('The service collected this payment; ask the operator for the refund.')
  return refundOrder(deps, tx, order, input, { kind: 'partner', actor: 'partner', note: input.comment })
}
