// Use cases of accounts: people, their sessions, and operator tokens.
import { type Db, type Tx, violates } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { AuditEvent } from '../../kernel/audit-log.ts'
import { parseEmail } from '../../kernel/email-address.ts'
import { ApiError, invalidField, invariant } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR } from '../../kernel/limits.ts'
import { randomToken, tokenHash } from '../../kernel/secret-box.ts'
import { isCommonPassword } from './data.ts'
import {
  signUpProblem as getFieldError,
  hashPassword,
  NOBODYS_HASH,
  passwordMatches,
  passwordProblem,
  rolledEnd,
  sessionEnd,
} from './rules.ts'
import type { OperatorToken, SignedIn, User } from './store.ts'
import * as store from './store.ts'

/** Hash first: it is slow on purpose and must not sit inside a transaction. */
export { hashPassword }

export async function createUser(
  tx: Tx,
  input: { email: string; passwordHash: string; role: User['role'] },
  now: Date,
): Promise<User> {
  const email = parseEmail(input.email)
  if (email === null) throw invalidField('email', 'must be an email address')
  const user: User = { id: newId('user', now), ...input, email, createdAt: now }
  await store.insertUser(tx, user)
  return user
}

export async function issueOperatorToken(
  tx: Tx,
  input: { name: string; userId: User['id'] | null },
  now: Date,
): Promise<{ id: OperatorToken['id']; token: string }> {
  const token = randomToken('op_', 32)
  const id = newId('operatorToken', now)
  await store.insertOperatorToken(tx, { id, ...input, tokenHash: tokenHash(token), createdAt: now })
  return { id, token }
}

export const findOperatorByToken = (db: Db, token: string, now: Date): Promise<OperatorToken | undefined> =>
  store.useOperatorToken(db, tokenHash(token), now)

/** Whoever knew the old password is signed out. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await store.updatePassword(tx, userId, passwordHash, now)
  await store.deleteUserSessions(tx, userId)
}

export async function findUser(db: Db, id: string): Promise<User> {
  const user = await store.findUser(db, id)
  invariant(user, 'a signed-in user has an account')
  return user
}

/** Checks the old password and hashes the new one: slow on purpose, so it comes before the transaction. */
export async function preparePassword(user: User, current: string, next: string): Promise<string> {
  const problem = passwordProblem({ email: user.email, password: next }, isCommonPassword)
  if (problem !== null) throw invalidField('new_password', problem)
  if (!(await passwordMatches(user.passwordHash, current))) throw invalidField('current_password', 'is incorrect')
  return hashPassword(next)
}

/** Every session ends but the one that asked for it. */
export async function changePassword(tx: Tx, user: User, newHash: string, session: string, now: Date): Promise<void> {
  if (!(await store.replacePassword(tx, user, newHash, now)))
    throw new ApiError('conflict', {
      message: 'Another request just changed your password. Sign in with the new password.',
    })
  await store.deleteOtherSessions(tx, user.id, tokenHash(session))
}

type Account = { email: string; password: string }

/** What is wrong with a new account, in words for the person at the form; null when nothing is. */
export const signUpProblem = (account: Account): string | null => getFieldError(account, isCommonPassword)

/** The same work and no answer, whether the address was free or not: nobody learns here who has an account. */
export async function signUp({ db, clock }: Pick<Deps, 'db' | 'clock'>, { email, password }: Account): Promise<void> {
  const normalized = parseEmail(email)
  invariant(normalized, 'an address was checked before its account is made')
  const passwordHash = await hashPassword(password)
  const now = clock.now()
  const user: User = { id: newId('user', now), email: normalized, passwordHash, role: 'user', createdAt: now }
  await db.tx((tx) => store.insertUserIfNew(tx, user))
}

/** Where a sign-in comes from: the session that the browser had before, if any, and what the audit log says of the request. */
export type SignInVisit = { before: string | undefined; requestId: string; path: string; address: string }

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
  const user = normalized === null ? undefined : await store.findUserByEmail(db, normalized)
  const matches = await passwordMatches(user?.passwordHash ?? NOBODYS_HASH, password)
  if (!user || !matches) {
    // Behind the response: to write it first would tell by the time it takes whose account is an operator's.
    if (user?.role === 'operator') audit.note(signInEvent(user, visit, false), FAILED_SIGN_INS_AUDITED_PER_HOUR)
    return null
  }
  const token = randomToken('', 32)
  const now = clock.now()
  await db.tx(async (tx) => {
    if (visit.before !== undefined) await store.deleteSession(tx, tokenHash(visit.before))
    const session = { tokenHash: tokenHash(token), userId: user.id, createdAt: now, expiresAt: sessionEnd(now, now) }
    await store.insertSession(tx, session)
    if (user.role === 'operator') await audit.write(tx, signInEvent(user, visit, true))
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

/**
 * Gives an account from before addresses were normalized its normalized one; false when it keeps the old spelling, because it is
 * not an address or another account has the normalized one.
 */
export async function normalizeEmail(db: Db, { id, email }: Pick<User, 'id' | 'email'>): Promise<boolean> {
  const normalized = parseEmail(email)
  if (normalized === null) return false
  try {
    await store.changeEmail(db, id, normalized)
    return true
  } catch (error) {
    if (violates(error, 'users_email')) return false
    throw error
  }
}
