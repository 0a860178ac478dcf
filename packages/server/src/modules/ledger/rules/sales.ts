// What sales, refunds, tax and purchases put into the accounts.
import { type Account, type Journal, journal } from './journal.ts'

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

/** `isAdded`: charged on top of the price, so that it is not in the journal of the sale. */
export type TaxOnSale = { country: string; currency: string; cents: number; isAdded: boolean }

type Taxed = 'order' | 'purchase'

/**
 * The tax of a sale is owed to the country. It came in as cash on top of the price, or is taken off the revenue. `subject` is the order or
 * the purchase.
 */
export const taxJournal = (
  subject: string,
  { country, currency, cents, isAdded }: TaxOnSale,
  taxed: Taxed = 'order',
): Journal =>
  journal(`${subject}:taxed`, `${taxed}_taxed`, currency, [
    [isAdded ? 'cash' : 'tax_included', '', cents],
    ['tax_payable', country, -cents],
  ])

/**
 * `subject` is the order, the purchase or the partial refund that takes the tax back. Tax on top of the price is owed to the buyer of
 * `owedFor`.
 */
export const taxReversedJournal = (
  subject: string,
  { country, currency, cents, isAdded }: TaxOnSale,
  { owedFor, taxed = 'order' }: { owedFor: string; taxed?: Taxed },
): Journal =>
  journal(`${subject}:tax_reversed`, `${taxed}_tax_reversed`, currency, [
    ['tax_payable', country, cents],
    isAdded ? ['buyer_refund_payable', owedFor, -cents] : ['tax_included', '', -cents],
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
