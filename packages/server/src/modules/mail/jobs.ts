// Periodic work of mail: partitions with old messages are dropped.
import { keepPartitions, readCutoff, readSandboxMonths } from '../../jobs/partition-job.ts'
import type { Job } from '../../jobs/schedule.ts'
import { ATTEMPT_PARTITIONS, MESSAGE_PARTITIONS } from './store.ts'

/** Messages before their attempts. Often, because a sandbox clock can be moved ahead of all partitions. */
const purge: Job = {
  name: 'mail.purge',
  everySeconds: 600,
  async run(deps, signal) {
    const cutoff = await readCutoff(deps, deps.config.retention.mailSeconds)
    const ahead = await readSandboxMonths(deps.db)
    for (const spec of [MESSAGE_PARTITIONS, ATTEMPT_PARTITIONS])
      await keepPartitions(deps, { ...spec, ahead }, cutoff, signal)
  },
}

export const mailJobs: readonly Job[] = [purge]
