// Refunds that are owed, and lost disputes that returned the money: in either order, the buyer gets it once.
import type { Tx } from '../../../db/sql.ts'
import { disputeCoveredJournal, post } from '../../ledger/index.ts'
import { lockOwedRefund, markRefundSent, oweBuyer, reduceRefund } from '../../orders/index.ts'
import { computeStillOwed } from '../rules/disputes.ts'
import { type Dispute, lockLost, lockPayment, saveDispute } from '../store/disputes.ts'
import type { Scene } from './scene.ts'

/** By the order, or by the payment or purchase that has none. */
export type PaidBack = { orderId: string; cents: number }

/** A refund that was not sent yet: the lost dispute returned the money, or a part of it, in its place. Null where nothing is owed. */
export async function settleOwed(
  { tx, real, at }: Pick<Scene, 'tx' | 'real' | 'at'>,
  dispute: Dispute,
): Promise<PaidBack | null> {
  const owed = await lockOwedRefund(tx, dispute.paymentId)
  if (!owed || owed.currency !== dispute.currency) return null
  const restCents = computeStillOwed(owed.amountCents, dispute.amountCents - dispute.reversedCents)
  if (restCents === 0) await markRefundSent(tx, owed, dispute.providerRef, real, at)
  else await reduceRefund(tx, owed.subject, restCents)
  return { orderId: owed.subject, cents: owed.amountCents - restCents }
}

type Owed = Parameters<typeof oweBuyer>[1] & { paymentId: string }

/**
 * A refund that comes to be owed after the payment: less what lost disputes have returned already, which is no loss any more. Returns that
 * part. Reports of disputes without an order lock the payment, too.
 */
export async function oweAfterDisputes(tx: Tx, refund: Owed, now: Date): Promise<number> {
  const { paymentId, partnerId, environment } = refund
  await lockPayment(tx, paymentId)
  await oweBuyer(tx, refund, now)
  let returnedCents = 0
  for (const dispute of await lockLost(tx, paymentId)) {
    const paidBack = await settleOwed({ tx, real: now, at: now }, dispute)
    if (paidBack === null) continue
    const { id: disputeId, currency } = dispute
    const { orderId: subject, cents } = paidBack
    await post(tx, { partnerId, environment }, disputeCoveredJournal({ disputeId, currency, cents }, subject), now)
    await saveDispute(tx, { ...dispute, reversedCents: dispute.reversedCents + cents })
    returnedCents += cents
  }
  return returnedCents
}
