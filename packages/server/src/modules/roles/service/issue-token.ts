// Operator tokens: issued once, recognized by their hash.
import type { Db, Tx } from '../../../db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import type { OperatorToken } from '../store/tokens.ts'
import * as store from '../store/tokens.ts'

type NewToken = Pick<OperatorToken, 'name' | 'role' | 'userId' | 'createdBy'> & { expiresAt?: Date | null }

export async function issueOperatorToken(
  tx: Tx,
  { expiresAt = null, ...input }: NewToken,
  now: Date,
): Promise<OperatorToken & { token: string }> {
  const token = randomToken('op_', 32)
  const issued: OperatorToken = {
    id: newId('operatorToken', now),
    ...input,
    createdAt: now,
    expiresAt,
    lastUsedAt: null,
  }
  await store.insertToken(tx, issued, tokenHash(token))
  return { ...issued, token }
}

export const findOperatorByToken = (db: Db, token: string, now: Date): Promise<OperatorToken | undefined> =>
  store.useToken(db, tokenHash(token), now)
