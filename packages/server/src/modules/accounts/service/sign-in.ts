// Signs people in and out.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditEvent } from '../../../kernel/contracts/audit-log.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR, USER_FAILURES_AUDITED_PER_HOUR } from '../../../kernel/limits.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import { type Account, NOBODYS_HASH, passwordMatches } from '../rules/passwords.ts'
import { hasEnded, rolledEnd } from '../rules/sessions.ts'
import { isLinked } from '../store/identities.ts'
import type { Session, SignedIn } from '../store/sessions.ts'
import * as store from '../store/sessions.ts'
import { findUserByEmail, hasSecondFactor, holdUser, type User } from '../store/users.ts'
import { startPendingSignIn } from './pending-sign-in.ts'
import { type SignInVisit, signInEvent, startSession } from './start-session.ts'

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

/** Shown only to people who know the password: what the provider ends must not go on with a password. */
const SSO_ONLY = 'This operator account signs in with single sign-on. Choose “Sign in with SSO” on the sign-in page.'

/** Throws for an operator whom the identity provider signs in. */
export async function assertNoSso({ db, config }: { db: Db; config: Deps['config'] }, user: User): Promise<void> {
  if (user.operatorRole && config.sso && (await isLinked(db, user.id, config.sso.issuer)))
    throw new ApiError('forbidden', { message: SSO_ONLY })
}

/** A session, or a sign-in that waits for its second step. Both are given as their secrets. */
export type PasswordAccepted = { kind: 'session'; token: string; user: User } | { kind: 'second_step'; secret: string }

/**
 * A right password of an account without a second factor starts a session; null for a wrong one. An unknown address costs the work
 * of a known one.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'audit' | 'secrets' | 'config'>,
  { email, password }: Account,
  visit: SignInVisit,
): Promise<PasswordAccepted | null> {
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
  await assertNoSso(deps, user)
  const now = clock.now()
  return db.tx(async (tx) => {
    if (await hasSecondFactor(tx, user.id))
      return { kind: 'second_step', secret: await startPendingSignIn(tx, user, now) }
    const token = await startSession(deps, tx, { user, visit, secondFactorAt: null }, now)
    return token === null ? null : { kind: 'session', token, user }
  })
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

/** Of these sessions, the ones that have not ended. It does not count as a use of them. */
export async function listSignedIn(db: Db, ids: readonly string[], now: Date): Promise<SignedIn[]> {
  return (await store.listSignedIn(db, ids, now)).filter((session) => !hasEnded(session, now))
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
