// Webhooks and the event history, as a partner uses them.
import { wantsCsv } from '../../http/csv.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, datesQuery } from '../../http/list-response.ts'
import { pageLimit } from '../../http/pagination.ts'
import { commaList, dateRange, instant } from '../../http/query.ts'
import { Nullable, OneOf, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { listEventsCsv, listOwnDeliveries } from './http/deliveries.ts'
import { endpointRoutes } from './http/endpoint-routes.ts'
import { endpointInput, NewEventTypesInput, showWebhook } from './http/endpoints.ts'
import { EVENT_ORDERS, EVENT_TYPES } from './rules/deliveries.ts'
import { getDelivery, readEvents, recoverFailed, redeliver, sendTestEvent } from './service/redeliver.ts'
import { endDefault, getDefault, getEndpoint, registerDefault } from './service/register.ts'
import {
  DeliveryDetailView,
  DeliveryView,
  deliveryDetailView,
  deliveryView,
  EventView,
  eventView,
  WebhookView,
} from './views/webhooks.ts'

/** The spec gives this one path without the version. */
const REGISTRATION = '/api/partner/webhooks'

const EVENTS_LIMIT_DEFAULT = 50
const EVENTS_LIMIT_MAX = 200

const register = defineRoute({
  id: 'webhooks.register',
  area: 'partner',
  method: 'PUT',
  path: REGISTRATION,
  absolute: true,
  scope: 'webhook',
  summary: 'Register the default webhook endpoint',
  description:
    'Creates or replaces your default webhook endpoint. A new secret is used immediately. For 24 hours, ' +
    '`X-Service-Signature-Previous` is signed with the previous secret. Registering again resumes pending deliveries.',
  returns: 'The webhook endpoint.',
  body: Strict({
    ...endpointInput,
    event_types: Type.Optional(NewEventTypesInput()),
  }),
  response: WebhookView,
  errors: ['conflict'],
  writes: true,
  prepare: ({ deps }, { body }) => deps.outbound.assertPublicUrl(body.url),
  handle: async ({ deps, tx, caller, now }, { body }) => {
    const { url, secret, event_types: eventTypes } = body
    return showWebhook(
      await registerDefault(deps, tx, caller, { url, secret, eventTypes }, now),
      caller,
      deps.clock.now(),
    )
  },
})

const get = defineRoute({
  id: 'webhooks.get',
  area: 'partner',
  method: 'GET',
  path: REGISTRATION,
  absolute: true,
  scope: 'webhook',
  summary: 'Get the default webhook endpoint',
  description: '404 if no default endpoint is registered.',
  returns: 'The webhook endpoint.',
  response: WebhookView,
  errors: ['not_found'],
  readsAhead: true,
  handle: async ({ deps, db, caller }) => showWebhook(await getDefault(db, caller), caller, deps.clock.now()),
})

const end = defineRoute({
  id: 'webhooks.end',
  area: 'partner',
  method: 'DELETE',
  path: REGISTRATION,
  absolute: true,
  scope: 'webhook',
  summary: 'Delete the default webhook endpoint',
  description: 'Stops deliveries to it. Events stay available in the event history.',
  returns: 'The deleted webhook endpoint.',
  response: WebhookView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ deps, tx, caller }) => showWebhook(await endDefault(tx, caller), caller, deps.clock.now()),
})

const deliveries = defineRoute({
  id: 'webhooks.deliveries.list',
  area: 'partner',
  method: 'GET',
  path: '/webhooks/deliveries',
  scope: 'webhook',
  summary: 'List webhook deliveries',
  description:
    'Newest first or as `sort` says, with every attempt. Use it to find out why an event did not arrive. `Accept: text/csv` ' +
    'returns all matching deliveries as CSV, with the number of attempts and the last one.',
  returns: 'A page of deliveries.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    ...datesQuery,
    endpoint_id: Type.Optional(Type.String({ maxLength: 100 })),
    event_id: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(
      Type.String({ maxLength: 100, description: 'Statuses, separated by commas: pending, succeeded, failed.' }),
    ),
  }),
  produces: ['text/csv'],
  response: Strict({ deliveries: Type.Array(DeliveryView), ...pageFields }),
  errors: ['not_found'],
  handle: async ({ db, caller, headers }, { query }) => {
    const { partnerId, environment } = caller
    const { endpoint_id: endpointId } = query
    const endpoint = endpointId === undefined ? undefined : await getEndpoint(db, caller, endpointId)
    return listOwnDeliveries(db, { headers, query }, { partnerId, environment, endpoint })
  },
})

