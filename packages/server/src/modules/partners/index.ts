// What others may use of partners.

export { type CachedCredential, createCredentialCache } from './credential-cache.ts'
export { ensureHouse, findHouse, requireHouse } from './house.ts'
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
export { credentialExists, type OwnPartner, sandboxOffset } from './store.ts'
