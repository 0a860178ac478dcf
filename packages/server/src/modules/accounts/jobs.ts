// Periodic work of accounts: sessions that ended are deleted, email addresses are normalized.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { normalizeEmail } from './service/find-user.ts'
import { purgeSessions } from './store/sessions.ts'
import { purgeTokens } from './store/tokens.ts'
import { findUnusualEmails } from './store/users.ts'

const BATCH = 500
const DAY_SECONDS = 86_400

/** Accounts made by an older version: the same person finds theirs by any spelling. */
const normalizeEmails: Job = {
  name: 'accounts.normalize_emails',
  everySeconds: 86_400,
  async run({ db, log }, signal) {
    let after = ''
    for (let seen = BATCH; seen === BATCH && !signal.aborted; ) {
      const users = await findUnusualEmails(db, after, BATCH)
      for (const user of users) {
        after = user.id
        if (!(await normalizeEmail(db, user))) log.warn({ user_id: user.id }, 'could not normalize the email address')
      }
      seen = users.length
    }
  },
}

export const accountJobs: readonly Job[] = [
  purgeJob(10, 'sessions.purge', ({ db, clock }, batch) => purgeSessions(db, clock.now(), batch)),
  purgeJob(60, 'accounts.purge_tokens', ({ db, clock }, batch) =>
    purgeTokens(db, addSeconds(clock.now(), -DAY_SECONDS), batch),
  ),
  normalizeEmails,
]
