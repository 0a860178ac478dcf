// SQL of users, sessions and operator tokens.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'

export type User = {
  id: Id<'user'>
  email: string
  passwordHash: string
  role: 'user' | 'operator'
  createdAt: Date
}

export type OperatorToken = {
  id: Id<'operatorToken'>
  name: string
  userId: Id<'user'> | null
  lastUsedAt: Date | null
}

export type Session = {
  tokenHash: Buffer
  userId: Id<'user'>
  createdAt: Date
  expiresAt: Date
}

/** A session and whose it is. */
export type SignedIn = Session & Pick<User, 'email' | 'role'>

export async function insertUser(tx: Tx, user: User): Promise<void> {
  await tx.run(sql`
    insert into users (id, email, password_hash, role, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.role}, ${user.createdAt}, ${user.createdAt})`)
}

/** False when the address has an account already, which stays as it is. */
export const insertUserIfNew = async (tx: Tx, user: User): Promise<boolean> =>
  (await tx.run(sql`
    insert into users (id, email, password_hash, role, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.role}, ${user.createdAt}, ${user.createdAt})
    on conflict (lower(email)) do nothing`)) > 0

export async function updatePassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.run(sql`update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId}`)
}

/** False when the password is not the one that was checked any more: somebody else changed it meanwhile. */
export const replacePassword = async (
  tx: Tx,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  newHash: string,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update users set password_hash = ${newHash}, updated_at = ${now} where id = ${id} and password_hash = ${passwordHash}`)) >
  0

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  db.one<User>(sql`select id, email, password_hash, role, created_at from users where id = ${id}`)

/** A normalized address is ASCII in lower case, so that SQL and TypeScript agree on it in every locale. */
export const findUserByEmail = (db: Db, normalizedEmail: string): Promise<User | undefined> =>
  db.one<User>(
    sql`select id, email, password_hash, role, created_at from users where lower(email) = ${normalizedEmail}`,
  )

/** Accounts from before addresses were normalized: with capitals, or a domain in Unicode. */
export const findUnusualEmails = (db: Db, after: string, limit: number): Promise<Pick<User, 'id' | 'email'>[]> =>
  db.many(sql`
    select id, email from users where id > ${after} and email ~ '[^ -@[-~]' order by id limit ${limit}`)

export async function changeEmail(db: Db, id: string, email: string): Promise<void> {
  await db.run(sql`update users set email = ${email} where id = ${id}`)
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.run(sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.createdAt}, ${session.expiresAt})`)
}

export const findSession = (db: Db, tokenHash: Buffer, now: Date): Promise<SignedIn | undefined> =>
  db.one<SignedIn>(sql`
    select s.token_hash, s.user_id, s.created_at, s.expires_at, u.email, u.role
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`)

export async function moveSessionEnd(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db.run(sql`update sessions set expires_at = ${expiresAt} where token_hash = ${tokenHash}`)
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

export async function insertOperatorToken(
  tx: Tx,
  token: { id: Id<'operatorToken'>; name: string; userId: Id<'user'> | null; tokenHash: Buffer; createdAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into operator_tokens (id, name, user_id, token_hash, created_at)
    values (${token.id}, ${token.name}, ${token.userId}, ${token.tokenHash}, ${token.createdAt})`)
}

/** Found and noted as used in one step; an ended token is not found. */
export const useOperatorToken = (db: Db, tokenHash: Buffer, now: Date): Promise<OperatorToken | undefined> =>
  db.one<OperatorToken>(sql`
    update operator_tokens set last_used_at = ${now}
    where token_hash = ${tokenHash} and revoked_at is null and (expires_at is null or expires_at > ${now})
    returning id, name, user_id, last_used_at`)
