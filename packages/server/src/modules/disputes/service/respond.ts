// Use cases of operators: submit evidence or accept a dispute. In the sandbox also the bank's decision.
import type { Tx } from '../../../db/sql.ts'
import type { DisputeReport } from '../../../kernel/contracts/dispute-reports.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { isDelivered, refundDelivered, refundOrder } from '../../orders/index.ts'
import { type DisputeAction, decideSandbox, disputeActions } from '../rules/disputes.ts'
import type { Dispute } from '../store/disputes.ts'
import * as store from '../store/disputes.ts'
import { applyReport } from './report.ts'
import { lockScene, type ReportDeps, type Scene } from './scene.ts'

/** The dispute after its order, both locked. `owner` is null for operators, who see every partner's. */
async function lockKnown(
  deps: ReportDeps,
  tx: Tx,
  owner: Owner | null,
  id: string,
  action: DisputeAction,
): Promise<{ scene: Scene; dispute: Dispute }> {
  const found = isId('dispute', id) ? await store.findDispute(tx, id) : undefined
  const isOwn =
    found && (owner === null || (found.partnerId === owner.partnerId && found.environment === owner.environment))
  if (!isOwn) throw notFound('Dispute not found.')
  const mayTakeBack = found.provider === 'sandbox' || (found.inquiry && action === 'accept')
  const scene = await lockScene(deps, tx, found, mayTakeBack)
  const dispute = (await store.lockDispute(tx, id))!
  // Read once more: the order may have been refunded while this waited for it.
  const { paidOrder } = (await store.findDispute(tx, id))!
  if (!disputeActions({ ...dispute, paidOrder }).some((one) => one.action === action))
    throw new ApiError('conflict', {
      message: `Cannot apply ${action} to this dispute in status ${dispute.status}. Its field actions lists what it accepts now.`,
      reason: 'illegal_transition',
    })
  return { scene, dispute }
}

/** What the sandbox processor says when it closes a dispute: it returns the money of one that is won. */
const toReport = (dispute: Dispute, status: 'won' | 'lost', at: Date): DisputeReport => ({
  kind: 'dispute',
  ref: dispute.providerRef,
  paymentRef: '',
  amountCents: dispute.amountCents,
  currency: dispute.currency,
  reason: dispute.reason,
  status,
  isInquiry: false,
  respondBy: dispute.respondBy,
  isWithdrawn: true,
  isReinstated: status === 'won',
  fee: null,
  at,
})

const closeAtSandbox = (deps: ReportDeps, scene: Scene, dispute: Dispute, status: 'won' | 'lost'): Promise<void> =>
  applyReport(deps, scene, dispute, toReport(dispute, status, scene.real))

export type Responding = { actor: string; evidence: Record<string, string> | null }

/** A job sends it to the processor. The sandbox processor has it immediately. */
async function respond(scene: Scene, dispute: Dispute, { actor, evidence }: Responding): Promise<Dispute> {
  const { tx, real, at } = scene
  // A refund tells the processor enough about an inquiry.
  const isSent = dispute.provider === 'sandbox' || (dispute.inquiry && evidence === null)
  const responded: Dispute = {
    ...dispute,
    // An accepted dispute is lost when the processor says so.
    status: evidence === null ? dispute.status : 'under_review',
    response: evidence === null ? 'acceptance' : 'evidence',
    evidence,
    respondedAt: at,
    respondedBy: actor,
    responseSentAt: isSent ? real : null,
    // Reports that the processor wrote before it had the response say nothing new.
    reportedAt: real,
  }
  await store.saveDispute(tx, responded)
  return responded
}

export async function submitEvidence(
  deps: ReportDeps,
  tx: Tx,
  id: string,
  responding: { actor: string; evidence: Record<string, string> },
): Promise<void> {
  const { scene, dispute } = await lockKnown(deps, tx, null, id, 'submit')
  const submitted = await respond(scene, dispute, responding)
  const decided = dispute.provider === 'sandbox' ? decideSandbox(responding.evidence.text ?? '') : null
  if (decided !== null) await closeAtSandbox(deps, scene, submitted, decided)
}

const ASKED = "Refunded because the buyer's bank asked about the payment."

/** The order is refunded, and the bank closes its inquiry. The processor would refuse to close it as lost. */
async function refundInquiry(deps: ReportDeps, { tx, order, commissionFrom }: Scene, actor: string): Promise<void> {
  invariant(order, 'an inquiry that can be accepted has an order')
  const by = { actor: `operator ${actor}`, note: ASKED }
  if (isDelivered(order.status)) await refundDelivered(deps, tx, order, { ...by, commissionFrom })
  else await refundOrder(deps, tx, order, { reason: 'other', comment: ASKED }, { kind: 'operator', ...by })
}

/** The buyer keeps the money. */
export async function acceptDispute(deps: ReportDeps, tx: Tx, id: string, actor: string): Promise<void> {
  const { scene, dispute } = await lockKnown(deps, tx, null, id, 'accept')
  if (dispute.inquiry) await refundInquiry(deps, scene, actor)
  const accepted = await respond(scene, dispute, { actor, evidence: null })
  if (dispute.provider === 'sandbox') await closeAtSandbox(deps, scene, accepted, 'lost')
}

/** The bank's decision, at the sandbox processor only. */
export async function closeSandboxDispute(
  deps: ReportDeps,
  tx: Tx,
  owner: Owner | null,
  id: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  const { scene, dispute } = await lockKnown(deps, tx, owner, id, 'close')
  await closeAtSandbox(deps, scene, dispute, outcome)
}
