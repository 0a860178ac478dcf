// How referral looks on the wire.
import {
  Cents,
  CurrencyCode,
  DomainText,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  SignedCents,
  type Static,
  Strict,
  SumCents,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import {
  COMMISSION_CATEGORIES,
  DESTINATION_LENGTH_MAX,
  LABEL_LENGTH_MAX,
  LINK_KINDS,
  NO_COMMISSION_REASONS,
  PRODUCTS,
} from './rules.ts'
import type { DayClicks, LinkClicks } from './store/clicks.ts'
import type { CommissionBalance, CommissionEntry } from './store/commission.ts'
import type { Link, LinkStats } from './store/links.ts'
import type { PayoutRow, TotalPaid } from './store/payouts.ts'
import type { ReferredSale } from './store/sales.ts'

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description ? { description } : {}) })

export const LinkInput = Strict({
  kind: OneOf(LINK_KINDS),
  domain: Type.Optional(DomainText('A listed domain. Required for kind `domain`.')),
  product: Type.Optional(OneOf(PRODUCTS, { description: 'Your product name. Required for kind `product`.' })),
  destination_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: DESTINATION_LENGTH_MAX,
      description: 'Page of this service to open instead. URLs of other sites are rejected.',
    }),
  ),
  label: Type.Optional(
    Type.String({ minLength: 1, maxLength: LABEL_LENGTH_MAX, description: 'Your own label for the link.' }),
  ),
})

export const LinkView = Named('ReferralLink', {
  link_id: IdText('lnk_'),
  kind: OneOf(LINK_KINDS),
  url: Type.String({ description: 'The URL to publish.' }),
  code: Type.String(),
  domain: Nullable(Type.String()),
  product: Nullable(OneOf(PRODUCTS)),
  destination_url: Type.String({ description: 'Page the link opens.' }),
  label: Nullable(Type.String()),
  active: Type.Boolean(),
  created_at: Timestamp(),
  stats: Strict({
    clicks: Count(),
    unique_clicks: Count('Clicks counted once per visitor and day.'),
    sales: Count(),
    sale_amount_cents: SumCents(),
    commission_cents: SumCents('Commission of the sales minus reversals, in minor units.'),
  }),
})

const NO_STATS: LinkStats = { clicks: 0, uniqueClicks: 0, sales: 0, saleAmountCents: 0, commissionCents: 0 }

export const linkView = (link: Link, baseUrl: string, stats: LinkStats = NO_STATS): Static<typeof LinkView> => ({
  link_id: link.id,
  kind: link.kind,
  url: `${baseUrl}/r/${link.code}`,
  code: link.code,
  domain: link.domain,
  product: link.product,
  destination_url: baseUrl + link.destination,
  label: link.label,
  active: link.active,
  created_at: isoTime(link.createdAt),
  stats: {
    clicks: stats.clicks,
    unique_clicks: stats.uniqueClicks,
    sales: stats.sales,
    sale_amount_cents: stats.saleAmountCents,
    commission_cents: stats.commissionCents,
  },
})

export const ClicksView = Named('ReferralClicks', {
  total_clicks: Count(),
  unique_clicks: Count('Clicks counted once per visitor, link and day.'),
  bot_clicks_excluded: Count('Clicks by crawlers, HEAD requests and prefetches.'),
  by_day: Type.Array(Strict({ date: Type.String({ format: 'date' }), clicks: Count(), unique_clicks: Count() })),
  by_link: Type.Array(Strict({ link_id: IdText('lnk_'), clicks: Count(), unique_clicks: Count() })),
})

export function clicksView(days: DayClicks[], links: LinkClicks[]): Static<typeof ClicksView> {
  const sum = (of: (day: DayClicks) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    total_clicks: sum(({ clicks }) => clicks),
    unique_clicks: sum(({ uniqueClicks }) => uniqueClicks),
    bot_clicks_excluded: sum(({ botClicks }) => botClicks),
    by_day: days
      .filter(({ clicks }) => clicks > 0)
      .map(({ day, clicks, uniqueClicks }) => ({ date: day, clicks, unique_clicks: uniqueClicks })),
    by_link: links.map(({ linkId, clicks, uniqueClicks }) => ({
      link_id: linkId,
      clicks,
      unique_clicks: uniqueClicks,
    })),
  }
}

