// Since when a receiver fails, and what follows: the first failure begins a streak, a success ends it, a long one ends the
// registration.
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { GIVE_UP_SECONDS, GIVEN_UP, GONE, isGone } from '../rules/deliveries.ts'
import { RECORD_PAUSE_MS } from '../rules/pace.ts'
import type { Result } from '../store/dispatch.ts'
import * as store from '../store/dispatch.ts'
import type { Lane } from './keep-lane.ts'
import type { Tasks } from './track-tasks.ts'

export function createReceiverRecord({ db, log }: Pick<Deps, 'db' | 'log'>, tasks: Tasks) {
  /** Writes since when the receiver fails, when that changed, and not all the time. */
  async function write(lane: Lane): Promise<void> {
    if (lane.recording || lane.failingSince?.getTime() === lane.endpoint.failingSince?.getTime()) return
    lane.recording = true
    const { endpoint, failingSince } = lane
    endpoint.failingSince = failingSince
    try {
      await store.setFailingSince(db, lane.owner, endpoint.updatedAt, failingSince)
    } finally {
      setTimeout(() => {
        lane.recording = false
        tasks.run(write(lane), 'could not record the state of a webhook endpoint')
      }, RECORD_PAUSE_MS).unref()
    }
  }

  async function switchOff({ owner, endpoint }: Lane, gone: boolean, since: Date): Promise<boolean> {
    const isOff = gone
      ? await store.disableGone(db, owner, endpoint.updatedAt, GONE)
      : await store.disableFailing(db, owner, endpoint.updatedAt, since, GIVEN_UP)
    if (isOff)
      log.warn({ partner_id: owner.partnerId, environment: owner.environment, gone }, 'webhook endpoint disabled')
    return isOff
  }

  /** Notes the result of an attempt. True when it was the one that ended the registration. */
  return async function keepRecord(lane: Lane, result: Result, now: Date): Promise<boolean> {
    if (result.status === 'succeeded') {
      lane.succeeded()
      lane.failingSince = null
    } else {
      lane.failed()
      lane.failingSince ??= now
      const gone = isGone(result)
      const since = addSeconds(now, -GIVE_UP_SECONDS)
      if (gone || lane.failingSince <= since) return switchOff(lane, gone, since)
    }
    await write(lane)
    return false
  }
}
