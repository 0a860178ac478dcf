// What others may use of partners.

export { type CachedCredential, createCredentialCache } from './credential-cache.ts'
export { assertAdmitted, assertScope, isSandboxKeyId } from './rules.ts'
export { actOnPartner, createPartner, issueCredential } from './service.ts'
