// Re-authentication: a person who is signed in proves again who they are, before a sensitive change.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import { USER_FAILURES_AUDITED_PER_HOUR } from '../../../kernel/limits.ts'
import {
  buildAccountEvent,
  hasSecondFactor,
  markAuthenticated,
  type SignedIn,
  type User,
} from '../../accounts/index.ts'
import type { Passkey } from '../store/passkeys.ts'
import { auditRejected } from './audit-rejected.ts'
import { acceptCode } from './codes.ts'
import { type FactorCall, listFactors } from './factors.ts'
import { acceptPasskey, type CheckedPasskey } from './passkeys.ts'

type Needed = Pick<Deps, 'db' | 'config' | 'secrets' | 'clock' | 'audit'>

/** Proofs after the slow checks, which come before the transaction: the password matched, the passkey's signature is right. */
export type CheckedProof =
  | { kind: 'password' }
  | { kind: 'code'; code: string }
  | { kind: 'passkey'; checked: CheckedPasskey }

/** What this session accepts as proof. */
export type Proofs = { password: boolean; code: boolean; passkeys: Passkey[] }

/** A session from before the account had a second factor has never proved one, and a password alone does not make up for that. */
export async function listProofs(db: Db, user: User, session: SignedIn): Promise<Proofs> {
  const { totpEnabledAt, passkeys } = await listFactors(db, user.id)
  const hasFactor = totpEnabledAt !== null || passkeys.length > 0
  return {
    password: user.passwordHash !== null && (!hasFactor || session.secondFactorAt !== null),
    code: hasFactor,
    passkeys,
  }
}

async function assertPasswordSuffices(tx: Tx, session: SignedIn): Promise<void> {
  if (session.secondFactorAt === null && (await hasSecondFactor(tx, session.userId)))
    throw new ApiError('forbidden', {
      message: 'This account has a second factor. Confirm with a code or a passkey instead of the password.',
      reason: 'second_factor_required',
    })
}

type Proving = { session: SignedIn; user: User; proof: CheckedProof; call: FactorCall }

/** The session counts as recently signed in. A code or passkey also counts as its second factor. */
export async function reauthenticate(
  deps: Needed,
  tx: Tx,
  { session, user, proof, call }: Proving,
  now: Date,
): Promise<void> {
  const { route, ...visit } = call
  if (proof.kind === 'password') await assertPasswordSuffices(tx, session)
  else if (proof.kind === 'passkey')
    await auditRejected(deps, call, user, () => acceptPasskey(tx, user, proof.checked, now))
  else if ((await acceptCode(deps, tx, { user, code: proof.code, call }, now)) === null) {
    const failure = { route, status: 400, reason: 'wrong_code' }
    deps.audit.note(buildAccountEvent(user, visit, failure), USER_FAILURES_AUDITED_PER_HOUR)
    throw invalidField('code', 'is incorrect')
  }
  const isMarked = await markAuthenticated(tx, session.id, {
    authenticatedAt: now,
    secondFactorAt: proof.kind === 'password' ? null : now,
  })
  if (!isMarked) throw new ApiError('invalid_token')
  await deps.audit.write(tx, buildAccountEvent(user, visit, { route, input: { method: proof.kind } }))
}

/** For the page, which has no transaction of its own. */
export const reauthenticateNow = (deps: Needed, proving: Proving): Promise<void> =>
  deps.db.tx((tx) => reauthenticate(deps, tx, proving, deps.clock.now()))
