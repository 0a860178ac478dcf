// The changes of one partner in one environment, for the portal.
import { requireMembership } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { EnvironmentName, Strict } from '../../http/schema.ts'
import { assertEnvironment } from '../partners/index.ts'
import { EVENT_STREAM, readSince, toStreamResponse, wantsStream } from './http.ts'
import { afterQuery, ChangesView, changesView } from './views.ts'

const list = defineRoute({
  id: 'portal.changes.list',
  area: 'portal',
  method: 'GET',
  path: '/changes',
  summary: 'List changed records of the partner',
  description:
    'Which records of the partner changed after a cursor, in one environment: orders, brokerage cases, webhook deliveries and ' +
    'endpoints, statements and payouts. Read the records themselves with their own endpoints. With `Accept: text/event-stream`, ' +
    'the response is a stream of server-sent events named `changes`, each with the fields `changes` and `reset`. The ID of an ' +
    'event is its cursor; send it as `Last-Event-ID` to resume. The stream ends with the session or the membership.',
  returns: 'The changed records.',
  produces: [EVENT_STREAM],
  query: Strict({ ...afterQuery, environment: EnvironmentName() }),
  response: ChangesView,
  errors: ['upstream_unavailable', 'rate_limited'],
  handle: async ({ deps, caller, headers }, { query }) => {
    const { environment } = query
    const { partnerId, partner } = requireMembership(caller)
    assertEnvironment(environment, partner.approved)
    const owner = { partnerId, environment }
    const since = readSince(headers, query.after)
    if (!wantsStream(headers)) return changesView(await deps.changes.read(owner, since))
    return toStreamResponse(deps.changes, { userId: caller.userId, sessionId: caller.sessionId, owner }, since)
  },
})

export const portalRoutes = [list]
