// Starts sessions. Every sign-in, by whatever proof, ends here.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditEvent } from '../../../kernel/contracts/audit-log.ts'
import { newId } from '../../../kernel/ids.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { describeBrowser } from '../../../kernel/text/user-agent.ts'
import { queueMail } from '../../mail/index.ts'
import { buildAccountEvent } from '../rules/audit.ts'
import { sessionEnd } from '../rules/sessions.ts'
import * as store from '../store/sessions.ts'
import { noteSignIn, type User } from '../store/users.ts'

/** Where a sign-in comes from: the session that the browser had before, if any, and what the audit log says of the request. */
export type SignInVisit = {
  before: string | undefined
  requestId: string
  path: string
  address: string
  userAgent: string
  /** Someone signed in to this account in this browser before. */
  isKnownDevice: boolean
}

export const signInEvent = (user: User, visit: SignInVisit, isGood: boolean): AuditEvent =>
  buildAccountEvent(
    user,
    { ...visit, method: 'POST' },
    {
      route: 'accounts.sign_in',
      ...(isGood ? {} : { status: 401, reason: 'wrong_password' }),
    },
  )

/** How the person proved who they are. `method` is for the audit log, where it is not a password. */
export type SignInProof = {
  user: User
  visit: SignInVisit
  /** Null for a password alone. */
  secondFactorAt: Date | null
  /** Now, if it is not given. */
  authenticatedAt?: Date
  method?: 'invitation' | 'claim' | 'sso'
}

/**
 * The secret of a new session, or null when the password changed since it was read. The session that the browser had before, if
 * any, ends: what somebody may have put there opens nothing.
 */
export async function startSession(
  deps: Pick<Deps, 'audit' | 'secrets'>,
  tx: Tx,
  { user, visit, secondFactorAt, authenticatedAt, method }: SignInProof,
  now: Date,
): Promise<string | null> {
  if (!(await noteSignIn(tx, user, now))) return null
  const token = randomToken('', 32)
  if (visit.before !== undefined) await store.deleteSession(tx, tokenHash(visit.before))
  await store.insertSession(tx, {
    id: newId('session', now),
    tokenHash: tokenHash(token),
    userId: user.id,
    createdAt: now,
    expiresAt: sessionEnd(now, now, user.operatorRole !== null),
    authenticatedAt: authenticatedAt ?? now,
    secondFactorAt,
    lastUsedAt: now,
    ipAddress: visit.address,
    userAgent: visit.userAgent,
  })
  const event = signInEvent(user, visit, true)
  await deps.audit.write(tx, method ? { ...event, input: { ...event.input, method } } : event)
  // An address that nobody proved is someone else's, perhaps: they get no mail about what a stranger does.
  if (!visit.isKnownDevice && user.signedInAt !== null && user.emailConfirmedAt !== null) {
    const data = { at: now, ipAddress: visit.address, browser: describeBrowser(visit.userAgent) }
    await queueMail(deps, tx, { to: user.email, template: 'new_device', data }, now)
  }
  return token
}
