// Buyers' money on its way back, and what a provider tells us by itself.
import type { Deps } from '../../deps.ts'
import type { PaymentNotice } from '../../integrations/payments/provider.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/errors.ts'
import { buyerRefundedJournal, post } from '../ledger/index.ts'
import { finishPayment } from './finish-service.ts'
import { holdForNotice } from './hold-service.ts'
import { concludeLost, providerOf } from './payment-service.ts'
import { type DueRefund, dueRefunds, findPayment, markRefundFailed, markRefundSent } from './payment-store.ts'
import { isAtWork } from './rules.ts'

const RETRY_SECONDS = 30
const RETRY_SECONDS_MAX = 3600

/** Doubling waits: half a minute, a minute, … an hour, for as long as it takes. */
export const refundDelaySeconds = (failures: number): number =>
  Math.min(RETRY_SECONDS * 2 ** failures, RETRY_SECONDS_MAX)

/** The provider first, then the books: sent twice it is still one refund, and it is booked by whoever notes it. */
async function sendRefund(deps: Deps, due: DueRefund): Promise<void> {
  let ref: string | null = null
  if (due.paymentId !== null && due.provider !== null) {
    invariant(due.providerRef, 'a captured payment has its reference')
    const provider = providerOf(deps, due.provider, deps.db)
    ref = (await provider.refund({ paymentId: due.paymentId, ref: due.providerRef, amountCents: due.amountCents }))
      .refundRef
  }
  const { subject, currency, amountCents } = due
  const owner = { partnerId: due.partnerId, environment: due.environment }
  await deps.db.tx(async (tx) => {
    const real = deps.clock.now()
    const at = addSeconds(real, due.offsetSeconds)
    if (await markRefundSent(tx, subject, ref, real, at))
      await post(tx, owner, buyerRefundedJournal(subject, currency, amountCents), at)
  })
}

/** Sends what is due; what fails waits and is tried again until it is done. */
export async function sendRefunds(deps: Deps, limit: number): Promise<number> {
  const due = await dueRefunds(deps.db, deps.clock.now(), limit)
  for (const refund of due) {
    try {
      await sendRefund(deps, refund)
    } catch (error) {
      deps.log.error({ err: error, subject: refund.subject }, 'buyer not refunded yet')
      const nextAt = addSeconds(deps.clock.now(), refundDelaySeconds(refund.failures))
      await deps.db.tx((tx) => markRefundFailed(tx, refund.subject, (error as Error).message, nextAt))
    }
  }
  return due.length
}

/** A signed notice. Twice, late or out of order, it changes nothing that is settled. */
export async function receiveNotice(deps: Deps, provider: 'stripe', notice: PaymentNotice): Promise<void> {
  const payment = await findPayment(deps.db, notice.paymentId)
  if (
    !payment ||
    payment.provider !== provider ||
    (payment.providerRef !== null && payment.providerRef !== notice.ref)
  ) {
    deps.log.warn({ payment_id: notice.paymentId, ref: notice.ref }, 'notice of a payment that is not ours')
    return
  }
  const { ref } = notice
  if (notice.kind === 'paid') {
    invariant(
      notice.amountCents === payment.amountCents && notice.currency === payment.currency,
      `payment ${payment.id} is of another amount`,
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
  const ended = await providerOf(deps, provider, deps.db).conclude(
    { ...payment, paymentId: payment.id, description: '' },
    ref,
  )
  if (ended.status !== 'cancelled') return
  await deps.db.tx((tx) =>
    finishPayment(deps, tx, payment.id, { status: 'declined', ref, code: notice.code ?? 'card_declined', card: null }),
  )
}
