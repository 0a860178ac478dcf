// SQL of clients, grants, codes and tokens. Whatever changes a family first locks its grant, then reads.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import { invariant } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/ids.ts'
import type { OAuthScope } from '../../kernel/oauth-scopes.ts'

export type Client = {
  id: Id<'oauthClient'>
  name: string
  redirectUris: string[]
  createdAt: Date
  /** Null: the client registered. */
  documentUrl: string | null
  documentReadAt: Date | null
}

const CLIENT = sql`id, name, redirect_uris, created_at, document_url, document_read_at`

export type Grant = {
  id: Id<'oauthGrant'>
  clientId: Id<'oauthClient'>
  userId: Id<'user'>
  scopes: OAuthScope[]
  revokedAt: Date | null
}

export type Code = { redirectUri: string; challenge: string; expiresAt: Date; usedAt: Date | null }

export type RefreshToken = { expiresAt: Date; usedAt: Date | null }

export async function insertClient(tx: Tx, client: Client): Promise<void> {
  await tx.run(sql`
    insert into oauth_clients (id, name, redirect_uris, created_at, used_at)
    values (${client.id}, ${client.name}, ${client.redirectUris}, ${client.createdAt}, ${client.createdAt})`)
}

export const findClient = (db: Db, id: Id<'oauthClient'>): Promise<Client | undefined> =>
  db.one<Client>(sql`select ${CLIENT} from oauth_clients where id = ${id}`)

export const findClientByDocument = (db: Db, url: string): Promise<Client | undefined> =>
  db.one<Client>(sql`select ${CLIENT} from oauth_clients where document_url = ${url}`)

/** The same client keeps its row, with what its document says now. */
export async function saveDocumentClient(tx: Tx, client: Client): Promise<Client> {
  const saved = await tx.one<Client>(sql`
    insert into oauth_clients (id, name, redirect_uris, created_at, used_at, document_url, document_read_at)
    values (${client.id}, ${client.name}, ${client.redirectUris}, ${client.createdAt}, ${client.createdAt},
            ${client.documentUrl}, ${client.documentReadAt})
    on conflict (document_url) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
      document_read_at = excluded.document_read_at
    returning ${CLIENT}`)
  invariant(saved, 'a row was written')
  return saved
}

/** False when the client has gone meanwhile. Its row is changed, so no purge that is under way takes it. */
export const touchClient = async (tx: Tx, id: Id<'oauthClient'>, now: Date): Promise<boolean> =>
  (await tx.run(sql`update oauth_clients set used_at = ${now} where id = ${id}`)) > 0

