// Creates an account from the sign-up form, and asks the person to confirm the email address.
import type { Deps } from '../../../deps.ts'
import { invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import { queueMail } from '../../mail/index.ts'
import { isCommonPassword } from '../data.ts'
import { type Account, signUpProblem as getFieldError, hashPassword } from '../rules/passwords.ts'
import type { NewUser } from '../store/users.ts'
import { findUserByEmail, insertUserIfNew } from '../store/users.ts'
import { issueToken } from './issue-token.ts'
import { mayMail } from './limit-mail.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'admission'>

/** What is wrong with a new account, in words for the person at the form; null when nothing is. */
export const signUpProblem = (account: Account): string | null => getFieldError(account, isCommonPassword)

/**
 * The same work and no result, whether the address was free or not: nobody learns here who has an account. Only the message
 * differs, which the owner of the address reads. `next` is where the link in it leads afterwards.
 */
export async function signUp(deps: Needed, { email, password }: Account, next = ''): Promise<void> {
  const normalized = parseEmail(email)
  invariant(normalized, 'an address was checked before its account is made')
  const passwordHash = await hashPassword(password)
  const isMailed = await mayMail(deps, 'confirm', normalized)
  const now = deps.clock.now()
  const user: NewUser = {
    id: newId('user', now),
    email: normalized,
    passwordHash,
    operatorRole: null,
    emailConfirmedAt: null,
    createdAt: now,
  }
  await deps.db.tx(async (tx) => {
    await insertUserIfNew(tx, user)
    const owner = await findUserByEmail(tx, normalized)
    if (!owner || !isMailed) return
    const secret = await issueToken(tx, { purpose: 'confirm_email', user: owner, data: { next } }, now)
    const template = owner.emailConfirmedAt === null ? 'confirm_address' : 'account_exists'
    await queueMail(deps, tx, { to: normalized, template, secret }, now)
  })
}
