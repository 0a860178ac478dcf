// What accounts stores about a person, and how it is removed.
import type { Db, Tx } from '../../../db/sql.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { listFormerAddresses } from '../store/former-addresses.ts'
import { listIdentities } from '../store/identities.ts'
import { listSessions } from '../store/sessions.ts'
import { deleteUser, lockUser, type User } from '../store/users.ts'

export async function exportAccount(db: Db, user: User, now: Date) {
  const { id, email, operatorRole, emailConfirmedAt, createdAt, signedInAt } = user
  const sessions = await listSessions(db, id, now)
  return {
    account: { id, email, operatorRole, emailConfirmedAt, createdAt, signedInAt },
    formerAddresses: await listFormerAddresses(db, id),
    singleSignOn: await listIdentities(db, id),
    sessions: sessions.map(({ id: sessionId, createdAt: at, lastUsedAt, expiresAt, ipAddress, userAgent }) => ({
      id: sessionId,
      createdAt: at,
      lastUsedAt,
      expiresAt,
      ipAddress,
      userAgent,
    })),
  }
}

/**
 * The account as it is now, held until the end of the transaction. Throws 409 when its password changed since it was read: its
 * owner may just have taken it back.
 */
export async function lockAccount(tx: Tx, { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>): Promise<User> {
  const user = await lockUser(tx, id)
  if (!user || user.passwordHash !== passwordHash)
    throw new ApiError('conflict', { message: 'Your account just changed. Sign in again.' })
  return user
}

/** Sessions, links and grants go with the account. */
export const deleteAccount = (tx: Tx, user: Pick<User, 'id'>): Promise<void> => deleteUser(tx, user.id)
