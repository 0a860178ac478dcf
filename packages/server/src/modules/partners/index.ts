// What others may use of partners.

export {
  assertAdmitted,
  assertEnvironment,
  assertNotSuspended,
  assertScope,
  collectsPayments,
  isSandboxKeyId,
  partnerActions,
} from './rules.ts'
export { type CachedCredential, createCredentialCache } from './service/cache-credentials.ts'
export { actOnPartner, createPartner } from './service/change-partner.ts'
export { issueCredential } from './service/issue-credential.ts'
export { findOwnPartner, joinPartner, leavePartners, type Started, startPartner } from './service/join-partner.ts'
export { ensureHouse, findHouse, requireHouse } from './service/keep-house.ts'
export {
  advanceSandboxClock,
  credentialExists,
  listOwnPartners,
  type OwnPartner,
  sandboxOffset,
  withPartnerNames,
} from './store.ts'
