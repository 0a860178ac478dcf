// Refunding an order, and the buyer's money on its way back.
import type { Tx } from '../../../db/sql.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { partialRefundJournal, post } from '../../ledger/index.ts'
import { formatAmount } from '../../mail/index.ts'
import { reduceSale } from '../../sellers/index.ts'
import { emitEvents } from '../../webhooks/index.ts'
import { buildOrderEvent, computeClawback, nextStatus, type RefundReason, toRest } from '../rules/orders.ts'
import { type Order, saveMove, saveRefunded } from '../store/orders.ts'
import { insertBuyerRefund, insertPartialRefund, insertRefund, type Refund } from '../store/refunds.ts'
import { illegalMove, lockOrder, type MoveBy, type MoveDeps, moveOrder, toSale } from './move.ts'

export type RefundInput = {
  reason: RefundReason
  comment?: string | undefined
  externalRefundRef?: string | undefined
  /** Undefined: all that is left of the price. */
  amountCents?: number | undefined
}

const notRefundable = (message: string) => new ApiError('conflict', { message, reason: 'order_not_refundable' })

/**
 * All that is left: the order, its commission and the name go back to where they were before the sale. What the service
 * collected is pending until the payment provider has sent it back.
 */
export async function refundOrder(
  deps: MoveDeps,
  tx: Tx,
  order: Order,
  input: RefundInput,
  by: MoveBy,
): Promise<Refund> {
  if (nextStatus(order.status, 'refund', order.paymentModel) === null)
    throw by.kind === 'partner'
      ? notRefundable(`Cannot refund an order in status ${order.status}.`)
      : illegalMove(order, 'refund')
  const now = addSeconds(deps.clock.now(), order.offsetSeconds)
  const sent = order.paymentModel === 'partner_collected'
  const rest = toRest(order)
  const refund: Refund = {
    id: newId('refund', now),
    orderId: order.id,
    partnerId: order.partnerId,
    environment: order.environment,
    status: sent ? 'completed' : 'pending',
    amountCents: rest.priceCents,
    commissionClawbackCents: rest.commissionCents,
    currency: order.currency,
    reason: input.reason,
    comment: input.comment ?? null,
    externalRefundRef: input.externalRefundRef ?? null,
    createdAt: now,
    completedAt: sent ? now : null,
  }
  await insertRefund(tx, refund)
  await moveOrder(deps, tx, order, 'refund', { ...by, refund })
  return refund
}

/** A partner refunds what it collected itself; what the service collected, the service refunds. */
export async function requestRefund(
  deps: MoveDeps,
  tx: Tx,
  owner: Owner,
  orderId: string,
  input: RefundInput,
): Promise<Refund> {
  const order = await lockOrder(tx, owner, orderId)
  if (order.paymentModel !== 'partner_collected')
    throw notRefundable('The marketplace collected this payment. Ask the operator for the refund.')
  if (nextStatus(order.status, 'refund', order.paymentModel) === null)
    throw notRefundable(`Cannot refund an order in status ${order.status}.`)
  const { priceCents: restCents } = toRest(order)
  const { amountCents = restCents } = input
  if (amountCents > restCents)
    throw invalidField('amount_cents', `must be at most ${restCents}, which is left of the price`)
  if (amountCents < restCents) return refundPartly(deps, tx, order, { ...input, amountCents })
  return refundOrder(deps, tx, order, input, { kind: 'partner', actor: 'partner', note: input.comment })
}

/** The order goes on with what is left. The caller holds its lock; a constraint keeps the sum of refunds below the price. */
async function refundPartly(
  deps: Pick<MoveDeps, 'clock'>,
  tx: Tx,
  order: Order,
  { amountCents, ...input }: RefundInput & { amountCents: number },
): Promise<Refund> {
  const real = deps.clock.now()
  const now = addSeconds(real, order.offsetSeconds)
  const owner = { partnerId: order.partnerId, environment: order.environment }
  const commissionClawbackCents = computeClawback(order, amountCents)
  const refund: Refund = {
    id: newId('refund', now),
    orderId: order.id,
    ...owner,
    status: 'completed',
    amountCents,
    commissionClawbackCents,
    currency: order.currency,
    reason: input.reason,
    comment: input.comment ?? null,
    externalRefundRef: input.externalRefundRef ?? null,
    createdAt: now,
    completedAt: now,
  }
  await insertPartialRefund(tx, refund)
  await saveRefunded(tx, order.id, { amountCents, clawbackCents: commissionClawbackCents })
  const rest = toRest(order)
  await reduceSale(tx, order, {
    priceCents: rest.priceCents - amountCents,
    commissionCents: rest.commissionCents - commissionClawbackCents,
  })
  const part = { ...toSale(order), priceCents: amountCents, commissionCents: commissionClawbackCents }
  await post(tx, owner, partialRefundJournal(refund.id, part), now)
  const data = buildOrderEvent(order, order.status, { refund })
  const [eventId] = await emitEvents(tx, owner, [{ type: 'order.refunded', data }], now, real)
  const message = `Refunded ${formatAmount(amountCents, order.currency)} of ${formatAmount(order.salePriceCents, order.currency)}.`
  await saveMove(tx, order.id, {
    status: order.status,
    transfer: null,
    at: now,
    event: 'order.refunded',
    eventId: eventId!,
    actor: 'partner',
    message: input.comment ? `${message} ${input.comment}` : message,
    refundId: null,
  })
  return refund
}

/** Money that came in for a sale that could not be made: it is owed to the buyer until the provider has sent it back. */
export const oweBuyer = insertBuyerRefund
