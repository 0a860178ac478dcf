// Changes the role of an operator and ends their access, with the tokens that follow from it.
import type { Tx } from '../../../db/sql.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { includesRole, OPERATOR_ROLES, type OperatorRole } from '../../../kernel/operator-roles.ts'
import { changeOperatorRole } from '../../accounts/index.ts'
import { forgetInviter, revokeInvitationsBy } from '../store/invitations.ts'
import { forgetUser, revokeUserTokens } from '../store/tokens.ts'

/** The new role, or null to end all access. Tokens that the person created keep working only within the new role. */
export async function changeRole(
  tx: Tx,
  userId: string,
  role: OperatorRole | null,
  now: Date,
): Promise<{ email: string; before: OperatorRole }> {
  const former = isId('user', userId) ? await changeOperatorRole(tx, userId, role, now) : undefined
  if (!former || former.before === null) throw notFound('Operator not found.')
  await revokeTokensBeyond(tx, userId, role, now)
  if (role !== 'admin') await revokeInvitationsBy(tx, `user:${former.email}`, now)
  return { email: former.email, before: former.before }
}

/** The role at the identity provider, which was trusted with roles: it replaces ours, even that of the last admin. */
export async function setProviderRole(
  tx: Tx,
  { id, email }: { id: string; email: string },
  role: OperatorRole | null,
  now: Date,
): Promise<void> {
  await changeOperatorRole(tx, id, role, now, { keepsAdmin: false })
  await revokeTokensBeyond(tx, id, role, now)
  if (role !== 'admin') await revokeInvitationsBy(tx, `user:${email}`, now)
}

/** Revokes the person's tokens with permissions that the role does not have. */
export const revokeTokensBeyond = (tx: Tx, userId: string, role: OperatorRole | null, now: Date): Promise<void> =>
  revokeUserTokens(tx, userId, role === null ? [] : OPERATOR_ROLES.filter((one) => includesRole(role, one)), now)

/** Before an account is deleted: an operator's access and tokens end. Throws for the last admin: nobody could add another. */
export async function forgetOperator(
  tx: Tx,
  { id, email, operatorRole }: { id: string; email: string; operatorRole: OperatorRole | null },
  now: Date,
): Promise<void> {
  if (operatorRole !== null) await changeRole(tx, id, null, now)
  await forgetUser(tx, id, now)
  await forgetInviter(tx, email)
}
