// Moving an order along: state, timeline, events and ledger rows together.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { relist } from '../../catalog/index.ts'
import { issueCreditNote } from '../../documents/index.ts'
import { type DomainOwner, handOver } from '../../domains/index.ts'
import { deliveryJournal, post, postAll, reversalJournal, type Sale } from '../../ledger/index.ts'
import { findHouse } from '../../partners/index.ts'
import { findSaleByOrder, onDelivered, onReversed } from '../../referrals/index.ts'
import { deliverSales, reverseSale } from '../../sellers/index.ts'
import { type EventType, emitAll } from '../../webhooks/index.ts'
import {
  type Actor,
  buildOrderEvent,
  type DisputeFacts,
  EFFECTS,
  isReversal,
  MAY,
  nextStatus,
  type OrderAction,
  type OrderStatus,
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

/** Those that exist, in the order of their IDs. */
export const findLockedOrders = (tx: Tx, ids: readonly Id<'order'>[]): Promise<Order[]> => store.lockOrderList(tx, ids)

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
  if (disputeOpen) throw paymentDisputed()
  // The full price would return that part twice.
  if (await isPartlyReturned(tx, id)) throw partlyReturned()
}

export const paymentDisputed = () =>
  new ApiError('conflict', {
    message: 'The payment of this order is disputed. Respond to the dispute, or accept it to return the money.',
    reason: 'dispute_open',
  })

export const partlyReturned = () =>
  new ApiError('conflict', {
    message:
      'A lost dispute has returned a part of this payment already. Refund the rest of it at the payment processor.',
    reason: 'order_not_refundable',
  })

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

type AskedMove = { order: Order; action: OrderAction; by: MoveBy }
type Move = AskedMove & { status: OrderStatus; owner: Owner; at: Date; purchase?: BuyerOrder | undefined }

/** Throws where the order does not allow the move. */
function planMove({ order, action: asked, by }: AskedMove, real: Date): Move {
  // The magic name whose push always fails does so when it should have been confirmed.
  const action = asked === 'complete_transfer' && order.magic === 'transfer_fails' ? 'fail_transfer' : asked
  const status = nextStatus(order.status, action, order.paymentModel)
  if (status === null || !MAY[action].includes(by.kind)) throw illegalMove(order, asked)
  const owner = { partnerId: order.partnerId, environment: order.environment }
  return { order, action, by, status, owner, at: addSeconds(real, order.offsetSeconds) }
}

/** The events, the new states and their lines in the timelines. */
async function writeMoves(tx: Tx, moves: readonly Move[], real: Date): Promise<void> {
  const lists = moves.map(({ order, action, by, status, owner, at }) => {
    const data = buildOrderEvent(order, status, { refund: by.refund, dispute: by.dispute })
    return { owner, at, events: EFFECTS[action].events.map((type) => ({ type: type as EventType, data })) }
  })
  const eventIds = await emitAll(tx, lists, real)
  await store.saveMoves(
    tx,
    moves.map(({ order, action, by, status, at }, index) => {
      const { events, message, transfer } = EFFECTS[action]
      return {
        id: order.id,
        status,
        transfer,
        at,
        event: events[0]!,
        eventId: eventIds[index]![0]!,
        actor: by.actor,
        message: by.note ? `${message} ${by.note}` : message,
        refundId: by.refund?.id ?? null,
      }
    }),
  )
}

/** Locked before the delivery: a claim that is under way decides whose the domain is. */
async function informBuyer(deps: MoveDeps, tx: Tx, { order, action }: Move, real: Date) {
  const step = order.paymentModel === 'service_collected' ? BUYER_STEPS[action] : undefined
  const purchase = step && (await lockPurchase(tx, order.id, real))
  if (step && purchase) await sendProgress(deps, tx, purchase, step, real)
  return purchase
}

async function completeTransfers(tx: Tx, moves: readonly Move[], real: Date): Promise<void> {
  if (moves.length === 0) return
  const shares = await deliverSales(
    tx,
    moves.map(({ order }) => order),
    real,
  )
  await postAll(
    tx,
    moves.map(({ order, owner, at }) => ({
      owner,
      journal: deliveryJournal(toSale(order), shares.get(order.id) ?? null),
      at,
    })),
  )
  await onDelivered(
    tx,
    moves.map(({ order, at }) => ({ orderId: order.id, at })),
  )
  const live = moves.filter(({ order }) => order.environment === 'live')
  await handOver(
    tx,
    live.map(({ order, purchase }) => ({ domain: order.domain, owner: purchase ? findOwner(purchase) : null })),
    real,
  )
}

