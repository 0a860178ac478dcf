// What statements, payouts, deals, referrals and sellers' proceeds put into the accounts.
import { type Account, type Journal, journal } from './journal.ts'

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

/** The processor took back a part of a payout, or all of it: it is payable again. One journal for each step up to `reversedCents`. */
export const sellerPayoutReversedJournal = (
  payout: SellerPayout,
  { addedCents, reversedCents }: { addedCents: number; reversedCents: number },
): Journal =>
  journal(`${payout.id}:reversed:${reversedCents}`, 'seller_payout_reversed', payout.currency, [
    ['cash', '', addedCents],
    ['proceeds_payable', payout.sellerId, -addedCents],
  ])
