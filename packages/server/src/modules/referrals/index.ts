// What others may use of referral.
export { requireAffiliate } from './affiliate.ts'
export { createClickCounter } from './click-service.ts'
export type { CommissionBalance } from './commission-store.ts'
export { jobs as referralJobs } from './jobs.ts'
export { clickTotals, commissionBalances, type DayFigures, type Funnel, funnel } from './report.ts'
export { isCode, readClickCookie } from './rules.ts'
export {
  attributeSale,
  matureCommissions,
  type NewSale,
  onDelivered,
  onPayoutCreated,
  onPayoutFailed,
  onPayoutPaid,
  onReversed,
  type ReferralPayout,
  sandboxClick,
} from './service.ts'
export { findLink, findSaleOfOrder, type Link, type ReferredSale } from './store.ts'
export { SaleView, saleView } from './views.ts'
