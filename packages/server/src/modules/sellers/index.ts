// What others may use of sellers.
export { sellerJobs } from './jobs.ts'
export { admitListings, holdActiveSeller, publishListings } from './service/list.ts'
export { findDelivered } from './store/sellers.ts'
