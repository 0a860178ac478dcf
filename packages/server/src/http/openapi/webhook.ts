// The webhooks of the OpenAPI document: one per event type, with the headers of a delivery.
import type { TSchema } from 'typebox'
import type { Components } from './components.ts'

type Json = Record<string, unknown>

export type DescribedWebhook = { type: string; summary: string; description: string; payload: TSchema }
export type WebhookGroup = { tag: string; description: string; webhooks: readonly DescribedWebhook[] }

const SECONDS: Json = { type: 'string', pattern: '^\\d+$', description: 'Unix seconds.' }

/** Name, what it holds, and its schema where that is more than text. */
const HEADERS: readonly [name: string, description: string, schema?: Json][] = [
  [
    'X-Service-Signature',
    'Lowercase hex HMAC-SHA256 of the raw body, without `v1=`, keyed with the UTF-8 bytes of your secret.',
  ],
  ['X-Service-Event-Id', 'ID of the event, the same in every attempt.'],
  ['X-Service-Event-Type', 'Type of the event.'],
  ['X-Service-Timestamp', 'When this attempt was sent.', SECONDS],
  ['X-Service-Attempt', 'Number of the attempt, starting at 1.', { type: 'string', pattern: '^[1-9]\\d*$' }],
  ['webhook-id', 'Standard Webhooks: ID of the event.'],
  ['webhook-timestamp', 'Standard Webhooks: when this attempt was sent.', SECONDS],
  [
    'webhook-signature',
    'Standard Webhooks: `v1,` plus the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the ' +
      'UTF-8 bytes of your secret. It covers the time, so it also protects from replays. For a secret `whsec_{base64}`, a ' +
      'second signature is keyed with the decoded bytes, as Standard Webhooks libraries expect. Several signatures are ' +
      'separated by a space; while a secret is replaced, those of the previous one follow.',
  ],
]

const PREVIOUS: Json = {
  name: 'X-Service-Signature-Previous',
  in: 'header',
  required: false,
  description: 'Signature with your previous secret, sent for 24 hours after you replace it.',
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

export const describeWebhook = (
  { type, summary, description, payload }: DescribedWebhook,
  tag: string,
  { placeOpen, response }: Components,
): Json => ({
  post: {
    operationId: `webhook.${type}`,
    tags: [tag],
    summary: summary.replace(/\.$/, ''),
    description,
    parameters: [...PARAMETERS],
    requestBody: { required: true, content: { 'application/json': { schema: placeOpen(payload) } } },
    responses: {
      200: response('WebhookDelivered', {
        description: 'Any 2xx status within five seconds means delivered. The response body is ignored.',
      }),
      410: response('WebhookEnded', { description: 'If your endpoint returns 410, the service disables it.' }),
      default: response('WebhookRetried', {
        description: 'Any other status, including redirects, is retried: ten attempts over three days.',
      }),
    },
    security: [],
  },
})
