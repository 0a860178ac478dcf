// Taking back a delivered sale whose buyer gets the money back. The order stays delivered: the domain is the buyer's.
import type { Tx } from '../../../db/sql.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invariant } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { issueCreditNote } from '../../documents/index.ts'
import { type CommissionPlace, clawbackJournal, post } from '../../ledger/index.ts'
import { onReversed } from '../../referrals/index.ts'
import { clawBackSellerSale } from '../../sellers/index.ts'
import { findRefundBarrier, type RefundBarrier } from '../rules/delivered-refunds.ts'
import { isTakenBack } from '../rules/orders.ts'
import { isDelivered } from '../rules/statuses.ts'
import { insertClawback, isPartlyReturned } from '../store/clawbacks.ts'
import type { Order } from '../store/orders.ts'
import { queueOrderRefund } from '../store/refunds.ts'
import { lockPurchase } from './claim-purchase.ts'
import { type MoveDeps, noteOrder, partlyReturned, paymentDisputed, toSale } from './move.ts'
import { sendProgress } from './notify-buyer.ts'

export type ClawbackCause =
  | { cause: 'refund'; refundId: Id<'refund'>; disputeId: null }
  | { cause: 'dispute'; refundId: null; disputeId: Id<'dispute'> }

export type ClawbackBy = { actor: string; note: string | null; commissionFrom: CommissionPlace }

/**
 * Commission, fee, proceeds and referral commission are taken back, and the price is owed to the buyer. The caller holds the order, and
 * says where its commission is.
 */
export async function clawBackSale(
  deps: Pick<MoveDeps, 'clock' | 'secrets'>,
  tx: Tx,
  order: Order,
  cause: ClawbackCause,
  by: ClawbackBy,
): Promise<void> {
  const { paymentModel, status, clawedBackAt, partnerId, environment, currency } = order
  invariant(paymentModel === 'service_collected' && isDelivered(status) && clawedBackAt === null, 'a delivered sale')
  const real = deps.clock.now()
  const at = addSeconds(real, order.offsetSeconds)
  const owner = { partnerId, environment }
  const sale = toSale(order)
  const { priceCents: amountCents, commissionCents } = sale
  const seller = await clawBackSellerSale(deps, tx, order, cause.cause, real)
  await insertClawback(tx, { orderId: order.id, ...owner, ...cause, ...by, amountCents, commissionCents, currency, at })
  await post(tx, owner, clawbackJournal(sale, by.commissionFrom, seller), at)
  await onReversed(tx, order.id, at)
  const journal = `${order.id}:clawed_back`
  const refundedCents = amountCents + order.addedTaxCents
  await issueCreditNote(tx, { orderId: order.id, owner, currency, refundedCents, journal, now: at })
}

const notRefundable = (message: string) => () => new ApiError('conflict', { message, reason: 'order_not_refundable' })

const BARRIERS: Record<RefundBarrier, () => ApiError> = {
  partner_collected: notRefundable('The partner collected this payment. Ask the partner for the refund.'),
  taken_back: notRefundable('The buyer of this order has got the money back already.'),
  not_delivered: notRefundable(
    'This order is not delivered yet. Use the action refund, which also puts the domain on sale.',
  ),
  dispute_open: paymentDisputed,
  partly_returned: partlyReturned,
}

/** An operator returns the money of a delivered order that the service collected. The buyer keeps the domain. */
export async function refundDelivered(
  deps: Pick<MoveDeps, 'clock' | 'secrets'>,
  tx: Tx,
  order: Order,
  by: ClawbackBy,
): Promise<Id<'refund'>> {
  const isReturned = await isPartlyReturned(tx, order.id)
  const barrier = findRefundBarrier({ ...order, isTakenBack: isTakenBack(order), isPartlyReturned: isReturned })
  if (barrier !== null) throw BARRIERS[barrier]()
  const real = deps.clock.now()
  const refundId = newId('refund', addSeconds(real, order.offsetSeconds))
  await clawBackSale(deps, tx, order, { cause: 'refund', refundId, disputeId: null }, by)
  await queueOrderRefund(tx, order.id, real)
  const { priceCents: amountCents, commissionCents: commissionClawbackCents } = toSale(order)
  await noteOrder(deps, tx, order, {
    event: 'order.refunded',
    actor: by.actor,
    message: `Refunded after the delivery.${by.note === null ? '' : ` ${by.note}`}`,
    refund: { id: refundId, amountCents, commissionClawbackCents },
  })
  const purchase = await lockPurchase(tx, order.id, real)
  if (purchase) await sendProgress(deps, tx, purchase, 'refunded_delivered', real)
  return refundId
}
