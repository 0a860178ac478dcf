// SQL of listings that people make of their own names: always the whole set in one statement.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { sql, type Tx } from '../../../db/sql.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { Listing } from '../rules.ts'
import { isUnreserved } from './unreserved.ts'

/** The listings that stand for these names, held until the end of the transaction, in one order. */
export const lockByDomains = (tx: Tx, environment: Environment, domains: readonly string[]): Promise<Listing[]> =>
  tx.many<Listing>(sql`
    select * from listings where environment = ${environment} and domain = any(${domains}) and status <> 'withdrawn'
    order by id for update`)

export async function insertListings(tx: Tx, listings: readonly Listing[]): Promise<void> {
  await tx.run(sql`
    insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency,
                          description, categories, status, seller_id, accepts_offers, auto_accept_offers, listed_at,
                          updated_at)
    select r.id, r.environment, r.domain, r."domainUnicode", r.label, r.tld, r."priceCents", r."floorPriceCents", r.currency,
           r.description, r.categories, r.status, r."sellerId", r."acceptsOffers", r."autoAcceptOffers", r."listedAt",
           r."updatedAt"
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as r(
      id text, environment text, domain text, "domainUnicode" text, label text, tld text, "priceCents" bigint,
      "floorPriceCents" bigint, currency text, description text, categories text[], status text, "sellerId" text,
      "acceptsOffers" boolean, "autoAcceptOffers" boolean, "listedAt" timestamptz, "updatedAt" timestamptz)`)
}

export type Terms = { domain: string; priceCents: number; floorPriceCents: number }

export async function updateTerms(tx: Tx, environment: Environment, terms: readonly Terms[], now: Date): Promise<void> {
  await tx.run(sql`
    update listings l set price_cents = t."priceCents", floor_price_cents = t."floorPriceCents", updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as t(domain text, "priceCents" bigint, "floorPriceCents" bigint)
    where l.environment = ${environment} and l.domain = t.domain and l.status = 'listed'`)
}

/** Makes room for new listings of domains whose sale was delivered. The old listing stays with its order. */
export async function retireSold(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`
    update listings set status = 'withdrawn', updated_at = ${now} where id = any(${ids}) and status = 'sold'`)
}

/** The listings of a seller that nobody has reserved: off the market. */
export const withdrawOfSeller = (tx: Tx, sellerId: string, now: Date): Promise<number> =>
  tx.run(sql`
    update listings l set status = 'withdrawn', updated_at = ${now}
    where l.seller_id = ${sellerId} and l.status = 'listed' and ${isUnreserved(now)}`)

/** Of frozen sellers: what was reserved when they were frozen, and is not any more. */
export const withdrawOfFrozen = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    update listings l set status = 'withdrawn', updated_at = ${now}
    where l.seller_id in (select user_id from sellers where frozen_at is not null) and l.status = 'listed'
      and ${isUnreserved(now)}`)

export async function withdrawAll(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`
    update listings set status = 'withdrawn', updated_at = ${now} where id = any(${ids}) and status = 'listed'`)
}
