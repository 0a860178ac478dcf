// What others may use of owned domains.
export { domainJobs } from './jobs.ts'
export { addYears, readNameservers } from './rules.ts'
export { attachDomains, giveDomains, handOver } from './service.ts'
export {
  type BulkRun,
  changeDomain,
  type DomainOwner,
  type DomainState,
  findRun,
  listOwned,
  listRuns,
} from './store.ts'
export { bulkRunFields, bulkRunView, OPERATIONS as BULK_OPERATIONS } from './views.ts'
