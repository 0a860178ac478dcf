// What the routes of webhook endpoints share.
import type { PartnerCaller } from '../../../http/callers.ts'
import { OneOf, type Static, Type } from '../../../http/schema.ts'
import { computeClockOffset } from '../../../kernel/clock.ts'
import { EVENT_TYPES, PUSHED_BY_DEFAULT, SECRET_LENGTH_MAX, SECRET_LENGTH_MIN } from '../rules/deliveries.ts'
import type { Endpoint, EndpointWithHealth } from '../store/endpoints.ts'
import { type WebhookEndpointView, type WebhookView, webhookEndpointView, webhookView } from '../views/webhooks.ts'

export const endpointInput = {
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'Public https URL of your webhook endpoint.' }),
  secret: Type.String({
    minLength: SECRET_LENGTH_MIN,
    maxLength: SECRET_LENGTH_MAX,
    description: 'Secret that signs deliveries. It is never returned.',
  }),
}

export const EventTypesInput = (description: string) =>
  Type.Array(OneOf(EVENT_TYPES, { title: 'EventType' }), { minItems: 1, maxItems: 100, description })

/** Of a new endpoint. */
export const NewEventTypesInput = () =>
  Type.Array(OneOf(EVENT_TYPES, { title: 'EventType' }), {
    title: 'PushedEventTypes',
    minItems: 1,
    maxItems: 100,
    default: PUSHED_BY_DEFAULT,
    description: 'Event types to send. Default: the ten standard types.',
  })

/** How far the caller's clock runs ahead. */
const getOffset = ({ environment, partner }: PartnerCaller): number =>
  computeClockOffset(environment, partner.sandboxOffsetSeconds)

/** Times are shown on the caller's clock. */
export const showWebhook = (endpoint: Endpoint, caller: PartnerCaller, real: Date): Static<typeof WebhookView> =>
  webhookView(endpoint, real, getOffset(caller))

export const showEndpoint = (
  endpoint: EndpointWithHealth,
  caller: PartnerCaller,
  real: Date,
): Static<typeof WebhookEndpointView> => webhookEndpointView(endpoint, real, getOffset(caller))
