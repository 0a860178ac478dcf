// What others may use of teams.

export { teamJobs } from './jobs.ts'
export { forgetInvitations } from './store.ts'
