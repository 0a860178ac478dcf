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
/** A sign-in that waits for its second step, with the wrong codes so far. */
export type PendingSignIn = AccountToken & { attempts: number }

/** Nothing for a user who does not exist: the same statement, so that nobody learns by the time it takes who has an account. */
export async function insertToken(tx: Tx, token: AccountToken): Promise<void> {
  await tx.run(sql`
    insert into account_tokens (token_hash, purpose, user_id, email, data, created_at, expires_at)
    select ${token.tokenHash}::bytea, ${token.purpose}, ${token.userId}, ${token.email}, ${JSON.stringify(token.data)}::jsonb,
           ${token.createdAt}::timestamptz, ${token.expiresAt}::timestamptz
    where exists (select 1 from users where id = ${token.userId})`)
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

/** The links of one change of address that were used. */
export const countUsedInChange = async (tx: Tx, userId: string, changeId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*)::int as n from account_tokens
      where user_id = ${userId} and purpose = 'change_email' and data ->> 'changeId' = ${changeId} and used_at is not null`)
  )?.n ?? 0

/** Every link of the account stops working. */
export async function deleteAllTokens(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from account_tokens where user_id = ${userId}`)
}
/** Counts an attempt, before its code is judged. Undefined when the sign-in ended or all its attempts are used. */
export const countAttempt = (
  tx: Tx,
  tokenHash: Buffer,
  attemptsMax: number,
  now: Date,
): Promise<PendingSignIn | undefined> =>
  tx.one<PendingSignIn>(sql`
    update account_tokens set attempts = attempts + 1
    where token_hash = ${tokenHash} and purpose = 'sign_in' and used_at is null and expires_at > ${now}
      and attempts < ${attemptsMax}
    returning *`)

/** For a token that is not stored before its use. False when it was used before. */
export const insertUsedToken = async (tx: Tx, token: AccountToken, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into account_tokens (token_hash, purpose, user_id, email, data, created_at, expires_at, used_at)
    values (${token.tokenHash}, ${token.purpose}, ${token.userId}, ${token.email}, ${JSON.stringify(token.data)}::jsonb,
            ${token.createdAt}, ${token.expiresAt}, ${now})
    on conflict do nothing`)) > 0

/** Earlier links for the same purpose stop working. */
export async function deleteTokens(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx.run(sql`delete from account_tokens where user_id = ${userId} and purpose = ${purpose}`)
}

export const purgeTokens = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from account_tokens where token_hash in (
      select token_hash from account_tokens where expires_at <= ${before} order by expires_at limit ${limit}
      for update skip locked)`)
