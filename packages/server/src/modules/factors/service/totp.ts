// Sets up and removes authenticator apps.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField, notFound } from '../../../kernel/errors.ts'
import { markAuthenticated, type SignedIn, type User } from '../../accounts/index.ts'
import { buildTotpUrl, createTotpSecret, findTotpStep } from '../rules/totp.ts'
import * as store from '../store/totp.ts'
import { addFactor, dropFactor, type FactorCall, reportChange } from './factors.ts'

type Needed = Pick<Deps, 'secrets' | 'audit'>

/** Binds the ciphertext to its account. */
export const sealContext = (userId: string): string => `totp:${userId}`

const ALREADY_ON = new ApiError('conflict', {
  message: 'The account has an authenticator app. Remove it before you add another.',
})

/** The secret counts once a code confirms it. */
export async function startTotp(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  user: User,
  now: Date,
): Promise<{ secret: string; url: string }> {
  const secret = createTotpSecret()
  const sealed = secrets.seal(secret, sealContext(user.id))
  if (!(await store.insertTotp(tx, { userId: user.id, secret: sealed }, now))) throw ALREADY_ON
  return { secret, url: buildTotpUrl(secret, user.email) }
}

/** Recovery codes, when it is the account's first factor. This session has proved the factor. */
export async function confirmTotp(
  deps: Needed,
  tx: Tx,
  { user, session, code, call }: { user: User; session: SignedIn; code: string; call: FactorCall },
  now: Date,
): Promise<string[]> {
  const found = await store.findTotp(tx, user.id)
  if (!found) throw new ApiError('conflict', { message: 'No authenticator app is being set up. Start again.' })
  if (found.enabledAt !== null) throw ALREADY_ON
  const step = findTotpStep(deps.secrets.open(found.secret, sealContext(user.id)), code, now)
  if (step === null) throw invalidField('code', 'is incorrect')
  const enable = async () => {
    if (!(await store.enableTotp(tx, found, step, now))) throw ALREADY_ON
  }
  const codes = await addFactor(deps, tx, user.id, enable, now)
  await markAuthenticated(tx, session.id, { authenticatedAt: now, secondFactorAt: now })
  await reportChange(deps, tx, { user, change: 'totp_enabled', call }, now)
  return codes
}

export async function removeTotp(
  deps: Needed,
  tx: Tx,
  { user, call }: { user: User; call: FactorCall },
  now: Date,
): Promise<void> {
  await dropFactor(tx, user.id, async () => {
    if (!(await store.deleteTotp(tx, user.id))) throw notFound('The account has no authenticator app.')
  })
  await reportChange(deps, tx, { user, change: 'totp_disabled', call }, now)
}
