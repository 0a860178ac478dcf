// The operator area: a bearer token, and an audit row for every call, written here where no route can forget it.
import type { Deps } from '../deps.ts'
import type { Admitted, Call, Guard, Incoming } from '../http/pipeline.ts'
import { ApiError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { findOperatorByToken } from '../modules/accounts/index.ts'
import { type AuditRow, insertAudit, redact } from '../modules/operator/index.ts'

export const OPERATOR_PREFIX = '/api/operator/v1'

const BEARER = /^Bearer ([\x21-\x7e]{1,512})$/i

export function operatorGuard(deps: Deps): Guard<'operator'> {
  async function admit(incoming: Incoming): Promise<Admitted<'operator'>> {
    const now = deps.clock.now()
    const token = BEARER.exec(incoming.headers.authorization ?? '')?.[1]
    const operator = token === undefined ? undefined : await findOperatorByToken(deps.db, token, now)
    if (!operator)
      throw new ApiError('invalid_token', {
        message: 'Send an operator token: Authorization: Bearer op_….',
        headers: { 'www-authenticate': 'Bearer realm="operator"' },
      })
    const actor = `token:${operator.name}`
    return { caller: { actor, userId: operator.userId }, now, headers: {}, logged: { actor } }
  }

  function auditRow(
    { route, incoming, admitted, input }: Call<'operator'>,
    status: number,
    reason: string | null,
  ): AuditRow {
    const at = deps.clock.now()
    const { method, path, requestId } = incoming
    const { actor } = admitted.caller
    return {
      id: newId('audit', at),
      at,
      actor,
      route: route.id,
      method,
      path,
      status,
      requestId,
      input: redact(input ?? {}),
      reason,
    }
  }

  return {
    area: 'operator',
    prefix: OPERATOR_PREFIX,
    admit,
    write: (call, work) =>
      deps.db.tx(async (tx) => {
        const outcome = await work(tx)
        await insertAudit(tx, auditRow(call, outcome.status, null))
        return outcome
      }),
    after: (call, status, reason) => insertAudit(deps.db, auditRow(call, status, reason)),
  }
}
