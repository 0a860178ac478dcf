// What others may use of partners.

export { type CachedCredential, createCredentialCache } from './credential-cache.ts'
export { findOwnPartner, joinPartner, type Started, startPartner } from './member-service.ts'
export { withPartnerNames } from './names.ts'
export {
  assertAdmitted,
  assertEnvironment,
  assertNotSuspended,
  assertScope,
  collectsPayments,
  isSandboxKeyId,
} from './rules.ts'
export { actOnPartner, createPartner, issueCredential } from './service.ts'
export { advanceSandboxClock, type OwnPartner } from './store.ts'
