// Sending buyers' money back.
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/errors.ts'
import { buyerRefundedJournal, post } from '../../ledger/index.ts'
import { type DueRefund, listDueRefunds, markRefundFailed, markRefundSent } from '../../orders/index.ts'
import { getProvider } from './pay.ts'

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
    const provider = getProvider(deps, due.provider, deps.db)
    const { paymentId, amountCents, providerRef } = due
    const isRest = due.disputedCents > 0
    ref = (await provider.refund({ paymentId, ref: providerRef, amountCents, isRest })).refundRef
  }
  const { subject, currency, amountCents } = due
  const owner = { partnerId: due.partnerId, environment: due.environment }
  await deps.db.tx(async (tx) => {
    const real = deps.clock.now()
    const at = addSeconds(real, due.offsetSeconds)
    if (await markRefundSent(tx, due, ref, real, at))
      await post(tx, owner, buyerRefundedJournal(subject, currency, amountCents), at)
    else deps.log.warn({ subject, refund: ref }, 'sent a refund that was changed or noted meanwhile')
  })
}

/** Sends what is due; what fails waits and is tried again until it is done. */
export async function sendRefunds(deps: Deps, limit: number): Promise<number> {
  const due = await listDueRefunds(deps.db, deps.clock.now(), limit)
  for (const refund of due) {
    try {
      await sendRefund(deps, refund)
    } catch (error) {
      deps.log.error({ err: error, subject: refund.subject }, 'could not refund the buyer; will retry')
      const nextAt = addSeconds(deps.clock.now(), refundDelaySeconds(refund.failures))
      await deps.db.tx((tx) => markRefundFailed(tx, refund.subject, (error as Error).message, nextAt))
    }
  }
  return due.length
}
