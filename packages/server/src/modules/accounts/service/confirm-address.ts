// Confirms that an email address belongs to the person who has the account.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { newId } from '../../../kernel/ids.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import { queueMail } from '../../mail/index.ts'
import { buildAccountEvent, type Visit } from '../rules/audit.ts'
import { deleteTokens } from '../store/tokens.ts'
import { confirmEmail, findUserByEmail, type User } from '../store/users.ts'
import { setPassword } from './change-password.ts'
import { issueToken, type Link, useLink } from './issue-token.ts'
import { mayMail } from './limit-mail.ts'

/** A new link to the owner's address. Earlier ones go on working, so that nobody can make them useless. */
export async function sendConfirmation(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  user: Pick<User, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  const secret = await issueToken(tx, { purpose: 'confirm_email', user }, now)
  await queueMail(deps, tx, { to: user.email, template: 'confirm_address', secret }, now)
}

/** From a form: the same work and no result, whatever the address has. */
export async function requestConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'admission'>,
  email: string,
): Promise<void> {
  const normalized = parseEmail(email)
  if (normalized === null || !(await mayMail(deps, 'confirm', normalized))) return
  const now = deps.clock.now()
  await deps.db.tx(async (tx) => {
    const user = await findUserByEmail(tx, normalized)
    const owner = user ?? { id: newId('user', now), email: normalized }
    const secret = await issueToken(tx, { purpose: 'confirm_email', user: owner }, now)
    const known = user?.emailConfirmedAt === null ? 'confirm_address' : 'account_exists'
    await queueMail(deps, tx, { to: normalized, template: user ? known : 'no_account', secret }, now)
  })
}

/**
 * Undefined when the link no longer works. The caller made sure that the visitor has the account: by its session, by its
 * password, or by `newHash`, a password that replaces it and ends every other way in.
 */
export function confirmAddress(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'audit' | 'accountEvents'>,
  { secret, newHash, visit }: { secret: string; newHash: string | null; visit: Visit },
): Promise<Link | undefined> {
  return deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const link = await useLink(tx, 'confirm_email', secret, now)
    if (!link) return undefined
    const { user } = link
    if (newHash === null) await deleteTokens(tx, user.id, 'confirm_email')
    else {
      await setPassword(deps, tx, user.id, newHash, now)
      await queueMail(deps, tx, { to: user.email, template: 'password_changed', data: { at: now } }, now)
    }
    await confirmEmail(tx, user.id, now)
    await deps.accountEvents.addressConfirmed(tx, user, now)
    const input = { with: newHash === null ? 'password' : 'new_password' }
    await deps.audit.write(tx, buildAccountEvent(user, visit, { route: 'accounts.confirm_address', input }))
    return link
  })
}
