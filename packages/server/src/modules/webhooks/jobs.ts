// Periodic work of webhooks.
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { GIVE_UP_SECONDS, GIVEN_UP } from './rules/deliveries.ts'
import { bringForward, disableIdleFailing } from './store/dispatch.ts'

/** Attempts end after three days; the five days end without one. */
const switchOffFailing: Job = {
  name: 'webhooks.switch_off_failing',
  everySeconds: 60,
  async run({ db, clock, log }) {
    const now = clock.now()
    for (const owner of await disableIdleFailing(db, addSeconds(now, -GIVE_UP_SECONDS), now, GIVEN_UP))
      log.warn({ partner_id: owner.partnerId, environment: owner.environment }, 'webhook endpoint disabled')
  },
}

/** Another process whose clock ran ahead, or this one before it was started anew, may have planned for a time far away. */
const bringPlannedForward: Job = {
  name: 'webhooks.bring_forward',
  everySeconds: 600,
  async run({ db, clock, log }) {
    const deliveries = await bringForward(db, clock.now())
    if (deliveries > 0) log.warn({ deliveries }, 'rescheduled deliveries planned by a clock that was ahead')
  },
}

export const jobs: readonly Job[] = [switchOffFailing, bringPlannedForward]
