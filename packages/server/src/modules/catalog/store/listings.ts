// SQL of listings.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { Listing, ListingStatus } from '../rules.ts'

export type { Listing }

export async function insertListing(tx: Tx, listing: Listing): Promise<void> {
  await tx.run(sql`
    insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency,
                          description, categories, status, magic, accepts_offers, auto_accept_offers, listed_at, updated_at)
    values (${listing.id}, ${listing.environment}, ${listing.domain}, ${listing.domainUnicode}, ${listing.label},
            ${listing.tld}, ${listing.priceCents}, ${listing.floorPriceCents}, ${listing.currency},
            ${listing.description}, ${listing.categories}, ${listing.status}, ${listing.magic}, ${listing.acceptsOffers},
            ${listing.autoAcceptOffers}, ${listing.listedAt}, ${listing.updatedAt})`)
}

/** The listing that stands for a name: listed or sold, never withdrawn. */
export const findByDomain = (db: Db, environment: Environment, domain: string): Promise<Listing | undefined> =>
  db.one<Listing>(sql`
    select * from listings where environment = ${environment} and domain = ${domain} and status <> 'withdrawn'`)

/** As `findByDomain`, of several names. */
export const findByDomains = (db: Db, environment: Environment, domains: readonly string[]): Promise<Listing[]> =>
  db.many<Listing>(sql`
    select * from listings where environment = ${environment} and domain = any(${domains}) and status <> 'withdrawn'`)

export const findListing = (db: Db, id: string): Promise<Listing | undefined> =>
  db.one<Listing>(sql`select * from listings where id = ${id}`)

export const lockListing = (tx: Tx, id: string): Promise<Listing | undefined> =>
  tx.one<Listing>(sql`select * from listings where id = ${id} for update`)

export async function updateListing(tx: Tx, listing: Listing): Promise<void> {
  await tx.run(sql`
    update listings set price_cents = ${listing.priceCents}, floor_price_cents = ${listing.floorPriceCents},
      currency = ${listing.currency}, description = ${listing.description}, categories = ${listing.categories},
      status = ${listing.status}, accepts_offers = ${listing.acceptsOffers},
      auto_accept_offers = ${listing.autoAcceptOffers}, updated_at = ${listing.updatedAt}
    where id = ${listing.id}`)
}

export type ListingFilter = {
  environment: Environment | undefined
  statuses: readonly ListingStatus[] | undefined
  tld: string | undefined
  domain: string | undefined
  from: Date | undefined
  to: Date | undefined
}

export const LISTING_SORTS = ['created', 'price'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]
const SORTED = { created: null, price: { column: sql`price_cents` } }

export const listListings = (
  db: Db,
  filter: ListingFilter,
  keyset: Keyset<ListingSort>,
  limit: number,
): Promise<Listing[]> =>
  db.many<Listing>(sql`
    select * from listings
    where ${joinConditions([
      filter.environment !== undefined && sql`environment = ${filter.environment}`,
      filter.statuses !== undefined && sql`status = any(${filter.statuses})`,
      filter.tld !== undefined && sql`tld = ${filter.tld}`,
      filter.domain !== undefined && sql`domain = ${filter.domain}`,
      filter.from !== undefined && sql`listed_at >= ${filter.from}`,
      filter.to !== undefined && sql`listed_at < ${filter.to}`,
      afterLast(keyset, SORTED, sql`id`),
    ])}
    order by ${inOrder(keyset, SORTED, sql`id`)} limit ${limit}`)

export type UpsertRow = Pick<
  Listing,
  | 'id'
  | 'domain'
  | 'domainUnicode'
  | 'label'
  | 'tld'
  | 'priceCents'
  | 'floorPriceCents'
  | 'currency'
  | 'description'
  | 'categories'
  | 'magic'
>
/** `of_seller`: a person listed it, so its terms are theirs. */
export type Upserted = { domain: string; outcome: 'created' | 'updated' | 'unchanged' | 'sold' | 'of_seller' }

