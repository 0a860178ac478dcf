// What others may use of offers.
export { findReservation } from './http.ts'
export { offerJobs } from './jobs.ts'
export { findTurn, OFFER_STATUSES } from './rules.ts'
export { removeOffers } from './service/move.ts'
export { exportOffers, hasAcceptedOffers } from './store.ts'
