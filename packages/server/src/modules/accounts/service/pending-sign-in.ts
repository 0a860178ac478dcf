// Sign-ins that wait for their second step: the password was right, the second factor is missing.
import type { Db, Tx } from '../../../db/sql.ts'
import { SECOND_STEP_CODES_MAX } from '../../../kernel/limits.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { fingerprintPassword } from '../rules/passwords.ts'
import * as tokens from '../store/tokens.ts'
import type { User } from '../store/users.ts'
import * as users from '../store/users.ts'
import { issueToken } from './issue-token.ts'

/** A new password ends the sign-ins that began with the old one. */
const fingerprint = ({ passwordHash }: User): string => fingerprintPassword(passwordHash)

export const startPendingSignIn = (tx: Tx, user: User, now: Date): Promise<string> =>
  issueToken(tx, { purpose: 'sign_in', user, data: { password: fingerprint(user) } }, now)

async function findPerson(db: Db, pending: tokens.AccountToken | undefined): Promise<User | undefined> {
  const user = pending && (await users.findUser(db, pending.userId))
  return user && pending.data.password === fingerprint(user) ? user : undefined
}

/** Whose sign-in it is; undefined when it ended. */
export const findPendingUser = async (db: Db, secret: string, now: Date): Promise<User | undefined> =>
  findPerson(db, await tokens.findToken(db, tokenHash(secret), 'sign_in', now))

/** Counts an attempt before it is judged, so that parallel guesses are not more guesses. */
export async function countSecondStep(
  tx: Tx,
  secret: string,
  now: Date,
): Promise<{ user: User; isLast: boolean } | undefined> {
  const pending = await tokens.countAttempt(tx, tokenHash(secret), SECOND_STEP_CODES_MAX, now)
  const user = await findPerson(tx, pending)
  return pending && user && { user, isLast: pending.attempts >= SECOND_STEP_CODES_MAX }
}

/** The sign-in is over: it succeeded, or all its attempts were wrong. */
export async function endPendingSignIn(tx: Tx, secret: string, now: Date): Promise<void> {
  await tokens.spendToken(tx, tokenHash(secret), 'sign_in', now)
}
