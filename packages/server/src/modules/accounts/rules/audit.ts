// Rows of the audit log about an account: who, from where, in which request.
import type { AuditEvent } from '../../../kernel/contracts/audit-log.ts'

/** The request behind a change, as the audit log keeps it. */
export type Visit = { requestId: string; method: string; path: string; address: string }

/** The visit behind a request of the public API. */
export const readVisit = (
  { requestId, path, caller }: { requestId: string; path: string; caller: { address: string } },
  method: string,
): Visit => ({ requestId, method, path, address: caller.address })

type Happening = { route: string; status?: number; input?: Record<string, unknown>; reason?: string }

/** `input.address` is the client's IP address, `input.user_id` the account. */
export const buildAccountEvent = (
  user: { id: string; email: string },
  { requestId, method, path, address }: Visit,
  { route, status = 200, input = {}, reason }: Happening,
): AuditEvent => ({
  actor: `user:${user.email}`,
  requestId,
  method,
  path,
  route,
  status,
  input: { user_id: user.id, address, ...input },
  reason: reason ?? null,
})
