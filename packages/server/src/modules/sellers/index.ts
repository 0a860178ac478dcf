// What others may use of sellers.
export { sellerJobs } from './jobs.ts'
export { explainBankFailure } from './rules/bank-payouts.ts'
export { exportSeller } from './service/export.ts'
export {
  clawBackSellerSale,
  deliverSales,
  findSellerAddress,
  holdOrderSeller,
  reduceSale,
  reverseSale,
} from './service/follow-orders.ts'
export { admitListings, holdActiveSeller, publishListings } from './service/list.ts'
export { followAccount, removeSeller } from './service/manage.ts'
export { noteBankPayout } from './service/note-bank.ts'
export { receiveTransfer } from './service/send-payouts.ts'
export { hasBankFailure } from './store/bank-failures.ts'
export { findSaleSeller } from './store/sales.ts'
export { findAddress, findDelivered, hasOpenMoney, isFrozen, lockFrozen } from './store/sellers.ts'
