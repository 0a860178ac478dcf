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
import { DELIVERY_STATUSES, EVENT_TYPES } from '../rules/deliveries.ts'
import { type EndpointInContext, RECENT_DELIVERIES } from '../store/endpoints.ts'
import type { Delivery, Endpoint, EventRow } from '../store/history.ts'

export const WebhookView = Named('Webhook', {
  url: Type.String({ format: 'uri' }),
  active: Type.Boolean({
    description: 'False after a 410 response or five days without a successful delivery. Register again to resume.',
  }),
  event_types: Type.Array(OneOf(EVENT_TYPES, { title: 'EventType' }), {
    description: 'Event types sent to the endpoint.',
  }),
  disabled_reason: Nullable(Type.String({ description: 'Why the endpoint was disabled.' })),
  failing_since: Nullable(Timestamp('Deliveries have failed since this time. Null if the last one succeeded.')),
  previous_secret_until: Nullable(Timestamp('Until then, deliveries are also signed with the previous secret.')),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

const later = (at: Date | null, seconds: number): Date | null => at && addSeconds(at, seconds)

/** What waits for time is kept on real time and shown on the partner's clock, which runs `offset` seconds ahead. */
export function webhookView(endpoint: Endpoint, real: Date, offset: number): Static<typeof WebhookView> {
  const { previousSecretUntil } = endpoint
  return {
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

export const OperatorWebhookView = Named('OperatorWebhook', {
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: EnvironmentName(),
  url: Type.String(),
  active: Type.Boolean(),
  event_types: Type.Array(OneOf(EVENT_TYPES, { title: 'EventType' })),
  disabled_reason: Nullable(Type.String()),
  failing_since: Nullable(Timestamp()),
  last_success_at: Nullable(
    Timestamp(`Last successful delivery. Null if none of the last ${RECENT_DELIVERIES} succeeded.`),
  ),
  pending: Type.Integer({ minimum: 0, description: `Pending deliveries among the last ${RECENT_DELIVERIES}.` }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

/** On real time: the operator's clock is nobody's sandbox. */
export const operatorWebhookView = (endpoint: EndpointInContext): Static<typeof OperatorWebhookView> => ({
  partner_id: endpoint.partnerId,
  partner_name: endpoint.partnerName,
  environment: endpoint.environment,
  url: endpoint.url,
  active: endpoint.active,
  event_types: endpoint.eventTypes,
  disabled_reason: endpoint.disabledReason,
  failing_since: isoTimeOrNull(endpoint.failingSince),
  last_success_at: isoTimeOrNull(endpoint.lastSuccessAt),
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
    }),
    { description: 'Every attempt, oldest first.' },
  ),
  next_attempt_at: Nullable(
    Timestamp('Null if no attempt is planned: the delivery has ended or the endpoint is disabled.'),
  ),
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

export const deliveryView = (delivery: Delivery): Static<typeof DeliveryView> => ({
  delivery_id: delivery.id,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  url: delivery.url,
  status: delivery.status,
  attempts: delivery.attempts.map((attempt) => ({
    at: isoTime(attempt.at),
    status_code: attempt.statusCode,
    error: attempt.error,
    duration_ms: attempt.durationMs,
  })),
  next_attempt_at: isoTimeOrNull(later(delivery.nextAttemptAt, delivery.sandboxOffsetSeconds)),
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
