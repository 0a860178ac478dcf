// The end of a dispute: the sale stands, or it is taken back.
import { disputeLostJournal, post } from '../../ledger/index.ts'
import {
  clawBackSale,
  findReturningDispute,
  isDelivered,
  isTakenBack,
  moveOrder,
  noteOrder,
  type Order,
  saveDispute as saveOrderDispute,
} from '../../orders/index.ts'
import { computeReversed } from '../rules/disputes.ts'
import { type Dispute, findOpenDispute, saveDispute } from '../store/disputes.ts'
import { notifyClosed } from './notify.ts'
import type { ReportDeps, Scene } from './scene.ts'
import { settleOwed } from './settle-owed.ts'

const LOST = 'The dispute was lost. The buyer got the money back.'

/** Before the delivery the order is canceled; afterwards it stays delivered, and what was earned on it is taken back. */
async function takeBack(deps: ReportDeps, scene: Scene, order: Order, dispute: Dispute): Promise<void> {
  const { tx, commissionFrom } = scene
  if (!isDelivered(order.status)) {
    await moveOrder(deps, tx, order, 'charge_back', { kind: 'system', actor: 'system', dispute })
    return
  }
  const cause = { cause: 'dispute' as const, refundId: null, disputeId: dispute.id }
  await clawBackSale(deps, tx, order, cause, { actor: 'system', note: null, commissionFrom })
  await noteOrder(deps, tx, order, { event: 'order.dispute_closed', actor: 'system', message: LOST, dispute })
}

/** The amount of the sale that the lost dispute pays back. */
async function lose(deps: ReportDeps, scene: Scene, dispute: Dispute): Promise<number> {
  const { tx, order, at } = scene
  const { id: disputeId, partnerId, environment, currency, amountCents: cents } = dispute
  const isReversible = order !== null && !isTakenBack(order) && order.currency === currency
  const paidCents = isReversible ? computeReversed(cents, order.salePriceCents + order.addedTaxCents) : 0
  if (order !== null && paidCents > 0) await takeBack(deps, scene, order, dispute)
  else if (order !== null)
    await noteOrder(deps, tx, order, { event: 'order.dispute_closed', actor: 'system', message: LOST, dispute })
  const reversed =
    order !== null && paidCents > 0 ? { orderId: order.id, cents: paidCents } : await settleOwed(scene, dispute)
  await post(tx, { partnerId, environment }, disputeLostJournal({ disputeId, currency, cents }, reversed), at)
  return reversed?.cents ?? 0
}

export async function closeDispute(
  deps: ReportDeps,
  scene: Scene,
  dispute: Dispute,
  status: 'won' | 'lost',
): Promise<void> {
  const { tx, order, at } = scene
  const closed: Dispute = { ...dispute, status, closedAt: at }
  // Before the order moves: its event shows the dispute as it ended.
  await saveDispute(tx, closed)
  // An inquiry left no mark on its order.
  const marked = dispute.inquiry ? null : order
  if (marked !== null) {
    // The order shows the one that needs a decision, else one that returned a part of the price: it allows no refund.
    const open = await findOpenDispute(tx, marked.id, dispute.id)
    const shown = open ?? (status === 'won' ? await findReturningDispute(tx, marked.id) : null) ?? dispute.id
    await saveOrderDispute(tx, marked.id, shown, open !== null)
  }
  if (status === 'lost') {
    closed.reversedCents = await lose(deps, scene, closed)
    await saveDispute(tx, closed)
  } else if (marked !== null) {
    const message = 'The dispute was won. The sale is paid as usual.'
    await noteOrder(deps, tx, marked, { event: 'order.dispute_closed', actor: 'system', message, dispute: closed })
  }
  await notifyClosed(deps, tx, closed, order)
}
