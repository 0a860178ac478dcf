// What others may use of the ledger.
export { checkLedger, LEDGER_CHECKS } from './checks.ts'
export { ledgerJobs } from './jobs.ts'
export {
  buyerRefundedJournal,
  type Deal,
  dealJournal,
  deliveryJournal,
  type Journal,
  journal,
  PAYOUT_KINDS,
  type Payout,
  type PayoutKind,
  payoutCreatedJournal,
  payoutFailedJournal,
  payoutPaidJournal,
  pendingAccount,
  type Referral,
  referralAccruedJournal,
  referralPendingJournal,
  referralReversedJournal,
  reversalJournal,
  type Sale,
  type Statement,
  saleJournal,
  statementJournal,
  statementPaidJournal,
  strandedPaymentJournal,
} from './rules.ts'
export { insertJournal as post, lastCheck } from './store.ts'