const delivery = defineRoute({
  id: 'webhooks.deliveries.get',
  area: 'partner',
  method: 'GET',
  path: '/webhooks/deliveries/{delivery_id}',
  scope: 'webhook',
  summary: 'Get a webhook delivery',
  description: 'Returns the delivery with its attempts and the exact body.',
  returns: 'The delivery.',
  params: Strict({ delivery_id: Type.String() }),
  response: DeliveryDetailView,
  errors: ['not_found'],
  readsAhead: true,
  handle: async ({ db, caller }, { params }) => deliveryDetailView(await getDelivery(db, caller, params.delivery_id)),
})

const recover = defineRoute({
  id: 'webhooks.recover',
  area: 'partner',
  method: 'POST',
  path: '/webhooks/recover',
  scope: 'webhook',
  summary: 'Resend failed deliveries',
  description:
    'Use it after an outage. Queues every permanently failed delivery of events since the given time, of one endpoint or of all active ones.',
  returns: 'The number of queued deliveries.',
  body: Strict({
    endpoint_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only deliveries to this endpoint.' })),
    since: Type.String({
      maxLength: 40,
      description:
        'Resend deliveries of events at or after this time: a date, or a date-time with a time zone. In the sandbox, on your sandbox clock.',
    }),
  }),
  status: 202,
  response: Strict({ recovered: Type.Integer({ minimum: 0, description: 'Number of deliveries queued again.' }) }),
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { body }) => ({
    recovered: await recoverFailed(deps, tx, caller, {
      since: instant('since', body.since),
      endpointId: body.endpoint_id,
    }),
  }),
})

const again = defineRoute({
  id: 'webhooks.deliveries.redeliver',
  area: 'partner',
  method: 'POST',
  path: '/webhooks/deliveries/{delivery_id}/redeliver',
  scope: 'webhook',
  summary: 'Resend a webhook delivery',
  description: 'Sends the delivery again, to the URL its endpoint has now.',
  returns: 'The queued delivery.',
  params: Strict({ delivery_id: Type.String() }),
  status: 202,
  response: DeliveryView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params }) =>
    deliveryView(await redeliver(deps, tx, caller, params.delivery_id)),
})

const test = defineRoute({
  id: 'webhooks.test',
  area: 'partner',
  method: 'POST',
  path: '/webhooks/test',
  scope: 'webhook',
  summary: 'Send a test event',
  description:
    'Sends a `webhook.test` event to the default endpoint, or to the endpoint you name. It is delivered like any other event but is not part of the event history.',
  returns: 'The queued delivery.',
  body: Strict({
    endpoint_id: Type.Optional(Type.String({ maxLength: 100, description: 'Default: the default endpoint.' })),
  }),
  bodyOptional: true,
  status: 202,
  response: DeliveryView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) =>
    deliveryView(await sendTestEvent(deps, tx, caller, body?.endpoint_id, now)),
})

const events = defineRoute({
  id: 'events.list',
  area: 'partner',
  method: 'GET',
  path: '/events',
  scope: 'webhook',
  summary: 'List events',
  description:
    'The event history, oldest first. Pass `next_cursor` as `after_id` to read every event exactly once, even while new ' +
    'events arrive. With `order=newest`, `after_id` continues with older events. `Accept: text/csv` returns all matching ' +
    'events as CSV, with `data` as JSON.',
  returns: 'A page of events.',
  query: Strict({
    after_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: '`next_cursor` of the previous page.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: EVENTS_LIMIT_DEFAULT,
        description: `Page size. Default ${EVENTS_LIMIT_DEFAULT}, maximum ${EVENTS_LIMIT_MAX}.`,
      }),
    ),
    type: Type.Optional(Type.String({ maxLength: 500, description: 'Event types, separated by commas.' })),
    ...datesQuery,
    order: Type.Optional(OneOf(EVENT_ORDERS, { description: 'Sort order. Default `oldest`.' })),
  }),
  produces: ['text/csv'],
  response: Strict({
    events: Type.Array(EventView),
    next_cursor: Nullable(
      Type.String({ description: 'ID of the last event on the page, or your `after_id` if the page is empty.' }),
    ),
    has_more: Type.Boolean(),
  }),
  readsAhead: true,
  handle: async ({ db, caller, headers }, { query }) => {
    const limit = pageLimit(query.limit, EVENTS_LIMIT_DEFAULT, EVENTS_LIMIT_MAX)
    const asked = {
      order: query.order ?? 'oldest',
      types: commaList('type', query.type, EVENT_TYPES),
      ...dateRange(query),
    }
    if (wantsCsv(headers.accept)) return listEventsCsv(db, caller, asked, query.after_id)
    const rows = await readEvents(db, caller, { ...asked, afterId: query.after_id, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return {
      events: page.map(eventView),
      next_cursor: page.at(-1)?.id ?? query.after_id ?? null,
      has_more: rows.length > limit,
    }
  },
})

export const partnerRoutes = [register, get, end, ...endpointRoutes, deliveries, delivery, recover, again, test, events]
