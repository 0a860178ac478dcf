// What others may use of offers.
export { offerJobs } from './jobs.ts'
export { removeOffers } from './service/move.ts'
export { exportOffers, hasAcceptedOffers } from './store.ts'
