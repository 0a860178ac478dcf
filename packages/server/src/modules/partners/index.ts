// What others may use of partners.

export { PartnerInput, requirePartner, toPartner } from './http.ts'
export {
  assertAdmitted,
  assertEnvironment,
  assertNotSuspended,
  assertScope,
  collectsPayments,
  isSandboxKeyId,
  partnerActions,
  partnerNameProblem,
} from './rules.ts'
export { type CachedCredential, createCredentialCache } from './service/cache-credentials.ts'
export { actOnPartner, createPartner, lockPartner, type NewPartner } from './service/change-partner.ts'
export { issueCredential } from './service/issue-credential.ts'
export {
  changeRole,
  findOwnPartner,
  joinPartner,
  leavePartners,
  removeMember,
  type Started,
  startPartner,
} from './service/join-partner.ts'
export { ensureHouse, findHouse, requireHouse } from './service/keep-house.ts'
export {
  advanceSandboxClock,
  credentialExists,
  findPartner,
  hasMember,
  isTeamMember,
  listAddresses,
  listMembers,
  listMemberships,
  listOwnPartners,
  type Member,
  type OwnPartner,
  type Partner,
  sandboxOffset,
  withPartnerNames,
} from './store.ts'
export { PartnerView, partnerView } from './views.ts'
