// What a payment provider reports on its own.
import type { Deps } from '../../../deps.ts'
import type { PaymentNotice } from '../../../integrations/payments/provider.ts'
import type { DisputeReport } from '../../../kernel/contracts/dispute-reports.ts'
import type { PayoutReport } from '../../../kernel/contracts/payout-reports.ts'
import { invariant } from '../../../kernel/errors.ts'
import { isAtWork } from '../rules/sessions.ts'
import { findPayment } from '../store/payments.ts'
import { finishPayment } from './finish.ts'
import { holdForNotice } from './hold.ts'
import { concludeLost, getProvider } from './pay.ts'

/** A dispute of a payment, in one transaction with everything that follows from it. */
export const receiveDispute = (deps: Deps, provider: 'stripe', report: DisputeReport): Promise<void> =>
  deps.db.tx((tx) => deps.disputes.received(tx, provider, report))

/** The state of a seller's account, of a transfer to it, or of a payout from it to the bank. */
export const receivePayoutReport = (deps: Deps, report: PayoutReport): Promise<void> =>
  deps.db.tx((tx) => deps.payoutReports.received(tx, report))

/** A signed notice. Twice, late or out of order, it changes nothing that is settled. */
export async function receiveNotice(deps: Deps, provider: 'stripe', notice: PaymentNotice): Promise<void> {
  const payment = await findPayment(deps.db, notice.paymentId)
  if (
    !payment ||
    payment.provider !== provider ||
    (payment.providerRef !== null && payment.providerRef !== notice.ref)
  ) {
    deps.log.warn({ payment_id: notice.paymentId, ref: notice.ref }, 'received a webhook for an unknown payment')
    return
  }
  const { ref } = notice
  if (notice.kind === 'paid') {
    invariant(
      notice.amountCents === payment.amountCents && notice.currency === payment.currency,
      `payment ${payment.id} has a different amount`,
    )
    await deps.db.tx((tx) => finishPayment(deps, tx, payment.id, { status: 'paid', ref, card: null }))
    await concludeLost(deps, payment.id)
    return
  }
  if (!isAtWork(payment.status)) return
  if (notice.kind === 'pending') {
    await deps.db.tx((tx) => holdForNotice(deps, tx, payment.id, notice.at ?? deps.clock.now()))
    return
  }
  if (notice.kind === 'cancelled') {
    await deps.db.tx((tx) => finishPayment(deps, tx, payment.id, { status: 'cancelled', ref }))
    return
  }
  // The intent would take another card; the next try is a new attempt, so this one must not be paid any more.
  const ended = await getProvider(deps, provider, deps.db).conclude(
    { ...payment, paymentId: payment.id, description: '' },
    ref,
  )
  if (ended.status !== 'cancelled') return
  await deps.db.tx((tx) =>
    finishPayment(deps, tx, payment.id, { status: 'declined', ref, code: notice.code ?? 'card_declined', card: null }),
  )
}
