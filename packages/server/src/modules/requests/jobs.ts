// The request log forgets.
import { purgeJob } from '../../jobs/housekeeping.ts'
import { partitionJob } from '../../jobs/partition-job.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { purgeSkipped, REQUEST_PARTITIONS } from './store.ts'

export const requestJobs = [
  partitionJob(60, 'requests.purge', REQUEST_PARTITIONS, ({ config }) => config.retention.requestLogSeconds),
  purgeJob(60, 'request_log_skipped.purge', ({ db, clock, config }, batch) =>
    purgeSkipped(db, addSeconds(clock.now(), -config.retention.requestLogSeconds), batch),
  ),
]
