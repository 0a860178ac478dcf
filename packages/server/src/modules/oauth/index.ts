// What others may use of OAuth.
export { oauthJobs } from './jobs.ts'
export { type Access, findAccess } from './service/exchange.ts'
export { listConnectedClients, revokeUserGrants } from './store.ts'
