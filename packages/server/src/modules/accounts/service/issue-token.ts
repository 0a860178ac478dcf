// Issues and uses the secrets of links in messages.
import type { Tx } from '../../../db/sql.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { type TokenPurpose, tokenEnd } from '../rules/tokens.ts'
import * as store from '../store/tokens.ts'
import type { User } from '../store/users.ts'

/** The secret, which is stored only as its hash. */
export async function issueToken(
  tx: Tx,
  {
    purpose,
    user,
    email = user.email,
    data = {},
  }: {
    purpose: TokenPurpose
    user: Pick<User, 'id' | 'email'>
    email?: string
    data?: Record<string, unknown>
  },
  now: Date,
): Promise<string> {
  const secret = randomToken('', 32)
  const token = { tokenHash: tokenHash(secret), purpose, userId: user.id, email, data }
  await store.insertToken(tx, { ...token, createdAt: now, expiresAt: tokenEnd(purpose, now) })
  return secret
}

/** Undefined when the secret was used, has expired or was never issued for this purpose. */
export const useToken = (tx: Tx, purpose: TokenPurpose, secret: string, now: Date) =>
  store.spendToken(tx, tokenHash(secret), purpose, now)
