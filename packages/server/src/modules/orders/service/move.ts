// Moving an order along: state, timeline, events and ledger rows together.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { relist } from '../../catalog/index.ts'
import { issueCreditNote } from '../../documents/index.ts'
import { type DomainOwner, handOver } from '../../domains/index.ts'
import { deliveryJournal, post, reversalJournal, type Sale } from '../../ledger/index.ts'
import { findHouse } from '../../partners/index.ts'
import { findSaleByOrder, onDelivered, onReversed } from '../../referrals/index.ts'
import { deliverSale, reverseSale } from '../../sellers/index.ts'
import { type EventType, emitEvents } from '../../webhooks/index.ts'
import {
  type Actor,
  buildOrderEvent,
  type DisputeFacts,
  EFFECTS,
  isReversal,
  MAY,
  nextStatus,
  type OrderAction,
  toRest,
} from '../rules/orders.ts'
import { BUYER_STEPS } from '../rules/purchases.ts'
import type { BuyerOrder } from '../store/claims.ts'
import { isPartlyReturned } from '../store/clawbacks.ts'
import type { Order } from '../store/orders.ts'
import * as store from '../store/orders.ts'
import { queueOrderRefund, type Refund } from '../store/refunds.ts'
import { lockPurchase } from './claim-purchase.ts'
import { sendProgress } from './notify-buyer.ts'

export const toSale = (order: Order): Sale => ({
  orderId: order.id,
  partnerId: order.partnerId,
  paymentModel: order.paymentModel,
  currency: order.currency,
  ...toRest(order),
})

/** Undefined when it does not exist, or does not exist any longer. */
export const findLockedOrder = (tx: Tx, id: Id<'order'>): Promise<Order | undefined> => store.lockOrder(tx, null, id)

export async function lockOrder(tx: Tx, owner: Owner | null, id: string): Promise<Order> {
  const order = isId('order', id) ? await store.lockOrder(tx, owner, id) : undefined
  if (!order) throw notFound('Order not found.')
  return order
}

export const illegalMove = ({ status }: Order, action: OrderAction) =>
  new ApiError('conflict', {
    message: `Cannot apply ${action} to an order in status ${status}. Its field actions lists what it accepts now.`,
    reason: 'illegal_transition',
  })

/** The processor refuses to refund a disputed payment, and a lost dispute would return the money twice. */
export async function refuseDisputed(tx: Tx, { id, disputeOpen }: Order): Promise<void> {
  if (disputeOpen)
    throw new ApiError('conflict', {
      message: 'The payment of this order is disputed. Respond to the dispute, or accept it to return the money.',
      reason: 'dispute_open',
    })
  // The full price would return that part twice.
  if (await isPartlyReturned(tx, id))
    throw new ApiError('conflict', {
      message:
        'A lost dispute has returned a part of this payment already. Refund the rest of it at the payment processor.',
      reason: 'order_not_refundable',
    })
}

/** Where a delivered domain goes: to the account that owns the purchase, or to whoever proves the buyer's address. */
const findOwner = ({ accountId, buyerEmail }: BuyerOrder): DomainOwner =>
  accountId === null ? { accountId: null, email: buyerEmail } : { accountId, email: null }

/** `withoutChoice`: the transfer starts although the buyer has not chosen where the domain goes. */
export type MoveBy = {
  kind: Actor
  actor: string
  note?: string | undefined
  refund?: Refund | undefined
  dispute?: DisputeFacts | undefined
  withoutChoice?: boolean
}
export type MoveDeps = Pick<Deps, 'clock' | 'secrets' | 'orderEvents'>

/**
 * The one function that moves an order: state, timeline, event, delivery and ledger rows in the caller's transaction.
 * A sandbox order is stamped by its partner's clock, whoever moves it.
 */
