// What others may use of the catalogue.

export { jobs as catalogJobs } from './jobs.ts'
export {
  type Claimable,
  getStanding,
  type Hold,
  isAvailableTo,
  isOffer,
  isQuote,
  isReserved,
  notListed,
  refuseClaim,
} from './rules.ts'
export { seedDemo } from './seed/seed.ts'
export { printable } from './service/import.ts'
export {
  ageReservations,
  changeListing,
  changeTerms,
  findDomain,
  findDomains,
  freeReservation,
  freeReservations,
  listNames,
  lockForSale,
  lockListing,
  lockListings,
  lockNames,
  newListing,
  type OwnTerms,
  readDomain,
  relist,
  reserve,
  retireSold,
  setPrice,
  withdrawListing,
  withdrawNames,
  withdrawOfFrozen,
  withdrawOfSeller,
} from './service/list.ts'
export { readCsv } from './service/read-lines.ts'
export { findByPrefix, listedCounts } from './service/read-market.ts'
export { countSitemapParts, readSitemapPart } from './service/read-sitemap.ts'
export { fillSandbox } from './service/refill-sandbox.ts'
export { freeAll, type Listing, relistAll, restampListings } from './store/listings.ts'
export { listingTerms, offerTerms } from './views/listings.ts'
export { facetFields, priceFields, readPriceRange, toFacets } from './views/market.ts'
