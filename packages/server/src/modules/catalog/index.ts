// What others may use of the catalogue.
export { isAvailableTo, standingOf } from './rules.ts'
export { seedInventories } from './seed/seed.ts'
export {
  findDomain,
  findDomains,
  freeReservation,
  lockForSale,
  lockListing,
  readDomain,
  relist,
  reserve,
  sell,
  setPrice,
} from './service.ts'
export type { Listing } from './store.ts'
