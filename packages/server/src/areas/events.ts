// What partners are sent: every type of event with its payload, for the OpenAPI document and for the test that holds it true.
import type { WebhookGroup } from '../http/described-webhook.ts'
import {
  Cents,
  CurrencyCode,
  IdText,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  Strict,
  Timestamp,
  Type,
} from '../http/schema.ts'
import { CASE_STATUSES, TIERS } from '../modules/brokerage/index.ts'
import { ORDER_STATUSES } from '../modules/orders/index.ts'
import { EVENT_TYPES, type EventType, PUSHED_BY_DEFAULT, TEST_EVENT_TYPE } from '../modules/webhooks/index.ts'

const OrderData = Named('OrderEventData', {
  order: Strict({
    public_id: IdText('ord_'),
    domain: Type.String(),
    status: OneOf(ORDER_STATUSES, { title: 'OrderStatus' }),
    sale_price_cents: PositiveCents(),
    currency: CurrencyCode(),
  }),
})

const CaseData = Named('BrokerageEventData', {
  case: Strict({
    case_id: IdText('brk_'),
    domain: Type.String(),
    tier: OneOf(TIERS),
    status: OneOf(CASE_STATUSES),
    deal_price_cents: Nullable(PositiveCents()),
    currency: CurrencyCode(),
    partner_commission_cents: Nullable(Cents('What the deal earns you.')),
    closed_at: Nullable(Timestamp()),
  }),
})

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

function dataOf(type: keyof typeof MEANINGS) {
  if (type === TEST_EVENT_TYPE) return TestData
  return type.startsWith('brokerage.') ? CaseData : OrderData
}

/** Payloads only ever gain members. */
export const payloadOf = (type: keyof typeof MEANINGS) =>
  Strict({
    id: IdText('evt_'),
    type: OneOf([type]),
    created_at: Timestamp(),
    partner_id: IdText('ptn_'),
    data: dataOf(type),
  })

const onRequest = (type: string): string =>
  type === TEST_EVENT_TYPE || (PUSHED_BY_DEFAULT as readonly string[]).includes(type)
    ? ''
    : ' Pushed to registrations that list it.'

export const EVENT_WEBHOOKS: WebhookGroup = {
  tag: 'Webhooks',
  description: 'What is sent to the address that a partner registered. At least once: know an event by its id.',
  webhooks: ([...EVENT_TYPES, TEST_EVENT_TYPE] as const).map((type) => ({
    type,
    summary: MEANINGS[type] + onRequest(type),
    payload: payloadOf(type),
  })),
}
