// Deliveries of all partners, for the operator who looks for one that did not arrive.
import { defineRoute } from '../../http/define-route.ts'
import { pageLimit, pageLiveFirst } from '../../http/pagination.ts'
import { commaList } from '../../http/query.ts'
import { EnvironmentName, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { DELIVERY_STATUSES } from './rules/deliveries.ts'
import { redeliverForOperator } from './service/register.ts'
import { listEndpoints } from './store/endpoints.ts'
import { listDeliveries } from './store/history.ts'
import {
  OperatorDeliveryView,
  OperatorWebhookView,
  operatorDeliveryView,
  operatorWebhookView,
} from './views/webhooks.ts'

const deliveries = defineRoute({
  id: 'operator.webhooks.deliveries.list',
  area: 'operator',
  method: 'GET',
  path: '/webhooks/deliveries',
  summary: 'List webhook deliveries',
  description: 'Deliveries of all partners, live before sandbox, then newest first.',
  returns: 'A page of deliveries.',
  query: Strict({
    ...pageQuery,
    partner_id: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(EnvironmentName()),
    event_id: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(
      Type.String({ maxLength: 100, description: 'Statuses, separated by commas: pending, succeeded, failed.' }),
    ),
  }),
  response: Strict({ deliveries: Type.Array(OperatorDeliveryView), ...pageFields }),
  handle: async ({ db }, { query }) => {
    const { partner_id: partnerId, event_id: eventId, environment } = query
    const statuses = commaList('status', query.status, DELIVERY_STATUSES)
    const filters = { list: 'operator.webhooks.deliveries', partnerId, environment, eventId, statuses }
    const page = await pageLiveFirst(
      { environment, cursor: query.cursor, limit: pageLimit(query.limit), filters },
      (one, before, limit) => listDeliveries(db, { partnerId, environment: one, eventId, statuses, before, limit }),
      ({ id }) => id,
    )
    return { deliveries: page.rows.map(operatorDeliveryView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const again = defineRoute({
  id: 'operator.webhooks.deliveries.redeliver',
  area: 'operator',
  method: 'POST',
  path: '/webhooks/deliveries/{delivery_id}/redeliver',
  operators: ['support'],
  summary: 'Resend a webhook delivery',
  description: 'Sends the delivery again to the endpoint the partner has registered now.',
  returns: 'The queued delivery.',
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
  summary: 'List webhook endpoints',
  description: 'Endpoints of all partners with their delivery health, live before sandbox, then newest partner first.',
  returns: 'A page of webhook endpoints.',
  query: Strict({
    ...pageQuery,
    partner_id: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(EnvironmentName()),
    active: Type.Optional(Type.Boolean({ description: 'True: only active endpoints. False: only disabled ones.' })),
  }),
  response: Strict({ endpoints: Type.Array(OperatorWebhookView), ...pageFields }),
  handle: async ({ db }, { query }) => {
    const { partner_id: partnerId, environment, active } = query
    const filters = { list: 'operator.webhooks.endpoints', partnerId, environment, active }
    const page = await pageLiveFirst(
      { environment, cursor: query.cursor, limit: pageLimit(query.limit), filters },
      (one, before, limit) => listEndpoints(db, { partnerId, environment: one, active, before, limit }),
      (row) => row.partnerId,
    )
    return { endpoints: page.rows.map(operatorWebhookView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

export const operatorRoutes = [endpoints, deliveries, again]
