// Double entry: which accounts there are, and what each thing that happens puts into them. Debit positive, credit negative.
import { invariant } from '../../kernel/errors.ts'

/** What an account is to the marketplace, and whose it is. */
export const ACCOUNTS = {
  cash: { kind: 'asset', subject: 'none' },
  partner_unbilled: { kind: 'asset', subject: 'partner' },
  partner_receivable: { kind: 'asset', subject: 'partner' },
  commission_prepaid: { kind: 'asset', subject: 'none' },
  order_deferred: { kind: 'liability', subject: 'order' },
  buyer_refund_payable: { kind: 'liability', subject: 'payment' },
  purchase_deferred: { kind: 'liability', subject: 'purchase' },
  tax_payable: { kind: 'liability', subject: 'country' },
  seller_payable: { kind: 'liability', subject: 'case' },
  proceeds_held: { kind: 'liability', subject: 'seller' },
  proceeds_payable: { kind: 'liability', subject: 'seller' },
  commission_accrued: { kind: 'liability', subject: 'partner' },
  commission_pending: { kind: 'liability', subject: 'partner' },
  brokerage_pending: { kind: 'liability', subject: 'partner' },
  referral_accrued: { kind: 'liability', subject: 'partner' },
  referral_pending: { kind: 'liability', subject: 'partner' },
  payout_in_transit: { kind: 'liability', subject: 'payout' },
  tax_included: { kind: 'revenue', subject: 'none' },
  domain_sales: { kind: 'revenue', subject: 'none' },
  registration_sales: { kind: 'revenue', subject: 'none' },
  brokerage_fees: { kind: 'revenue', subject: 'none' },
  seller_fees: { kind: 'revenue', subject: 'none' },
  settlement_adjustments: { kind: 'revenue', subject: 'none' },
  partner_commission: { kind: 'expense', subject: 'none' },
  brokerage_share: { kind: 'expense', subject: 'none' },
  referral_commission: { kind: 'expense', subject: 'none' },
} as const
export type Account = keyof typeof ACCOUNTS

export type Entry = { account: Account; subject: string; amountCents: number }
export type Journal = { key: string; kind: string; currency: string; entries: Entry[] }

/** Zero lines say nothing and are left out; what remains must balance and name its subjects. */
export function journal(key: string, kind: string, currency: string, lines: [Account, string, number][]): Journal {
  const entries = lines
    .filter(([, , amountCents]) => amountCents !== 0)
    .map(([account, subject, amountCents]) => ({ account, subject, amountCents }))
  invariant(entries.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0, `journal ${key} does not balance`)
  for (const { account, subject } of entries)
    invariant((ACCOUNTS[account].subject === 'none') === (subject === ''), `${account} of "${subject}"`)
  return { key, kind, currency, entries }
}

export type Sale = {
  orderId: string
  partnerId: string
  paymentModel: 'partner_collected' | 'service_collected'
  currency: string
  priceCents: number
  commissionCents: number
}

/** Of the sale of a seller's domain: what the marketplace keeps, and what the seller earns. */
export type SellerShare = { sellerId: string; feeCents: number; proceedsCents: number }

/** A sale: the price is deferred until delivery, against what the partner owes for it or the cash that the service collected. */
export function saleJournal(sale: Sale): Journal {
  const { orderId, partnerId, priceCents, commissionCents } = sale
  return sale.paymentModel === 'partner_collected'
    ? journal(`${orderId}:recorded`, 'order_recorded', sale.currency, [
        ['partner_unbilled', partnerId, priceCents - commissionCents],
        ['commission_prepaid', '', commissionCents],
        ['order_deferred', orderId, -priceCents],
      ])
    : journal(`${orderId}:paid`, 'order_paid', sale.currency, [
        ['cash', '', priceCents],
        ['commission_prepaid', '', commissionCents],
        ['order_deferred', orderId, -priceCents],
        ['commission_accrued', partnerId, -commissionCents],
      ])
}

/**
 * Delivery: what was deferred is earned, and the commission that was set aside for it is spent. The price of a seller's domain is
 * not the marketplace's: the commission comes out of it, then the fee, and the rest is held for the seller.
 */
export const deliveryJournal = (sale: Sale, seller: SellerShare | null = null): Journal =>
  journal(
    `${sale.orderId}:delivered`,
    'order_delivered',
    sale.currency,
    seller === null
      ? [
          ['order_deferred', sale.orderId, sale.priceCents],
          ['domain_sales', '', -sale.priceCents],
          ['partner_commission', '', sale.commissionCents],
          ['commission_prepaid', '', -sale.commissionCents],
        ]
      : [
          ['order_deferred', sale.orderId, sale.priceCents],
          ['commission_prepaid', '', -sale.commissionCents],
          ['seller_fees', '', -seller.feeCents],
          ['proceeds_held', seller.sellerId, -seller.proceedsCents],
        ],
  )

