// What others may use of owned domains.
export { giveDomains, handOver } from './service.ts'
