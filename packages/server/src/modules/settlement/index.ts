// What others may use of settlement.
export { jobs as settlementJobs } from './jobs.ts'
export { createPayouts, movePayout, orderPayouts } from './payouts-service.ts'
export { listPayouts, type Payout, type PayoutKind, totalPaid } from './payouts-store.ts'
export {
  type PayoutStatus,
  payoutActions,
  SETTLEMENT_REQUIRED_FIELDS,
  type SettlementStatus,
  settlementActions,
} from './rules.ts'
export {
  adjust,
  closeEndedPeriods,
  markPaid,
  openStatements,
  type Run,
  runSettlement,
  settleWithin,
} from './service.ts'
export type { Settlement } from './store.ts'
export { compactSums } from './transactions-store.ts'
