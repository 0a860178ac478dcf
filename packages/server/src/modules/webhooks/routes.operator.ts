// Deliveries of all partners, for the operator who looks for one that did not arrive.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, datesQuery, respondWithList } from '../../http/list-response.ts'
import { pageLiveFirst } from '../../http/pagination.ts'
import { EnvironmentName, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { listAllDeliveries } from './http/deliveries.ts'
import { redeliverForOperator } from './service/redeliver.ts'
import { findAnyEndpoint, listEndpoints } from './store/endpoints.ts'
import {
  OperatorDeliveryView,
  OperatorWebhookView,
  operatorDeliveryView,
  operatorWebhookView,
} from './views/webhooks.ts'

async function requireEndpoint(db: Db, id: string) {
  const endpoint = isId('webhookEndpoint', id) ? await findAnyEndpoint(db, id) : undefined
  if (!endpoint) throw notFound('Webhook endpoint not found.')
  return endpoint
}

const deliveries = defineRoute({
  id: 'operator.webhooks.deliveries.list',
  area: 'operator',
  method: 'GET',
  path: '/webhooks/deliveries',
  summary: 'List webhook deliveries',
  description:
    'Deliveries of all partners, live before sandbox, then newest first or as `sort` says. `Accept: text/csv` returns all ' +
    'matching deliveries as CSV, with the number of attempts and the last one.',
  returns: 'A page of deliveries.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    ...datesQuery,
    partner_id: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(EnvironmentName()),
    endpoint_id: Type.Optional(Type.String({ maxLength: 100 })),
    event_id: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(
      Type.String({ maxLength: 100, description: 'Statuses, separated by commas: pending, succeeded, failed.' }),
    ),
  }),
  produces: ['text/csv'],
  response: Strict({ deliveries: Type.Array(OperatorDeliveryView), ...pageFields }),
  errors: ['not_found'],
  handle: async ({ db, headers }, { query }) => {
    const { endpoint_id: endpointId } = query
    const endpoint = endpointId === undefined ? undefined : await requireEndpoint(db, endpointId)
    const { partner_id: partnerId = endpoint?.partnerId, environment = endpoint?.environment } = query
    return listAllDeliveries(db, { headers, query }, { partnerId, environment, endpoint })
  },
})

const again = defineRoute({
  id: 'operator.webhooks.deliveries.redeliver',
  area: 'operator',
  method: 'POST',
  path: '/webhooks/deliveries/{delivery_id}/redeliver',
  operators: ['support'],
  summary: 'Resend a webhook delivery',
  description: 'Sends the delivery again, to the URL its endpoint has now.',
  returns: 'The queued delivery.',
  params: Strict({ delivery_id: Type.String() }),
  status: 202,
  response: OperatorDeliveryView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { params }) =>
    operatorDeliveryView(await redeliverForOperator(deps, tx, params.delivery_id)),
})

/** The place in a list of endpoints, which is in the order of partners. */
function toPlace(text: string): { partnerId: string; id: string } {
  const [partnerId = '', id = ''] = text.split(' ')
  return { partnerId, id }
}

const ENDPOINT_COLUMNS = Object.keys(OperatorWebhookView.properties)

const endpoints = defineRoute({
  id: 'operator.webhooks.endpoints.list',
  area: 'operator',
  method: 'GET',
  path: '/webhooks/endpoints',
  summary: 'List webhook endpoints',
  description:
    'Endpoints of all partners with their delivery health, live before sandbox, then newest partner first. `Accept: ' +
    'text/csv` returns all matching endpoints as CSV.',
  returns: 'A page of webhook endpoints.',
  query: Strict({
    ...pageQuery,
    partner_id: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(EnvironmentName()),
    active: Type.Optional(Type.Boolean({ description: 'True: only active endpoints. False: only disabled ones.' })),
    failing: Type.Optional(
      Type.Boolean({
        description:
          'True: only endpoints that the service disabled, or with failed deliveries since their last success, as in the queue ' +
          'group `failing_webhooks`. False: only others.',
      }),
    ),
  }),
  produces: ['text/csv'],
  response: Strict({ endpoints: Type.Array(OperatorWebhookView), ...pageFields }),
  handle: ({ db, headers }, { query }) => {
    const { partner_id: partnerId, environment, active, failing } = query
    const filters = { list: 'operator.webhooks.endpoints', partnerId, environment, active, failing }
    return respondWithList(
      { headers, query },
      {
        columns: ENDPOINT_COLUMNS,
        read: async (cursor, limit) => {
          const page = await pageLiveFirst(
            { environment, cursor, limit, filters },
            (one, before, room) =>
              listEndpoints(db, {
                partnerId,
                environment: one,
                active,
                failing,
                before: before === undefined ? undefined : toPlace(before),
                limit: room,
              }),
            (row) => `${row.partnerId} ${row.id}`,
          )
          return { ...page, rows: page.rows.map(operatorWebhookView) }
        },
        toBody: (rows) => ({ endpoints: rows }),
      },
    )
  },
})

export const operatorRoutes = [endpoints, deliveries, again]
