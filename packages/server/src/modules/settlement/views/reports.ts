// How transactions, payouts and analytics look on the wire.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  CurrencyCode,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  SignedCents,
  type Static,
  Strict,
  SumCents,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { ENVIRONMENTS } from '../../../kernel/owner.ts'
import { toUnicodeDomain } from '../../../kernel/text/domain-name.ts'
import { PAYOUT_KINDS } from '../../ledger/index.ts'
import {
  LEAST_PAYOUT_CENTS,
  PAYOUT_ACTIONS,
  PAYOUT_STATUSES,
  type PayoutAction,
  payoutActions,
} from '../rules/payouts.ts'
import { GRANULARITIES, idBody, TRANSACTION_MODELS, TRANSACTION_TYPES } from '../rules/transactions.ts'
import { type Analytics, TRANSACTION_STATUSES } from '../service/analyze.ts'
import type { DuePayout, Payout } from '../store/payouts.ts'
import type { Sums, Transaction } from '../store/transactions.ts'

const transactionFields = {
  transaction_id: IdText('txn_'),
  type: OneOf(TRANSACTION_TYPES),
  order_public_id: Nullable(IdText('ord_', 'ID of the order. Null for a brokerage deal.')),
  domain: Type.String(),
  payment_model: OneOf(TRANSACTION_MODELS),
  status: OneOf(TRANSACTION_STATUSES, {
    description: 'Current status of the order. `completed` for a brokerage deal.',
  }),
  sale_price_cents: SignedCents('Amount in minor units. Negative for a refund.'),
  commission_cents: SignedCents('Amount in minor units. Negative for a refund.'),
  net_cents: SignedCents('Price minus commission.'),
  currency: CurrencyCode(),
  settlement_id: Nullable(IdText('stl_')),
  occurred_at: Timestamp(),
}
/** Programs read the CSV: it has the ASCII form only. */
export const TRANSACTION_COLUMNS = Object.keys(transactionFields) as (keyof typeof transactionFields)[]
export const TransactionView = Named('Transaction', { ...transactionFields, domain_unicode: Type.String() })
export const transactionView = (row: Transaction): Static<typeof TransactionView> => ({
  transaction_id: `txn_${idBody(row.transactionId)}`,
  type: row.type,
  order_public_id: row.orderId,
  domain: row.domain,
  domain_unicode: toUnicodeDomain(row.domain),
  payment_model: row.paymentModel,
  status: row.status as 'SETTLED',
  sale_price_cents: row.salePriceCents,
  commission_cents: row.commissionCents,
  net_cents: row.salePriceCents - row.commissionCents,
  currency: row.currency as 'USD',
  settlement_id: row.settlementId,
  occurred_at: isoTime(row.occurredAt),
})

export const TotalsView = Named('TransactionTotals', {
  currency: CurrencyCode(),
  count: Type.Integer({ minimum: 0, description: 'Number of sales and brokerage deals.' }),
  gmv_cents: SignedCents('Sum of the prices of all rows. Refund rows are negative.'),
  commission_cents: SignedCents('Sum of the commission of all rows. Refund rows are negative.'),
  refunded_cents: Type.Integer({ minimum: 0, description: 'Total of the refund rows.' }),
})
export const totalsView = (sums: Sums): Static<typeof TotalsView> => ({
  currency: sums.currency as 'USD',
  count: sums.count,
  gmv_cents: sums.gmvCents,
  commission_cents: sums.commissionCents,
  refunded_cents: sums.refundedCents,
})

// ---------------------------------------------------------------- payouts

const STATUSES = { values: PAYOUT_STATUSES, title: 'PayoutStatus' }

const payoutFields = {
  payout_id: IdText('pay_'),
  kind: OneOf(PAYOUT_KINDS, { title: 'PayoutKind' }),
  amount_cents: SumCents(),
  currency: CurrencyCode(),
  status: OneOf(STATUSES.values, { title: STATUSES.title }),
  reference: Nullable(Type.String()),
  period_start: Timestamp(),
  period_end: Timestamp(),
  created_at: Timestamp(),
  paid_at: Nullable(Timestamp()),
}
export const SettlementPayoutView = Named('Payout', { ...payoutFields, kind: OneOf(['commission', 'brokerage']) })
export const OperatorPayoutView = Named('OperatorPayout', {
  ...payoutFields,
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: OneOf(ENVIRONMENTS),
  failure_reason: Nullable(Type.String()),
  actions: ActionsView('PayoutAction', PAYOUT_ACTIONS, STATUSES),
})
export const payoutView = (payout: Payout) => ({
  payout_id: payout.id,
  kind: payout.kind as 'commission',
  amount_cents: payout.amountCents,
  currency: payout.currency as 'USD',
  status: payout.status,
  reference: payout.reference,
  period_start: isoTime(payout.periodStart),
  period_end: isoTime(payout.periodEnd),
  created_at: isoTime(payout.createdAt),
  paid_at: isoTimeOrNull(payout.paidAt),
})
export const operatorPayoutView = (payout: Payout, partnerName: string): Static<typeof OperatorPayoutView> => ({
  ...payoutView(payout),
  partner_id: payout.partnerId,
  partner_name: partnerName,
  environment: payout.environment,
  failure_reason: payout.failureReason,
  actions: actionViews(payoutActions(payout.status)),
})

