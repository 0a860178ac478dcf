// What others may use of the audit of the books.
export { checkLedger, LEDGER_CHECKS } from './checks.ts'
export { auditJobs } from './jobs.ts'
export { lastCheck } from './store.ts'
