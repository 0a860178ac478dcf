// Periodic work of webhooks.
import { keepPartitions, partitionJob, readCutoff, readSandboxMonths } from '../../jobs/partition-job.ts'
import type { Job } from '../../jobs/schedule.ts'
import { disableBatch } from './service/report.ts'
import { ATTEMPT_PARTITIONS } from './store/deliveries.ts'
import { bringForward } from './store/dispatch.ts'
import { DELIVERY_PARTITIONS, EVENT_PARTITIONS, giveUpWaiting, noteKeptFrom } from './store/retention.ts'

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

/** Another process whose clock ran ahead, or this one before it was started again, may have planned for a time far away. */
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

/** Deliveries before events, whose payloads they need. Often, because a sandbox clock can be moved ahead of all partitions. */
const purgeHistory: Job = {
  name: 'webhooks.purge_history',
  everySeconds: 600,
  async run(deps, signal) {
    const { db, clock, config, log } = deps
    const cutoff = await readCutoff(deps, config.retention.eventsSeconds)
    const ended = await giveUpWaiting(db, cutoff, clock.now())
    if (ended > 0)
      log.info({ deliveries: ended }, 'gave up deliveries that nothing sends, because their events expired')
    await noteKeptFrom(db, cutoff)
    await keepPartitions(deps, DELIVERY_PARTITIONS, cutoff, signal)
    await keepPartitions(deps, { ...EVENT_PARTITIONS, ahead: await readSandboxMonths(db) }, cutoff, signal)
  },
}

export const jobs: readonly Job[] = [switchOffFailing, bringPlannedForward, purgeAttempts, purgeHistory]