export const DuePayoutView = Named('DuePayout', {
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: OneOf(ENVIRONMENTS),
  kind: OneOf(PAYOUT_KINDS, { title: 'PayoutKind' }),
  currency: CurrencyCode(),
  amount_cents: SumCents('Pending amount in minor units.'),
  minimum_cents: SumCents('Minimum payout of this kind, in minor units.'),
  payable: Type.Boolean({ description: 'Whether the amount reaches the minimum.' }),
})
export const dueView = (due: DuePayout, partnerName: string): Static<typeof DuePayoutView> => ({
  partner_id: due.partnerId,
  partner_name: partnerName,
  environment: due.environment,
  kind: due.kind,
  currency: due.currency as 'USD',
  amount_cents: due.amountCents,
  minimum_cents: LEAST_PAYOUT_CENTS[due.kind],
  payable: due.amountCents >= LEAST_PAYOUT_CENTS[due.kind],
})

export const PAYOUT_ACTION_TEXTS: Record<PayoutAction, { summary: string; description: string }> = {
  sent: { summary: 'Mark a payout as sent', description: 'The money is on its way to the partner.' },
  paid: { summary: 'Mark a payout as paid', description: 'The partner received the money.' },
  failed: { summary: 'Mark a payout as failed', description: 'The amount becomes pending again.' },
}

export const CurrencyAmount = Strict({ currency: CurrencyCode(), amount_cents: Type.Integer({ minimum: 0 }) })

// ---------------------------------------------------------------- analytics

export const AnalyticsView = Named('Analytics', {
  from: Timestamp(),
  to: Timestamp(),
  granularity: OneOf(GRANULARITIES),
  orders: Type.Array(
    Strict({
      currency: CurrencyCode(),
      count: Type.Integer(),
      gmv_cents: SignedCents(),
      refunded_cents: Type.Integer(),
    }),
    { description: 'Same totals as `/transactions` for the range.' },
  ),
  referral_funnel: Strict({
    clicks: Type.Integer(),
    unique_clicks: Type.Integer(),
    checkouts_started: Type.Integer(),
    sales: Type.Integer(),
    conversion_rate: Type.Number({ description: 'Sales per unique click. 0 without clicks.' }),
  }),
  commission: Type.Array(
    Strict({
      currency: CurrencyCode(),
      earned_cents: SignedCents('Commission earned in the range, on transactions and referrals.'),
      pending_cents: SignedCents('Commission earned so far and not paid out yet, as of now.'),
      paid_cents: Type.Integer({ description: 'Payouts received in the range.' }),
    }),
  ),
  timeseries: Type.Array(
    Strict({
      start: Timestamp(),
      currency: CurrencyCode(),
      orders: Type.Integer(),
      gmv_cents: SignedCents(),
      clicks: Type.Integer(),
      sales: Type.Integer(),
      commission_cents: SignedCents(),
    }),
    { description: 'Time series in UTC days, ISO weeks or months. Empty buckets are omitted.' },
  ),
})

export const analyticsView = (
  range: { from: Date; to: Date },
  granularity: (typeof GRANULARITIES)[number],
  { orders, funnel, commission, series }: Analytics,
): Static<typeof AnalyticsView> => ({
  from: isoTime(range.from),
  to: isoTime(range.to),
  granularity,
  orders: orders.map(({ currency, count, gmvCents, refundedCents }) => ({
    currency: currency as 'USD',
    count,
    gmv_cents: gmvCents,
    refunded_cents: refundedCents,
  })),
  referral_funnel: {
    clicks: funnel.clicks,
    unique_clicks: funnel.uniqueClicks,
    checkouts_started: funnel.checkoutsStarted,
    sales: funnel.sales,
    conversion_rate: funnel.uniqueClicks === 0 ? 0 : Math.round((funnel.sales / funnel.uniqueClicks) * 10_000) / 10_000,
  },
  commission: commission.map((row) => ({
    currency: row.currency as 'USD',
    earned_cents: row.earnedCents,
    pending_cents: row.pendingCents,
    paid_cents: row.paidCents,
  })),
  timeseries: series.map((row) => ({
    start: isoTime(row.start),
    currency: row.currency as 'USD',
    orders: row.orders,
    gmv_cents: row.gmvCents,
    clicks: row.clicks,
    sales: row.sales,
    commission_cents: row.commissionCents,
  })),
})