/**
 * A refund or a cancellation takes back exactly what the sale put in. The cash stays here: it is owed to the buyer until the
 * payment provider has sent it; see buyerRefundedJournal.
 */
export const reversalJournal = (sale: Sale): Journal =>
  journal(
    `${sale.orderId}:reversed`,
    'order_reversed',
    sale.currency,
    saleJournal(sale)
      .entries.toReversed()
      .map(({ account, subject, amountCents }) =>
        account === 'cash' ? ['buyer_refund_payable', sale.orderId, -amountCents] : [account, subject, -amountCents],
      ),
  )

/** A part of a sale that goes back before delivery; `part` has the amounts of this refund. */
export const partialRefundJournal = (refundId: string, part: Sale): Journal =>
  journal(
    `${refundId}:refunded`,
    'order_refunded_partly',
    part.currency,
    reversalJournal(part).entries.map(({ account, subject, amountCents }) => [account, subject, amountCents]),
  )

export type TaxOnSale = { country: string; currency: string; cents: number }

/** The tax that a price includes: owed to the country, and taken off the revenue. */
export const taxJournal = (orderId: string, { country, currency, cents }: TaxOnSale): Journal =>
  journal(`${orderId}:taxed`, 'order_taxed', currency, [
    ['tax_included', '', cents],
    ['tax_payable', country, -cents],
  ])

/** `subject` is the order or the partial refund that takes the tax back. */
export const taxReversedJournal = (subject: string, { country, currency, cents }: TaxOnSale): Journal =>
  journal(`${subject}:tax_reversed`, 'order_tax_reversed', currency, [
    ['tax_payable', country, cents],
    ['tax_included', '', -cents],
  ])

/** Money that came in for a name that could not be sold any more; `subject` is the payment. */
export const strandedPaymentJournal = (subject: string, currency: string, cents: number): Journal =>
  journal(`${subject}:stranded`, 'payment_stranded', currency, [
    ['cash', '', cents],
    ['buyer_refund_payable', subject, -cents],
  ])

/** The provider has sent a buyer's money back; `subject` is the order, or the payment that never became one. */
export const buyerRefundedJournal = (subject: string, currency: string, cents: number): Journal =>
  journal(`${subject}:buyer_refunded`, 'buyer_refunded', currency, [
    ['buyer_refund_payable', subject, cents],
    ['cash', '', -cents],
  ])

/** A registration or renewal is paid: the price is deferred until the registry has done it. */
export const purchasePaidJournal = (purchaseId: string, currency: string, cents: number): Journal =>
  journal(`${purchaseId}:paid`, 'purchase_paid', currency, [
    ['cash', '', cents],
    ['purchase_deferred', purchaseId, -cents],
  ])

/** The registry has ended all of it: what it did is earned, and the rest is owed to the buyer. */
export const purchaseSettledJournal = (
  purchaseId: string,
  currency: string,
  { totalCents, refundedCents }: { totalCents: number; refundedCents: number },
): Journal =>
  journal(`${purchaseId}:settled`, 'purchase_settled', currency, [
    ['purchase_deferred', purchaseId, totalCents],
    ['registration_sales', '', -(totalCents - refundedCents)],
    ['buyer_refund_payable', purchaseId, -refundedCents],
  ])

/** Takes out of the books what is left of records that were deleted: one journal per currency. */
export function closingJournals(
  key: string,
  balances: readonly { account: string; subject: string; currency: string; cents: number }[],
): Journal[] {
  const currencies = [...new Set(balances.map(({ currency }) => currency))].sort()
  return currencies.map((currency) =>
    journal(
      `${key}:${currency}`,
      'sandbox_reset',
      currency,
      balances
        .filter((one) => one.currency === currency)
        .map(({ account, subject, cents }) => [account as Account, subject, -cents]),
    ),
  )
}

export type Statement = {
  settlementId: string
  partnerId: string
  currency: string
  /** Of the partner-collected orders on it: price less commission. */
  owedCents: number
  adjustmentsCents: number
  /** Of the service-collected orders on it. */
  earnedCents: number
}

/** Closing a statement bills what was unbilled, adds the corrections, and makes earned commission payable. */
export const statementJournal = (statement: Statement): Journal =>
  journal(`${statement.settlementId}:closed`, 'settlement_closed', statement.currency, [
    ['partner_receivable', statement.partnerId, statement.owedCents + statement.adjustmentsCents],
    ['partner_unbilled', statement.partnerId, -statement.owedCents],
    ['settlement_adjustments', '', -statement.adjustmentsCents],
    ['commission_accrued', statement.partnerId, statement.earnedCents],
    ['commission_pending', statement.partnerId, -statement.earnedCents],
  ])

export const statementPaidJournal = (statement: Statement): Journal =>
  journal(`${statement.settlementId}:paid`, 'settlement_paid', statement.currency, [
    ['cash', '', statement.owedCents + statement.adjustmentsCents],
    ['partner_receivable', statement.partnerId, -(statement.owedCents + statement.adjustmentsCents)],
  ])

