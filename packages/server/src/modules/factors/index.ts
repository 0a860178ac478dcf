// What others may use of second factors.

export { buildReauthenticatePath } from './rules/reauthenticate-path.ts'
export { listFactors, removeFactors } from './service/factors.ts'
