// Gives users an operator role and takes it away.
import type { Tx } from '../../../db/sql.ts'
import { ApiError } from '../../../kernel/errors.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'
import * as store from '../store/operators.ts'
import { deleteUserSessions } from '../store/sessions.ts'

export type FormerRole = { email: string; before: OperatorRole | null }

/**
 * Sets a user's operator role; null ends their access and their sessions. Undefined when there is no such user. `keepsAdmin: false`
 * lets the last admin go: an identity provider that was trusted with roles decides alone.
 */
export async function changeOperatorRole(
  tx: Tx,
  userId: string,
  role: OperatorRole | null,
  now: Date,
  { keepsAdmin = true } = {},
): Promise<FormerRole | undefined> {
  // Before the user's own row: every change of roles locks in the same order.
  const admins = await store.lockAdmins(tx)
  const user = await store.lockUserRole(tx, userId)
  if (!user) return undefined
  if (keepsAdmin && role !== 'admin' && user.operatorRole === 'admin' && admins.length < 2)
    throw new ApiError('conflict', {
      message: 'This is the last admin. Give another operator the role admin first.',
      reason: 'last_admin',
    })
  if (role !== user.operatorRole) await store.setOperatorRole(tx, userId, role, now)
  if (role === null) await deleteUserSessions(tx, userId)
  return { email: user.email, before: user.operatorRole }
}
