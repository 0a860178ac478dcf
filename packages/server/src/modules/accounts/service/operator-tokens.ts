// Operator tokens: issued once, recognized by their hash.
import type { Db, Tx } from '../../../db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import type { OperatorToken } from '../store/operator-tokens.ts'
import * as store from '../store/operator-tokens.ts'
import type { User } from '../store/users.ts'

export async function issueOperatorToken(
  tx: Tx,
  input: { name: string; userId: User['id'] | null },
  now: Date,
): Promise<{ id: OperatorToken['id']; token: string }> {
  const token = randomToken('op_', 32)
  const id = newId('operatorToken', now)
  await store.insertOperatorToken(tx, { id, ...input, tokenHash: tokenHash(token), createdAt: now })
  return { id, token }
}

export const findOperatorByToken = (db: Db, token: string, now: Date): Promise<OperatorToken | undefined> =>
  store.useOperatorToken(db, tokenHash(token), now)
