// Completes sign-ins: by the second step after the password, or by a passkey alone.
import type { Deps } from '../../../deps.ts'
import type { AuditEvent } from '../../../kernel/contracts/audit-log.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR } from '../../../kernel/limits.ts'
import {
  assertNoSso,
  countSecondStep,
  endPendingSignIn,
  findUser,
  type SignInVisit,
  startSession,
  type User,
} from '../../accounts/index.ts'
import { queueMail } from '../../mail/index.ts'
import { acceptCode } from './codes.ts'
import type { FactorCall } from './factors.ts'
import { acceptPasskey, type CheckedPasskey } from './passkeys.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'secrets' | 'audit' | 'config'>
type Method = 'totp' | 'recovery' | 'passkey'

const ROUTE = 'factors.second_step'

const stepEvent = (user: User, visit: SignInVisit, method: Method | null): AuditEvent => ({
  actor: `user:${user.email}`,
  requestId: visit.requestId,
  method: 'POST',
  path: visit.path,
  route: ROUTE,
  status: method === null ? 401 : 200,
  input: { address: visit.address, user_id: user.id, ...(method ? { method } : {}) },
  reason: method === null ? 'wrong_code' : null,
})

const toCall = ({ requestId, path, address }: SignInVisit): FactorCall => ({
  requestId,
  path,
  address,
  method: 'POST',
  route: ROUTE,
})

/** What a person proves the second factor with. A passkey was checked before. */
export type StepProof = { code: string } | { passkey: CheckedPasskey }

/** `wrong`: try again. `ended`: the sign-in expired, was completed, or had too many wrong codes. */
export type StepResult = { kind: 'session'; token: string; user: User } | { kind: 'wrong' } | { kind: 'ended' }

/** The second step after the password. */
export async function takeSecondStep(
  deps: Needed,
  { secret, proof, visit }: { secret: string; proof: StepProof; visit: SignInVisit },
): Promise<StepResult> {
  const now = deps.clock.now()
  return deps.db.tx(async (tx): Promise<StepResult> => {
    const step = await countSecondStep(tx, secret, now)
    if (!step) return { kind: 'ended' }
    const { user, isLast } = step
    let method: Method | null = 'passkey'
    if ('passkey' in proof) await acceptPasskey(tx, user, proof.passkey, now)
    else method = await acceptCode(deps, tx, { user, code: proof.code, call: toCall(visit) }, now)
    if (method === null) {
      deps.audit.note(stepEvent(user, visit, null), FAILED_SIGN_INS_AUDITED_PER_HOUR)
      if (!isLast) return { kind: 'wrong' }
      await endPendingSignIn(tx, secret, now)
      // Someone has the password. The owner should know.
      await queueMail(
        deps,
        tx,
        { to: user.email, template: 'factor_changed', data: { change: 'wrong_codes', at: now } },
        now,
      )
      return { kind: 'ended' }
    }
    await endPendingSignIn(tx, secret, now)
    await deps.audit.write(tx, stepEvent(user, visit, method))
    const token = await startSession(deps, tx, { user, visit, secondFactorAt: now }, now)
    return token === null ? { kind: 'ended' } : { kind: 'session', user, token }
  })
}

/** A passkey that verified its person counts as password and second factor. */
export async function signInByPasskey(
  deps: Needed,
  checked: CheckedPasskey,
  describeVisit: (user: User) => SignInVisit,
): Promise<{ token: string; user: User }> {
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const user = await findUser(tx, checked.passkey.userId)
    await assertNoSso({ db: tx, config: deps.config }, user)
    const visit = describeVisit(user)
    await acceptPasskey(tx, user, checked, now)
    await deps.audit.write(tx, stepEvent(user, visit, 'passkey'))
    const token = await startSession(deps, tx, { user, visit, secondFactorAt: now }, now)
    if (token === null) throw new ApiError('conflict', { message: 'Your password just changed. Sign in again.' })
    return { user, token }
  })
}
