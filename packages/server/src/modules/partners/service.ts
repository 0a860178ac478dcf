// Use cases of partners and their credentials.
import type { Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import {
  BROKERAGE_BPS_DEFAULT,
  COMMISSION_BPS_DEFAULT,
  CREDENTIAL_OVERLAP_SECONDS,
  REFERRAL_BPS_DEFAULT,
} from '../../kernel/limits.ts'
import type { Environment, Scope } from '../../kernel/owner.ts'
import {
  assertPartnerAction,
  assertRoomForCredential,
  isActive,
  newKeyId,
  newSecret,
  type PartnerAction,
  tidyScopes,
} from './rules.ts'
import type { Credential, Partner } from './store.ts'
import * as store from './store.ts'

export type NewPartner = {
  name: string
  email: string
  merchantOfRecord: boolean
  sandboxMerchantOfRecord?: boolean | undefined
  affiliate?: boolean | undefined
  commissionBps?: number | undefined
  brokerageBps?: number | undefined
  referralBps?: number | undefined
}

export async function createPartner(tx: Tx, input: NewPartner, now: Date): Promise<Partner> {
  const partner: Partner = {
    id: newId('partner', now),
    name: input.name,
    email: input.email,
    merchantOfRecord: input.merchantOfRecord,
    sandboxMerchantOfRecord: input.sandboxMerchantOfRecord ?? false,
    affiliate: input.affiliate ?? false,
    commissionBps: input.commissionBps ?? COMMISSION_BPS_DEFAULT,
    brokerageBps: input.brokerageBps ?? BROKERAGE_BPS_DEFAULT,
    referralBps: input.referralBps ?? REFERRAL_BPS_DEFAULT,
    sandboxOffsetSeconds: 0,
    approvedAt: null,
    suspendedAt: null,
    liveRequestedAt: null,
    liveRequestNote: null,
    createdAt: now,
    updatedAt: now,
  }
  await store.insertPartner(tx, partner)
  return partner
}

async function lockPartner(tx: Tx, id: string): Promise<Partner> {
  const partner = isId('partner', id) ? await store.lockPartner(tx, id) : undefined
  if (!partner) throw notFound('There is no such partner.')
  return partner
}

/** Rates change what later sales earn; every sale keeps the rate it was made at. */
export async function changePartner(tx: Tx, id: string, change: Partial<Partner>, now: Date): Promise<Partner> {
  const partner = { ...(await lockPartner(tx, id)), ...change, updatedAt: now }
  await store.updatePartner(tx, partner)
  return partner
}

/** The first application stands: asking again changes nothing. */
export async function requestLiveAccess(tx: Tx, id: string, note: string | null, now: Date): Promise<Partner> {
  const partner = await lockPartner(tx, id)
  if (partner.approvedAt)
    throw new ApiError('conflict', { message: 'Live access was granted already.', reason: 'illegal_transition' })
  if (partner.liveRequestedAt) return partner
  const applied = { ...partner, liveRequestedAt: now, liveRequestNote: note, updatedAt: now }
  await store.updatePartner(tx, applied)
  return applied
}

export async function actOnPartner(tx: Tx, id: string, action: PartnerAction, now: Date): Promise<Partner> {
  const partner = await lockPartner(tx, id)
  assertPartnerAction(partner, action)
  if (action === 'approve') partner.approvedAt = now
  else partner.suspendedAt = action === 'suspend' ? now : null
  partner.updatedAt = now
  await store.updatePartner(tx, partner)
  return partner
}

/** The secret is in the answer once and never again. */
export type IssuedCredential = { credential: Credential; secret: string }

const sealContext = (keyId: string) => `credential:${keyId}`

async function insertNew(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  input: { partnerId: Partner['id']; environment: Environment; scopes: readonly Scope[]; rotatedFrom: string | null },
  now: Date,
): Promise<IssuedCredential> {
  const keyId = newKeyId(input.environment)
  const secret = newSecret(input.environment)
  const credential: Credential = {
    keyId,
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
  await store.insertCredential(tx, credential)
  return { credential, secret }
}

export async function issueCredential(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  partnerId: string,
  input: { environment: Environment; scopes: readonly Scope[] },
  now: Date,
): Promise<IssuedCredential> {
  // The lock: parallel calls count one after the other.
  const partner = await lockPartner(tx, partnerId)
  assertRoomForCredential(await store.countActiveCredentials(tx, partner.id, now))
  return insertNew(deps, tx, { ...input, partnerId: partner.id, rotatedFrom: null }, now)
}

async function lockUsable(tx: Tx, keyId: string, now: Date): Promise<Credential> {
  const credential = await store.lockCredential(tx, keyId)
  if (!credential) throw notFound('There is no such credential.')
  if (!isActive(credential, now))
    throw new ApiError('conflict', { message: 'The credential was revoked already.', reason: 'credential_revoked' })
  return credential
}

/** Another partner's key is like one that does not exist. */
export async function assertOwnCredential(tx: Tx, partnerId: string, keyId: string): Promise<void> {
  const credential = await store.lockCredential(tx, keyId)
  if (credential?.partnerId !== partnerId) throw notFound('There is no such credential.')
}

/**
 * A successor takes the place of its key, so it needs no room of its own. It does while the key overlaps already, as the old key or
 * as the new one: otherwise a chain of rotations would keep any number of keys working.
 */
async function assertMayRotate(tx: Tx, old: Credential, now: Date): Promise<void> {
  const before = old.rotatedFrom === null ? undefined : await store.findCredential(tx, old.rotatedFrom)
  const overlaps = old.retiresAt !== null || (before !== undefined && isActive(before, now))
  if (overlaps) assertRoomForCredential(await store.countActiveCredentials(tx, old.partnerId, now))
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
  await store.retireCredential(tx, keyId, retiresAt)
  const { partnerId, environment, scopes } = old
  const issued = await insertNew(deps, tx, { partnerId, environment, scopes, rotatedFrom: keyId }, now)
  const earlier = old.retiresAt && old.retiresAt < retiresAt ? old.retiresAt : retiresAt
  return { ...issued, retired: { ...old, retiresAt: earlier } }
}

export async function revokeCredential(tx: Tx, keyId: string, now: Date): Promise<Credential> {
  const credential = await store.lockCredential(tx, keyId)
  if (!credential) throw notFound('There is no such credential.')
  await store.revokeCredential(tx, keyId, now)
  return { ...credential, revokedAt: credential.revokedAt ?? now }
}

export const openSecret = (deps: Pick<Deps, 'secrets'>, keyId: string, sealed: string): string =>
  deps.secrets.open(sealed, sealContext(keyId))
