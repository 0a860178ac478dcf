// Periodic work of mail: old messages are deleted.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { MAIL_KEEP_SECONDS } from '../../kernel/limits.ts'
import { purgeMessages } from './store.ts'

export const mailJobs: readonly Job[] = [
  purgeJob(60, 'mail.purge', ({ db, clock }, batch) =>
    purgeMessages(db, addSeconds(clock.now(), -MAIL_KEEP_SECONDS), batch),
  ),
]
