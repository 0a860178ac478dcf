// The operator area: a token or a signed-in operator, and an audit row for every call, written where no route can forget it.
import type { Deps } from '../deps.ts'
import { readBearer } from '../http/bearer.ts'
import type { OperatorCaller } from '../http/callers.ts'
import type { Route } from '../http/define-route.ts'
import type { Admitted, Call, Guard, Incoming } from '../http/pipeline.ts'
import { assertOperatorFactor, assertSession } from '../http/session-checks.ts'
import { isSameOrigin, readSessionCookie } from '../http/session-cookie.ts'
import { cutText } from '../kernel/cut-text.ts'
import { ApiError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { withoutSecrets } from '../kernel/secret-box.ts'
import { findOperatorByToken, findSession } from '../modules/accounts/index.ts'
import { type AuditRow, insertAudit, redact } from '../modules/operator/index.ts'

export const OPERATOR_PREFIX = '/api/operator/v1'

export function operatorGuard(deps: Deps): Guard<'operator'> {
  const { baseUrl } = deps.config

  async function byToken(authorization: string, now: Date): Promise<OperatorCaller | undefined> {
    const token = readBearer(authorization)
    const operator = token === undefined ? undefined : await findOperatorByToken(deps.db, token, now)
    return operator && { actor: `token:${operator.name}`, userId: operator.userId }
  }

  /** A person in the console; from our own pages only. */
  async function bySession(
    { method, headers }: Incoming,
    route: Route,
    now: Date,
  ): Promise<OperatorCaller | undefined> {
    const cookie = isSameOrigin(method, headers, baseUrl) ? readSessionCookie(headers.cookie, baseUrl) : undefined
    const session = cookie === undefined ? undefined : await findSession(deps.db, cookie, now)
    if (!session) return undefined
    if (session.operatorRole === null)
      throw new ApiError('forbidden', {
        message: 'This endpoint is for operators only. Sign in with an operator account.',
      })
    assertSession(route, session, now)
    if (route.writes) assertOperatorFactor(session, deps.config)
    return { actor: `user:${session.email}`, userId: session.userId }
  }

  async function admit(incoming: Incoming, route: Route): Promise<Admitted<'operator'>> {
    const now = deps.clock.now()
    const { authorization } = incoming.headers
    // A token that is sent is what counts: a bad one is refused, whoever is signed in.
    const caller = await (authorization === undefined ? bySession(incoming, route, now) : byToken(authorization, now))
    if (!caller)
      throw new ApiError('invalid_token', {
        message:
          'Authentication is required. Send an operator token (Authorization: Bearer op_…), or sign in as an operator.',
        headers: { 'www-authenticate': 'Bearer realm="operator"' },
      })
    return { caller, now, headers: {}, logged: { actor: caller.actor } }
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
      path: cutText(withoutSecrets(path)),
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
