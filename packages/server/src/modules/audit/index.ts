// What others may use of the audit of the books.

export { auditJobs } from './jobs.ts'
export { checkLedger, LEDGER_CHECKS } from './store/ledger-checks.ts'
export { lastCheck } from './store/outcome.ts'
