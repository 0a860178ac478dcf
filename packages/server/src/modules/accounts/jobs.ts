// Periodic work of accounts: sessions that ended are thrown away.
import { purgeJob } from '../../jobs/housekeeping.ts'
import { purgeSessions } from './store.ts'

export const accountJobs = [
  purgeJob(10, 'sessions.purge', ({ db, clock }, batch) => purgeSessions(db, clock.now(), batch)),
]
