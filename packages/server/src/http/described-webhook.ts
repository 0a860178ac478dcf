// What is pushed to a receiver, as the OpenAPI document tells it: one webhook per type of event, with the headers of a delivery.
import type { TSchema } from 'typebox'
import type { Components } from './openapi-components.ts'

type Json = Record<string, unknown>

export type DescribedWebhook = { type: string; summary: string; payload: TSchema }
export type WebhookGroup = { tag: string; description: string; webhooks: readonly DescribedWebhook[] }

const SECONDS: Json = { type: 'string', pattern: '^\\d+$', description: 'Unix seconds.' }

/** Name, what it holds, and its schema where that is more than text. */
const HEADERS: readonly [name: string, description: string, schema?: Json][] = [
  ['X-Service-Signature', 'Lower-case hex of HMAC-SHA256 of the raw body under your secret.'],
  ['X-Service-Event-Id', 'The id of the event: the same in every attempt.'],
  ['X-Service-Event-Type', 'The type of the event.'],
  ['X-Service-Timestamp', 'When this attempt was sent.', SECONDS],
  ['X-Service-Attempt', 'Counts from 1.', { type: 'string', pattern: '^[1-9]\\d*$' }],
  ['webhook-id', 'Standard Webhooks: the id of the event.'],
  ['webhook-timestamp', 'Standard Webhooks: when this attempt was sent.', SECONDS],
  ['webhook-signature', 'Standard Webhooks: `v1,` and base64, keyed with the raw bytes of your secret.'],
]

const PREVIOUS: Json = {
  name: 'X-Service-Signature-Previous',
  in: 'header',
  required: false,
  description: 'The same under the secret that you replaced, for 24 hours.',
  schema: { type: 'string' },
}

const PARAMETERS: readonly Json[] = [
  ...HEADERS.map(([name, description, schema = { type: 'string' }]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  })),
  PREVIOUS,
]

export const webhookOf = (
  { type, summary, payload }: DescribedWebhook,
  tag: string,
  { place, response }: Components,
): Json => ({
  post: {
    operationId: `webhook.${type}`,
    tags: [tag],
    summary,
    parameters: [...PARAMETERS],
    requestBody: { required: true, content: { 'application/json': { schema: place(payload) } } },
    responses: {
      200: response('WebhookDelivered', { description: 'Any 2xx within five seconds: delivered.' }),
      410: response('WebhookEnded', { description: 'You want no more: the registration is switched off.' }),
      default: response('WebhookRetried', {
        description: 'Anything else, a redirect included: tried again later, ten times over three days.',
      }),
    },
    security: [],
  },
})
