// Creates an account from the sign-up form.
import type { Deps } from '../../../deps.ts'
import { parseEmail } from '../../../kernel/email-address.ts'
import { invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { isCommonPassword } from '../data.ts'
import { type Account, signUpProblem as getFieldError, hashPassword } from '../rules/passwords.ts'
import type { User } from '../store/users.ts'
import { insertUserIfNew } from '../store/users.ts'

/** What is wrong with a new account, in words for the person at the form; null when nothing is. */
export const signUpProblem = (account: Account): string | null => getFieldError(account, isCommonPassword)

/** The same work and no answer, whether the address was free or not: nobody learns here who has an account. */
export async function signUp({ db, clock }: Pick<Deps, 'db' | 'clock'>, { email, password }: Account): Promise<void> {
  const normalized = parseEmail(email)
  invariant(normalized, 'an address was checked before its account is made')
  const passwordHash = await hashPassword(password)
  const now = clock.now()
  const user: User = {
    id: newId('user', now),
    email: normalized,
    passwordHash,
    operatorRole: null,
    emailConfirmedAt: null,
    createdAt: now,
  }
  await db.tx((tx) => insertUserIfNew(tx, user))
}
