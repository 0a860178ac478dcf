// Deliveries of all partners, for the operator who looks for one that did not arrive.
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { commaList } from '../../http/query.ts'
import { EnvironmentName, pageMembers, pageQuery, Strict, Type } from '../../http/schema.ts'
import { listEndpoints } from './endpoints-store.ts'
import { DELIVERY_STATUSES } from './rules.ts'
import { redeliverForOperator } from './service.ts'
import { listDeliveries } from './store.ts'
import { OperatorDeliveryView, OperatorWebhookView, operatorDeliveryView, operatorWebhookView } from './views.ts'

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

const endpoints = defineRoute({
  id: 'operator.webhooks.endpoints.list',
  area: 'operator',
  method: 'GET',
  path: '/webhooks/endpoints',
  summary: 'Where every partner receives its events, and how that goes.',
  query: Strict({
    ...pageQuery,
    partner_id: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(EnvironmentName()),
    active: Type.Optional(Type.Boolean({ description: 'Only those that are served, or only those switched off.' })),
  }),
  response: Strict({ endpoints: Type.Array(OperatorWebhookView), ...pageMembers }),
  handle: async ({ db }, { query }) => {
    const { partner_id: partnerId, environment, active } = query
    const filters = { list: 'operator.webhooks.endpoints', partnerId, environment, active }
    const limit = pageLimit(query.limit)
    const key = decodeCursor(query.cursor, filters, ['string', 'string'])
    const before = key && { partnerId: key[0], environment: key[1] }
    const rows = await listEndpoints(db, { partnerId, environment, active, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.partnerId, row.environment])
    return { endpoints: page.rows.map(operatorWebhookView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

export const operatorRoutes = [endpoints, deliveries, again]
