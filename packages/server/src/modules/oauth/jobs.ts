// Periodic work of OAuth: tokens and grants that ended, and applications that nobody uses, are thrown away.
import { purgeJob } from '../../jobs/housekeeping.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { OAUTH_CLIENT_UNUSED_SECONDS } from '../../kernel/limits.ts'
import { purgeAccessTokens, purgeClients, purgeGrants, purgeRefreshTokens } from './store.ts'

export const oauthJobs = [
  purgeJob(10, 'oauth_grants.purge', ({ db, clock }, batch) => purgeGrants(db, clock.now(), batch)),
  purgeJob(10, 'oauth_access_tokens.purge', ({ db, clock }, batch) => purgeAccessTokens(db, clock.now(), batch)),
  purgeJob(60, 'oauth_refresh_tokens.purge', ({ db, clock }, batch) => purgeRefreshTokens(db, clock.now(), batch)),
  purgeJob(60, 'oauth_clients.purge', ({ db, clock }, batch) =>
    purgeClients(db, addSeconds(clock.now(), -OAUTH_CLIENT_UNUSED_SECONDS), batch),
  ),
]
