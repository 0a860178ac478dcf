// Signs people in and out.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditEvent } from '../../../kernel/audit-log.ts'
import { parseEmail } from '../../../kernel/email-address.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR, USER_FAILURES_AUDITED_PER_HOUR } from '../../../kernel/limits.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { queueMail } from '../../mail/index.ts'
import { buildAccountEvent } from '../rules/audit.ts'
import { type Account, NOBODYS_HASH, passwordMatches } from '../rules/passwords.ts'
import { hasEnded, rolledEnd, sessionEnd } from '../rules/sessions.ts'
import type { Session, SignedIn } from '../store/sessions.ts'
import * as store from '../store/sessions.ts'
import { findUserByEmail, holdUser, noteSignIn, type User } from '../store/users.ts'

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

const signInEvent = (user: User, visit: SignInVisit, isGood: boolean): AuditEvent =>
  buildAccountEvent(
    user,
    { ...visit, method: 'POST' },
    {
      route: 'accounts.sign_in',
      ...(isGood ? {} : { status: 401, reason: 'wrong_password' }),
    },
  )

/** The typed address is left out: people type passwords into the wrong field. All of these share one bound. */
const strangerEvent = ({ requestId, path, address }: SignInVisit): AuditEvent => ({
  actor: 'anonymous',
  requestId,
  method: 'POST',
  path,
  route: 'accounts.sign_in',
  status: 401,
  input: { address },
  reason: 'unknown_account',
})

/**
 * A new session, or null. An unknown address costs the work of a known one. The session that the browser had before, if
 * any, ends: what somebody may have put there opens nothing.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'audit' | 'secrets'>,
  { email, password }: Account,
  visit: SignInVisit,
): Promise<string | null> {
  const { db, clock, audit } = deps
  const normalized = parseEmail(email)
  const user = normalized === null ? undefined : await findUserByEmail(db, normalized)
  const matches = await passwordMatches(user?.passwordHash ?? NOBODYS_HASH, password)
  if (!user || !matches) {
    // Behind the response, and for everyone: the time it takes must not tell who has an account.
    const most = user && !user.operatorRole ? USER_FAILURES_AUDITED_PER_HOUR : FAILED_SIGN_INS_AUDITED_PER_HOUR
    audit.note(user ? signInEvent(user, visit, false) : strangerEvent(visit), most)
    return null
  }
  const now = clock.now()
  return db.tx(async (tx) => {
    if (!(await noteSignIn(tx, user, now))) return null
    const token = await beginSession(tx, user, visit, now)
    await audit.write(tx, signInEvent(user, visit, true))
    if (!visit.isKnownDevice && user.signedInAt !== null) {
      const data = { at: now, ipAddress: visit.address, userAgent: visit.userAgent || 'Unknown' }
      await queueMail(deps, tx, { to: user.email, template: 'new_device', data }, now)
    }
    return token
  })
}

/** The session's token. The session that the browser had before ends. */
async function beginSession(tx: Tx, user: User, visit: SignInVisit, now: Date): Promise<string> {
  const token = randomToken('', 32)
  if (visit.before !== undefined) await store.deleteSession(tx, tokenHash(visit.before))
  await store.insertSession(tx, {
    id: newId('session', now),
    tokenHash: tokenHash(token),
    userId: user.id,
    createdAt: now,
    expiresAt: sessionEnd(now, now, user.operatorRole !== null),
    authenticatedAt: now,
    secondFactorAt: null,
    lastUsedAt: now,
    ipAddress: visit.address,
    userAgent: visit.userAgent,
  })
  return token
}

export const signOut = (db: Db, token: string): Promise<void> => store.deleteSession(db, tokenHash(token))

/** Whose session it is; using it moves its end on, and when it was last used, now and then. */
export async function findSession(db: Db, token: string, now: Date): Promise<SignedIn | undefined> {
  const session = await store.findSession(db, tokenHash(token), now)
  if (!session || hasEnded(session, now)) return undefined
  const end = rolledEnd(session, now)
  if (end) await store.touchSession(db, session.tokenHash, end, now)
  return session
}

/** The sessions of a person that have not ended. */
export const listSessions = (db: Db, userId: string, now: Date): Promise<Session[]> =>
  store.listSessions(db, userId, now)

/** Throws 404 for a session that is not the person's own. */
export async function endSession(tx: Tx, userId: string, id: string): Promise<Session> {
  const ended = isId('session', id) ? await store.deleteSessionById(tx, userId, id) : undefined
  if (!ended) throw notFound('Session not found. It may have ended already.')
  return ended
}

/**
 * Whether a session is still there, with its account held until the end of the transaction: a password change that comes
 * meanwhile waits, and then undoes what the transaction did.
 */
export async function holdSession(
  tx: Tx,
  session: Pick<SignedIn, 'userId' | 'tokenHash'>,
  now: Date,
): Promise<boolean> {
  await holdUser(tx, session.userId)
  return (await store.findSession(tx, session.tokenHash, now)) !== undefined
}
