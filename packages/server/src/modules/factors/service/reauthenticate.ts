// Re-authentication: a person who is signed in proves again who they are, before a sensitive change.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import { hasSecondFactor, markAuthenticated, matchesPassword, type SignedIn, type User } from '../../accounts/index.ts'
import { acceptCode } from './codes.ts'
import type { FactorCall } from './factors.ts'
import { acceptPasskey, type CheckedPasskey, checkPasskey } from './passkeys.ts'

type Needed = Pick<Deps, 'db' | 'config' | 'secrets' | 'clock' | 'audit'>

/** Exactly one of them, as it was sent. */
export type Proof = { password: string } | { code: string } | { passkey: object }
/** The same after the slow checks, which come before the transaction. */
export type CheckedProof =
  | { kind: 'password' }
  | { kind: 'code'; code: string }
  | { kind: 'passkey'; checked: CheckedPasskey }

export async function checkProof(deps: Needed, user: User, proof: Proof): Promise<CheckedProof> {
  if ('code' in proof) return { kind: 'code', code: proof.code }
  if ('passkey' in proof)
    return {
      kind: 'passkey',
      checked: await checkPasskey(deps, proof.passkey, { purpose: 'reauthenticate', userId: user.id }),
    }
  if (!(await matchesPassword(user, proof.password))) throw invalidField('password', 'is incorrect')
  return { kind: 'password' }
}

/** A session from before the account had a second factor has never proved one, and a password alone does not make up for that. */
async function assertPasswordSuffices(tx: Tx, session: SignedIn): Promise<void> {
  if (session.secondFactorAt === null && (await hasSecondFactor(tx, session.userId)))
    throw new ApiError('forbidden', {
      message: 'This account has a second factor. Confirm with a code or a passkey instead of the password.',
      reason: 'second_factor_required',
    })
}

/** The session counts as recently signed in. A code or passkey also counts as its second factor. */
export async function reauthenticate(
  deps: Needed,
  tx: Tx,
  { session, user, proof, call }: { session: SignedIn; user: User; proof: CheckedProof; call: FactorCall },
  now: Date,
): Promise<void> {
  if (proof.kind === 'password') await assertPasswordSuffices(tx, session)
  else if (proof.kind === 'passkey') await acceptPasskey(tx, user, proof.checked, now)
  else if ((await acceptCode(deps, tx, { user, code: proof.code, call }, now)) === null)
    throw invalidField('code', 'is incorrect')
  await markAuthenticated(tx, session.id, {
    authenticatedAt: now,
    secondFactorAt: proof.kind === 'password' ? null : now,
  })
  const { address, ...request } = call
  const input = { address, method: proof.kind, user_id: user.id }
  await deps.audit.write(tx, { ...request, actor: `user:${user.email}`, status: 200, input })
}
