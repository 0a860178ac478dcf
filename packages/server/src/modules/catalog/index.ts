// What others may use of the catalogue.
export { isAvailableTo, standingOf } from './rules.ts'
export { findDomain, readDomain } from './service.ts'
export { seedInventories } from './seed/seed.ts'
export type { Listing } from './store.ts'
