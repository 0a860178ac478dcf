// How registrations, events and deliveries look on the wire.
import {
  EnvironmentName,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { readIdTime } from '../../../kernel/ids.ts'
import { WEBHOOK_RESPONSE_BYTES_KEPT } from '../../../kernel/limits.ts'
import { DELIVERY_STATUSES, EVENT_TYPES, planAttempts } from '../rules/deliveries.ts'
import { toShownResponse } from '../rules/responses.ts'
import type { Attempt, Delivery } from '../store/deliveries.ts'
import {
  type Endpoint,
  type EndpointInContext,
  type EndpointWithHealth,
  RECENT_DELIVERIES,
} from '../store/endpoints.ts'
import type { EventRow } from '../store/history.ts'

const later = (at: Date | null, seconds: number): Date | null => at && addSeconds(at, seconds)

const endpointFields = {
  endpoint_id: IdText('whe_'),
  url: Type.String({ format: 'uri' }),
  active: Type.Boolean({
    description:
      'False after a 410 response, after five days without a successful delivery, or if you disabled it. Enable it to resume.',
  }),
  event_types: Type.Array(OneOf(EVENT_TYPES, { title: 'EventType' }), {
    description: 'Event types sent to the endpoint.',
  }),
  disabled_reason: Nullable(Type.String({ description: 'Why the endpoint was disabled.' })),
  failing_since: Nullable(Timestamp('Deliveries have failed since this time. Null if the last one succeeded.')),
  previous_secret_until: Nullable(Timestamp('Until then, deliveries are also signed with the previous secret.')),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const WebhookView = Named('Webhook', endpointFields)

/** What waits for time is kept on real time and shown on the partner's clock, which runs `offset` seconds ahead. */
export function webhookView(endpoint: Endpoint, real: Date, offset: number): Static<typeof WebhookView> {
  const { previousSecretUntil } = endpoint
  return {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    active: endpoint.active,
    event_types: endpoint.eventTypes,
    disabled_reason: endpoint.disabledReason,
    failing_since: isoTimeOrNull(later(endpoint.failingSince, offset)),
    previous_secret_until:
      previousSecretUntil && previousSecretUntil > real ? isoTimeOrNull(later(previousSecretUntil, offset)) : null,
    created_at: isoTime(endpoint.createdAt),
    updated_at: isoTime(endpoint.updatedAt),
  }
}

const count = (what: string) =>
  Type.Integer({ minimum: 0, description: `${what} among the last ${RECENT_DELIVERIES} deliveries.` })

export const WebhookEndpointView = Named('WebhookEndpoint', {
  ...endpointFields,
  default: Type.Boolean({ description: 'True for the endpoint that `PUT /api/partner/webhooks` registers.' }),
  paused: Type.Boolean({
    description: 'True if you disabled the endpoint. It gets no new deliveries until you enable it.',
  }),
  health: Named('WebhookHealth', {
    succeeded: count('Successful deliveries'),
    failed: count('Permanently failed deliveries'),
    pending: count('Pending deliveries'),
    last_success_at: Nullable(
      Timestamp(`Last successful delivery. Null if none of the last ${RECENT_DELIVERIES} succeeded.`),
    ),
    last_delivery_at: Nullable(Timestamp('When the newest delivery was created. Null if there is none.')),
  }),
})

export const webhookEndpointView = (
  endpoint: EndpointWithHealth,
  real: Date,
  offset: number,
): Static<typeof WebhookEndpointView> => ({
  ...webhookView(endpoint, real, offset),
  default: endpoint.isDefault,
  paused: endpoint.paused,
  health: {
    succeeded: endpoint.health.succeeded,
    failed: endpoint.health.failed,
    pending: endpoint.health.pending,
    last_success_at: isoTimeOrNull(endpoint.health.lastSuccessAt),
    last_delivery_at: isoTimeOrNull(endpoint.health.lastDeliveryAt),
  },
})

export const OperatorWebhookView = Named('OperatorWebhook', {
  endpoint_id: IdText('whe_'),
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: EnvironmentName(),
  default: Type.Boolean({ description: 'True for the endpoint that `PUT /api/partner/webhooks` registers.' }),
  url: Type.String(),
  active: Type.Boolean(),
  event_types: Type.Array(OneOf(EVENT_TYPES, { title: 'EventType' })),
  disabled_reason: Nullable(Type.String()),
  failing_since: Nullable(Timestamp()),
  last_success_at: Nullable(
    Timestamp(`Last successful delivery. Null if none of the last ${RECENT_DELIVERIES} succeeded.`),
  ),
  succeeded: count('Successful deliveries'),
  failed: count('Permanently failed deliveries'),
  pending: Type.Integer({ minimum: 0, description: `Pending deliveries among the last ${RECENT_DELIVERIES}.` }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

/** On real time: the operator's clock is nobody's sandbox. */
export const operatorWebhookView = (endpoint: EndpointInContext): Static<typeof OperatorWebhookView> => ({
  endpoint_id: endpoint.id,
  partner_id: endpoint.partnerId,
  partner_name: endpoint.partnerName,
  environment: endpoint.environment,
  default: endpoint.isDefault,
  url: endpoint.url,
  active: endpoint.active,
  event_types: endpoint.eventTypes,
  disabled_reason: endpoint.disabledReason,
  failing_since: isoTimeOrNull(endpoint.failingSince),
  last_success_at: isoTimeOrNull(endpoint.lastSuccessAt),
  succeeded: endpoint.succeeded,
  failed: endpoint.failed,
  pending: endpoint.pending,
  created_at: isoTime(endpoint.createdAt),
  updated_at: isoTime(endpoint.updatedAt),
})

export const EventView = Named('Event', {
  id: IdText('evt_'),
  type: OneOf(EVENT_TYPES, { title: 'EventType' }),
  created_at: Timestamp(),
  data: Type.Unknown({
    description: '`data.order` for order.* and transfer.*, `data.case` for brokerage.*. New fields may be added.',
  }),
})

export const eventView = (event: EventRow): Static<typeof EventView> => ({
  id: event.id,
  type: event.type,
  created_at: isoTime(event.createdAt),
  data: event.data,
})

const deliveryFields = {
  delivery_id: IdText('dlv_'),
  endpoint_id: Nullable(
    IdText(
      'whe_',
      'ID of the webhook endpoint. Null if no default endpoint is registered, or the delivery ended before it was.',
    ),
  ),
  event_id: IdText('evt_'),
  event_type: Type.String(),
  url: Nullable(Type.String({ description: 'URL of the last or next attempt.' })),
  status: OneOf(DELIVERY_STATUSES, { title: 'DeliveryStatus' }),
  attempts: Type.Array(
    Named('WebhookAttempt', {
      at: Timestamp(),
      status_code: Nullable(Type.Integer()),
      error: Nullable(Type.String({ description: 'Connection error, if there was no response.' })),
      duration_ms: Type.Integer(),
      response: Nullable(
        Named('WebhookResponse', {
          content_type: Nullable(Type.String({ description: '`Content-Type` header of the response.' })),
          body: Nullable(
            Type.String({
              description: `The first ${WEBHOOK_RESPONSE_BYTES_KEPT} bytes of the body as text. Null if it is empty or not text.`,
            }),
          ),
          bytes: Type.Integer({ minimum: 0, description: 'Bytes of the body that were read, at most 16 KB.' }),
          binary: Type.Boolean({ description: 'True if the body is not UTF-8 text.' }),
          truncated: Type.Boolean({ description: 'True if the body is longer than what is kept.' }),
        }),
      ),
    }),
    { description: 'Every attempt, oldest first.' },
  ),
  next_attempt_at: Nullable(
    Timestamp('Null if no attempt is planned: the delivery has ended or the endpoint is disabled.'),
  ),
  planned_attempts: Type.Array(Timestamp(), {
    description:
      'Approximate times of the remaining attempts if each one fails, next first. After the last one the delivery is `failed`. ' +
      'Empty if no attempt is planned.',
  }),
  created_at: Timestamp(),
}

export const DeliveryView = Named('WebhookDelivery', deliveryFields)
export const DeliveryDetailView = Named('WebhookDeliveryDetail', {
  ...deliveryFields,
  payload: Type.String({ description: 'The exact body sent, which is signed.' }),
})
export const OperatorDeliveryView = Named('OperatorWebhookDelivery', {
  ...deliveryFields,
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: EnvironmentName(),
})

function attemptView(attempt: Attempt) {
  const shown = toShownResponse(attempt)
  return {
    at: isoTime(attempt.at),
    status_code: attempt.statusCode,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    response: shown && {
      content_type: shown.contentType,
      body: shown.body,
      bytes: shown.bytes,
      binary: shown.isBinary,
      truncated: shown.isTruncated,
    },
  }
}

export const deliveryView = (delivery: Delivery): Static<typeof DeliveryView> => ({
  delivery_id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  url: delivery.url,
  status: delivery.status,
  attempts: delivery.attempts.map(attemptView),
  next_attempt_at: isoTimeOrNull(later(delivery.nextAttemptAt, delivery.sandboxOffsetSeconds)),
  planned_attempts: planAttempts(delivery.failures, later(delivery.nextAttemptAt, delivery.sandboxOffsetSeconds)).map(
    isoTime,
  ),
  // A delivery is created with its event, on the partner's clock as it was then.
  created_at: isoTime(readIdTime(delivery.eventId)),
})

export const deliveryDetailView = (delivery: Delivery & { payload: string }): Static<typeof DeliveryDetailView> => ({
  ...deliveryView(delivery),
  payload: delivery.payload,
})

export const operatorDeliveryView = (delivery: Delivery): Static<typeof OperatorDeliveryView> => ({
  ...deliveryView(delivery),
  partner_id: delivery.partnerId,
  partner_name: delivery.partnerName,
  environment: delivery.environment,
})
