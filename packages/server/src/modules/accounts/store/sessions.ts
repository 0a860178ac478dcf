// SQL of sessions.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { User } from './users.ts'

export type Session = {
  id: Id<'session'>
  tokenHash: Buffer
  userId: Id<'user'>
  createdAt: Date
  expiresAt: Date
  /** When a password, a passkey or a second factor was last accepted. */
  authenticatedAt: Date
  /** When a second factor was last accepted in this session; null: never. */
  secondFactorAt: Date | null
  lastUsedAt: Date
  ipAddress: string | null
  userAgent: string | null
}

/** A session and whose it is. */
export type SignedIn = Session & Pick<User, 'email' | 'operatorRole' | 'emailConfirmedAt'>

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.run(sql`
    insert into sessions (id, token_hash, user_id, created_at, expires_at, authenticated_at, second_factor_at, last_used_at,
                          ip_address, user_agent)
    values (${session.id}, ${session.tokenHash}, ${session.userId}, ${session.createdAt}, ${session.expiresAt},
            ${session.authenticatedAt}, ${session.secondFactorAt}, ${session.lastUsedAt}, ${session.ipAddress}, ${session.userAgent})`)
}

export const findSession = (db: Db, tokenHash: Buffer, now: Date): Promise<SignedIn | undefined> =>
  db.one<SignedIn>(sql`
    select s.*, u.email, u.operator_role, u.email_confirmed_at
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`)

export const listSignedIn = (db: Db, ids: readonly string[], now: Date): Promise<SignedIn[]> =>
  db.many<SignedIn>(sql`
    select s.*, u.email, u.operator_role, u.email_confirmed_at
    from sessions s join users u on u.id = s.user_id
    where s.id = any (${ids}::text[]) and s.expires_at > ${now}`)

export async function touchSession(db: Db, tokenHash: Buffer, expiresAt: Date, now: Date): Promise<void> {
  await db.run(sql`
    update sessions set expires_at = ${expiresAt}, last_used_at = ${now} where token_hash = ${tokenHash}`)
}

/** The newest first. */
export const listSessions = (db: Db, userId: string, now: Date): Promise<Session[]> =>
  db.many<Session>(sql`
    select * from sessions where user_id = ${userId} and expires_at > ${now} order by last_used_at desc, id desc limit 100`)

/** Undefined when the person has no such session. */
export const deleteSessionById = (tx: Tx, userId: string, id: string): Promise<Session | undefined> =>
  tx.one<Session>(sql`delete from sessions where user_id = ${userId} and id = ${id} returning *`)

/** The person proved again who they are. `secondFactorAt` null leaves what was proved before. False when the session ended meanwhile. */
export const markAuthenticated = async (
  tx: Tx,
  id: Session['id'],
  { authenticatedAt, secondFactorAt }: Pick<Session, 'authenticatedAt' | 'secondFactorAt'>,
): Promise<boolean> =>
  (await tx.run(sql`
    update sessions
    set authenticated_at = ${authenticatedAt}, second_factor_at = coalesce(${secondFactorAt}::timestamptz, second_factor_at)
    where id = ${id}`)) > 0

/** For an account without a second factor: no session has proved one. */
export async function clearSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update sessions set second_factor_at = null where user_id = ${userId}`)
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)
}

export async function deleteUserSessions(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId}`)
}

export async function deleteOtherSessions(tx: Tx, userId: string, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId} and token_hash <> ${tokenHash}`)
}

export const purgeSessions = (db: Db, now: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`)
