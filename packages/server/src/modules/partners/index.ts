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
export { credentialExists } from './store/credentials.ts'
export { type DeliveryTarget, findDeliveryTarget } from './store/delivery-targets.ts'
export {
  hasMember,
  isTeamMember,
  listAddresses,
  listMembers,
  listMemberships,
  listOwnPartners,
  type Member,
  type OwnPartner,
} from './store/members.ts'
export {
  advanceSandboxClock,
  findPartner,
  type Partner,
  resetSandboxClock,
  sandboxOffset,
  withPartnerNames,
} from './store/partners.ts'
export {
  DeliveryTargetView,
  deliveryTargetView,
  NameserversInput,
  PartnerView,
  partnerView,
  targetFields,
} from './views.ts'
