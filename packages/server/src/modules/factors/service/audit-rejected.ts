// Rejected passkeys in the audit log, like wrong passwords and codes.
import type { Deps } from '../../../deps.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR, USER_FAILURES_AUDITED_PER_HOUR } from '../../../kernel/limits.ts'
import { buildAccountEvent, findUser, type User } from '../../accounts/index.ts'
import type { FactorCall } from './factors.ts'
import { RejectedPasskey } from './passkeys.ts'

function noteRejected(
  { audit }: Pick<Deps, 'audit'>,
  { route, ...visit }: FactorCall,
  user: User | null,
  { status, problem: reason }: RejectedPasskey,
): void {
  if (user === null) {
    const { address, ...call } = visit
    const event = { ...call, actor: 'anonymous', route, status, input: { address }, reason }
    audit.note(event, FAILED_SIGN_INS_AUDITED_PER_HOUR)
    return
  }
  const most = user.operatorRole ? FAILED_SIGN_INS_AUDITED_PER_HOUR : USER_FAILURES_AUDITED_PER_HOUR
  audit.note(buildAccountEvent(user, visit, { route, status, reason }), most)
}

/** Runs `work`, and notes a passkey that it rejects: under the account, or where none is known, under that of the passkey. */
export async function auditRejected<T>(
  deps: Pick<Deps, 'audit' | 'db'>,
  call: FactorCall,
  user: User | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RejectedPasskey) {
      const owner = user ?? (error.ownerId === null ? null : await findUser(deps.db, error.ownerId))
      noteRejected(deps, call, owner, error)
    }
    throw error
  }
}
