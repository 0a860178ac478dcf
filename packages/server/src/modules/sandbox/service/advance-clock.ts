// The sandbox clock: a partner's own time, which ages whatever of its sandbox waits for time, and nothing of anybody else.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError } from '../../../kernel/errors.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { closeIdleCases } from '../../brokerage/index.ts'
import { agePayments, expireSessions } from '../../checkout/index.ts'
import { ageDomainDeliveries } from '../../delivery/index.ts'
import { advanceSandboxClock } from '../../partners/index.ts'
import { expireQuotes } from '../../quotes/index.ts'
import { matureCommissions } from '../../referrals/index.ts'
import { closeEndedPeriods } from '../../settlement/index.ts'
import { ageDeliveries } from '../../webhooks/index.ts'

export type ClockState = { now: Date; offsetSeconds: number }

/** A hundred years: beyond it dates leave what clients can read. */
const OFFSET_SECONDS_MAX = 100 * 366 * 86_400
const QUOTES_MAX = 10_000
const COMMISSIONS_BATCH = 500
const CASES_BATCH = 100
const SESSIONS_BATCH = 200

export async function advanceClock(deps: Deps, tx: Tx, owner: Owner, seconds: number): Promise<ClockState> {
  const offsetSeconds = await advanceSandboxClock(tx, owner.partnerId, seconds)
  if (offsetSeconds > OFFSET_SECONDS_MAX)
    throw new ApiError('conflict', {
      message: 'The sandbox clock cannot be more than 100 years ahead. Advance it by less.',
    })
  const real = deps.clock.now()
  await expireQuotes(tx, owner, real, QUOTES_MAX)
  await agePayments(deps, tx, owner, seconds)
  while ((await expireSessions(tx, owner, real, SESSIONS_BATCH)) === SESSIONS_BATCH);
  await ageDeliveries(tx, owner, seconds)
  await ageDomainDeliveries(tx, owner, seconds)
  while ((await matureCommissions(tx, owner, real, COMMISSIONS_BATCH)) === COMMISSIONS_BATCH);
  while ((await closeIdleCases(deps, tx, owner, CASES_BATCH)) === CASES_BATCH);
  tx.afterCommit(() => deps.clicks.forget(owner.partnerId))
  await closeEndedPeriods(deps, tx, owner)
  return { now: addSeconds(real, offsetSeconds), offsetSeconds }
}