export async function insertGrant(
  tx: Tx,
  grant: Omit<Grant, 'revokedAt'> & { createdAt: Date },
  code: { hash: Buffer; redirectUri: string; challenge: string; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into oauth_grants (id, client_id, user_id, scopes, created_at, expires_at)
    values (${grant.id}, ${grant.clientId}, ${grant.userId}, ${grant.scopes}, ${grant.createdAt}, ${code.expiresAt})`)
  await tx.run(sql`
    insert into oauth_codes (code_hash, grant_id, redirect_uri, challenge, expires_at)
    values (${code.hash}, ${grant.id}, ${code.redirectUri}, ${code.challenge}, ${code.expiresAt})`)
}

export const hasGrant = async (db: Db, clientId: Client['id'], userId: Id<'user'>): Promise<boolean> =>
  (await db.one(sql`
    select 1 as one from oauth_grants
    where user_id = ${userId} and client_id = ${clientId} and revoked_at is null limit 1`)) !== undefined

export const lockGrantByCode = (tx: Tx, codeHash: Buffer): Promise<Grant | undefined> =>
  tx.one<Grant>(sql`
    select id, client_id, user_id, scopes, revoked_at from oauth_grants
    where id = (select grant_id from oauth_codes where code_hash = ${codeHash}) for update`)

export const lockGrantByRefreshToken = (tx: Tx, tokenHash: Buffer): Promise<Grant | undefined> =>
  tx.one<Grant>(sql`
    select id, client_id, user_id, scopes, revoked_at from oauth_grants
    where id = (select grant_id from oauth_refresh_tokens where token_hash = ${tokenHash}) for update`)

/** Read after the grant was locked: a statement of its own sees what the one who held the lock before has done. */
export const findCode = (tx: Tx, codeHash: Buffer): Promise<Code | undefined> =>
  tx.one<Code>(sql`select redirect_uri, challenge, expires_at, used_at from oauth_codes where code_hash = ${codeHash}`)

/** A refresh token and the one that follows it, when there is one. See `findCode`. */
export async function findRefreshTokens(
  tx: Tx,
  tokenHash: Buffer,
  successorHash: Buffer,
): Promise<{ token: RefreshToken | undefined; successor: RefreshToken | undefined }> {
  const rows = await tx.many<RefreshToken & { isSuccessor: boolean }>(sql`
    select expires_at, used_at, token_hash = ${successorHash} as is_successor
    from oauth_refresh_tokens where token_hash in (${tokenHash}, ${successorHash})`)
  return { token: rows.find((row) => !row.isSuccessor), successor: rows.find((row) => row.isSuccessor) }
}

export type NewToken = { hash: Buffer; expiresAt: Date }
export type NewTokens = { access: NewToken & { scopes: OAuthScope[] }; refresh: NewToken }

/** What `spent` gave up is replaced, in the same statement. The family lives as long as its youngest refresh token. */
const issue = ({ access, refresh }: NewTokens) => sql`
  access as (
    insert into oauth_access_tokens (token_hash, grant_id, scopes, expires_at)
    select ${access.hash}::bytea, grant_id, ${access.scopes}::text[], ${access.expiresAt}::timestamptz from spent
  ),
  refresh as (
    insert into oauth_refresh_tokens (token_hash, grant_id, expires_at)
    select ${refresh.hash}::bytea, grant_id, ${refresh.expiresAt}::timestamptz from spent
  ),
  family as (
    update oauth_grants set expires_at = ${refresh.expiresAt} where id in (select grant_id from spent)
  )
  select 1 as one from spent`

/** False when it was used before. */
export const spendCode = async (tx: Tx, codeHash: Buffer, tokens: NewTokens, now: Date): Promise<boolean> =>
  (await tx.one(sql`
    with spent as (
      update oauth_codes set used_at = ${now} where code_hash = ${codeHash} and used_at is null returning grant_id
    ), ${issue(tokens)}`)) !== undefined

/** False when it was used before. */
export const spendRefreshToken = async (tx: Tx, tokenHash: Buffer, tokens: NewTokens, now: Date): Promise<boolean> =>
  (await tx.one(sql`
    with spent as (
      update oauth_refresh_tokens set used_at = ${now} where token_hash = ${tokenHash} and used_at is null returning grant_id
    ), ${issue(tokens)}`)) !== undefined

export async function insertAccessToken(tx: Tx, grantId: Grant['id'], token: NewTokens['access']): Promise<void> {
  await tx.run(sql`
    insert into oauth_access_tokens (token_hash, grant_id, scopes, expires_at)
    values (${token.hash}, ${grantId}, ${token.scopes}, ${token.expiresAt})`)
}

export async function revokeGrant(tx: Tx, id: Grant['id'], now: Date): Promise<void> {
  await tx.run(sql`update oauth_grants set revoked_at = ${now} where id = ${id} and revoked_at is null`)
}

/** Every grant of a person, with its tokens. */
export async function revokeUserGrants(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`update oauth_grants set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`)
}

/** The number of grants that ended. */
export const revokeClientGrants = (tx: Tx, userId: string, clientId: string, now: Date): Promise<number> =>
  tx.run(sql`
    update oauth_grants set revoked_at = ${now}
    where user_id = ${userId} and client_id = ${clientId} and revoked_at is null`)

export type ConnectedClient = {
  clientId: Client['id']
  name: string
  redirectUris: string[]
  documentUrl: string | null
  scopes: OAuthScope[]
  connectedAt: Date
}

/** The applications that a person authorized, the newest first; several grants of one are one line. */
export const listConnectedClients = (db: Db, userId: string, now: Date): Promise<ConnectedClient[]> =>
  db.many<ConnectedClient>(sql`
    select c.id as client_id, c.name, c.redirect_uris, c.document_url, min(g.created_at) as connected_at,
           array(select distinct s from oauth_grants o, unnest(o.scopes) s
                 where o.user_id = ${userId} and o.client_id = c.id and o.revoked_at is null and o.expires_at > ${now}
                 order by s) as scopes
    from oauth_grants g join oauth_clients c on c.id = g.client_id
    where g.user_id = ${userId} and g.revoked_at is null and g.expires_at > ${now}
    group by c.id order by connected_at desc, c.id desc limit 100`)

export const findAccess = (
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<
  | {
      userId: Id<'user'>
      clientId: Id<'oauthClient'>
      scopes: OAuthScope[]
      expiresAt: Date
      emailConfirmedAt: Date | null
    }
  | undefined
> =>
  db.one(sql`
    select g.user_id, g.client_id, t.scopes, t.expires_at, u.email_confirmed_at
    from oauth_access_tokens t join oauth_grants g on g.id = t.grant_id join users u on u.id = g.user_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and g.revoked_at is null`)

export const findClientByAccessToken = (
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ clientId: Id<'oauthClient'> } | undefined> =>
  tx.one(sql`
    select g.client_id from oauth_access_tokens t join oauth_grants g on g.id = t.grant_id
    where t.token_hash = ${tokenHash}`)

export async function deleteAccessToken(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`delete from oauth_access_tokens where token_hash = ${tokenHash}`)
}

/** What has ended is thrown away a batch at a time, and nothing that somebody is at. */
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
