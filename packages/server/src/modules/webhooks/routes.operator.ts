// Deliveries of all partners, for the operator who looks for one that did not arrive.
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { commaList } from '../../http/query.ts'
import { EnvironmentName, pageMembers, pageQuery, Strict, Type } from '../../http/schema.ts'
import { DELIVERY_STATUSES } from './rules.ts'
import { redeliverForOperator } from './service.ts'
import { listDeliveries } from './store.ts'
import { OperatorDeliveryView, operatorDeliveryView } from './views.ts'

const deliveries = defineRoute({
  id: 'operator.webhooks.deliveries.list',
  area: 'operator',
  method: 'GET',
  path: '/webhooks/deliveries',
  summary: 'List webhook deliveries of all partners, newest first.',
  query: Strict({
    ...pageQuery,
    partner_id: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(EnvironmentName()),
    event_id: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(
      Type.String({ maxLength: 100, description: 'One or several of pending, succeeded, failed.' }),
    ),
  }),
  response: Strict({ deliveries: Type.Array(OperatorDeliveryView), ...pageMembers }),
  handle: async ({ db }, { query }) => {
    const { partner_id: partnerId, event_id: eventId, environment } = query
    const statuses = commaList('status', query.status, DELIVERY_STATUSES)
    const filters = { list: 'operator.webhooks.deliveries', partnerId, environment, eventId, statuses }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listDeliveries(db, { partnerId, environment, eventId, statuses, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.id])
    return { deliveries: page.rows.map(operatorDeliveryView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const again = defineRoute({
  id: 'operator.webhooks.deliveries.redeliver',
  area: 'operator',
  method: 'POST',
  path: '/webhooks/deliveries/{delivery_id}/redeliver',
  summary: 'Send a delivery once more, to the address that its partner has registered now.',
  params: Strict({ delivery_id: Type.String() }),
  status: 202,
  response: OperatorDeliveryView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { params }) =>
    operatorDeliveryView(await redeliverForOperator(deps, tx, params.delivery_id)),
})

export const operatorRoutes = [deliveries, again]
