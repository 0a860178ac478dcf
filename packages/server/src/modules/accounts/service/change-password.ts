// Sets and changes passwords. Hashing is slow on purpose, so it comes before the transaction.
import type { Tx } from '../../../db/sql.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { isCommonPassword } from '../data.ts'
import { hashPassword, NOBODYS_HASH, passwordMatches, passwordProblem } from '../rules/passwords.ts'
import * as sessions from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import * as users from '../store/users.ts'

/** Whoever knew the old password is signed out. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await users.updatePassword(tx, userId, passwordHash, now)
  await sessions.deleteUserSessions(tx, userId)
}

/** Checks the old password and hashes the new one: slow on purpose, so it comes before the transaction. */
export async function preparePassword(user: User, current: string, next: string): Promise<string> {
  const problem = passwordProblem({ email: user.email, password: next }, isCommonPassword)
  if (problem !== null) throw invalidField('new_password', problem)
  if (!(await passwordMatches(user.passwordHash ?? NOBODYS_HASH, current)))
    throw invalidField('current_password', 'is incorrect')
  return hashPassword(next)
}

/** Every session ends but the one that asked for it. */
export async function changePassword(tx: Tx, user: User, newHash: string, session: string, now: Date): Promise<void> {
  if (!(await users.replacePassword(tx, user, newHash, now)))
    throw new ApiError('conflict', {
      message: 'Another request just changed your password. Sign in with the new password.',
    })
  await sessions.deleteOtherSessions(tx, user.id, tokenHash(session))
}
