// Periodic work of changes: old rows are deleted.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { CHANGES_KEEP_SECONDS } from '../../kernel/limits.ts'
import { purgeChanges } from './store.ts'

export const changeJobs: readonly Job[] = [
  purgeJob(10, 'changes.purge', ({ db }, batch) => purgeChanges(db, CHANGES_KEEP_SECONDS, batch)),
]
