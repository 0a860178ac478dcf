// The person behind a request, what they prove themselves with, and how often they may guess.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { assertWithinBucket } from '../../../http/admission/rate-limit.ts'
import type { Context } from '../../../http/define-route.ts'
import { invariant } from '../../../kernel/errors.ts'
import { checkPassword, findUser, type User } from '../../accounts/index.ts'
import { auditRejected } from '../service/audit-rejected.ts'
import type { FactorCall } from '../service/factors.ts'
import { checkPasskey } from '../service/passkeys.ts'
import type { CheckedProof } from '../service/reauthenticate.ts'

/** Inside a write everything is read in its transaction. */
type Asked = Pick<Context<'public'>, 'db' | 'caller'> & { tx?: Tx }

export function findPerson({ db, tx, caller }: Asked): Promise<User> {
  invariant(caller.user, 'only the signed-in come here')
  return findUser(tx ?? db, caller.user.id)
}

export const toCall = (
  { caller, requestId, path }: Context<'public'>,
  method: FactorCall['method'],
  route: string,
): FactorCall => ({ requestId, path, method, route, address: caller.address })

/** By person, who is signed in: nobody else can use up these guesses. */
async function chargeCode(deps: Pick<Deps, 'config' | 'admission'>, userId: string): Promise<void> {
  const { rateLimits } = deps.config
  if (rateLimits === 'off') return
  const { capacity, ...rest } = rateLimits.sign_in_account
  await assertWithinBucket(deps, {
    key: `reauthenticate_proof:${userId}`,
    limit: { ...rest, capacity: Math.ceil(capacity / 10) },
  })
}

/** Exactly one of them, as it was sent. */
export type Proof = { password: string } | { code: string } | { passkey: object }

/** The slow checks, before the transaction. Throws 400 for a wrong password or passkey; a code is judged inside. */
export async function checkProof(deps: Deps, user: User, proof: Proof, call: FactorCall): Promise<CheckedProof> {
  if ('password' in proof) {
    await checkPassword(deps, user, proof.password, 'password', call)
    return { kind: 'password' }
  }
  await chargeCode(deps, user.id)
  if ('code' in proof) return { kind: 'code', code: proof.code }
  const terms = { purpose: 'reauthenticate', userId: user.id } as const
  const checked = await auditRejected(deps, call, user, () => checkPasskey(deps, proof.passkey, terms))
  return { kind: 'passkey', checked }
}
