// What others may use of teams.

export { teamJobs } from './jobs.ts'
export { notifyTeam } from './service/notify.ts'
export { forgetReceivedInvitations, forgetSentInvitations, listReceivedInvitations } from './store.ts'
