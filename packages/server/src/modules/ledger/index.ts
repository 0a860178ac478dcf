// What others may use of the ledger.
export {
  type CommissionPlace,
  clawbackJournal,
  disputeFeeJournal,
  disputeFeeReturnedJournal,
  disputeLostJournal,
  disputeReinstatedJournal,
  disputeWithdrawnJournal,
  type ProceedsPlace,
} from './rules/disputes.ts'
export {
  type Journal,
  journal,
} from './rules/journal.ts'
export {
  type Deal,
  dealJournal,
  PAYOUT_KINDS,
  type Payout,
  type PayoutKind,
  payoutCreatedJournal,
  payoutFailedJournal,
  payoutPaidJournal,
  pendingAccount,
  proceedsPayableJournal,
  type Referral,
  referralAccruedJournal,
  referralPendingJournal,
  referralReversedJournal,
  type Statement,
  sellerPayoutCreatedJournal,
  sellerPayoutFailedJournal,
  sellerPayoutPaidJournal,
  sellerPayoutReversedJournal,
  statementJournal,
  statementPaidJournal,
} from './rules/payouts.ts'
export {
  buyerRefundedJournal,
  closingJournals,
  deliveryJournal,
  partialRefundJournal,
  purchasePaidJournal,
  purchaseSettledJournal,
  reversalJournal,
  type Sale,
  type SellerShare,
  saleJournal,
  strandedPaymentJournal,
  taxJournal,
  taxReversedJournal,
} from './rules/sales.ts'
export { insertJournal as post } from './store.ts'
