// Accepts codes: of the authenticator app, or one of the recovery codes.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { hasSecondFactor, type User } from '../../accounts/index.ts'
import { hashRecoveryCode, isRecoveryCode } from '../rules/recovery-codes.ts'
import { findTotpStep, isTotpCode } from '../rules/totp.ts'
import { countCodes, spendCode } from '../store/recovery-codes.ts'
import { findTotp, spendStep } from '../store/totp.ts'
import { type FactorCall, replaceRecoveryCodes, reportChange } from './factors.ts'
import { sealContext } from './totp.ts'

type Needed = Pick<Deps, 'secrets' | 'audit'>

async function acceptTotp({ secrets }: Needed, tx: Tx, user: User, code: string, now: Date): Promise<boolean> {
  const found = await findTotp(tx, user.id)
  if (!found?.enabledAt) return false
  const step = findTotpStep(secrets.open(found.secret, sealContext(user.id)), code, now)
  return step !== null && spendStep(tx, found, step)
}

async function acceptRecovery(
  deps: Needed,
  tx: Tx,
  { user, code, call }: { user: User; code: string; call: FactorCall },
  now: Date,
): Promise<boolean> {
  const hash = hashRecoveryCode(deps.secrets.deriveKey('recovery-code'), user.id, code)
  if (!(await spendCode(tx, user.id, hash, now))) return false
  const codesLeft = await countCodes(tx, user.id)
  await reportChange(deps, tx, { user, change: 'recovery_used', call, codesLeft }, now)
  return true
}

/** Which kind of code it was; null when it is wrong. No code is accepted twice. */
export async function acceptCode(
  deps: Needed,
  tx: Tx,
  given: { user: User; code: string; call: FactorCall },
  now: Date,
): Promise<'totp' | 'recovery' | null> {
  const { user, code } = given
  if (isTotpCode(code)) return (await acceptTotp(deps, tx, user, code, now)) ? 'totp' : null
  if (isRecoveryCode(code)) return (await acceptRecovery(deps, tx, given, now)) ? 'recovery' : null
  return null
}

export async function renewRecoveryCodes(
  deps: Needed,
  tx: Tx,
  { user, call }: { user: User; call: FactorCall },
  now: Date,
): Promise<string[]> {
  if (!(await hasSecondFactor(tx, user.id)))
    throw new ApiError('conflict', {
      message: 'The account has no second factor. Add an authenticator app or a passkey first.',
    })
  const codes = await replaceRecoveryCodes(deps, tx, user.id, now)
  await reportChange(deps, tx, { user, change: 'recovery_codes', call }, now)
  return codes
}
