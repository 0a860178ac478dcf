// Use cases of a seller's listings: list a domain, change its terms, withdraw it.
import { type Db, type Tx, violates } from '../../../db/sql.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import { randomToken } from '../../../kernel/secret-box.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import {
  changeListing,
  listNames,
  lockNames,
  newListing,
  type OwnTerms,
  readDomain,
  retireSold,
  withdrawListing,
} from '../../catalog/index.ts'
import { type Counted, refuseFrozen, refuseListing, refuseMore } from '../rules/listings.ts'
import { PROOF_MACHINE, planProof } from '../rules/proofs.ts'
import { findOwnListing, insertProof, lockProof, type OwnListing, type Proof, saveProof } from '../store/proofs.ts'
import { countListings, findDelivered, isOwner, lockSeller } from '../store/sellers.ts'

const TOKEN_BYTES = 20

export const listingNotFound = (): ApiError => notFound('Listing not found.')

/** The lock of the seller comes before those of domains, proofs and listings: no two requests wait for each other. */
export async function holdActiveSeller(tx: Tx, userId: string, now: Date): Promise<void> {
  const { frozenAt } = await lockSeller(tx, userId, now)
  if (frozenAt !== null) throw refuseFrozen()
}

/** The caller holds the seller, so that concurrent requests cannot exceed the limits together. */
export async function admitListings(tx: Tx, userId: string, adding: Counted): Promise<void> {
  const refusal = refuseMore(await countListings(tx, userId), adding)
  if (refusal) throw refusal
}

/** Makes room where a sale was delivered; throws where the domain is taken. */
export async function clearDomain(tx: Tx, userId: string, domain: string, now: Date): Promise<void> {
  const [listing] = await lockNames(tx, 'live', [domain])
  if (!listing) return
  const isDelivered = listing.status === 'sold' && (await findDelivered(tx, [listing.id])).length > 0
  const refusal = refuseListing(domain, { status: listing.status, isMine: listing.sellerId === userId, isDelivered })
  if (refusal) throw refusal
  await retireSold(tx, [listing.id], now)
}

/** Puts a seller's domains on the market. All listings of sellers come here: by API, by file, by proof and in bulk. */
export const publishListings = (tx: Tx, userId: Id<'user'>, terms: readonly OwnTerms[], now: Date): Promise<void> =>
  listNames(tx, { environment: 'live', sellerId: userId }, terms, now)

export async function getOwnListing(db: Db, userId: string, id: string, now: Date): Promise<OwnListing> {
  const listing = isId('listing', id) ? await findOwnListing(db, userId, id, now) : undefined
  if (!listing) throw listingNotFound()
  return listing
}

/** A domain that the account owns here is listed immediately. For any other domain the account proves control first. */
export async function listDomain(tx: Tx, userId: Id<'user'>, terms: OwnTerms, now: Date): Promise<OwnListing> {
  const name = readDomain(terms.domain, 'live')
  const { domain } = name
  const listing = newListing(name, 'live', terms, now)
  await holdActiveSeller(tx, userId, now)
  const owns = await isOwner(tx, userId, domain)
  await admitListings(tx, userId, owns ? { listed: 1, pending: 0 } : { listed: 0, pending: 1 })
  await clearDomain(tx, userId, domain, now)
  if (owns) await publishListings(tx, userId, [{ ...terms, domain, id: listing.id }], now)
  else await openProof(tx, userId, { ...listing, listingId: listing.id }, now)
  return getOwnListing(tx, userId, listing.id, now)
}

type NewProof = Omit<OwnTerms, 'id' | 'categories'> & { domainUnicode: string; floorPriceCents: number } & Pick<
    Proof,
    'listingId' | 'categories' | 'description' | 'acceptsOffers' | 'autoAcceptOffers'
  >

async function openProof(tx: Tx, sellerId: Id<'user'>, proof: NewProof, now: Date): Promise<void> {
  const fresh: Proof = {
    listingId: proof.listingId,
    sellerId,
    domain: proof.domain,
    domainUnicode: proof.domainUnicode,
    priceCents: proof.priceCents,
    floorPriceCents: proof.floorPriceCents,
    currency: proof.currency,
    description: proof.description,
    categories: proof.categories,
    acceptsOffers: proof.acceptsOffers,
    autoAcceptOffers: proof.autoAcceptOffers,
    state: 'pending',
    token: randomToken('', TOKEN_BYTES),
    ...planProof(now),
    method: null,
    checks: 0,
    lastResult: null,
    checkedAt: null,
    verifiedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await insertProof(tx, fresh)
  } catch (error) {
    if (violates(error, 'listing_proofs_open'))
      throw new ApiError('conflict', {
        message: `You already started to verify ${proof.domain}. Publish the TXT record of that listing, or delete the listing.`,
        reason: 'already_listed',
      })
    throw error
  }
}

export type ChangedTerms = { [Term in keyof Omit<OwnTerms, 'domain' | 'id'>]?: OwnTerms[Term] | undefined }

/** The terms of a proof are judged as those of the listing that it becomes. */
async function changeProof(tx: Tx, proof: Proof, change: ChangedTerms, now: Date): Promise<void> {
  const priceCents = change.priceCents ?? proof.priceCents
  const floorPriceCents =
    change.floorPriceCents ?? (proof.floorPriceCents === proof.priceCents ? priceCents : proof.floorPriceCents)
  const { categories, currency, description, acceptsOffers, autoAcceptOffers } = newListing(
    readDomain(proof.domain, 'live'),
    'live',
    {
      priceCents,
      floorPriceCents,
      currency: change.currency ?? proof.currency,
      description: change.description === undefined ? proof.description : change.description,
      categories: change.categories ?? proof.categories,
      acceptsOffers: change.acceptsOffers ?? proof.acceptsOffers,
      autoAcceptOffers: change.autoAcceptOffers ?? proof.autoAcceptOffers,
    },
    now,
  )
  await saveProof(tx, {
    ...proof,
    priceCents,
    floorPriceCents,
    currency,
    description,
    categories,
    acceptsOffers,
    autoAcceptOffers,
    updatedAt: now,
  })
}

export async function changeOwnListing(
  tx: Tx,
  userId: Id<'user'>,
  id: string,
  change: ChangedTerms,
  now: Date,
): Promise<OwnListing> {
  const listing = await getOwnListing(tx, userId, id, now)
  await holdActiveSeller(tx, userId, now)
  const proof = await lockProof(tx, listing.id)
  if (proof?.state === 'pending') await changeProof(tx, proof, change, now)
  else if (listing.status === 'expired')
    throw new ApiError('conflict', {
      message: 'The verification of this listing expired. List the domain again.',
      reason: 'illegal_transition',
    })
  else await changeListing(tx, listing.id, change, now)
  return getOwnListing(tx, userId, id, now)
}

export async function withdrawOwnListing(tx: Tx, userId: Id<'user'>, id: string, now: Date): Promise<OwnListing> {
  await lockSeller(tx, userId, now)
  const listing = await getOwnListing(tx, userId, id, now)
  const proof = await lockProof(tx, listing.id)
  if (proof && proof.state !== 'verified') {
    const state = nextState(PROOF_MACHINE, proof.state, 'withdraw')
    if (state === null) throw listingNotFound()
    await saveProof(tx, { ...proof, state, nextCheckAt: null, updatedAt: now })
  } else await withdrawListing(tx, listing.id, now)
  const withdrawn = await getOwnListing(tx, userId, id, now)
  invariant(withdrawn.status === 'withdrawn', 'a withdrawn listing is withdrawn')
  return withdrawn
}
