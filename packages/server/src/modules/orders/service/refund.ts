// Refunding an order, and the buyer's money on its way back.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { nextStatus, type RefundReason } from '../rules/orders.ts'
import type { Order } from '../store/orders.ts'
import { insertBuyerRefund, insertRefund, type Refund } from '../store/refunds.ts'
import { illegalMove, lockOrder, type MoveBy, moveOrder } from './move.ts'

export type RefundInput = { reason: RefundReason; comment?: string | undefined; externalRefundRef?: string | undefined }

const notRefundable = (message: string) => new ApiError('conflict', { message, reason: 'order_not_refundable' })

/**
 * A refund is whole: the order, its commission and the name go back to where they were before the sale. What the service
 * collected is pending until the payment provider has sent it back.
 */
export async function refundOrder(
  deps: Pick<Deps, 'clock' | 'secrets'>,
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
  await insertRefund(tx, refund)
  await moveOrder(deps, tx, order, 'refund', { ...by, refundId: refund.id })
  return refund
}

/** A partner refunds what it collected itself; what the service collected, the service refunds. */
export async function requestRefund(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  owner: Owner,
  orderId: string,
  input: RefundInput,
): Promise<Refund> {
  const order = await lockOrder(tx, owner, orderId)
  if (order.paymentModel !== 'partner_collected')
    throw notRefundable('The marketplace collected this payment. Ask the operator for the refund.')
  return refundOrder(deps, tx, order, input, { kind: 'partner', actor: 'partner', note: input.comment })
}

/** Money that came in for a sale that could not be made: it is owed to the buyer until the provider has sent it back. */
export const oweBuyer = insertBuyerRefund
