// What accounts stores about a person, and how it is removed.
import type { Db, Tx } from '../../../db/sql.ts'
import { listIdentities } from '../store/identities.ts'
import { listSessions } from '../store/sessions.ts'
import { deleteUser, lockUser, type User } from '../store/users.ts'

export async function exportAccount(db: Db, user: User, now: Date) {
  const { id, email, operatorRole, emailConfirmedAt, createdAt, signedInAt } = user
  const sessions = await listSessions(db, id, now)
  return {
    account: { id, email, operatorRole, emailConfirmedAt, createdAt, signedInAt },
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

/** Sessions, links and grants go with the account. */
export async function deleteAccount(tx: Tx, user: Pick<User, 'id'>): Promise<void> {
  await lockUser(tx, user.id)
  await deleteUser(tx, user.id)
}
