// What others may use of owned domains.
export { domainJobs } from './jobs.ts'
export { readNameservers } from './rules.ts'
export { attachDomains, giveDomains, handOver } from './service.ts'
export { type DomainOwner, listOwned, listRuns } from './store.ts'
