// What others may use of teams.

export { teamJobs } from './jobs.ts'
export { forgetReceivedInvitations, forgetSentInvitations, listReceivedInvitations } from './store.ts'
