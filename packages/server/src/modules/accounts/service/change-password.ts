// Sets, changes and resets passwords. Hashing is slow on purpose, so it comes before the transaction.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import { queueMail } from '../../mail/index.ts'
import { isCommonPassword } from '../data.ts'
import { buildAccountEvent, type Visit } from '../rules/audit.ts'
import { hashPassword, NOBODYS_HASH, passwordMatches, passwordProblem } from '../rules/passwords.ts'
import * as sessions from '../store/sessions.ts'
import { deleteAllTokens } from '../store/tokens.ts'
import type { User } from '../store/users.ts'
import * as users from '../store/users.ts'
import { issueToken, useLink } from './issue-token.ts'
import { mayMail } from './limit-mail.ts'

type Changing = Pick<Deps, 'accountEvents' | 'secrets' | 'audit'>

/** Everyone who knew the old password is signed out, links in earlier messages and grants to applications end. Null: none is left. */
export async function setPassword(
  { accountEvents }: Pick<Deps, 'accountEvents'>,
  tx: Tx,
  userId: Id<'user'>,
  passwordHash: string | null,
  now: Date,
): Promise<void> {
  await users.updatePassword(tx, userId, passwordHash, now)
  await sessions.deleteUserSessions(tx, userId)
  await deleteAllTokens(tx, userId)
  await accountEvents.passwordChanged(tx, userId, now)
}

/** What is wrong with a new password; null when nothing is. */
export const newPasswordProblem = (email: string, password: string): string | null =>
  passwordProblem({ email, password }, isCommonPassword)

export const matchesPassword = (user: Pick<User, 'passwordHash'>, password: string): Promise<boolean> =>
  passwordMatches(user.passwordHash ?? NOBODYS_HASH, password)

/** Checks and hashes the new password. */
export async function preparePassword(user: User, next: string): Promise<string> {
  const problem = newPasswordProblem(user.email, next)
  if (problem !== null) throw invalidField('new_password', problem)
  return hashPassword(next)
}

/** Every session ends but the one that asked for it. */
export async function changePassword(
  deps: Changing,
  tx: Tx,
  { user, newHash, session, visit }: { user: User; newHash: string; session: string; visit: Visit },
  now: Date,
): Promise<void> {
  if (!(await users.replacePassword(tx, user, newHash, now)))
    throw new ApiError('conflict', {
      message: 'Another request just changed your password. Sign in with the new password.',
    })
  await sessions.deleteOtherSessions(tx, user.id, tokenHash(session))
  const kept = await sessions.findSession(tx, tokenHash(session), now)
  if (kept) await sessions.markAuthenticated(tx, kept.id, { authenticatedAt: now, secondFactorAt: null })
  await deleteAllTokens(tx, user.id)
  await deps.accountEvents.passwordChanged(tx, user.id, now)
  if (user.emailConfirmedAt !== null)
    await queueMail(deps, tx, { to: user.email, template: 'password_changed', data: { at: now } }, now)
  await deps.audit.write(tx, buildAccountEvent(user, visit, { route: 'accounts.change_password' }))
}

/** The same work whether the address has an account or not; its owner reads in the message which one it is. */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'admission'>,
  email: string,
): Promise<void> {
  const normalized = parseEmail(email)
  if (normalized === null || !(await mayMail(deps, 'reset', normalized))) return
  const now = deps.clock.now()
  await deps.db.tx(async (tx) => {
    const user = await users.findUserByEmail(tx, normalized)
    const owner = user ?? { id: newId('user', now), email: normalized }
    const secret = await issueToken(tx, { purpose: 'reset_password', user: owner }, now)
    await queueMail(deps, tx, { to: normalized, template: user ? 'reset_password' : 'no_account', secret }, now)
  })
}

/** False when the link no longer works. Having got the message proves the address, too. */
export function resetPassword(
  deps: Changing & Pick<Deps, 'db' | 'clock'>,
  { secret, newHash, visit }: { secret: string; newHash: string; visit: Visit },
): Promise<boolean> {
  return deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const link = await useLink(tx, 'reset_password', secret, now)
    if (!link) return false
    const { user } = link
    await setPassword(deps, tx, user.id, newHash, now)
    await users.confirmEmail(tx, user.id, now)
    await deps.accountEvents.addressConfirmed(tx, user, now)
    await queueMail(deps, tx, { to: user.email, template: 'password_changed', data: { at: now } }, now)
    await deps.audit.write(tx, buildAccountEvent(user, visit, { route: 'accounts.reset_password' }))
    return true
  })
}
