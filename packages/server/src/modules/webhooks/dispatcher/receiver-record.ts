// Since when a receiver fails, and what follows: the first failure begins a streak, a failed retry is reported to the team, a success
// ends the streak, and a long one ends the registration.
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { GIVE_UP_SECONDS, GIVEN_UP, GONE, isGone, isReportDue } from '../rules/deliveries.ts'
import { RECORD_PAUSE_MS } from '../rules/pace.ts'
import { reportDisabled, reportFailing } from '../service/report.ts'
import type { Result } from '../store/dispatch.ts'
import * as store from '../store/dispatch.ts'
import type { Lane } from './lanes.ts'
import type { Tasks } from './tasks.ts'

/** What is written says since when the receiver fails, or a write of it is under way and looks again. */
const isWritten = (lane: Lane): boolean =>
  lane.recording || lane.failingSince?.getTime() === lane.endpoint.failingSince?.getTime()

export function createReceiverRecord(deps: Pick<Deps, 'clock' | 'db' | 'log' | 'secrets'>, tasks: Tasks) {
  const { db, log } = deps

  /** Writes since when the receiver fails, when that changed, and not all the time. */
  async function write(lane: Lane): Promise<void> {
    if (isWritten(lane)) return
    lane.recording = true
    const { endpoint, failingSince } = lane
    lane.replaced = endpoint.failingSince
    endpoint.failingSince = failingSince
    try {
      await store.setFailingSince(db, endpoint, failingSince)
    } finally {
      setTimeout(() => {
        lane.recording = false
        tasks.run(write(lane), 'could not record the state of a webhook endpoint')
      }, RECORD_PAUSE_MS).unref()
    }
  }

  async function switchOff({ owner, endpoint }: Lane, gone: boolean, since: Date): Promise<boolean> {
    const { url, isDefault } = endpoint
    const isOff = await db.tx(async (tx) => {
      const isEnded = gone
        ? await store.disableGone(tx, endpoint, GONE)
        : await store.disableFailing(tx, endpoint, since, GIVEN_UP)
      if (isEnded) await reportDisabled(deps, tx, { ...owner, url, isDefault }, gone ? GONE : GIVEN_UP)
      return isEnded
    })
    if (isOff)
      log.warn({ partner_id: owner.partnerId, environment: owner.environment, gone }, 'webhook endpoint disabled')
    return isOff
  }

  /** Noted here immediately, so that concurrent attempts do not report it again. A report that fails is due at the next failure. */
  async function report({ endpoint, failingSince }: Lane, result: Result, now: Date): Promise<void> {
    const { failingReportedAt } = endpoint
    const trouble = { failingSince, reportedAt: failingReportedAt }
    if (failingSince === null || !isReportDue(trouble, result.failures, now)) return
    endpoint.failingReportedAt = now
    try {
      await db.tx((tx) => reportFailing(deps, tx, endpoint, { failingSince, outcome: result, now }))
    } catch (error) {
      endpoint.failingReportedAt = failingReportedAt
      throw error
    }
  }

  async function keepFailure(lane: Lane, result: Result, now: Date): Promise<boolean> {
    lane.failed()
    lane.failingSince ??= now
    const gone = isGone(result)
    const since = addSeconds(now, -GIVE_UP_SECONDS)
    if (gone || lane.failingSince <= since) return switchOff(lane, gone, since)
    await write(lane)
    await report(lane, result, now)
    return false
  }

  /** Notes the result of an attempt. True when it was the one that ended the registration. Most are successes after others. */
  return function keepRecord(lane: Lane, result: Result, now: Date): boolean | Promise<boolean> {
    if (result.status !== 'succeeded') return keepFailure(lane, result, now)
    lane.succeeded()
    lane.failingSince = null
    return isWritten(lane) ? false : write(lane).then(() => false)
  }
}
