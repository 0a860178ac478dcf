// What others may use of disputes.
export { disputeJobs } from './jobs.ts'
export { disputeActions } from './rules/disputes.ts'
export { createDisputeReports } from './service/report.ts'
export { oweAfterDisputes } from './service/settle-owed.ts'
export { clearDisputes } from './store/disputes.ts'
