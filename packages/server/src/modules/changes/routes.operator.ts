// The changes of all partners, for the console.
import { defineRoute } from '../../http/define-route.ts'
import { Strict } from '../../http/schema.ts'
import { ApiError } from '../../kernel/errors.ts'
import { EVENT_STREAM, readSince, toStreamResponse, wantsStream } from './http.ts'
import { afterQuery, ChangesView, changesView } from './views.ts'

const list = defineRoute({
  id: 'operator.changes.list',
  area: 'operator',
  method: 'GET',
  path: '/changes',
  summary: 'List changed records',
  description:
    'Which records changed after a cursor: orders, brokerage cases, webhook deliveries and endpoints, statements, payouts, ' +
    'partners, failed refunds, disputes, offers, registry commands, payouts to sellers, and listings that were withdrawn, ' +
    "relisted or verified. `partner_id` of a record without a partner is that of the marketplace's own account. Read the records " +
    'themselves with their own endpoints. With `Accept: text/event-stream` and a session, the response is a stream of ' +
    'server-sent events named `changes`, each with the fields `changes` and `reset`. The ID of an event is its cursor; send it as ' +
    '`Last-Event-ID` to resume. The stream ends with the session.',
  returns: 'The changed records.',
  produces: [EVENT_STREAM],
  query: Strict(afterQuery),
  response: ChangesView,
  errors: ['upstream_unavailable', 'rate_limited'],
  handle: async ({ deps, caller, headers }, { query }) => {
    const since = readSince(headers, query.after)
    if (!wantsStream(headers)) return changesView(await deps.changes.read(null, since))
    const { session, userId } = caller
    if (!session || !userId)
      throw new ApiError('forbidden', {
        message: 'Event streams need a session. With a token, request JSON and send the cursor as after.',
      })
    return toStreamResponse(deps.changes, { userId, sessionId: session.id, owner: null }, since)
  },
})

export const operatorRoutes = [list]
