// Periodic work of webhooks.
import { partitionJob } from '../../jobs/partition-job.ts'
import type { Job } from '../../jobs/schedule.ts'
import { disableBatch } from './service/report.ts'
import { ATTEMPT_PARTITIONS } from './store/deliveries.ts'
import { bringForward } from './store/dispatch.ts'

/** Endpoints that are disabled in one transaction. */
const BATCH = 100

/** Attempts end after three days; the five days end without one. */
const switchOffFailing: Job = {
  name: 'webhooks.switch_off_failing',
  everySeconds: 60,
  async run(deps, signal) {
    for (let disabled = BATCH; disabled === BATCH && !signal.aborted; ) disabled = await disableBatch(deps, BATCH)
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

const purgeAttempts = partitionJob(
  60,
  'webhooks.purge_attempts',
  ATTEMPT_PARTITIONS,
  ({ config }) => config.retention.webhookAttemptsSeconds,
)

export const jobs: readonly Job[] = [switchOffFailing, bringPlannedForward, purgeAttempts]
