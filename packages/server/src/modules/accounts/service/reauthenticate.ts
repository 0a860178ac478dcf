// A signed-in person proves by password again who they are, for operations that require a recent sign-in.
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { buildAccountEvent, type Visit } from '../rules/audit.ts'
import { renewAuthentication, type SignedIn } from '../store/sessions.ts'
import { hasSecondFactor, type User } from '../store/users.ts'

/**
 * For the form; the caller checked the password. False when a password is not enough: the account has a second factor, and this
 * session has never proved it.
 */
export const reauthenticateNow = (
  { audit, db, clock }: Pick<Deps, 'audit' | 'db' | 'clock'>,
  { user, session, token, visit }: { user: User; session: SignedIn; token: string; visit: Visit },
): Promise<boolean> =>
  db.tx(async (tx) => {
    if (session.secondFactorAt === null && (await hasSecondFactor(tx, user.id))) return false
    if (!(await renewAuthentication(tx, tokenHash(token), clock.now()))) throw new ApiError('invalid_token')
    await audit.write(tx, buildAccountEvent(user, visit, { route: 'accounts.reauthenticate' }))
    return true
  })
