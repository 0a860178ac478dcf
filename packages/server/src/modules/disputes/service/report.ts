// What a report of the processor makes of a dispute: the dispute, its order, the ledger and messages, in one transaction.
import type { Tx } from '../../../db/sql.ts'
import type { DisputeReport, DisputeReports } from '../../../kernel/contracts/dispute-reports.ts'
import { ApiError, invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { noteOrder, saveDispute as saveOrderDispute } from '../../orders/index.ts'
import { decideStatus, isAskedAgain, isOpen, isRaised } from '../rules/disputes.ts'
import type { Dispute, DisputedPayment } from '../store/disputes.ts'
import * as store from '../store/disputes.ts'
import { bookFunds } from './book-funds.ts'
import { closeDispute } from './close.ts'
import { notifyOpened } from './notify.ts'
import { lockScene, type ReportDeps, type Scene } from './scene.ts'

const toNew = (report: DisputeReport, provider: Dispute['provider'], payment: DisputedPayment, at: Date): Dispute => ({
  id: newId('dispute', at),
  provider,
  providerRef: report.ref,
  paymentId: payment.paymentId,
  orderId: payment.orderId,
  partnerId: payment.partnerId,
  environment: payment.environment,
  amountCents: report.amountCents,
  currency: report.currency,
  reason: report.reason,
  inquiry: report.isInquiry,
  // A dispute opens with a response due, whatever the first report that arrives says.
  status: 'needs_response',
  respondBy: report.respondBy,
  openedAt: at,
  closedAt: null,
  response: null,
  evidence: null,
  respondedAt: null,
  respondedBy: null,
  responseSentAt: null,
  responseFailures: 0,
  responseError: null,
  withdrawnAt: null,
  reinstatedAt: null,
  feeCents: 0,
  feeCurrency: null,
  feeReturnedAt: null,
  reversedCents: 0,
  reportedAt: new Date(0),
})

/** Nobody is paid for the sale from now on. An inquiry freezes nothing. */
async function open(deps: ReportDeps, { tx, order }: Scene, dispute: Dispute): Promise<void> {
  if (order !== null && !dispute.inquiry) {
    await saveOrderDispute(tx, order.id, dispute.id, true)
    const message = 'The buyer disputed the payment. Nobody is paid for this sale until the dispute is closed.'
    await noteOrder(deps, tx, order, { event: 'order.disputed', actor: 'system', message, dispute })
  }
  await notifyOpened(deps, tx, dispute, order)
}

/** An inquiry becomes a dispute, which starts from here: with its own amount, another deadline and another response. */
async function raise(
  deps: ReportDeps,
  scene: Scene,
  inquiry: Dispute,
  { amountCents }: DisputeReport,
): Promise<Dispute> {
  const dispute: Dispute = {
    ...inquiry,
    inquiry: false,
    amountCents,
    status: 'needs_response',
    openedAt: scene.at,
    closedAt: null,
    response: null,
    respondedAt: null,
    respondedBy: null,
    responseSentAt: null,
    responseFailures: 0,
    responseError: null,
    reportedAt: new Date(0),
  }
  await store.saveDispute(scene.tx, dispute)
  await open(deps, scene, dispute)
  return dispute
}

/** The report applied to a dispute that the caller holds. */
export async function applyReport(
  deps: ReportDeps,
  scene: Scene,
  dispute: Dispute,
  report: DisputeReport,
): Promise<void> {
  const { tx, real } = scene
  const writtenAt = report.at ?? real
  const decided = decideStatus(dispute, report.status, writtenAt)
  const reopens = decided === 'needs_response' && dispute.status === 'under_review'
  const isRepeated = reopens && dispute.response !== null && !isAskedAgain(dispute.responseSentAt, writtenAt)
  const status = isRepeated ? dispute.status : decided
  const isNewer = writtenAt >= dispute.reportedAt
  const reported: Dispute = {
    ...dispute,
    status: isOpen(status) ? status : dispute.status,
    ...(isNewer
      ? { respondBy: report.respondBy ?? dispute.respondBy, reason: report.reason, reportedAt: writtenAt }
      : {}),
    ...(reopens && !isRepeated ? { response: null, respondedAt: null, respondedBy: null, responseSentAt: null } : {}),
  }
  const booked = await bookFunds(scene, reported, report)
  if (isOpen(dispute.status) && !isOpen(status)) await closeDispute(deps, scene, booked, status as 'won' | 'lost')
  else await store.saveDispute(tx, booked)
}

/** Twice, late or out of order, a report changes nothing that is settled. */
export async function receiveReport(
  deps: ReportDeps,
  tx: Tx,
  provider: Dispute['provider'],
  report: DisputeReport,
): Promise<void> {
  const payment = await store.findDisputedPayment(tx, provider, report.paymentRef)
  if (!payment) {
    // The processor sends it again, and by then it has reported the payment too.
    if (await store.isAwaited(tx, provider, report.paymentRef))
      throw new ApiError('upstream_unavailable', {
        message: 'The payment of this dispute is not captured yet. Send the event again later.',
      })
    deps.log.warn({ ref: report.ref, payment_ref: report.paymentRef }, 'received a dispute of an unknown payment')
    return
  }
  const scene = await lockScene(deps, tx, payment, report.status === 'lost')
  const fresh = toNew(report, provider, payment, scene.at)
  if (await store.insertDispute(tx, fresh)) await open(deps, scene, fresh)
  const known = await store.lockByRef(tx, provider, report.ref)
  invariant(known, 'the dispute was just inserted')
  const dispute = isRaised(known, report) ? await raise(deps, scene, known, report) : known
  await applyReport(deps, scene, dispute, report)
}

export const createDisputeReports = (getDeps: () => ReportDeps): DisputeReports<Tx> => ({
  received: (tx, provider, report) => receiveReport(getDeps(), tx, provider, report),
})
