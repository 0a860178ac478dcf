// What others may use of owned domains.
export { domainJobs } from './jobs.ts'
export { giveDomains, handOver } from './service.ts'
export { listOwned, listRuns } from './store.ts'
