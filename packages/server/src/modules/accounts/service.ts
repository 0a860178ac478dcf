// Use cases of accounts: people and operator tokens.
import type { Db, Tx } from '../../db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { randomToken, tokenHash } from '../../kernel/secret-box.ts'
import { hashPassword } from './rules.ts'
import type { OperatorToken, User } from './store.ts'
import * as store from './store.ts'

/** Hash first: it is slow on purpose and must not sit inside a transaction. */
export { hashPassword }

export async function createUser(
  tx: Tx,
  input: { email: string; passwordHash: string; role: User['role'] },
  now: Date,
): Promise<User> {
  const user: User = { id: newId('user', now), ...input, createdAt: now }
  await store.insertUser(tx, user)
  return user
}

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

export const setPassword = (tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> =>
  store.updatePassword(tx, userId, passwordHash, now)
