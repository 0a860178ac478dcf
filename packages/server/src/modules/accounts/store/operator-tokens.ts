// SQL of operator tokens.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'

export type OperatorToken = {
  id: Id<'operatorToken'>
  name: string
  userId: Id<'user'> | null
  lastUsedAt: Date | null
}

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

/** The tokens of a person who leaves stop working, and are nobody's. */
export async function revokeUserTokens(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update operator_tokens set revoked_at = coalesce(revoked_at, ${now}), user_id = null, name = 'Deleted operator'
    where user_id = ${userId}`)
}
