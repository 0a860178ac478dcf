// What others may use of the catalogue.

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
} from './service/list.ts'
export { listedCounts, newestNames } from './service/read-market.ts'
export { type Listing, restampListings } from './store/listings.ts'
