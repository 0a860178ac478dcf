// How statements look on the wire.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  Cents,
  CurrencyCode,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  SignedCents,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { ENVIRONMENTS } from '../../../kernel/owner.ts'
import { toUnicodeDomain } from '../../../kernel/text/domain-name.ts'
import {
  SETTLEMENT_ACTIONS,
  SETTLEMENT_REQUIRED_FIELDS,
  SETTLEMENT_STATUSES,
  settlementActions,
} from '../rules/periods.ts'
import type { OpenStatement } from '../service/settle.ts'
import type { Adjustment, Line } from '../store/lines.ts'
import type { Settlement } from '../store/settlements.ts'

const STATUSES = { values: SETTLEMENT_STATUSES, title: 'SettlementStatus' }

const settlementFields = {
  settlement_id: IdText('stl_'),
  period_start: Timestamp('Start of the period.'),
  period_end: Timestamp('End of the period, exclusive.'),
  currency: CurrencyCode(),
  status: OneOf(STATUSES.values, { title: STATUSES.title }),
  orders_count: Type.Integer({ minimum: 0 }),
  gross_sold_cents: Type.Integer({ description: 'Total price of the orders you collected.' }),
  commission_retained_cents: Type.Integer({ description: 'Your commission on these orders, which you keep.' }),
  adjustments_cents: SignedCents('Adjustments of earlier statements. Positive: you owe more.'),
  amount_owed_cents: SignedCents('Amount you owe: gross minus retained plus adjustments.'),
  commission_earned_cents: Type.Integer({
    description: 'Your commission on orders the marketplace collected. It is paid out to you.',
  }),
  due_at: Nullable(Timestamp()),
  closed_at: Nullable(Timestamp()),
  paid_at: Nullable(Timestamp()),
}
export const SETTLEMENT_COLUMNS = Object.keys(settlementFields) as (keyof typeof settlementFields)[]
export const SettlementView = Named('Settlement', settlementFields)
export type SettlementJson = Static<typeof SettlementView>

export const settlementView = (settlement: Settlement): SettlementJson => ({
  settlement_id: settlement.id,
  period_start: isoTime(settlement.periodStart),
  period_end: isoTime(settlement.periodEnd),
  currency: settlement.currency as 'USD',
  status: settlement.status,
  orders_count: settlement.ordersCount,
  gross_sold_cents: settlement.grossSoldCents,
  commission_retained_cents: settlement.commissionRetainedCents,
  adjustments_cents: settlement.adjustmentsCents,
  amount_owed_cents: settlement.amountOwedCents,
  commission_earned_cents: settlement.commissionEarnedCents,
  due_at: isoTimeOrNull(settlement.dueAt),
  closed_at: isoTimeOrNull(settlement.closedAt),
  paid_at: isoTimeOrNull(settlement.paidAt),
})

export const openView = (open: OpenStatement): SettlementJson => ({
  settlement_id: open.id,
  period_start: isoTime(open.period.start),
  period_end: isoTime(open.period.end),
  currency: open.currency as 'USD',
  status: 'open',
  orders_count: open.ordersCount,
  gross_sold_cents: open.grossSoldCents,
  commission_retained_cents: open.commissionRetainedCents,
  adjustments_cents: open.adjustmentsCents,
  amount_owed_cents: open.amountOwedCents,
  commission_earned_cents: open.commissionEarnedCents,
  due_at: null,
  closed_at: null,
  paid_at: null,
})

export const OperatorSettlementView = Named('OperatorSettlement', {
  ...settlementFields,
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: OneOf(ENVIRONMENTS),
  payment_reference: Nullable(Type.String()),
  actions: ActionsView('SettlementAction', SETTLEMENT_ACTIONS, STATUSES),
})
export const operatorSettlementView = (
  settlement: Settlement,
  partnerName: string,
): Static<typeof OperatorSettlementView> => ({
  ...settlementView(settlement),
  partner_id: settlement.partnerId,
  partner_name: partnerName,
  environment: settlement.environment,
  payment_reference: settlement.paymentReference,
  actions: actionViews(settlementActions(settlement.status), SETTLEMENT_REQUIRED_FIELDS),
})

export const PreviewedSettlementView = Named('PreviewedSettlement', {
  ...settlementFields,
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: OneOf(ENVIRONMENTS),
})
export const previewedView = (open: OpenStatement, partnerName: string): Static<typeof PreviewedSettlementView> => ({
  ...openView(open),
  partner_id: open.partnerId,
  partner_name: partnerName,
  environment: open.environment,
})

const lineFields = {
  order_public_id: IdText('ord_'),
  domain: Type.String(),
  payment_model: OneOf(['partner_collected', 'service_collected']),
  sale_price_cents: PositiveCents(),
  commission_cents: Cents(),
  amount_owed_cents: Cents(),
}
/** Programs read the CSV: it has the ASCII form only. */
export const LINE_COLUMNS = Object.keys(lineFields) as (keyof typeof lineFields)[]
export const LineView = Named('SettlementLine', { ...lineFields, domain_unicode: Type.String() })
export type LineJson = Static<typeof LineView>

export const lineView = (line: Line): LineJson => ({
  order_public_id: line.orderId,
  domain: line.domain,
  domain_unicode: toUnicodeDomain(line.domain),
  payment_model: line.paymentModel,
  sale_price_cents: line.salePriceCents,
  commission_cents: line.commissionCents,
  amount_owed_cents: line.amountOwedCents,
})

const adjustmentFields = {
  adjustment_id: IdText('adj_'),
  corrects_settlement_id: IdText('stl_', 'ID of the closed statement it corrects.'),
  settlement_id: Nullable(IdText('stl_', 'ID of the statement it is listed in. Null until the next statement closes.')),
  amount_cents: SignedCents('Amount in minor units. Positive: the partner owes more.'),
  currency: CurrencyCode(),
  reason: Type.String(),
  created_at: Timestamp(),
}
export const AdjustmentView = Named('Adjustment', adjustmentFields)
export const adjustmentView = (adjustment: Adjustment): Static<typeof AdjustmentView> => ({
  adjustment_id: adjustment.id,
  corrects_settlement_id: adjustment.correctsId,
  settlement_id: adjustment.settlementId,
  amount_cents: adjustment.amountCents,
  currency: adjustment.currency as 'USD',
  reason: adjustment.reason,
  created_at: isoTime(adjustment.createdAt),
})

/** In CSV a correction is a row of its own, so that the column of owed amounts sums up to the statement's. */
export const adjustmentLine = (adjustment: Adjustment) => ({
  order_public_id: null,
  domain: null,
  payment_model: 'adjustment',
  sale_price_cents: 0,
  commission_cents: 0,
  amount_owed_cents: adjustment.amountCents,
})

export const SettlementDetailView = Named('SettlementDetail', {
  ...settlementFields,
  lines: Type.Array(LineView, { description: 'Orders of the statement. Each order is listed once.' }),
  adjustments: Type.Array(AdjustmentView),
})
