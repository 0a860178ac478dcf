// The operator area: a token or a signed-in operator whose role allows the call, and an audit row for every call, written where
// no route can forget it.
import type { Deps } from '../deps.ts'
import { readBearer } from '../http/bearer.ts'
import type { OperatorCaller } from '../http/callers.ts'
import type { Admitted, Call, Guard, Incoming } from '../http/pipeline.ts'
import { assertOperatorFactor, assertRole, assertSession } from '../http/session-checks.ts'
import { isSameOrigin, readSessionCookie } from '../http/session-cookie.ts'
import { ApiError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { withoutSecrets } from '../kernel/secret-box.ts'
import { cutText } from '../kernel/text/cut-text.ts'
import { findSession } from '../modules/accounts/index.ts'
import { type AuditRow, insertAudit, redact } from '../modules/operator/index.ts'
import { findOperatorByToken } from '../modules/roles/index.ts'

export const OPERATOR_PREFIX = '/api/operator/v1'

export function operatorGuard(deps: Deps): Guard<'operator'> {
  const { baseUrl } = deps.config

  async function byToken(authorization: string, now: Date): Promise<OperatorCaller | undefined> {
    const token = readBearer(authorization)
    const operator = token === undefined ? undefined : await findOperatorByToken(deps.db, token, now)
    return operator && { actor: `token:${operator.name}`, userId: operator.userId, role: operator.role, session: null }
  }

  /** A person in the console; from our own pages only. */
  async function bySession({ method, headers }: Incoming, now: Date): Promise<OperatorCaller | undefined> {
    const cookie = isSameOrigin(method, headers, baseUrl) ? readSessionCookie(headers.cookie, baseUrl) : undefined
    const session = cookie === undefined ? undefined : await findSession(deps.db, cookie, now)
    if (!session) return undefined
    if (session.operatorRole === null)
      throw new ApiError('forbidden', {
        message: 'This endpoint is for operators only. Sign in with an operator account.',
      })
    return { actor: `user:${session.email}`, userId: session.userId, role: session.operatorRole, session }
  }

  async function admit(incoming: Incoming): Promise<Admitted<'operator'>> {
    const now = deps.clock.now()
    const { authorization } = incoming.headers
    // A token that is sent is what counts: a bad one is refused, whoever is signed in.
    const caller = await (authorization === undefined ? bySession(incoming, now) : byToken(authorization, now))
    if (!caller)
      throw new ApiError('invalid_token', {
        message:
          authorization === undefined
            ? 'Authentication is required. Send an operator token (Authorization: Bearer op_…), or sign in as an operator.'
            : 'The operator token is unknown, expired or revoked. Send a valid token (Authorization: Bearer op_…).',
        headers: { 'www-authenticate': 'Bearer realm="operator"' },
      })
    return { caller, now, headers: {}, logged: { actor: caller.actor } }
  }

  /** After `admit`, so that the audit log shows who tried. The role first: a sign-in does not help without it. */
  function precheck({ route, admitted: { caller, now } }: Call<'operator'>): void {
    assertRole(route, caller.role)
    if (!caller.session) return
    assertSession(route, caller.session, now)
    if (route.method !== 'GET') assertOperatorFactor(caller.session, deps.config)
  }

  function auditRow(
    { route, incoming, admitted, input }: Call<'operator'>,
    status: number,
    reason: string | null,
  ): AuditRow {
    const at = deps.clock.now()
    const { method, path, requestId, address } = incoming
    const kept = redact(input ?? {}) as object
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
      // Reads are too many to note where each came from.
      input: route.method === 'GET' ? kept : { ...kept, address },
      reason,
    }
  }

  return {
    area: 'operator',
    prefix: OPERATOR_PREFIX,
    admit,
    precheck,
    write: (call, work) =>
      deps.db.tx(async (tx) => {
        const outcome = await work(tx)
        await insertAudit(tx, auditRow(call, outcome.status, null))
        return outcome
      }),
    after: (call, status, reason) => insertAudit(deps.db, auditRow(call, status, reason)),
  }
}
