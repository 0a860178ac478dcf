// SQL of operator tokens.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'

export type OperatorToken = {
  id: Id<'operatorToken'>
  name: string
  role: OperatorRole
  /** The person who is responsible for it; null: nobody in particular. */
  userId: Id<'user'> | null
  /** Who created it, as the audit log names them. */
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

const TOKEN = sql`id, name, role, user_id, created_by, created_at, expires_at, last_used_at`

export async function insertToken(tx: Tx, token: OperatorToken, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`
    insert into operator_tokens (id, name, role, user_id, created_by, token_hash, created_at, expires_at)
    values (${token.id}, ${token.name}, ${token.role}, ${token.userId}, ${token.createdBy}, ${tokenHash}, ${token.createdAt},
            ${token.expiresAt})`)
}

/** Found and noted as used in one step; an ended token is not found. */
export const useToken = (db: Db, tokenHash: Buffer, now: Date): Promise<OperatorToken | undefined> =>
  db.one<OperatorToken>(sql`
    update operator_tokens set last_used_at = ${now}
    where token_hash = ${tokenHash} and revoked_at is null and (expires_at is null or expires_at > ${now})
    returning ${TOKEN}`)

/** Those that work, newest first. */
export const listTokens = (db: Db, now: Date): Promise<OperatorToken[]> =>
  db.many<OperatorToken>(sql`
    select ${TOKEN} from operator_tokens
    where revoked_at is null and (expires_at is null or expires_at > ${now})
    order by id desc`)

/** All tokens that a person is responsible for, ended ones included. */
export const listOwnTokens = (db: Db, userId: string): Promise<OperatorToken[]> =>
  db.many<OperatorToken>(sql`select ${TOKEN} from operator_tokens where user_id = ${userId} order by id`)

/** Undefined when there is no such token, or it has ended. */
export const revokeToken = (tx: Tx, id: string, now: Date): Promise<OperatorToken | undefined> =>
  tx.one<OperatorToken>(sql`
    update operator_tokens set revoked_at = ${now}
    where id = ${id} and revoked_at is null and (expires_at is null or expires_at > ${now})
    returning ${TOKEN}`)

/** All tokens of a person, but for those with one of the roles to keep. */
export const revokeUserTokens = async (
  tx: Tx,
  userId: string,
  keptRoles: readonly OperatorRole[],
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    update operator_tokens set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null and role <> all(${keptRoles})`)
}

/** The tokens of a person who leaves stop working, and are nobody's. */
export async function forgetUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update operator_tokens set revoked_at = coalesce(revoked_at, ${now}), user_id = null, name = 'Deleted operator', created_by = null
    where user_id = ${userId}`)
}
