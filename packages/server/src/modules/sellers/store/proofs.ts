// SQL of proofs of control, and of a seller's listings, which are the proofs that wait and the listings in the catalog.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { ProofMethod, SellerListingStatus } from '../rules/listings.ts'
import type { ProofResult, ProofState } from '../rules/proofs.ts'

export type Proof = {
  listingId: Id<'listing'>
  sellerId: Id<'user'>
  domain: string
  domainUnicode: string
  priceCents: number
  floorPriceCents: number
  currency: string
  description: string | null
  categories: string[]
  acceptsOffers: boolean
  autoAcceptOffers: boolean
  state: ProofState
  token: string
  method: 'dns' | 'operator' | null
  checks: number
  lastResult: ProofResult | null
  checkedAt: Date | null
  nextCheckAt: Date | null
  verifiedAt: Date | null
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

export async function insertProof(tx: Tx, proof: Proof): Promise<void> {
  await tx.run(sql`
    insert into listing_proofs (listing_id, seller_id, domain, domain_unicode, price_cents, floor_price_cents, currency,
                                description, categories, accepts_offers, auto_accept_offers, state, token, next_check_at,
                                expires_at, created_at, updated_at)
    values (${proof.listingId}, ${proof.sellerId}, ${proof.domain}, ${proof.domainUnicode}, ${proof.priceCents},
            ${proof.floorPriceCents}, ${proof.currency}, ${proof.description}, ${proof.categories}, ${proof.acceptsOffers},
            ${proof.autoAcceptOffers}, ${proof.state}, ${proof.token}, ${proof.nextCheckAt}, ${proof.expiresAt},
            ${proof.createdAt}, ${proof.updatedAt})`)
}

export const findProof = (db: Db, listingId: string): Promise<Proof | undefined> =>
  db.one<Proof>(sql`select * from listing_proofs where listing_id = ${listingId}`)

export const lockProof = (tx: Tx, listingId: string): Promise<Proof | undefined> =>
  tx.one<Proof>(sql`select * from listing_proofs where listing_id = ${listingId} for update`)

export const findPending = (db: Db, sellerId: string, domain: string): Promise<Proof | undefined> =>
  db.one<Proof>(sql`
    select * from listing_proofs where seller_id = ${sellerId} and domain = ${domain} and state = 'pending'`)

export async function saveProof(tx: Tx, proof: Proof): Promise<void> {
  await tx.run(sql`
    update listing_proofs set price_cents = ${proof.priceCents}, floor_price_cents = ${proof.floorPriceCents},
      currency = ${proof.currency}, description = ${proof.description}, categories = ${proof.categories},
      accepts_offers = ${proof.acceptsOffers}, auto_accept_offers = ${proof.autoAcceptOffers}, state = ${proof.state}, method = ${proof.method}, checks = ${proof.checks},
      last_result = ${proof.lastResult}, checked_at = ${proof.checkedAt}, next_check_at = ${proof.nextCheckAt},
      verified_at = ${proof.verifiedAt}, updated_at = ${proof.updatedAt}
    where listing_id = ${proof.listingId}`)
}

/** Proofs whose record is to be looked up, the longest overdue first. */
export const listDueProofs = (db: Db, now: Date, limit: number): Promise<Proof[]> =>
  db.many<Proof>(sql`
    select * from listing_proofs where state = 'pending' and next_check_at <= ${now}
    order by next_check_at, listing_id limit ${limit}`)

export const withdrawProofs = (tx: Tx, sellerId: string, now: Date): Promise<number> =>
  tx.run(sql`
    update listing_proofs set state = 'withdrawn', next_check_at = null, updated_at = ${now}
    where seller_id = ${sellerId} and state = 'pending'`)

/** A listing as its seller sees it. */
export type OwnListing = Pick<
  Proof,
  'domain' | 'domainUnicode' | 'priceCents' | 'floorPriceCents' | 'currency' | 'description' | 'categories'
> & {
  id: Id<'listing'>
  sellerId: Id<'user'>
  /** What the buyer paid, which can be an agreed price. Null unless it is sold. */
  soldPriceCents: number | null
  acceptsOffers: boolean
  autoAcceptOffers: boolean
  status: SellerListingStatus
  reservedUntil: Date | null
  listedAt: Date | null
  createdAt: Date
  updatedAt: Date
  method: ProofMethod | null
  token: string | null
  lastResult: ProofResult | null
  checkedAt: Date | null
  nextCheckAt: Date | null
  verifiedAt: Date | null
  expiresAt: Date | null
}

const owned = (now: Date) => sql`(
  select l.id, l.seller_id, l.domain, l.domain_unicode, l.price_cents, l.floor_price_cents, l.currency, l.description, l.categories,
         l.accepts_offers, l.auto_accept_offers, case when l.status = 'listed' and l.reserved_until > ${now} then 'reserved' else l.status end as status,
         case when l.status = 'listed' and l.reserved_until > ${now} then l.reserved_until end as reserved_until,
         l.listed_at, coalesce(p.created_at, l.listed_at) as created_at, l.updated_at, coalesce(p.method, 'ownership') as method,
         p.token, p.last_result, p.checked_at, null::timestamptz as next_check_at, coalesce(p.verified_at, l.listed_at) as verified_at,
         null::timestamptz as expires_at,
         case when l.status = 'sold' then (
           select o.sale_price_cents from orders o where o.listing_id = l.id and o.exclusive and not is_reversed(o.status)
         ) end as sold_price_cents
  from listings l left join listing_proofs p on p.listing_id = l.id where l.seller_id is not null
  union all
  select p.listing_id, p.seller_id, p.domain, p.domain_unicode, p.price_cents, p.floor_price_cents, p.currency, p.description,
         p.categories, p.accepts_offers, p.auto_accept_offers, case p.state when 'pending' then 'pending_verification' else p.state end, null,
         null, p.created_at, p.updated_at, null, p.token, p.last_result, p.checked_at, p.next_check_at, null, p.expires_at, null
  from listing_proofs p where p.state <> 'verified')`

export const findOwnListing = (db: Db, sellerId: string, id: string, now: Date): Promise<OwnListing | undefined> =>
  db.one<OwnListing>(sql`select * from ${owned(now)} o where seller_id = ${sellerId} and id = ${id}`)

export type OwnFilter = { sellerId: string; statuses: readonly SellerListingStatus[] | undefined }

const BY_AGE = { created: null }

/** Withdrawn listings only if they are asked for. */
export const listOwnListings = (
  db: Db,
  { sellerId, statuses }: OwnFilter,
  keyset: Keyset<'created'>,
  limit: number,
  now: Date,
): Promise<OwnListing[]> =>
  db.many<OwnListing>(sql`
    select * from ${owned(now)} o
    where ${joinConditions([
      sql`seller_id = ${sellerId}`,
      statuses === undefined ? sql`status <> 'withdrawn'` : sql`status = any(${statuses})`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)
