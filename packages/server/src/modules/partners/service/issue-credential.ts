// Use cases of credentials: issue, rotate and revoke them.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invalidField, notFound } from '../../../kernel/errors.ts'
import { CREDENTIAL_OVERLAP_SECONDS } from '../../../kernel/limits.ts'
import type { Environment, Scope } from '../../../kernel/owner.ts'
import { assertRoomForCredential, hasControl, isActive, newKeyId, newSecret, tidyScopes } from '../rules.ts'
import type { Credential } from '../store/credentials.ts'
import * as credentialStore from '../store/credentials.ts'
import type { Partner } from '../store/partners.ts'
import { lockPartner } from './change-partner.ts'

/** The secret is in the answer once and never again. */
export type IssuedCredential = { credential: Credential; secret: string }

const sealContext = (keyId: string) => `credential:${keyId}`

async function insertNew(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  input: {
    name: string | null
    partnerId: Partner['id']
    environment: Environment
    scopes: readonly Scope[]
    rotatedFrom: string | null
  },
  now: Date,
): Promise<IssuedCredential> {
  const keyId = newKeyId(input.environment)
  const secret = newSecret(input.environment)
  const credential: Credential = {
    keyId,
    name: input.name,
    partnerId: input.partnerId,
    environment: input.environment,
    scopes: tidyScopes(input.scopes),
    secretSealed: deps.secrets.seal(secret, sealContext(keyId)),
    rotatedFrom: input.rotatedFrom,
    retiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: now,
  }
  await credentialStore.insertCredential(tx, credential)
  return { credential, secret }
}

export async function issueCredential(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  partnerId: string,
  input: { name?: string | undefined; environment: Environment; scopes: readonly Scope[] },
  now: Date,
): Promise<IssuedCredential> {
  // The lock: parallel calls count one after the other.
  const partner = await lockPartner(tx, partnerId)
  assertRoomForCredential(await credentialStore.countActiveCredentials(tx, partner.id, now))
  const { name = null, environment, scopes } = input
  return insertNew(deps, tx, { name: toName(name), environment, scopes, partnerId: partner.id, rotatedFrom: null }, now)
}

async function lockUsable(tx: Tx, keyId: string, now: Date): Promise<Credential> {
  const credential = await credentialStore.lockCredential(tx, keyId)
  if (!credential) throw notFound('API key not found.')
  if (!isActive(credential, now))
    throw new ApiError('conflict', {
      message: 'This API key was already revoked or replaced. Rotate an active API key.',
      reason: 'credential_revoked',
    })
  return credential
}

/** Another partner's key is like one that does not exist. */
export async function assertOwnCredential(tx: Tx, partnerId: string, keyId: string): Promise<void> {
  const credential = await credentialStore.lockCredential(tx, keyId)
  if (credential?.partnerId !== partnerId) throw notFound('API key not found.')
}

/**
 * A successor takes the place of its key, so it needs no room of its own. It does while the key overlaps already, as the old key or
 * as the new one: otherwise a chain of rotations would keep any number of keys working.
 */
async function assertMayRotate(tx: Tx, old: Credential, now: Date): Promise<void> {
  const before = old.rotatedFrom === null ? undefined : await credentialStore.findCredential(tx, old.rotatedFrom)
  const overlaps = old.retiresAt !== null || (before !== undefined && isActive(before, now))
  if (overlaps) assertRoomForCredential(await credentialStore.countActiveCredentials(tx, old.partnerId, now))
}

/** The new key works at once; the old one goes on for the overlap, so that no request falls between. */
export async function rotateCredential(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  keyId: string,
  overlapSeconds: number | undefined,
  now: Date,
): Promise<IssuedCredential & { retired: Credential }> {
  const old = await lockUsable(tx, keyId, now)
  await lockPartner(tx, old.partnerId)
  await assertMayRotate(tx, old, now)
  const retiresAt = addSeconds(now, overlapSeconds ?? CREDENTIAL_OVERLAP_SECONDS)
  await credentialStore.retireCredential(tx, keyId, retiresAt)
  const { name, partnerId, environment, scopes } = old
  const issued = await insertNew(deps, tx, { name, partnerId, environment, scopes, rotatedFrom: keyId }, now)
  const earlier = old.retiresAt && old.retiresAt < retiresAt ? old.retiresAt : retiresAt
  return { ...issued, retired: { ...old, retiresAt: earlier } }
}

/** Spaces around a name are dropped; without a name a key has its ID only. */
function toName(text: string | null): string | null {
  const name = text?.trim() ?? ''
  if (name === '') return null
  if (hasControl(name)) throw invalidField('name', 'must not contain line breaks or control characters')
  return name
}

/** Also of a key that has ended: its name is in the log of requests and in the list. */
export async function renameCredential(tx: Tx, keyId: string, text: string | null): Promise<Credential> {
  const credential = await credentialStore.lockCredential(tx, keyId)
  if (!credential) throw notFound('API key not found.')
  const name = toName(text)
  await credentialStore.renameCredential(tx, keyId, name)
  return { ...credential, name }
}

export async function revokeCredential(tx: Tx, keyId: string, now: Date): Promise<Credential> {
  const credential = await credentialStore.lockCredential(tx, keyId)
  if (!credential) throw notFound('API key not found.')
  await credentialStore.revokeCredential(tx, keyId, now)
  return { ...credential, revokedAt: credential.revokedAt ?? now }
}

export const openSecret = (deps: Pick<Deps, 'secrets'>, keyId: string, sealed: string): string =>
  deps.secrets.open(sealed, sealContext(keyId))
