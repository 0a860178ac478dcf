// What others may use of the catalogue.
export { marketListings } from './market.ts'
export { listedCounts } from './market-totals.ts'
export { type Claimable, type Hold, isAvailableTo, isQuote, isReserved, refuseClaim, standingOf } from './rules.ts'
export { seedInventories } from './seed/seed.ts'
export {
  ageReservations,
  changeTerms,
  findDomain,
  findDomains,
  freeReservation,
  freeReservations,
  listNames,
  lockForSale,
  lockListing,
  lockNames,
  readDomain,
  relist,
  reserve,
  setPrice,
  withdrawNames,
} from './service.ts'
export type { Listing } from './store.ts'
