// How orders and refunds look on the wire. The order itself is rendered by the SQL function `order_view`.
import {
  Cents,
  CurrencyCode,
  DomainText,
  EmailText,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  SumCents,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { EXTERNAL_REF_LENGTH_MAX, NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { ENVIRONMENTS } from '../../kernel/owner.ts'
import { buyerText, ORDER_STATUSES, PAYMENT_MODELS, REFUND_REASONS } from './rules/orders.ts'
import type { Asked, ReconciledOrder, Sum } from './rules/reconciliation.ts'
import { REVIEW_KINDS } from './rules/review.ts'
import type { OrderJson } from './store/orders.ts'
import type { PurchaseJson } from './store/purchases.ts'
import type { RefundJson } from './store/refunds.ts'
import type { ReviewRule } from './store/review-rules.ts'

export const WebAddress = (description = 'An http or https address.') =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, description })

export const BuyerInput = () =>
  Strict(
    {
      email: EmailText(),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      country: Type.Optional(
        Type.String({ maxLength: 2, pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2 code.' }),
      ),
    },
    { description: 'Who bought.' },
  )

/** The buyer as it is stored. */
export const readBuyer = (buyer: Static<ReturnType<typeof BuyerInput>> | undefined) =>
  buyer ? { email: buyer.email, name: buyer.name ?? null, country: buyer.country?.toUpperCase() ?? null } : null

const BuyerView = Strict({ email: Type.String(), name: Nullable(Type.String()), country: Nullable(Type.String()) })

const TransferView = Strict({
  state: OneOf(['pending', 'in_progress', 'completed', 'failed', 'cancelled']),
  started_at: Nullable(Timestamp()),
  completed_at: Nullable(Timestamp()),
})

export const orderMembers = {
  public_id: IdText('ord_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  status: OneOf(ORDER_STATUSES, { title: 'OrderStatus' }),
  sale_price_cents: PositiveCents(),
  currency: CurrencyCode(),
  payment_model: OneOf(PAYMENT_MODELS),
  quote_id: Nullable(IdText('quo_')),
  external_payment_ref: Nullable(Type.String()),
  buyer: Nullable(BuyerView),
  commission_cents: Cents('What you earn.'),
  amount_owed_cents: Cents('What you owe the service at settlement.'),
  return_url: Nullable(Type.String()),
  cancel_url: Nullable(Type.String()),
  held: Type.Boolean({ description: 'Waits for a manual review.' }),
  transfer: TransferView,
  settlement_id: Nullable(IdText('stl_')),
  refund_id: Nullable(IdText('rfd_')),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const TimelineView = Type.Array(
  Strict({
    at: Timestamp(),
    status: OneOf(ORDER_STATUSES, { title: 'OrderStatus' }),
    event: Nullable(Type.String()),
    event_id: Nullable(IdText('evt_')),
    actor: Type.String(),
    message: Type.String(),
  }),
)

export const OrderView = Named('Order', orderMembers)
export const OrderDetailView = Named('OrderDetail', { ...orderMembers, timeline: TimelineView })
const whose = { partner_id: IdText('ptn_'), partner_name: Type.String(), environment: OneOf(ENVIRONMENTS) }
export const OperatorOrderView = Named('OperatorOrder', {
  ...orderMembers,
  ...whose,
})
export const OperatorOrderDetailView = Named('OperatorOrderDetail', {
  ...orderMembers,
  ...whose,
  timeline: TimelineView,
})

/** What a buyer sees of an order: nothing that is between us and the partner. */
export const PurchaseView = Named('Purchase', {
  public_id: IdText('ord_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  price_cents: PositiveCents(),
  currency: CurrencyCode(),
  status: OneOf(ORDER_STATUSES, { title: 'OrderStatus' }),
  held: Type.Boolean({ description: 'Waits for a manual review.' }),
  transfer: TransferView,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  timeline: Type.Array(
    Strict({
      at: Timestamp(),
      status: OneOf(ORDER_STATUSES, { title: 'OrderStatus' }),
      event: Nullable(Type.String()),
      message: Type.String(),
    }),
  ),
})

/** The database renders orders; the schema check outside production holds it to this type. */
export const asOrder = (json: OrderJson) => json as unknown as Static<typeof OrderView>
export const asOrderDetail = (json: OrderJson) => json as unknown as Static<typeof OrderDetailView>
export const asOperatorOrder = (json: OrderJson) => json as unknown as Static<typeof OperatorOrderView>
export const asOperatorOrderDetail = (json: OrderJson) => json as unknown as Static<typeof OperatorOrderDetailView>

export const purchaseView = ({ timeline, ...order }: PurchaseJson) =>
  ({
    ...order,
    timeline: timeline.map((line) => ({ ...line, message: buyerText(line.status, line.event) })),
  }) as unknown as Static<typeof PurchaseView>

export const OrderInput = Strict(
  {
    external_payment_ref: Type.String({
      minLength: 1,
      maxLength: EXTERNAL_REF_LENGTH_MAX,
      description: 'Your own payment reference; a cart may give several orders the same one.',
    }),
    quote_id: Type.Optional(IdText('quo_', 'A quote of yours; otherwise give domain, expected_price and currency.')),
    domain: Type.Optional(DomainText()),
    expected_price: Type.Optional(PositiveCents('What you charged; compared to the price in force.')),
    currency: Type.Optional(Type.String({ maxLength: 3, pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })),
    buyer: Type.Optional(BuyerInput()),
    return_url: Type.Optional(WebAddress()),
    cancel_url: Type.Optional(WebAddress()),
  },
  {
    examples: [{ external_payment_ref: 'cart-1', domain: 'quickwheels.com', expected_price: 349500, currency: 'USD' }],
  },
)

export const NoteBody = Strict({ note: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })) })

export const RefundInput = Strict({
  order_public_id: IdText('ord_'),
  reason: OneOf(REFUND_REASONS),
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })),
  external_refund_ref: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX })),
})

