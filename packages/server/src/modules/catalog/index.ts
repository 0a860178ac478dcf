// What others may use of the catalogue.
export { marketListings } from './market.ts'
export { listedCounts } from './market-totals.ts'
export { isAvailableTo, standingOf } from './rules.ts'
export { seedInventories } from './seed/seed.ts'
export {
  changeTerms,
  findDomain,
  findDomains,
  freeReservation,
  listNames,
  lockForSale,
  lockListing,
  lockNames,
  readDomain,
  relist,
  reserve,
  sell,
  setPrice,
  withdrawNames,
} from './service.ts'
export { type Listing, restampListings } from './store.ts'
