// What partners are sent: every type of event with its payload, for the OpenAPI document and for the test that holds it true.
import type { TSchema } from 'typebox'
import type { WebhookGroup } from '../../../http/described-webhook.ts'
import { IdText, Named, OneOf, Strict, Timestamp, Type } from '../../../http/schema.ts'
import { EVENT_TYPES, type EventType, PUSHED_BY_DEFAULT, TEST_EVENT_TYPE } from '../rules/deliveries.ts'

/** What stands in `data`, by the noun that an event is about; the modules of these nouns say it. */
export type EventData = { order: TSchema; brokerage: TSchema }

const TestData = Named('TestEventData', { message: Type.String() })

const MEANINGS: Record<EventType | typeof TEST_EVENT_TYPE, string> = {
  'order.recorded': 'A sale that you collected was recorded.',
  'order.paid': 'A buyer paid at the checkout.',
  'order.held': 'The order waits for a manual review.',
  'order.manual_review_cleared': 'A held order was cleared; its transfer will proceed.',
  'order.transfer_started': 'The domain push has started.',
  'order.transfer_completed': 'The domain was delivered; the settlement clock starts.',
  'order.settled': 'The settlement period was closed.',
  'order.refunded': 'The order was refunded or cancelled.',
  'transfer.started': 'The domain push has started.',
  'transfer.completed': 'The domain push has ended well.',
  'transfer.failed': 'The domain push failed; it can be started again.',
  'brokerage.case_opened': 'A case was opened.',
  'brokerage.case_updated': 'A case moved one step on.',
  'brokerage.case_closed': 'A case was closed without a deal.',
  'brokerage.case_completed': 'A case was closed with a deal.',
  [TEST_EVENT_TYPE]: 'You asked for a test; nothing happened.',
}

function dataOf(type: keyof typeof MEANINGS, data: EventData): TSchema {
  if (type === TEST_EVENT_TYPE) return TestData
  return type.startsWith('brokerage.') ? data.brokerage : data.order
}

/** Payloads only ever gain members. */
const payloadOf = (type: keyof typeof MEANINGS, data: EventData) =>
  Strict({
    id: IdText('evt_'),
    type: OneOf([type]),
    created_at: Timestamp(),
    partner_id: IdText('ptn_'),
    data: dataOf(type, data),
  })

const onRequest = (type: string): string =>
  type === TEST_EVENT_TYPE || (PUSHED_BY_DEFAULT as readonly string[]).includes(type)
    ? ''
    : ' Pushed to registrations that list it.'

export const describeEvents = (data: EventData): WebhookGroup => ({
  tag: 'Webhooks',
  description: 'What is sent to the address that a partner registered. At least once: know an event by its id.',
  webhooks: ([...EVENT_TYPES, TEST_EVENT_TYPE] as const).map((type) => ({
    type,
    summary: MEANINGS[type] + onRequest(type),
    payload: payloadOf(type, data),
  })),
})
