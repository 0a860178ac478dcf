// Periodic work of webhooks.
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { disableIdleFailing } from './dispatch-store.ts'
import { GIVE_UP_SECONDS, GIVEN_UP } from './rules.ts'

/** Attempts end after three days; the five days end without one. */
const switchOffFailing: Job = {
  name: 'webhooks.switch_off_failing',
  everySeconds: 60,
  async run({ db, clock, log }) {
    const now = clock.now()
    for (const owner of await disableIdleFailing(db, addSeconds(now, -GIVE_UP_SECONDS), now, GIVEN_UP))
      log.warn({ partner_id: owner.partnerId, environment: owner.environment }, 'webhook switched off')
  },
}

export const jobs: readonly Job[] = [switchOffFailing]
