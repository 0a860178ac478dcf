// Creates operators, and restores their access, from the server's shell.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'
import {
  changeOperatorRole,
  confirmEmail,
  createUser,
  findUserByEmail,
  setPassword,
  unlinkIdentities,
} from '../../accounts/index.ts'
import { removeFactors } from '../../factors/index.ts'
import { revokeTokensBeyond } from './change-role.ts'
import { issueOperatorToken } from './issue-token.ts'

type NewAccess = { email: string; role: OperatorRole; passwordHash: string; actor: string }

/** A new account with a token. The address must not have an account. */
export async function createOperator(
  tx: Tx,
  { email, role, passwordHash, actor }: NewAccess,
  now: Date,
): Promise<{ userId: Id<'user'>; tokenId: Id<'operatorToken'>; token: string }> {
  const user = await createUser(tx, { email, passwordHash, operatorRole: role, isConfirmed: true }, now)
  const issued = await issueOperatorToken(tx, { name: email, role, userId: user.id, createdBy: actor }, now)
  return { userId: user.id, tokenId: issued.id, token: issued.token }
}

/**
 * A new password and role for an account that exists, whoever's it was. Sessions, factors and
 * identities end; tokens within the role go on. Undefined when there
 * is no such account.
 */
export async function restoreOperator(
  deps: Pick<Deps, 'accountEvents'>,
  tx: Tx,
  { email, role, passwordHash }: Omit<NewAccess, 'actor'>,
  now: Date,
): Promise<{ userId: Id<'user'>; before: OperatorRole | null } | undefined> {
  const user = await findUserByEmail(tx, email)
  if (!user) return undefined
  const former = await changeOperatorRole(tx, user.id, role, now)
  invariant(former, 'the account was just found')
  await setPassword(deps, tx, user.id, passwordHash, now)
  await confirmEmail(tx, user.id, now)
  await removeFactors(tx, user.id)
  await unlinkIdentities(tx, user.id)
  await revokeTokensBeyond(tx, user.id, role, now)
  return { userId: user.id, before: former.before }
}
