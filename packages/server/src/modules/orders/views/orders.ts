// How orders look on the wire. The order itself is rendered by the SQL function `order_view`.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  Cents,
  CurrencyCode,
  DomainText,
  EmailText,
  IdText,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { EXTERNAL_REF_LENGTH_MAX, NOTE_LENGTH_MAX } from '../../../kernel/limits.ts'
import { ENVIRONMENTS, type Environment } from '../../../kernel/owner.ts'
import {
  ORDER_STATUSES,
  type OrderStatus,
  PARTNER_ACTIONS,
  PAYMENT_MODELS,
  type PaymentModel,
  partnerActions,
  upcomingStatuses,
} from '../rules/orders.ts'
import { CLAIM_STATES, getClaimState } from '../rules/purchases.ts'
import { mayPartnerChoose, waitsForChoice } from '../rules/targets.ts'
import type { PurchaseOwner } from '../store/claims.ts'
import type { OrderJson } from '../store/orders.ts'
import { disputeFields, OrderDisputeView } from './disputes.ts'
import { OfferedActions, offeredActions } from './offered-actions.ts'
import { OrderDeliveryInput, TransferView } from './transfers.ts'

export const WebAddress = (description = 'An http or https URL.') =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, description })

export const BuyerInput = () =>
  Named(
    'BuyerInput',
    {
      email: EmailText(),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      country: Type.Optional(
        Type.String({ maxLength: 2, pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2 country code.' }),
      ),
    },
    'The buyer.',
  )

/** The buyer as it is stored. */
export const readBuyer = (buyer: Static<ReturnType<typeof BuyerInput>> | undefined) =>
  buyer ? { email: buyer.email, name: buyer.name ?? null, country: buyer.country?.toUpperCase() ?? null } : null

/** Only where the checkout asked for them (CHECKOUT_COMPANY_FIELDS). */
export const companyFields = {
  company: Type.Optional(Type.String({ description: 'Company of the buyer. Absent if none was given.' })),
  vat_id: Type.Optional(Type.String({ description: 'VAT ID of the buyer, as typed. Absent if none was given.' })),
}

const BuyerView = Named('Buyer', {
  email: Type.String(),
  name: Nullable(Type.String()),
  country: Nullable(Type.String()),
  ...companyFields,
})

export const OrderStatusName = () => OneOf(ORDER_STATUSES, { title: 'OrderStatus' })
const STATUSES = { values: ORDER_STATUSES, title: 'OrderStatus' }
export const upcoming_statuses = Type.Array(OrderStatusName(), {
  description: 'The remaining statuses of the normal flow, in order.',
})

export const orderFields = {
  public_id: IdText('ord_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  status: OrderStatusName(),
  sale_price_cents: PositiveCents(),
  currency: CurrencyCode(),
  payment_model: OneOf(PAYMENT_MODELS),
  quote_id: Nullable(IdText('quo_')),
  external_payment_ref: Nullable(Type.String()),
  buyer: Nullable(BuyerView),
  commission_cents: Cents('Commission of the partner, in minor units.'),
  amount_owed_cents: Cents('Amount the partner owes the marketplace at settlement.'),
  return_url: Nullable(Type.String()),
  cancel_url: Nullable(Type.String()),
  held: Type.Boolean({ description: 'True while the order waits for manual review.' }),
  transfer: TransferView,
  settlement_id: Nullable(IdText('stl_')),
  refund_id: Nullable(IdText('rfd_')),
  refunded_cents: Cents(
    'Part of the price that was returned. The full price if the order was refunded, canceled or lost in a dispute.',
  ),
  dispute: Nullable(OrderDisputeView),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const TimelineView = Type.Array(
  Named('OrderTimelineEntry', {
    at: Timestamp(),
    status: OrderStatusName(),
    event: Nullable(Type.String()),
    event_id: Nullable(IdText('evt_')),
    actor: Type.String(),
    message: Type.String(),
  }),
)

/** What the events of an order tell. */
export const OrderEventData = Named('OrderEventData', {
  order: Strict({
    public_id: IdText('ord_'),
    domain: Type.String(),
    status: OrderStatusName(),
    sale_price_cents: PositiveCents(),
    currency: CurrencyCode(),
  }),
  refund: Type.Optional(
    Strict(
      {
        refund_id: IdText('rfd_'),
        amount_cents: PositiveCents('Amount of this refund, in minor units.'),
        commission_clawback_cents: Cents('Commission taken back by this refund, in minor units.'),
      },
      { description: 'Only in `order.refunded` of a refund. A cancellation has none.' },
    ),
  ),
  dispute: Type.Optional(
    Strict(disputeFields, { description: 'Only in `order.disputed` and `order.dispute_closed`.' }),
  ),
})

export const OrderView = Named('Order', orderFields)
export const OrderDetailView = Named('OrderDetail', { ...orderFields, timeline: TimelineView })
const partnerMoves = ActionsView('PartnerOrderAction', PARTNER_ACTIONS, STATUSES)
export const ListedOrderView = Named('ListedOrder', { ...orderFields, actions: partnerMoves })
export const OrderProgressView = Named('OrderProgress', {
  ...orderFields,
  timeline: TimelineView,
  upcoming_statuses,
  actions: partnerMoves,
  can_choose_delivery: Type.Boolean({ description: 'Whether `PATCH /orders/{public_id}/delivery` is possible now.' }),
})
const whose = { partner_id: IdText('ptn_'), partner_name: Type.String(), environment: OneOf(ENVIRONMENTS) }
export const OperatorOrderView = Named('OperatorOrder', {
  ...orderFields,
  ...whose,
  actions: OfferedActions,
})
const PurchaseOwnerView = Named('PurchaseOwner', {
  claim: OneOf(CLAIM_STATES, { description: '`link_sent`: the buyer has a claim link that works.' }),
  account_email: Nullable(Type.String({ description: 'Email address of the account that owns the purchase.' })),
  claimed_at: Nullable(Timestamp()),
})
const OrderSellerView = Named('OrderSeller', {
  user_id: IdText('usr_'),
  email: Nullable(Type.String({ description: 'Null if the account was deleted.' })),
})
export const OperatorOrderDetailView = Named('OperatorOrderDetail', {
  ...orderFields,
  ...whose,
  seller: Nullable(OrderSellerView),
  purchase: Nullable(PurchaseOwnerView),
  timeline: TimelineView,
  upcoming_statuses,
  actions: OfferedActions,
})

/** The database renders orders; the schema check outside production holds it to this type. */
export const asOrder = (json: OrderJson) => json as unknown as Static<typeof OrderView>
export const asOrderDetail = (json: OrderJson) => json as unknown as Static<typeof OrderDetailView>

const movable = (json: OrderJson) => {
  const dispute = json.dispute as { status: string; closed_at: string | null } | null | undefined
  return {
    status: json.status as OrderStatus,
    paymentModel: json.payment_model as PaymentModel,
    disputeOpen: dispute?.closed_at === null,
    isTakenBack: Number(json.refunded_cents) === Number(json.sale_price_cents),
    // One that is lost in full takes all of the price.
    isPartlyReturned: dispute?.status === 'lost' && Number(json.refunded_cents) < Number(json.sale_price_cents),
  }
}
export const listedOrder = (json: OrderJson, environment: Environment) =>
  ({ ...json, actions: actionViews(partnerActions(movable(json), environment)) }) as unknown as Static<
    typeof ListedOrderView
  >
export const orderProgress = (json: OrderJson, environment: Environment) =>
  ({
    ...listedOrder(json, environment),
    upcoming_statuses: upcomingStatuses(movable(json)),
    can_choose_delivery: mayPartnerChoose(movable(json)),
  }) as unknown as Static<typeof OrderProgressView>
const isChoiceOpen = (json: OrderJson): boolean =>
  waitsForChoice({
    environment: json.environment as Environment,
    paymentModel: json.payment_model as PaymentModel,
    hasDelivery: (json.transfer as { method: string | null }).method !== null,
  })
export const operatorOrder = (json: OrderJson) =>
  ({ ...json, actions: offeredActions({ ...movable(json), waitsForChoice: isChoiceOpen(json) }) }) as unknown as Static<
    typeof OperatorOrderView
  >
type OrderPeople = {
  purchase: PurchaseOwner | undefined
  /** Whose domain was sold; undefined: the marketplace's own. */
  seller: { userId: string; email: string | null } | undefined
}

export const operatorOrderDetail = (json: OrderJson, { purchase, seller }: OrderPeople, now: Date) =>
  ({
    ...operatorOrder(json),
    seller: seller ? { user_id: seller.userId, email: seller.email } : null,
    purchase: purchase
      ? {
          claim: getClaimState(purchase, now),
          account_email: purchase.accountEmail,
          claimed_at: isoTimeOrNull(purchase.claimedAt),
        }
      : null,
    upcoming_statuses: upcomingStatuses(movable(json)),
  }) as unknown as Static<typeof OperatorOrderDetailView>

export const OrderInput = Strict(
  {
    external_payment_ref: Type.String({
      minLength: 1,
      maxLength: EXTERNAL_REF_LENGTH_MAX,
      description: 'Your payment reference. Several orders of one cart can share it.',
    }),
    quote_id: Type.Optional(
      IdText('quo_', 'ID of your quote. Without it, `domain`, `expected_price` and `currency` are required.'),
    ),
    domain: Type.Optional(DomainText()),
    expected_price: Type.Optional(PositiveCents('Price you charged, in minor units. It must equal the current price.')),
    currency: Type.Optional(
      Type.String({
        maxLength: 3,
        pattern: '^[A-Z]{3}$',
        description: 'Currency you charged. It must be that of the price.',
      }),
    ),
    buyer: Type.Optional(BuyerInput()),
    delivery: Type.Optional(OrderDeliveryInput()),
    return_url: Type.Optional(WebAddress('Stored with the order and returned. Not used otherwise.')),
    cancel_url: Type.Optional(WebAddress('Stored with the order and returned. Not used otherwise.')),
  },
  {
    examples: [
      { external_payment_ref: 'cart-1', domain: 'quickwheels.com', expected_price: 349500, currency: 'USD' },
      { external_payment_ref: 'cart-1', quote_id: 'quo_01k9zq4x7v3m8n2p5r6s7t8w9y' },
    ],
  },
)

export const NoteBody = Named('NoteInput', {
  note: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })),
})

export const StartBody = Strict({
  ...NoteBody.properties,
  without_choice: Type.Optional(
    Type.Boolean({ description: 'True: start although the buyer has not chosen where to receive the domain.' }),
  ),
})
