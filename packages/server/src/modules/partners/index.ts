// What others may use of partners.
export { assertAdmitted, assertScope, isSandboxKeyId } from './rules.ts'
export { type CachedCredential, createCredentialCache } from './credential-cache.ts'
export { createPartner, actOnPartner, issueCredential } from './service.ts'
