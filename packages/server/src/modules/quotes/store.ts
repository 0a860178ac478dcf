// SQL of quotes and of the reservation that they put on a listing.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { QuoteStatus } from './rules.ts'

export type Quote = {
  id: Id<'quote'>
  partnerId: Id<'partner'>
  environment: Owner['environment']
  listingId: Id<'listing'>
  domain: string
  domainUnicode: string
  status: QuoteStatus
  exclusive: boolean
  priceCents: number
  currency: string
  commissionBps: number
  commissionCents: number
  metadata: Record<string, unknown> | null
  orderId: Id<'order'> | null
  createdAt: Date
  expiresAt: Date
}

/** One partner's quotes are made one after another, so that the count below holds. */
export async function serialiseQuotes(tx: Tx, owner: Owner): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`quotes ${owner.partnerId} ${owner.environment}`}, 0))`,
  )
}

export async function countActive(db: Db, owner: Owner, now: Date): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from quotes
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} and status = 'active' and expires_at > ${now}`)
  return row?.count ?? 0
}

/** Every other quote that still calls the name its own has lost it: the caller's is released, a stranger's has expired. */
export async function endEarlierQuotes(tx: Tx, owner: Owner, listingId: string, exclusive: boolean): Promise<void> {
  await tx.run(sql`
    update quotes set status = case when partner_id = ${owner.partnerId} then 'released' else 'expired' end
    where listing_id = ${listingId} and status = 'active' and (${exclusive} or partner_id = ${owner.partnerId})`)
}

export async function insertQuote(tx: Tx, quote: Quote): Promise<void> {
  await tx.run(sql`
    insert into quotes (id, partner_id, environment, listing_id, domain, domain_unicode, status, exclusive, price_cents,
                        currency, commission_bps, commission_cents, metadata, created_at, expires_at)
    values (${quote.id}, ${quote.partnerId}, ${quote.environment}, ${quote.listingId}, ${quote.domain},
            ${quote.domainUnicode}, ${quote.status}, ${quote.exclusive}, ${quote.priceCents}, ${quote.currency},
            ${quote.commissionBps}, ${quote.commissionCents},
            ${quote.metadata === null ? null : JSON.stringify(quote.metadata)}::jsonb, ${quote.createdAt}, ${quote.expiresAt})`)
}

export const findQuote = (db: Db, owner: Owner, id: string): Promise<Quote | undefined> =>
  db.one<Quote>(sql`
    select * from quotes where id = ${id} and partner_id = ${owner.partnerId} and environment = ${owner.environment}`)

export const lockQuote = (tx: Tx, owner: Owner, id: string): Promise<Quote | undefined> =>
  tx.one<Quote>(sql`
    select * from quotes
    where id = ${id} and partner_id = ${owner.partnerId} and environment = ${owner.environment} for update`)

export async function setStatus(tx: Tx, id: string, status: QuoteStatus): Promise<void> {
  await tx.run(sql`update quotes set status = ${status} where id = ${id}`)
}

/**
 * Quotes past their time, and the names they held. Whoever changes a quote holds its listing, so the listing is what is locked.
 * The sweep over all leaves what somebody works on for later; an owner who moved its own clock waits, for the names must be
 * free when the clock stands.
 */
export async function expireQuotes(tx: Tx, owner: Owner | null, now: Date, limit: number): Promise<number> {
  return tx.run(sql`
    with due as (
      select q.id, q.listing_id
      from quotes q join partners p on p.id = q.partner_id join listings l on l.id = q.listing_id
      where q.status = 'active'
        and q.expires_at <= ${now}::timestamptz
            + case when q.environment = 'sandbox' then make_interval(secs => p.sandbox_offset_seconds) else interval '0' end
        and (${owner?.partnerId ?? null}::text is null or
             (q.partner_id = ${owner?.partnerId ?? null} and q.environment = ${owner?.environment ?? null}))
      order by q.listing_id limit ${limit} for update of l ${owner === null ? sql`skip locked` : sql``}
    ),
    freed as (
      update listings l set reserved_by_partner = null, reserved_by = null, reserved_until = null
      from due where l.id = due.listing_id and l.reserved_by = due.id
    )
    update quotes q set status = 'expired' from due where q.id = due.id and q.status = 'active'`)
}

/** Quotes that came to nothing. One that a listing still names stays. */
export const purgeQuotes = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from quotes where id in (
      select q.id from quotes q
      where q.status in ('expired', 'released') and q.order_id is null and q.expires_at < ${before}
        and not exists (select from listings l where l.id = q.listing_id and l.reserved_by = q.id)
      order by q.expires_at limit ${limit} for update skip locked)`)
