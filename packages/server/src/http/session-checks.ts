// What some routes ask of a session besides being signed in.
import { type Config, isSignUpOpen } from '../config.ts'
import { addSeconds } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import { RECENT_SIGN_IN_SECONDS } from '../kernel/limits.ts'
import type { OperatorRole } from '../kernel/operator-roles.ts'
import type { Route } from './define-route.ts'

export type CheckedSession = {
  id: Id<'session'>
  authenticatedAt: Date
  secondFactorAt: Date | null
  emailConfirmedAt: Date | null
}

/** An operator who writes in production has proved a second factor in this session. Operator tokens are not affected. */
export function assertOperatorFactor(
  { secondFactorAt }: Pick<CheckedSession, 'secondFactorAt'>,
  { production }: { production: boolean },
): void {
  if (production && secondFactorAt === null)
    throw new ApiError('forbidden', {
      message:
        'Operators need a second factor to make changes. Add an authenticator app or a passkey under Account, Security, or sign in with yours.',
      reason: 'second_factor_required',
    })
}

/** A person who left a browser open, or lost a cookie, cannot hand out keys or money. */
export function assertRecentSignIn({ authenticatedAt }: Pick<CheckedSession, 'authenticatedAt'>, now: Date): void {
  if (addSeconds(authenticatedAt, RECENT_SIGN_IN_SECONDS) <= now) throw new ApiError('reauthentication_required')
}

const unconfirmed = (): ApiError =>
  new ApiError('forbidden', {
    message: 'Your email address is not confirmed. Follow the link in the message we sent you, or request a new one.',
    reason: 'email_unconfirmed',
  })

export function assertConfirmed({ emailConfirmedAt }: Pick<CheckedSession, 'emailConfirmedAt'>): void {
  if (emailConfirmedAt === null) throw unconfirmed()
}

/** For a caller with an access token, which has no session. */
export function assertConfirmedToken(route: Route, user: { isConfirmed: boolean } | null): void {
  if (route.confirmed && user?.isConfirmed === false) throw unconfirmed()
}

/** Every operator may read. A write that names no roles is for admins only. */
export function assertRole({ method, operators = [] }: Pick<Route, 'method' | 'operators'>, role: OperatorRole): void {
  if (method === 'GET' || role === 'admin' || operators.includes(role)) return
  const needed = ['admin', ...operators]
  throw new ApiError('forbidden', {
    message: `Your role ${role} does not allow this operation. It requires the role ${needed.join(' or ')}. Ask an admin.`,
    reason: 'role_missing',
  })
}

/** For everything that anyone may start without an invitation. */
export function assertSignUpOpen(config: Pick<Config, 'signUp' | 'mail'>): void {
  if (!isSignUpOpen(config))
    throw new ApiError('forbidden', {
      message: 'This marketplace does not accept new accounts. Ask its operator for an invitation.',
      reason: 'sign_up_closed',
    })
}

/** Checks a session against the options of a route. */
export function assertSession(route: Route, session: CheckedSession, now: Date): void {
  if (route.confirmed) assertConfirmed(session)
  if (route.recent) assertRecentSignIn(session, now)
}