export const SaleView = Named('ReferredSale', {
  sale_id: IdText('sal_'),
  occurred_at: Timestamp(),
  buyer: Nullable(
    Strict({ email: Type.String({ description: 'Masked email address.' }), country: Nullable(Type.String()) }),
  ),
  domain: Type.String(),
  amount_cents: PositiveCents(),
  currency: CurrencyCode(),
  commission_cents: Cents('Your commission. 0 if `no_commission_reason` is set.'),
  commission_category: Nullable(
    OneOf(COMMISSION_CATEGORIES, { description: 'Status of the commission. Null if there is none.' }),
  ),
  no_commission_reason: Nullable(
    OneOf(NO_COMMISSION_REASONS, {
      description:
        'Why the sale earns no commission, or null. `own_sale`: the link belongs to the partner that sold the domain. ' +
        '`seller_is_affiliate`: you share a team member or an email address with the seller. `buyer_is_affiliate`: the buyer ' +
        'is one of your team members or used your email address.',
    }),
  ),
  link_id: IdText('lnk_'),
  order_public_id: IdText('ord_'),
})

export const saleView = (sale: ReferredSale): Static<typeof SaleView> => ({
  sale_id: sale.id,
  occurred_at: isoTime(sale.createdAt),
  buyer: sale.buyerEmail === null ? null : { email: sale.buyerEmail, country: sale.buyerCountry },
  domain: sale.domain,
  amount_cents: sale.amountCents,
  currency: sale.currency as 'USD',
  commission_cents: sale.commissionCents,
  commission_category: sale.category,
  no_commission_reason: sale.noCommissionReason,
  link_id: sale.linkId,
  order_public_id: sale.orderId,
})

export const EntryView = Named('CommissionEntry', {
  entry_id: IdText('cle_'),
  category: OneOf(COMMISSION_CATEGORIES),
  amount_cents: SignedCents('Change of the balance: positive for `accrued`, 0 for `pending`, negative for the others.'),
  running_balance_cents: SignedCents('The balance in this currency after the entry.'),
  currency: CurrencyCode(),
  sale_id: Nullable(IdText('sal_')),
  payout_id: Nullable(IdText('pay_')),
  available_at: Nullable(Timestamp('When the commission becomes payable. Null until the domain is delivered.')),
  created_at: Timestamp(),
})

export const entryView = (entry: CommissionEntry): Static<typeof EntryView> => ({
  entry_id: entry.id,
  category: entry.category,
  amount_cents: entry.amountCents,
  running_balance_cents: entry.runningBalanceCents,
  currency: entry.currency as 'USD',
  sale_id: entry.saleId,
  payout_id: entry.payoutId,
  available_at: isoTimeOrNull(entry.availableAt),
  created_at: isoTime(entry.createdAt),
})

export const BalanceView = Named('CommissionBalance', {
  currency: CurrencyCode(),
  accrued_cents: SumCents('Earned but not payable yet.'),
  pending_cents: SignedCents(
    'Payable or in transit. Negative after a late reversal, until the next payout offsets it.',
  ),
  paid_out_cents: SumCents('Total paid out.'),
  reversed_cents: SumCents('Total reversed.'),
  balance_cents: SignedCents('accrued_cents + pending_cents.'),
})

export const balanceView = (balance: CommissionBalance): Static<typeof BalanceView> => ({
  currency: balance.currency as 'USD',
  accrued_cents: balance.accruedCents,
  pending_cents: balance.pendingCents,
  paid_out_cents: balance.paidOutCents,
  reversed_cents: balance.reversedCents,
  balance_cents: balance.accruedCents + balance.pendingCents,
})

export const PayoutView = Named('ReferralPayout', {
  payout_id: IdText('pay_'),
  kind: OneOf(['referral'] as const),
  amount_cents: SumCents(),
  currency: CurrencyCode(),
  status: OneOf(['pending', 'in_transit', 'paid', 'failed']),
  reference: Nullable(Type.String()),
  period_start: Timestamp(),
  period_end: Timestamp(),
  created_at: Timestamp(),
  paid_at: Nullable(Timestamp()),
})

export const payoutView = (payout: PayoutRow): Static<typeof PayoutView> => ({
  payout_id: payout.id,
  kind: 'referral',
  amount_cents: payout.amountCents,
  currency: payout.currency as 'USD',
  status: payout.status,
  reference: payout.reference,
  period_start: isoTime(payout.periodStart),
  period_end: isoTime(payout.periodEnd),
  created_at: isoTime(payout.createdAt),
  paid_at: isoTimeOrNull(payout.paidAt),
})

export const TotalPaidView = Strict({ currency: CurrencyCode(), amount_cents: SumCents() })
export const totalPaidView = (total: TotalPaid): Static<typeof TotalPaidView> => ({
  currency: total.currency as 'USD',
  amount_cents: total.amountCents,
})
