// What accounts stores about a person, and how it is removed.
import type { Db, Tx } from '../../../db/sql.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { revokeUserTokens } from '../store/operator-tokens.ts'
import { listSessions } from '../store/sessions.ts'
import { deleteUser, lockAdmins, lockUser, type User } from '../store/users.ts'

export async function exportAccount(db: Db, user: User, now: Date) {
  const { id, email, operatorRole, emailConfirmedAt, createdAt, signedInAt } = user
  const sessions = await listSessions(db, id, now)
  return {
    account: { id, email, operatorRole, emailConfirmedAt, createdAt, signedInAt },
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

/** Sessions, links and grants go with the account. The last admin stays: nobody could add another. */
export async function deleteAccount(tx: Tx, user: Pick<User, 'id' | 'operatorRole'>, now: Date): Promise<void> {
  if (user.operatorRole === 'admin' && (await lockAdmins(tx)).every(({ id }) => id === user.id))
    throw new ApiError('conflict', {
      message: 'You are the last admin of this marketplace. Make another operator an admin first.',
      reason: 'last_admin',
    })
  await lockUser(tx, user.id)
  await revokeUserTokens(tx, user.id, now)
  await deleteUser(tx, user.id)
}
