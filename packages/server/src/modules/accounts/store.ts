// SQL of users and operator tokens.
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

export async function insertUser(tx: Tx, user: User): Promise<void> {
  await tx.run(sql`
    insert into users (id, email, password_hash, role, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.role}, ${user.createdAt}, ${user.createdAt})`)
}

export async function updatePassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.run(sql`update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId}`)
}

export const findUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  db.one<User>(sql`select id, email, password_hash, role, created_at from users where lower(email) = lower(${email})`)

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
