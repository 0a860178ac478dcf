// Signs people in and out.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditEvent } from '../../../kernel/audit-log.ts'
import { parseEmail } from '../../../kernel/email-address.ts'
import { newId } from '../../../kernel/ids.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR } from '../../../kernel/limits.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { type Account, NOBODYS_HASH, passwordMatches } from '../rules/passwords.ts'
import { rolledEnd, sessionEnd } from '../rules/sessions.ts'
import type { SignedIn } from '../store/sessions.ts'
import * as store from '../store/sessions.ts'
import { findUserByEmail, type User } from '../store/users.ts'

/** Where a sign-in comes from: the session that the browser had before, if any, and what the audit log says of the request. */
export type SignInVisit = {
  before: string | undefined
  requestId: string
  path: string
  address: string
  userAgent: string
}

const signInEvent = (user: User, { requestId, path, address }: SignInVisit, isGood: boolean): AuditEvent => ({
  actor: `user:${user.email}`,
  requestId,
  method: 'POST',
  path,
  route: 'accounts.sign_in',
  status: isGood ? 200 : 401,
  input: { address },
  reason: isGood ? null : 'wrong_password',
})

/**
 * A new session, or null. An unknown address costs the work of a known one. The session that the browser had before, if
 * any, ends: what somebody may have put there opens nothing.
 */
export async function signIn(
  { db, clock, audit }: Pick<Deps, 'db' | 'clock' | 'audit'>,
  { email, password }: Account,
  visit: SignInVisit,
): Promise<string | null> {
  const normalized = parseEmail(email)
  const user = normalized === null ? undefined : await findUserByEmail(db, normalized)
  const matches = await passwordMatches(user?.passwordHash ?? NOBODYS_HASH, password)
  if (!user || !matches) {
    // Behind the response: to write it first would tell by the time it takes whose account is an operator's.
    if (user?.operatorRole) audit.note(signInEvent(user, visit, false), FAILED_SIGN_INS_AUDITED_PER_HOUR)
    return null
  }
  const token = randomToken('', 32)
  const now = clock.now()
  await db.tx(async (tx) => {
    if (visit.before !== undefined) await store.deleteSession(tx, tokenHash(visit.before))
    await store.insertSession(tx, {
      id: newId('session', now),
      tokenHash: tokenHash(token),
      userId: user.id,
      createdAt: now,
      expiresAt: sessionEnd(now, now),
      authenticatedAt: now,
      secondFactorAt: null,
      lastUsedAt: now,
      ipAddress: visit.address,
      userAgent: visit.userAgent,
    })
    if (user.operatorRole) await audit.write(tx, signInEvent(user, visit, true))
  })
  return token
}

export const signOut = (db: Db, token: string): Promise<void> => store.deleteSession(db, tokenHash(token))

/** Whose session it is; using it moves its end on, at most once a day. */
export async function findSession(db: Db, token: string, now: Date): Promise<SignedIn | undefined> {
  const session = await store.findSession(db, tokenHash(token), now)
  const end = session && rolledEnd(session, now)
  if (session && end) await store.moveSessionEnd(db, session.tokenHash, end)
  return session
}