export async function moveOrder(deps: MoveDeps, tx: Tx, order: Order, asked: OrderAction, by: MoveBy): Promise<Order> {
  // The magic name whose push always fails does so when it should have been confirmed.
  const action = asked === 'complete_transfer' && order.magic === 'transfer_fails' ? 'fail_transfer' : asked
  const status = nextStatus(order.status, action, order.paymentModel)
  if (status === null || !MAY[action].includes(by.kind)) throw illegalMove(order, asked)
  if (isReversal(action) && action !== 'charge_back') await refuseDisputed(tx, order)
  const real = deps.clock.now()
  const at = addSeconds(real, order.offsetSeconds)
  const owner = { partnerId: order.partnerId, environment: order.environment }
  const { events, message, transfer } = EFFECTS[action]
  const data = buildOrderEvent(order, status, { refund: by.refund, dispute: by.dispute })
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
    refundId: by.refund?.id ?? null,
  })
  const step = order.paymentModel === 'service_collected' ? BUYER_STEPS[action] : undefined
  // Locked before the delivery: a claim that is under way decides whose the domain is.
  const purchase = step && (await lockPurchase(tx, order.id, real))
  if (step && purchase) await sendProgress(deps, tx, purchase, step, real)
  if (action === 'complete_transfer') {
    await post(tx, owner, deliveryJournal(toSale(order), await deliverSale(tx, order, real)), at)
    await onDelivered(tx, order.id, at)
    if (order.environment === 'live') await handOver(tx, order.domain, purchase ? findOwner(purchase) : null, real)
  }
  if (isReversal(action)) {
    await post(tx, owner, reversalJournal(toSale(order)), at)
    await onReversed(tx, order.id, at)
    await reverseSale(deps, tx, order, real)
    // The bank has returned a charge back already.
    if (order.paymentModel === 'service_collected' && action !== 'charge_back')
      await queueOrderRefund(tx, order.id, real)
    if (order.exclusive) await relist(tx, order.listingId, real)
  }
  const moved = { ...order, status }
  await deps.orderEvents.moved(tx, moved, action, real, { withoutChoice: by.withoutChoice ?? false })
  if (isReversal(action) && order.paymentModel === 'service_collected') await creditBuyer(tx, order, owner, at)
  return moved
}

/** All that is left of the sale, with the tax on top of it, on a credit note. */
const creditBuyer = (tx: Tx, order: Order, owner: Owner, now: Date): Promise<void> => {
  const { orderId, currency, priceCents } = toSale(order)
  const refundedCents = priceCents + order.addedTaxCents
  return issueCreditNote(tx, { orderId: order.id, owner, currency, refundedCents, journal: `${orderId}:reversed`, now })
}

/** The buyer of a sale that the service collected can get the auth code on the order page. */
export async function mailCodeReady(deps: Pick<Deps, 'clock' | 'secrets'>, tx: Tx, order: Order): Promise<void> {
  if (order.paymentModel !== 'service_collected') return
  const now = deps.clock.now()
  const purchase = await lockPurchase(tx, order.id, now)
  if (purchase) await sendProgress(deps, tx, purchase, 'code_ready', now)
}

export type OrderNote = {
  event: EventType
  actor: string
  message: string
  refund?: { id: string; amountCents: number; commissionClawbackCents: number }
  dispute?: DisputeFacts
}

/** A line in the timeline and an event, without a change of the status. */
export async function noteOrder(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  order: Order,
  { refund, dispute, ...note }: OrderNote,
): Promise<void> {
  const real = deps.clock.now()
  const at = addSeconds(real, order.offsetSeconds)
  const owner = { partnerId: order.partnerId, environment: order.environment }
  const data = buildOrderEvent(order, order.status, { refund, dispute })
  const [eventId] = await emitEvents(tx, owner, [{ type: note.event, data }], at, real)
  const { status } = order
  await store.saveMove(tx, order.id, { status, transfer: null, at, eventId: eventId!, refundId: null, ...note })
}

/**
 * The order that a sandbox partner may drive: its own, or the house's order that a visitor of its links bought, for nobody else
 * would deliver that one. What another partner sold through the caller's link is that partner's alone.
 */
export async function lockDrivenOrder(tx: Tx, owner: Owner, id: string): Promise<Order> {
  const referred = await findSaleByOrder(tx, owner, id)
  const seller = referred && (await store.findSeller(tx, id))
  return lockOrder(tx, seller && seller.partnerId === (await findHouse(tx)) ? seller : owner, id)
}