export const PAYOUT_KINDS = ['commission', 'brokerage', 'referral'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

const PENDING = {
  commission: 'commission_pending',
  brokerage: 'brokerage_pending',
  referral: 'referral_pending',
} as const satisfies Record<PayoutKind, Account>

/** The account that a payout of this kind is made from. */
export const pendingAccount = (kind: PayoutKind): Account => PENDING[kind]

export type Payout = { payoutId: string; partnerId: string; kind: PayoutKind; currency: string; cents: number }

export const payoutCreatedJournal = (payout: Payout): Journal =>
  journal(`${payout.payoutId}:created`, 'payout_created', payout.currency, [
    [PENDING[payout.kind], payout.partnerId, payout.cents],
    ['payout_in_transit', payout.payoutId, -payout.cents],
  ])

export const payoutPaidJournal = (payout: Payout): Journal =>
  journal(`${payout.payoutId}:paid`, 'payout_paid', payout.currency, [
    ['payout_in_transit', payout.payoutId, payout.cents],
    ['cash', '', -payout.cents],
  ])

/** The money is pending again, for the next payout. */
export const payoutFailedJournal = (payout: Payout): Journal =>
  journal(`${payout.payoutId}:failed`, 'payout_failed', payout.currency, [
    ['payout_in_transit', payout.payoutId, payout.cents],
    [PENDING[payout.kind], payout.partnerId, -payout.cents],
  ])

export type Deal = {
  caseId: string
  partnerId: string
  currency: string
  dealCents: number
  /** What the service keeps of the deal; the rest is the seller's. */
  feeCents: number
  commissionCents: number
}

/** A brokered deal: the buyer's money comes in, the seller's is owed, the fee is earned, the partner's share is payable. */
export const dealJournal = (deal: Deal): Journal =>
  journal(`${deal.caseId}:completed`, 'brokerage_completed', deal.currency, [
    ['cash', '', deal.dealCents],
    ['seller_payable', deal.caseId, -(deal.dealCents - deal.feeCents)],
    ['brokerage_fees', '', -deal.feeCents],
    ['brokerage_share', '', deal.commissionCents],
    ['brokerage_pending', deal.partnerId, -deal.commissionCents],
  ])

export type Referral = { saleId: string; partnerId: string; currency: string; cents: number }

export const referralAccruedJournal = (referral: Referral): Journal =>
  journal(`${referral.saleId}:accrued`, 'referral_accrued', referral.currency, [
    ['referral_commission', '', referral.cents],
    ['referral_accrued', referral.partnerId, -referral.cents],
  ])

export const referralPendingJournal = (referral: Referral): Journal =>
  journal(`${referral.saleId}:pending`, 'referral_pending', referral.currency, [
    ['referral_accrued', referral.partnerId, referral.cents],
    ['referral_pending', referral.partnerId, -referral.cents],
  ])

/** Before it was payable it is simply taken back; afterwards it is a negative line that the next payout nets. */
export const referralReversedJournal = (referral: Referral, from: 'accrued' | 'pending'): Journal =>
  journal(`${referral.saleId}:reversed`, 'referral_reversed', referral.currency, [
    [from === 'accrued' ? 'referral_accrued' : 'referral_pending', referral.partnerId, referral.cents],
    ['referral_commission', '', -referral.cents],
  ])

type Proceeds = { orderId: string; sellerId: string; currency: string; proceedsCents: number }

/** The hold after a delivery is over. */
export const proceedsPayableJournal = (sale: Proceeds): Journal =>
  journal(`${sale.orderId}:payable`, 'proceeds_payable', sale.currency, [
    ['proceeds_held', sale.sellerId, sale.proceedsCents],
    ['proceeds_payable', sale.sellerId, -sale.proceedsCents],
  ])

export type SellerPayout = { id: string; sellerId: string; currency: string; amountCents: number }

export const sellerPayoutCreatedJournal = (payout: SellerPayout): Journal =>
  journal(`${payout.id}:created`, 'seller_payout_created', payout.currency, [
    ['proceeds_payable', payout.sellerId, payout.amountCents],
    ['payout_in_transit', payout.id, -payout.amountCents],
  ])

export const sellerPayoutPaidJournal = (payout: SellerPayout): Journal =>
  journal(`${payout.id}:paid`, 'seller_payout_paid', payout.currency, [
    ['payout_in_transit', payout.id, payout.amountCents],
    ['cash', '', -payout.amountCents],
  ])

/** The money is payable again, for the next payout. */
export const sellerPayoutFailedJournal = (payout: SellerPayout): Journal =>
  journal(`${payout.id}:failed`, 'seller_payout_failed', payout.currency, [
    ['payout_in_transit', payout.id, payout.amountCents],
    ['proceeds_payable', payout.sellerId, -payout.amountCents],
  ])
