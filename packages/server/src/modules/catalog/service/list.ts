// Use cases of the catalogue: list a name, change its terms, withdraw it, look it up.
import type { Db, Tx } from '../../../db/sql.ts'
import { violates } from '../../../db/sql.ts'
import { ApiError, invalidField, notFound } from '../../../kernel/errors.ts'
import { type Id, isId, newId } from '../../../kernel/ids.ts'
import { VALIDATION_DETAILS_MAX } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { type DomainName, parseDomainName, parseTld } from '../../../kernel/text/domain-name.ts'
import { assertPrices, findMagic, findObstacle, type ListingAction, tidyCategories } from '../rules.ts'
import type { Listing } from '../store/listings.ts'
import * as store from '../store/listings.ts'
import * as sellerStore from '../store/sellers.ts'

/** A name as the environment takes it (the sandbox has `.test` too), or 400 with what to do. */
export function readDomain(text: string, environment: Environment, field = 'domain'): DomainName {
  const parsed = parseDomainName(text, { allowTest: environment === 'sandbox' })
  if (!parsed.ok) throw invalidField(field, parsed.message)
  return parsed.name
}

/** As `readDomain`, of a list: 400 names the position of each domain that is not valid. */
export function readDomains(texts: readonly string[], environment: Environment, field = 'domains'): string[] {
  const parsed = texts.map((text) => parseDomainName(text, { allowTest: environment === 'sandbox' }))
  const details = parsed.flatMap((one, index) => (one.ok ? [] : [{ field: `${field}.${index}`, message: one.message }]))
  const [first] = details
  if (first)
    throw new ApiError('validation_error', {
      message: `${first.field}: ${first.message}`,
      details: details.slice(0, VALIDATION_DETAILS_MAX),
    })
  return parsed.flatMap((one) => (one.ok ? [one.name.domain] : []))
}

/** An ending to filter by. `test` is one too: the sandbox has names under it. */
export function readTld(text: string, field = 'tld'): string {
  const tld = /^\s*\.?test\.?\s*$/i.test(text) ? 'test' : parseTld(text)
  if (tld === null)
    throw invalidField(field, 'must be a TLD that domains can be registered under, such as com or co.uk')
  return tld
}

export type ListingTerms = {
  priceCents: number
  floorPriceCents?: number | undefined
  currency: string
  description?: string | null | undefined
  categories?: readonly string[] | undefined
  acceptsOffers?: boolean | undefined
  autoAcceptOffers?: boolean | undefined
}

export function newListing(name: DomainName, environment: Environment, terms: ListingTerms, now: Date): Listing {
  const floorPriceCents = terms.floorPriceCents ?? terms.priceCents
  assertPrices(terms.priceCents, floorPriceCents)
  return {
    id: newId('listing', now),
    environment,
    domain: name.domain,
    domainUnicode: name.unicode,
    label: name.label,
    tld: name.tld,
    priceCents: terms.priceCents,
    floorPriceCents,
    currency: terms.currency,
    description: terms.description ?? null,
    categories: tidyCategories(terms.categories ?? []),
    status: 'listed',
    reservedByPartner: null,
    reservedBy: null,
    reservedUntil: null,
    magic: findMagic(environment, name.domain),
    sellerId: null,
    acceptsOffers: terms.acceptsOffers ?? false,
    autoAcceptOffers: terms.autoAcceptOffers ?? false,
    listedAt: now,
    updatedAt: now,
  }
}

export async function createListing(
  tx: Tx,
  input: { environment: Environment; domain: string } & ListingTerms,
  now: Date,
): Promise<Listing> {
  const listing = newListing(readDomain(input.domain, input.environment), input.environment, input, now)
  try {
    await store.insertListing(tx, listing)
  } catch (error) {
    if (violates(error, 'listings_domain'))
      throw new ApiError('conflict', {
        message: `${listing.domain} is already listed or sold.`,
        reason: 'already_listed',
      })
    throw error
  }
  return listing
}

