// What others may use of settlement.
export { jobs as settlementJobs } from './jobs.ts'
export { type PayoutStatus, payoutActions } from './rules/payouts.ts'
export { SETTLEMENT_REQUIRED_FIELDS, type SettlementStatus, settlementActions } from './rules/periods.ts'
export { lockCommission } from './service/lock-commission.ts'
export { createPayouts, movePayout, orderPayouts } from './service/pay-out.ts'
export {
  adjust,
  closeEndedPeriods,
  markPaid,
  openStatements,
  type Run,
  runSettlement,
  settleWithin,
} from './service/settle.ts'
export { clearSettlement } from './store/clear.ts'
export { listPayouts, type Payout, type PayoutKind, totalPaid } from './store/payouts.ts'
export type { Settlement } from './store/settlements.ts'
export { compactSums } from './store/transactions.ts'
