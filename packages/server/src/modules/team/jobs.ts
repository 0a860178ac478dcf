// Periodic work of teams: old invitations are deleted.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { INVITATION_KEEP_SECONDS } from '../../kernel/limits.ts'
import { purgeInvitations } from './store.ts'

export const teamJobs: readonly Job[] = [
  purgeJob(60, 'team.purge_invitations', ({ db, clock }, batch) =>
    purgeInvitations(db, addSeconds(clock.now(), -INVITATION_KEEP_SECONDS), batch),
  ),
]
