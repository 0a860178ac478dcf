// The webhook endpoints of a partner, one by one.
import { defineRoute } from '../../../http/define-route.ts'
import { Strict, Type } from '../../../http/schema.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../../kernel/limits.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listWithHealth,
  withHealth,
} from '../service/register.ts'
import { WebhookEndpointView } from '../views/webhooks.ts'
import { EventTypesInput, endpointInput, NewEventTypesInput, showEndpoint } from './endpoints.ts'

const EndpointPath = Strict({ endpoint_id: Type.String() })
const Active = () =>
  Type.Optional(
    Type.Boolean({ description: 'False disables the endpoint: it gets no new deliveries until you enable it.' }),
  )

const list = defineRoute({
  id: 'webhooks.endpoints.list',
  area: 'partner',
  method: 'GET',
  path: '/webhooks/endpoints',
  scope: 'webhook',
  summary: 'List webhook endpoints',
  description: 'The default endpoint first, then the others, oldest first, each with its delivery health.',
  returns: 'The webhook endpoints.',
  response: Strict({ endpoints: Type.Array(WebhookEndpointView) }),
  handle: async ({ deps, db, caller }) => {
    const endpoints = await listWithHealth(db, caller)
    return { endpoints: endpoints.map((endpoint) => showEndpoint(endpoint, caller, deps.clock.now())) }
  },
})

const create = defineRoute({
  id: 'webhooks.endpoints.create',
  area: 'partner',
  method: 'POST',
  path: '/webhooks/endpoints',
  scope: 'webhook',
  summary: 'Create a webhook endpoint',
  description:
    'Adds an endpoint with its own secret and event types. Every active endpoint whose event types match gets an event. ' +
    `At most ${WEBHOOK_ENDPOINTS_MAX} endpoints in an environment, the default one included.`,
  returns: 'The created webhook endpoint.',
  body: Strict({
    ...endpointInput,
    event_types: Type.Optional(NewEventTypesInput()),
    active: Active(),
  }),
  status: 201,
  response: WebhookEndpointView,
  errors: ['conflict'],
  writes: true,
  prepare: ({ deps }, { body }) => deps.outbound.assertPublicUrl(body.url),
  handle: async ({ deps, tx, caller, now }, { body }) => {
    const { url, secret, event_types: eventTypes, active } = body
    const endpoint = await createEndpoint(deps, tx, caller, { url, secret, eventTypes, active }, now)
    return showEndpoint(await withHealth(tx, endpoint), caller, deps.clock.now())
  },
})

const get = defineRoute({
  id: 'webhooks.endpoints.get',
  area: 'partner',
  method: 'GET',
  path: '/webhooks/endpoints/{endpoint_id}',
  scope: 'webhook',
  summary: 'Get a webhook endpoint',
  description: 'Returns one endpoint with its delivery health.',
  returns: 'The webhook endpoint.',
  params: EndpointPath,
  response: WebhookEndpointView,
  errors: ['not_found'],
  handle: async ({ deps, db, caller }, { params }) => {
    const endpoint = await getEndpoint(db, caller, params.endpoint_id)
    return showEndpoint(await withHealth(db, endpoint), caller, deps.clock.now())
  },
})

const change = defineRoute({
  id: 'webhooks.endpoints.change',
  area: 'partner',
  method: 'PATCH',
  path: '/webhooks/endpoints/{endpoint_id}',
  scope: 'webhook',
  summary: 'Update a webhook endpoint',
  description:
    'Changes only the fields you send. A new secret is used immediately; for 24 hours, `X-Service-Signature-Previous` is signed ' +
    'with the previous secret. A new URL, a new secret or `active: true` resumes pending deliveries.',
  returns: 'The updated webhook endpoint.',
  params: EndpointPath,
  body: Strict(
    {
      url: Type.Optional(endpointInput.url),
      secret: Type.Optional(endpointInput.secret),
      event_types: Type.Optional(EventTypesInput('Event types to send.')),
      active: Active(),
    },
    { minProperties: 1 },
  ),
  response: WebhookEndpointView,
  errors: ['not_found'],
  writes: true,
  prepare: async ({ deps }, { body }) => {
    if (body.url !== undefined) await deps.outbound.assertPublicUrl(body.url)
  },
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const { url, secret, event_types: eventTypes, active } = body
    const wanted = { url, secret, eventTypes, active }
    const endpoint = await changeEndpoint(deps, tx, caller, params.endpoint_id, wanted, now)
    return showEndpoint(await withHealth(tx, endpoint), caller, deps.clock.now())
  },
})

const remove = defineRoute({
  id: 'webhooks.endpoints.delete',
  area: 'partner',
  method: 'DELETE',
  path: '/webhooks/endpoints/{endpoint_id}',
  scope: 'webhook',
  summary: 'Delete a webhook endpoint',
  description:
    'Stops deliveries to the endpoint. Pending deliveries of an additional endpoint become `failed`. Events stay available in ' +
    'the event history.',
  returns: 'The deleted webhook endpoint.',
  params: EndpointPath,
  response: WebhookEndpointView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params }) => {
    const endpoint = await withHealth(tx, await getEndpoint(tx, caller, params.endpoint_id))
    const deleted = await deleteEndpoint(deps, tx, caller, params.endpoint_id)
    return showEndpoint({ ...endpoint, ...deleted }, caller, deps.clock.now())
  },
})

export const endpointRoutes = [list, create, get, change, remove]
