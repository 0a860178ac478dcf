// The second factors of an account: what is on, and what every change leaves behind.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { clearSecondFactor, hasSecondFactor, type User } from '../../accounts/index.ts'
import { type FactorChange, queueMail } from '../../mail/index.ts'
import { createRecoveryCodes, hashRecoveryCode } from '../rules/recovery-codes.ts'
import * as passkeys from '../store/passkeys.ts'
import * as codes from '../store/recovery-codes.ts'
import * as totp from '../store/totp.ts'

export type Factors = {
  totpEnabledAt: Date | null
  passkeys: passkeys.Passkey[]
  recoveryCodesLeft: number
}

export async function listFactors(db: Db, userId: string): Promise<Factors> {
  return {
    totpEnabledAt: (await totp.findTotp(db, userId))?.enabledAt ?? null,
    passkeys: await passkeys.listPasskeys(db, userId),
    recoveryCodesLeft: await codes.countCodes(db, userId),
  }
}

/** The request that changes a factor, for the audit log. */
export type FactorCall = Omit<AuditedCall, 'actor'> & { route: string; address: string }

/** The message to the person, and the audit row. */
export async function reportChange(
  deps: Pick<Deps, 'secrets' | 'audit'>,
  tx: Tx,
  { user, change, call, codesLeft }: { user: User; change: FactorChange; call: FactorCall; codesLeft?: number },
  now: Date,
): Promise<void> {
  const data = { change, at: now, ...(codesLeft === undefined ? {} : { codesLeft }) }
  await queueMail(deps, tx, { to: user.email, template: 'factor_changed', data }, now)
  const { address, ...request } = call
  const input = { change, address, user_id: user.id }
  await deps.audit.write(tx, { ...request, actor: `user:${user.email}`, status: 200, input })
}

/** A new set, in clear this once. The old one stops working. */
export async function replaceRecoveryCodes(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  userId: string,
  now: Date,
): Promise<string[]> {
  const fresh = createRecoveryCodes()
  const key = secrets.deriveKey('recovery-code')
  const hashes = fresh.map((code) => hashRecoveryCode(key, userId, code))
  await codes.replaceCodes(tx, userId, hashes, now)
  return fresh
}

/** Runs `add`. With the first factor the account gets recovery codes. */
export async function addFactor(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  userId: string,
  add: () => Promise<void>,
  now: Date,
): Promise<string[]> {
  await passkeys.lockAccount(tx, userId)
  const isFirst = !(await hasSecondFactor(tx, userId))
  await add()
  return isFirst ? replaceRecoveryCodes(deps, tx, userId, now) : []
}

/** Runs `remove`. With the last factor the recovery codes go, too. Sessions continue. */
export async function dropFactor(tx: Tx, userId: string, remove: () => Promise<void>): Promise<void> {
  await passkeys.lockAccount(tx, userId)
  await remove()
  if (await hasSecondFactor(tx, userId)) return
  await codes.deleteCodes(tx, userId)
  await clearSecondFactor(tx, userId)
}

/** From the server's shell, for a person who lost everything. */
export const removeFactors = (tx: Tx, userId: string): Promise<void> =>
  dropFactor(tx, userId, async () => {
    await totp.deleteTotp(tx, userId)
    await passkeys.deletePasskeys(tx, userId)
  })
