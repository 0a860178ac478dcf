// SQL of links in messages and of sign-ins that wait for a second step.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { TokenPurpose } from '../rules/tokens.ts'

export type AccountToken = {
  tokenHash: Buffer
  purpose: TokenPurpose
  userId: Id<'user'>
  /** The address that the link was sent to. */
  email: string
  data: Record<string, unknown>
  createdAt: Date
  expiresAt: Date
}

export async function insertToken(tx: Tx, token: AccountToken): Promise<void> {
  await tx.run(sql`
    insert into account_tokens (token_hash, purpose, user_id, email, data, created_at, expires_at)
    values (${token.tokenHash}, ${token.purpose}, ${token.userId}, ${token.email}, ${JSON.stringify(token.data)}::jsonb,
            ${token.createdAt}, ${token.expiresAt})`)
}

/** Undefined when it was used, has expired or never existed. */
export const findToken = (
  db: Db,
  tokenHash: Buffer,
  purpose: TokenPurpose,
  now: Date,
): Promise<AccountToken | undefined> =>
  db.one<AccountToken>(sql`
    select * from account_tokens
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${now}`)

/** As `findToken`, and used from now on: of two requests with the same token one gets it. */
export const spendToken = (
  tx: Tx,
  tokenHash: Buffer,
  purpose: TokenPurpose,
  now: Date,
): Promise<AccountToken | undefined> =>
  tx.one<AccountToken>(sql`
    update account_tokens set used_at = ${now}
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning *`)

/** Earlier links for the same purpose stop working. */
export async function deleteTokens(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx.run(sql`delete from account_tokens where user_id = ${userId} and purpose = ${purpose}`)
}

export const purgeTokens = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from account_tokens where token_hash in (
      select token_hash from account_tokens where expires_at <= ${before} order by expires_at limit ${limit}
      for update skip locked)`)