/** Locks the listing, or throws why nobody can change or withdraw it now. */
async function lockFor(tx: Tx, action: ListingAction, id: string, now: Date): Promise<Listing> {
  const listing = isId('listing', id) ? await store.lockListing(tx, id) : undefined
  const obstacle = listing && findObstacle(listing, action, now)
  if (!listing || obstacle === 'withdrawn') throw notFound('Listing not found.')
  if (obstacle === 'sold')
    throw new ApiError('conflict', {
      message: 'The domain has been sold, so its listing cannot be changed.',
      reason: 'domain_sold',
    })
  if (obstacle !== null)
    throw new ApiError('conflict', {
      message: `The domain is reserved until ${listing.reservedUntil?.toISOString()}. Withdraw it after that.`,
      reason: 'domain_reserved',
    })
  return listing
}

/** A quote that is out keeps its price; the change is for whoever asks next. */
export async function changeListing(
  tx: Tx,
  id: string,
  change: { [Term in keyof ListingTerms]?: ListingTerms[Term] | undefined },
  now: Date,
): Promise<Listing> {
  const old = await lockFor(tx, 'change', id, now)
  const priceCents = change.priceCents ?? old.priceCents
  const listing: Listing = {
    ...old,
    priceCents,
    // A floor that was never set apart from the price goes with it.
    floorPriceCents:
      change.floorPriceCents ?? (old.floorPriceCents === old.priceCents ? priceCents : old.floorPriceCents),
    currency: change.currency ?? old.currency,
    description: change.description === undefined ? old.description : change.description,
    categories: change.categories ? tidyCategories(change.categories) : old.categories,
    acceptsOffers: change.acceptsOffers ?? old.acceptsOffers,
    autoAcceptOffers: change.autoAcceptOffers ?? old.autoAcceptOffers,
    updatedAt: now,
  }
  assertPrices(listing.priceCents, listing.floorPriceCents)
  await store.updateListing(tx, listing)
  return listing
}

export async function withdrawListing(tx: Tx, id: string, now: Date): Promise<Listing> {
  const listing = await lockFor(tx, 'withdraw', id, now)
  const withdrawn: Listing = { ...listing, status: 'withdrawn', updatedAt: now }
  await store.updateListing(tx, withdrawn)
  return withdrawn
}

export const findDomain = (db: Db, environment: Environment, domain: string): Promise<Listing | undefined> =>
  store.findByDomain(db, environment, domain)

export const findDomains = store.findByDomains
export const lockForSale = store.lockByDomain
export const lockListing = store.lockListing

export const reserve = (tx: Tx, listingId: string, partnerId: string, by: string, until: Date): Promise<void> =>
  store.setReservation(tx, listingId, { partnerId, by, until })

export const freeReservation = store.clearReservation
export const freeReservations = store.clearReservations
export const ageReservations = store.ageReservations
export const lockListings = store.lockListings
export const setPrice = store.setListingPrice
export const relist = store.relist

export const lockNames = sellerStore.lockByDomains
export const changeTerms = sellerStore.updateTerms
export const withdrawNames = sellerStore.withdrawAll
export const withdrawOfSeller = sellerStore.withdrawOfSeller
export const withdrawOfFrozen = sellerStore.withdrawOfFrozen
export const retireSold = sellerStore.retireSold

/** The terms of a seller's listing. A listing that waited for its proof has its ID already. */
export type OwnTerms = ListingTerms & { domain: string; id?: Id<'listing'> }

/** Lists names of their owner. Whoever lists one of them at the same moment makes it a conflict. */
export async function listNames(
  tx: Tx,
  { environment, sellerId }: { environment: Environment; sellerId: Id<'user'> },
  names: readonly OwnTerms[],
  now: Date,
): Promise<void> {
  const listings = names.map(({ domain, id, ...terms }) => {
    const listing = newListing(readDomain(domain, environment), environment, terms, now)
    return { ...listing, sellerId, id: id ?? listing.id }
  })
  try {
    await sellerStore.insertListings(tx, listings)
  } catch (error) {
    if (violates(error, 'listings_domain'))
      throw new ApiError('conflict', {
        message:
          'Another request listed one of these domains at the same time. Nothing was changed. Send the request again.',
        reason: 'already_listed',
      })
    throw error
  }
}
