// SQL that throws away what has ended: a batch at a time, and nothing that somebody is at.
import { type Db, sql } from '../../db/sql.ts'

type Purge = (db: Db, before: Date, limit: number) => Promise<number>

/** Codes and tokens go with their grant. */
export const purgeGrants: Purge = (db, before, limit) =>
  db.run(sql`
    delete from oauth_grants where id in (
      select id from oauth_grants where expires_at <= ${before} order by expires_at limit ${limit} for update skip locked)`)

export const purgeAccessTokens: Purge = (db, before, limit) =>
  db.run(sql`
    delete from oauth_access_tokens where token_hash in (
      select token_hash from oauth_access_tokens where expires_at <= ${before}
      order by expires_at limit ${limit} for update skip locked)`)

/** Spent ones are kept until they would have ended anyway: that long a second use is recognised. */
export const purgeRefreshTokens: Purge = (db, before, limit) =>
  db.run(sql`
    delete from oauth_refresh_tokens where token_hash in (
      select token_hash from oauth_refresh_tokens where expires_at <= ${before}
      order by expires_at limit ${limit} for update skip locked)`)

export const purgeClients: Purge = (db, before, limit) =>
  db.run(sql`
    delete from oauth_clients where id in (
      select id from oauth_clients c where used_at <= ${before}
        and not exists (select from oauth_grants g where g.client_id = c.id)
      order by used_at limit ${limit} for update skip locked)`)
