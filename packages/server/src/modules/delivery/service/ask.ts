// One exchange with a connector: its time limit, what a connector that throws means, and the value or the problem.
import type { Deps } from '../../../deps.ts'
import type { Outcome } from '../../../integrations/registrar/registrar.ts'
import { DELIVERY_ASK_SECONDS } from '../../../kernel/limits.ts'

/** The connector limits each command once it has a session. This is the limit of all that belongs to the attempt, waits included. */
export const newAttempt = (transaction: string): { transaction: string; signal: AbortSignal } => ({
  transaction,
  signal: AbortSignal.timeout(DELIVERY_ASK_SECONDS * 1000),
})

/** A connector that throws may have sent the command. */
export async function settleOutcome<Value>(
  { log }: Pick<Deps, 'log'>,
  sent: Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await sent
  } catch (error) {
    log.error({ err: error }, 'the registrar connector failed')
    return { kind: 'unknown', message: 'The registrar did not respond.' }
  }
}

export type Answer<Value> = { value: Value } | { problem: string }
export const readAnswer = <Value>(outcome: Outcome<Value>): Answer<Value> =>
  outcome.kind === 'done' || outcome.kind === 'pending' ? { value: outcome.value } : { problem: outcome.message }