/** Rows of an import, as a table `r`. */
const asTable = (rows: readonly UpsertRow[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
    id text, domain text, "domainUnicode" text, label text, tld text, "priceCents" bigint, "floorPriceCents" bigint,
    currency text, description text, categories text[], magic text)`

/** What upsertListings() would do now. Nothing is written, and nothing is locked. */
export async function previewListings(db: Db, environment: Environment, rows: UpsertRow[]): Promise<Upserted[]> {
  const found = await db.many<{ domain: string; status: string; ofSeller: boolean; differs: boolean }>(sql`
    select l.domain, l.status, l.seller_id is not null as of_seller,
           (l.price_cents, l.floor_price_cents, l.currency, l.description, l.categories) is distinct from
           (r."priceCents", r."floorPriceCents", r.currency, r.description, r.categories) as differs
    from ${asTable(rows)} join listings l on l.environment = ${environment} and l.domain = r.domain and l.status <> 'withdrawn'`)
  const outcomes = new Map<string, Upserted['outcome']>(
    found.map(({ domain, status, ofSeller, differs }) => {
      if (status === 'sold') return [domain, 'sold']
      if (ofSeller) return [domain, 'of_seller']
      return [domain, differs && status === 'listed' ? 'updated' : 'unchanged']
    }),
  )
  return rows.map(({ domain }) => ({ domain, outcome: outcomes.get(domain) ?? 'created' }))
}

/** A whole batch in one statement. New names are listed, and known ones take the new terms, unless they are sold or a seller's. */
export async function upsertListings(
  tx: Tx,
  environment: Environment,
  rows: UpsertRow[],
  now: Date,
): Promise<Upserted[]> {
  const written = await tx.many<{ domain: string; created: boolean }>(sql`
    insert into listings as l (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents,
                               currency, description, categories, magic, status, listed_at, updated_at)
    select r.id, ${environment}, r.domain, r."domainUnicode", r.label, r.tld, r."priceCents", r."floorPriceCents",
           r.currency, r.description, r.categories, r.magic, 'listed', ${now}, ${now}
    from ${asTable(rows)}
    on conflict (environment, domain) where status <> 'withdrawn' do update set
      price_cents = excluded.price_cents, floor_price_cents = excluded.floor_price_cents, currency = excluded.currency,
      description = excluded.description, categories = excluded.categories, updated_at = excluded.updated_at
    where l.status = 'listed' and l.seller_id is null and
      (l.price_cents, l.floor_price_cents, l.currency, l.description, l.categories) is distinct from
      (excluded.price_cents, excluded.floor_price_cents, excluded.currency, excluded.description, excluded.categories)
    returning l.domain, (xmax = 0) as created`)
  const outcomes = new Map<string, Upserted['outcome']>(
    written.map((row) => [row.domain, row.created ? 'created' : 'updated']),
  )
  const untouched = rows.filter((row) => !outcomes.has(row.domain)).map((row) => row.domain)
  if (untouched.length > 0) {
    const kept = await tx.many<{ domain: string; status: string }>(sql`
      select domain, status from listings
      where environment = ${environment} and domain = any(${untouched}) and status <> 'withdrawn'
        and (status = 'sold' or seller_id is not null)`)
    for (const { domain, status } of kept) outcomes.set(domain, status === 'sold' ? 'sold' : 'of_seller')
  }
  return rows.map(({ domain }) => ({ domain, outcome: outcomes.get(domain) ?? 'unchanged' }))
}

/** The listing that stands for a name, held until the end of the transaction: whoever sells it next waits here. */
export const lockByDomain = (tx: Tx, environment: Environment, domain: string): Promise<Listing | undefined> =>
  tx.one<Listing>(sql`
    select * from listings
    where environment = ${environment} and domain = ${domain} and status <> 'withdrawn' for update`)

export async function setReservation(
  tx: Tx,
  id: string,
  holder: { partnerId: string; by: string; until: Date },
): Promise<void> {
  await tx.run(sql`
    update listings set reserved_by_partner = ${holder.partnerId}, reserved_by = ${holder.by}, reserved_until = ${holder.until}
    where id = ${id}`)
}

/** Only the holder's own reservation; somebody else's stays. */
export async function clearReservation(tx: Tx, id: string, by: string): Promise<void> {
  await tx.run(sql`
    update listings set reserved_by_partner = null, reserved_by = null, reserved_until = null
    where id = ${id} and reserved_by = ${by}`)
}

/** Many at once: of each pair, the reservation of that holder. */
export async function clearReservations(tx: Tx, holders: readonly { listingId: string; by: string }[]): Promise<void> {
  await tx.run(sql`
    update listings l set reserved_by_partner = null, reserved_by = null, reserved_until = null
    from unnest(${holders.map(({ listingId }) => listingId)}::text[], ${holders.map(({ by }) => by)}::text[]) as h(listing_id, by)
    where l.id = h.listing_id and l.reserved_by = h.by`)
}

/** Many at once, in one order, so that two callers do not wait for each other. */
export async function lockListings(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`select 1 from listings where id = any(${ids}) order by id for update`)
}

/** Brings the end of reservations nearer. The caller has locked the listings. */
export async function ageReservations(
  tx: Tx,
  holders: readonly { listingId: string; by: string }[],
  seconds: number,
): Promise<void> {
  const ids = holders.map(({ listingId }) => listingId)
  await tx.run(sql`
    update listings l set reserved_until = l.reserved_until - make_interval(secs => ${seconds})
    from unnest(${ids}::text[], ${holders.map(({ by }) => by)}::text[]) as h(listing_id, by)
    where l.id = h.listing_id and l.reserved_by = h.by`)
}

export async function setListingPrice(tx: Tx, id: string, priceCents: number, at: Date): Promise<void> {
  await tx.run(sql`update listings set price_cents = ${priceCents}, updated_at = ${at} where id = ${id}`)
}

/** Domains of the marketplace's own listings that were sold before a time. */
export const listSold = async (
  db: Db,
  environment: Environment,
  domains: readonly string[],
  before: Date,
  limit: number,
): Promise<string[]> =>
  (
    await db.many<{ domain: string }>(sql`
      select domain from listings
      where environment = ${environment} and domain = any(${domains}) and status = 'sold' and seller_id is null
        and updated_at < ${before} limit ${limit}`)
  ).map(({ domain }) => domain)

/** Makes room for new listings of sold domains. The listing stays with its order. */
export const withdrawSold = async (
  tx: Tx,
  environment: Environment,
  domains: readonly string[],
  before: Date,
  now: Date,
): Promise<string[]> =>
  (
    await tx.many<{ domain: string }>(sql`
      update listings set status = 'withdrawn', updated_at = ${now}
      where environment = ${environment} and domain = any(${domains}) and status = 'sold' and seller_id is null and updated_at < ${before}
      returning domain`)
  ).map(({ domain }) => domain)

/** Back on the market after a refund or a cancellation. The domain of a frozen seller leaves it: freezing saw it as sold. */
export async function relist(tx: Tx, id: string, at: Date): Promise<void> {
  const seller = await tx.one<{ frozenAt: Date | null }>(sql`
    select s.frozen_at from listings l join sellers s on s.user_id = l.seller_id where l.id = ${id} for share of s`)
  const status: ListingStatus = seller?.frozenAt ? 'withdrawn' : 'listed'
  await tx.run(sql`update listings set status = ${status}, updated_at = ${at} where id = ${id} and status = 'sold'`)
}

/**
 * After the data moved to another server. The trigger stamps them with this transaction; otherwise readers would wait for numbers
 * that are years away.
 */
export const restampListings = (tx: Tx): Promise<number> =>
  tx.run(sql`update listings set updated_at = updated_at where changed_xid > pg_current_xact_id()`)

/** Of a sandbox that is reset: what its orders had sold. */
export async function relistAll(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(
    sql`update listings set status = 'listed', updated_at = ${at} where id = any(${ids}) and status = 'sold'`,
  )
}

/** Every reservation of a partner. */
export async function freeAll(tx: Tx, owner: Owner): Promise<void> {
  await tx.run(sql`
    update listings set reserved_by_partner = null, reserved_by = null, reserved_until = null
    where environment = ${owner.environment} and reserved_by_partner = ${owner.partnerId}`)
}
