// What others may use of referral.

export { jobs as referralJobs } from './jobs.ts'
export { isCode, readClickCookie, requireAffiliate } from './rules.ts'
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
} from './service/attribute-sale.ts'
export { createClickCounter, sandboxClick } from './service/count-clicks.ts'
export { clickTotals, commissionBalances, type DayFigures, type Funnel, funnel } from './service/report.ts'
export { clearReferrals, earnsForOthers } from './store/clear.ts'
export type { CommissionBalance } from './store/commission.ts'
export { findLink, type Link } from './store/links.ts'
export { findSaleByOrder, pseudonymizeReferredBuyer, type ReferredSale } from './store/sales.ts'
export { SaleView, saleView } from './views.ts'
