// What others may use of payout accounts.
export { payeeJobs } from './jobs.ts'
export { createPayoutReports } from './service/report.ts'
export { findAccount as findPayeeAccount, listBankPayouts } from './store.ts'