async function reverse(deps: MoveDeps, tx: Tx, { order, action, owner, at }: Move, real: Date): Promise<void> {
  await post(tx, owner, reversalJournal(toSale(order)), at)
  await onReversed(tx, order.id, at)
  await reverseSale(deps, tx, order, real)
  // The bank has returned a charge back already.
  if (order.paymentModel === 'service_collected' && action !== 'charge_back') await queueOrderRefund(tx, order.id, real)
  if (order.exclusive) await relist(tx, order.listingId, real)
}

/**
 * The one function that moves orders: state, timeline, event, delivery and ledger rows in the caller's transaction. All of them
 * move, or none. An order is in the list once, and locked. A sandbox order is stamped by its partner's clock.
 */
export async function moveOrders(deps: MoveDeps, tx: Tx, asked: readonly AskedMove[]): Promise<Order[]> {
  if (asked.length === 0) return []
  const real = deps.clock.now()
  const moves = asked.map((one) => planMove(one, real))
  const reversals = moves.filter(({ action }) => isReversal(action))
  for (const { order, action } of reversals) if (action !== 'charge_back') await refuseDisputed(tx, order)
  await writeMoves(tx, moves, real)
  for (const move of moves) move.purchase = await informBuyer(deps, tx, move, real)
  await completeTransfers(
    tx,
    moves.filter(({ action }) => action === 'complete_transfer'),
    real,
  )
  for (const move of reversals) await reverse(deps, tx, move, real)
  const moved = moves.map(({ order, status }) => ({ ...order, status }))
  await deps.orderEvents.moved(
    tx,
    moves.map(({ action, by }, index) => ({
      order: moved[index]!,
      action,
      withoutChoice: by.withoutChoice ?? false,
    })),
    real,
  )
  for (const { order, owner, at } of reversals)
    if (order.paymentModel === 'service_collected') await creditBuyer(tx, order, owner, at)
  return moved
}

export async function moveOrder(deps: MoveDeps, tx: Tx, order: Order, action: OrderAction, by: MoveBy): Promise<Order> {
  const [moved] = await moveOrders(deps, tx, [{ order, action, by }])
  invariant(moved, 'an order that was asked to move has moved')
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

/** A line in the timeline and an event of each order, without a change of the status. */
export async function noteOrders(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  notes: readonly { order: Order; note: OrderNote }[],
): Promise<void> {
  if (notes.length === 0) return
  const real = deps.clock.now()
  const stamped = notes.map(({ order, note }) => ({ order, note, at: addSeconds(real, order.offsetSeconds) }))
  const lists = stamped.map(({ order, note: { event, refund, dispute }, at }) => ({
    owner: { partnerId: order.partnerId, environment: order.environment },
    at,
    events: [{ type: event, data: buildOrderEvent(order, order.status, { refund, dispute }) }],
  }))
  const eventIds = await emitAll(tx, lists, real)
  await store.saveMoves(
    tx,
    stamped.map(({ order: { id, status }, note: { event, actor, message }, at }, index) => {
      const eventId = eventIds[index]![0]!
      return { id, status, transfer: null, at, event, eventId, actor, message, refundId: null }
    }),
  )
}

export const noteOrder = (deps: Pick<Deps, 'clock'>, tx: Tx, order: Order, note: OrderNote): Promise<void> =>
  noteOrders(deps, tx, [{ order, note }])

/**
 * The order that a sandbox partner may drive: its own, or the house's order that a visitor of its links bought, for nobody else
 * would deliver that one. What another partner sold through the caller's link is that partner's alone.
 */
export async function lockDrivenOrder(tx: Tx, owner: Owner, id: string): Promise<Order> {
  const referred = await findSaleByOrder(tx, owner, id)
  const seller = referred && (await store.findSeller(tx, id))
  return lockOrder(tx, seller && seller.partnerId === (await findHouse(tx)) ? seller : owner, id)
}