export const RefundView = Named('Refund', {
  refund_id: IdText('rfd_'),
  order_public_id: IdText('ord_'),
  status: OneOf(['pending', 'completed', 'failed']),
  amount_cents: PositiveCents(),
  commission_clawback_cents: Cents(),
  currency: CurrencyCode(),
  reason: OneOf(REFUND_REASONS),
  comment: Nullable(Type.String()),
  external_refund_ref: Nullable(Type.String()),
  order: OrderView,
  created_at: Timestamp(),
  completed_at: Nullable(Timestamp()),
})

export const refundView = (refund: RefundJson): Static<typeof RefundView> => ({
  refund_id: refund.id,
  order_public_id: refund.orderId,
  status: refund.status,
  amount_cents: refund.amountCents,
  commission_clawback_cents: refund.commissionClawbackCents,
  currency: refund.currency as 'USD',
  reason: refund.reason,
  comment: refund.comment,
  external_refund_ref: refund.externalRefundRef,
  order: asOrder(refund.order),
  created_at: isoTime(refund.createdAt),
  completed_at: isoTimeOrNull(refund.completedAt),
})

const Reference = () =>
  Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX, description: 'An `external_payment_ref` of yours.' })

export const ReconcileQuestion = Type.Union([
  Reference(),
  Strict({
    reference: Reference(),
    amount_cents: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'What you charged under it in this currency; compared with what is recorded.',
    }),
    currency: CurrencyCode(),
  }),
])

const ReconciledOrderView = Named('ReconciledOrder', {
  order_public_id: IdText('ord_'),
  domain: Type.String(),
  sale_price_cents: PositiveCents(),
  currency: CurrencyCode(),
  status: OneOf(ORDER_STATUSES, { title: 'OrderStatus' }),
})
const found = { reference: Type.String(), currency: CurrencyCode(), orders: Type.Array(ReconciledOrderView) }
const amountNote = 'The sum of its orders in this currency; refunded and cancelled ones count as zero.'

export const ReconciliationView = Named('Reconciliation', {
  matched: Type.Array(Strict({ ...found, amount_cents: SumCents(amountNote) })),
  missing: Type.Array(Type.String({ description: 'No order carries this reference.' })),
  mismatched: Type.Array(
    Strict({
      ...found,
      expected_cents: SumCents('What you gave; 0 in a currency that you did not name.'),
      recorded_cents: SumCents(amountNote),
    }),
  ),
  count: Strict({
    matched: Type.Integer({ minimum: 0 }),
    missing: Type.Integer({ minimum: 0 }),
    mismatched: Type.Integer({ minimum: 0 }),
  }),
})

export const readQuestion = (question: Static<typeof ReconcileQuestion>): Asked =>
  typeof question === 'string'
    ? { reference: question, expected: null }
    : {
        reference: question.reference,
        expected: { amountCents: question.amount_cents, currency: question.currency },
      }

const reconciledOrderView = (order: ReconciledOrder): Static<typeof ReconciledOrderView> => ({
  order_public_id: order.id,
  domain: order.domain,
  sale_price_cents: order.salePriceCents,
  currency: order.currency as 'USD',
  status: order.status,
})

export const sumView = ({ reference, currency, orders }: Sum) => ({
  reference,
  currency: currency as 'USD',
  orders: orders.map(reconciledOrderView),
})

export const ReviewRuleView = Named('ReviewRule', {
  rule_id: Type.String(),
  kind: OneOf(REVIEW_KINDS, { description: 'What the rule looks at; there is at most one min_amount.' }),
  value: Type.String({ description: 'Minor units, an address, the part after the @, or a country code.' }),
  created_at: Timestamp(),
})
export const reviewRuleView = (rule: ReviewRule) => ({
  rule_id: rule.id,
  kind: rule.kind,
  value: rule.value,
  created_at: isoTime(rule.createdAt),
})
