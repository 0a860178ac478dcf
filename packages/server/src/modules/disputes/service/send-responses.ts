// Sends responses of operators to the processor, and lets overdue disputes of the sandbox processor be lost.
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invariant } from '../../../kernel/errors.ts'
import { responseDelaySeconds } from '../rules/disputes.ts'
import { type Dispute, listOverdue } from '../store/disputes.ts'
import { listUnsent, markFailed, markSent } from '../store/responses.ts'
import { closeSandboxDispute } from './respond.ts'

/** The same key finds the same response, so sending twice is sending once. */
async function sendResponse(deps: Deps, { id, provider, providerRef, evidence, respondedAt }: Dispute): Promise<void> {
  invariant(provider === 'stripe', 'the sandbox processor has its responses')
  const { stripe } = deps.payments
  if (!stripe)
    throw new ApiError('upstream_unavailable', { message: 'This service does not use Stripe any more. Respond there.' })
  // Asked again, the bank gets another response.
  const key = `${id}.response.${respondedAt?.getTime()}`
  await stripe.answerDispute(
    providerRef,
    evidence === null ? { kind: 'acceptance', evidence } : { kind: 'evidence', evidence },
    key,
  )
  await deps.db.tx((tx) => markSent(tx, id, deps.clock.now()))
}

export async function sendResponses(deps: Deps, limit: number): Promise<void> {
  for (const dispute of await listUnsent(deps.db, deps.clock.now(), limit)) {
    try {
      await sendResponse(deps, dispute)
    } catch (error) {
      deps.log.error({ err: error, dispute_id: dispute.id }, 'could not send the response to a dispute; will retry')
      const nextAt = addSeconds(deps.clock.now(), responseDelaySeconds(dispute.responseFailures))
      await deps.db.tx((tx) => markFailed(tx, dispute.id, (error as Error).message, nextAt))
    }
  }
}

/** Nobody responded in time: the bank decides for the buyer. */
export async function loseOverdue(deps: Deps, limit: number): Promise<void> {
  for (const id of await listOverdue(deps.db, deps.clock.now(), limit))
    await deps.db
      .tx((tx) => closeSandboxDispute(deps, tx, null, id, 'lost'))
      .catch((error: unknown) => {
        // An operator closed it meanwhile.
        if (error instanceof ApiError) return
        // The other disputes are closed.
        deps.log.error({ err: error, dispute_id: id }, 'could not close an overdue dispute; will retry')
      })
}
