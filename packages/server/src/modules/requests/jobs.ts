// The request log forgets.
import { purgeJob } from '../../jobs/housekeeping.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { REQUEST_LOG_KEEP_SECONDS } from '../../kernel/limits.ts'
import { purgeRequests, purgeSkipped } from './store.ts'

export const requestJobs = [
  purgeJob(10, 'requests.purge', ({ db, clock }, batch) =>
    purgeRequests(db, addSeconds(clock.now(), -REQUEST_LOG_KEEP_SECONDS), batch),
  ),
  purgeJob(60, 'request_log_skipped.purge', ({ db, clock }, batch) =>
    purgeSkipped(db, addSeconds(clock.now(), -REQUEST_LOG_KEEP_SECONDS), batch),
  ),
]
