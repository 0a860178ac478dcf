// What partners are sent: every type of event with its payload, for the OpenAPI document and for the test that holds it true.
import type { TSchema } from 'typebox'
import type { WebhookGroup } from '../../../http/openapi/webhook.ts'
import { IdText, Named, OneOf, Strict, Timestamp, Type } from '../../../http/schema.ts'
import { EVENT_TYPES, type EventType, PUSHED_BY_DEFAULT, TEST_EVENT_TYPE } from '../rules/deliveries.ts'

/** What stands in `data`, by the noun that an event is about; the modules of these nouns say it. */
export type EventData = { order: TSchema; brokerage: TSchema; checkout: TSchema }

const TestData = Named('TestEventData', { message: Type.String() })

const MEANINGS: Record<EventType | typeof TEST_EVENT_TYPE, string> = {
  'order.recorded': 'A sale you collected was recorded.',
  'order.paid': 'A buyer paid in hosted checkout.',
  'checkout.completed': 'A buyer paid, and the session made an order.',
  'checkout.expired': 'A checkout session expired without a payment.',
  'order.held': 'An order is held for manual review.',
  'order.manual_review_cleared': 'An operator cleared an order in manual review.',
  'order.transfer_started': 'The domain transfer has started.',
  'order.transfer_completed': 'The domain was delivered.',
  'order.settled': 'The order is on a closed statement.',
  'order.refunded': 'The order was refunded or canceled.',
  'order.disputed': 'The buyer disputed the payment with the bank.',
  'order.dispute_closed': 'The dispute of the payment was won or lost.',
  'transfer.started': 'The domain transfer has started.',
  'transfer.completed': 'The domain transfer is complete.',
  'transfer.failed': 'The domain transfer failed. The operator can restart it.',
  'transfer.action_required': 'The domain transfer waits for an action. See `next_step`.',
  'brokerage.case_opened': 'A brokerage case was opened.',
  'brokerage.case_updated': 'A brokerage case moved to its next status.',
  'brokerage.case_closed': 'A brokerage case was closed without a deal.',
  'brokerage.case_completed': 'A brokerage case was closed with a deal.',
  [TEST_EVENT_TYPE]: 'A test event you requested.',
}

function pickDataSchema(type: keyof typeof MEANINGS, data: EventData): TSchema {
  if (type === TEST_EVENT_TYPE) return TestData
  if (type.startsWith('checkout.')) return data.checkout
  return type.startsWith('brokerage.') ? data.brokerage : data.order
}

/** Payloads only ever gain members. */
const describePayload = (type: keyof typeof MEANINGS, data: EventData) =>
  Strict({
    id: IdText('evt_'),
    type: OneOf([type]),
    created_at: Timestamp(),
    partner_id: IdText('ptn_'),
    data: pickDataSchema(type, data),
  })

const subscriptionText = (type: string): string => {
  if (type === TEST_EVENT_TYPE) return 'Sent when you request a test.'
  return (PUSHED_BY_DEFAULT as readonly string[]).includes(type)
    ? 'Sent by default.'
    : 'Sent only if you subscribe to it.'
}

export const describeEvents = (data: EventData): WebhookGroup => ({
  tag: 'Webhooks',
  description:
    'Events sent to the registered webhook endpoint of a partner. Delivery is at least once, so deduplicate by event ID.',
  webhooks: ([...EVENT_TYPES, TEST_EVENT_TYPE] as const).map((type) => ({
    type,
    summary: MEANINGS[type],
    description: subscriptionText(type),
    payload: describePayload(type, data),
  })),
})
