// Periodic work of operators: old invitations are deleted.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { INVITATION_KEEP_SECONDS } from '../../kernel/limits.ts'
import { purgeInvitations } from './store/invitations.ts'

/** Whether they were accepted, revoked or neither. The audit log keeps who accepted what. */
export const roleJobs: readonly Job[] = [
  purgeJob(60, 'roles.purge_invitations', ({ db, clock }, batch) =>
    purgeInvitations(db, addSeconds(clock.now(), -INVITATION_KEEP_SECONDS), batch),
  ),
]
