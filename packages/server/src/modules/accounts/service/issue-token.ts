// Issues and uses the secrets of links in messages.
import type { Db, Tx } from '../../../db/sql.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { isForAddress, type TokenPurpose, tokenEnd } from '../rules/tokens.ts'
import type { AccountToken } from '../store/tokens.ts'
import * as store from '../store/tokens.ts'
import { findUser, lockUser, type User } from '../store/users.ts'

/** The secret, which is stored only as its hash. For a user who does not exist it opens nothing. */
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
  const secret = randomToken('fh_ln_', 32)
  const token = { tokenHash: tokenHash(secret), purpose, userId: user.id, email, data }
  await store.insertToken(tx, { ...token, createdAt: now, expiresAt: tokenEnd(purpose, now) })
  return secret
}

/** Undefined when the secret was used, has expired or was never issued for this purpose. */
export const useToken = (tx: Tx, purpose: TokenPurpose, secret: string, now: Date) =>
  store.spendToken(tx, tokenHash(secret), purpose, now)

export type Link = { user: User; token: AccountToken }

/** What a link is for, without using it; undefined when it no longer works. */
export async function findLink(db: Db, purpose: TokenPurpose, secret: string, now: Date): Promise<Link | undefined> {
  const token = await store.findToken(db, tokenHash(secret), purpose, now)
  const user = token && (await findUser(db, token.userId))
  return user && isForAddress(token, user.email) ? { user, token } : undefined
}

/** As `findLink`, and used from now on: of two requests one gets it. The account is locked first, as every change of it does. */
export async function useLink(tx: Tx, purpose: TokenPurpose, secret: string, now: Date): Promise<Link | undefined> {
  const found = await store.findToken(tx, tokenHash(secret), purpose, now)
  const user = found && (await lockUser(tx, found.userId))
  if (!user || !isForAddress(found, user.email)) return undefined
  const token = await useToken(tx, purpose, secret, now)
  return token && { user, token }
}
