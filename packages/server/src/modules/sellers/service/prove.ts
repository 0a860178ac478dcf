// Use cases of proofs: look up the TXT record, put the proven domain on the market, or let the proof expire.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { PROOF_CHECK_SECONDS } from '../../../kernel/limits.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import { queueMail } from '../../mail/index.ts'
import { refuseEarlierProof } from '../rules/listings.ts'
import { buildRecord, judgeLookup, PROOF_MACHINE, type ProofResult } from '../rules/proofs.ts'
import { findProof, lockProof, type OwnListing, type Proof, saveProof } from '../store/proofs.ts'
import { findAddress, wasAcquired } from '../store/sellers.ts'
import { clearDomain, getOwnListing, holdActiveSeller, listingNotFound, publishListings } from './list.ts'

type Mailing = Pick<Deps, 'secrets'>

export type Lookup = Exclude<ProofResult, 'conflict'>

/** Asks the nameservers; nothing is locked meanwhile. */
export async function lookUpProof({ lookUpTxt }: Pick<Deps, 'lookUpTxt'>, proof: Proof): Promise<Lookup> {
  const { name, value } = buildRecord(proof)
  return judgeLookup(await lookUpTxt(name), value)
}

const isOver = ({ state }: Proof) => nextState(PROOF_MACHINE, state, 'verify') === null

/** The listing gets the ID and the terms that the proof has. Throws if the domain was taken meanwhile. */
async function publishProof(tx: Tx, proof: Proof, method: 'dns' | 'operator', now: Date): Promise<void> {
  const { sellerId, domain, listingId: id } = proof
  await clearDomain(tx, sellerId, domain, now)
  // After it, so that a delivery that made room for the listing is seen here, too.
  if (method === 'dns' && (await wasAcquired(tx, sellerId, domain, proof.createdAt))) throw refuseEarlierProof(domain)
  const { priceCents, floorPriceCents, currency, description, categories } = proof
  const { acceptsOffers, autoAcceptOffers } = proof
  const offers = { acceptsOffers, autoAcceptOffers }
  const terms = { domain, id, priceCents, floorPriceCents, currency, description, categories, ...offers }
  await saveProof(tx, {
    ...proof,
    state: PROOF_MACHINE.verify.to,
    method,
    nextCheckAt: null,
    verifiedAt: now,
    updatedAt: now,
  })
  await publishListings(tx, sellerId, [terms], now)
}

/** The seller is locked first, as everywhere. A frozen seller lists nothing. */
async function lockWithSeller(tx: Tx, { sellerId, listingId }: Proof, now: Date): Promise<Proof | undefined> {
  await holdActiveSeller(tx, sellerId, now)
  return lockProof(tx, listingId)
}

const noteCheck = (proof: Proof, lastResult: ProofResult, now: Date): Proof => ({
  ...proof,
  lastResult,
  checks: proof.checks + 1,
  checkedAt: now,
  nextCheckAt: addSeconds(now, PROOF_CHECK_SECONDS),
})

/** A pending proof of the caller, before its lookup. */
export async function findOwnProof(db: Db, userId: string, id: string): Promise<Proof> {
  const proof = isId('listing', id) ? await findProof(db, id) : undefined
  if (!proof || proof.sellerId !== userId) throw listingNotFound()
  return proof
}

/** Notes what the lookup found. The seller asked, so a taken domain is an error; otherwise the listing says what was found. */
export async function verifyOwnListing(tx: Tx, known: Proof, found: Lookup, now: Date): Promise<OwnListing> {
  const proof = await lockWithSeller(tx, known, now)
  if (proof && !isOver(proof)) {
    const checked = noteCheck(proof, found, now)
    if (found === 'found') await publishProof(tx, checked, 'dns', now)
    else await saveProof(tx, checked)
  }
  return getOwnListing(tx, known.sellerId, known.listingId, now)
}

/** An operator who checked the seller in another way lists the domain without a TXT record. The audit log has the reason. */
export async function verifyByHand(deps: Mailing, tx: Tx, id: string, now: Date): Promise<OwnListing> {
  const known = isId('listing', id) ? await findProof(tx, id) : undefined
  const proof = known && (await lockWithSeller(tx, known, now))
  if (!proof) throw listingNotFound()
  if (isOver(proof))
    throw new ApiError('conflict', {
      message: `The verification of this listing is ${proof.state}. Ask the seller to list the domain again.`,
      reason: 'illegal_transition',
    })
  await publishProof(tx, proof, 'operator', now)
  const to = await findAddress(tx, proof.sellerId)
  const data = { domain: proof.domain, name: proof.domainUnicode, isByHand: true }
  if (to !== null) await queueMail(deps, tx, { to, template: 'listing_verified', data }, now)
  return getOwnListing(tx, proof.sellerId, id, now)
}

async function tellSeller(
  deps: Mailing,
  tx: Tx,
  { sellerId, domain, domainUnicode }: Proof,
  template: 'listing_verified' | 'listing_expired',
  now: Date,
): Promise<void> {
  const to = await findAddress(tx, sellerId)
  if (to !== null) await queueMail(deps, tx, { to, template, data: { domain, name: domainUnicode } }, now)
}

/** One check by the job. */
async function settleCheck(deps: Mailing, tx: Tx, known: Proof, found: Lookup, now: Date): Promise<void> {
  const proof = await lockWithSeller(tx, known, now)
  if (!proof || isOver(proof)) return
  const checked = noteCheck(proof, found, now)
  if (found !== 'found') return saveOrExpire(deps, tx, checked, now)
  await publishProof(tx, checked, 'dns', now)
  await tellSeller(deps, tx, proof, 'listing_verified', now)
}

async function saveOrExpire(deps: Mailing, tx: Tx, checked: Proof, now: Date): Promise<void> {
  if (checked.expiresAt > now) return saveProof(tx, checked)
  await saveProof(tx, { ...checked, state: PROOF_MACHINE.expire.to, nextCheckAt: null, updatedAt: now })
  await tellSeller(deps, tx, checked, 'listing_expired', now)
}

/** A domain that cannot be listed now, such as one that someone else listed, is tried again until the proof expires. */
export async function checkProof(
  deps: Pick<Deps, 'db' | 'clock' | 'lookUpTxt' | 'secrets'>,
  proof: Proof,
): Promise<void> {
  const found = await lookUpProof(deps, proof)
  const now = deps.clock.now()
  try {
    await deps.db.tx((tx) => settleCheck(deps, tx, proof, found, now))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await deps.db.tx(async (tx) => {
      const locked = await lockProof(tx, proof.listingId)
      if (locked && !isOver(locked)) await saveOrExpire(deps, tx, noteCheck(locked, 'conflict', now), now)
    })
  }
}
