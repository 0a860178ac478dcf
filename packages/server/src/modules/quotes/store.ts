// SQL of quotes and of the reservation that they put on a listing.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import { ACTIVE_QUOTES_MIN, QUOTE_TTL_SECONDS } from '../../kernel/limits.ts'
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

/** What a partner holds already, and what limits one more quote. */
export type Standing = {
  active: number
  /** Those that reserve a domain; magic names reserve nothing. */
  exclusive: number
  /** The size of the inventory, counted up to `inventoryMax`; null while so few quotes are exclusive that it does not matter. */
  listed: number | null
  /** For how long the partner reserved the domain within the window, since its last order of it. */
  quotedSeconds: number
}

/** How long each quote of a domain lasted: until it ended, its time was over, or the next one replaced it. */
const lasted = (owner: Owner, domain: string, since: Date) => sql`
  select q.created_at, q.expires_at, q.ended_at,
         least(coalesce(q.ended_at, q.expires_at), q.expires_at, lead(q.created_at) over (order by q.created_at)) as until
  from quotes q
  where q.partner_id = ${owner.partnerId} and q.environment = ${owner.environment} and q.domain = ${domain} and q.exclusive
    and q.created_at > ${since}::timestamptz - make_interval(secs => ${QUOTE_TTL_SECONDS}) and q.status <> 'used'
    and q.created_at > coalesce((
      select o.created_at from orders o
      where o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment} and o.domain = ${domain}
      order by o.id desc limit 1), '-infinity')`

/** One statement for all limits. The inventory is counted only where it decides, and no further than it decides. */
export async function readStanding(
  tx: Tx,
  owner: Owner,
  domain: string,
  now: Date,
  since: Date,
  inventoryMax: number,
): Promise<Standing> {
  const row = await tx.one<Standing>(sql`
    select a.active, a.exclusive, t.quoted_seconds,
           case when a.exclusive >= ${ACTIVE_QUOTES_MIN} then (
             select count(*) from (
               select from listings where environment = ${owner.environment} and status = 'listed' limit ${inventoryMax}) l
           ) end as listed
    from (
      select count(*) as active, count(*) filter (where exclusive) as exclusive from quotes
      where partner_id = ${owner.partnerId} and environment = ${owner.environment} and status = 'active' and expires_at > ${now}
    ) a, (
      select coalesce(floor(sum(extract(epoch from greatest(
               least(until, ${now}) - greatest(created_at, ${since}), interval '0')))), 0)::bigint as quoted_seconds
      from (${lasted(owner, domain, since)}) q
    ) t`)
  return row as Standing
}

/**
 * When the domain has rested: once the window begins after the moment since which the partner reserved it for `most` seconds.
 * A quote that this transaction ended goes on when the new one is refused, so it counts in full.
 */
export async function findRestedAt(
  tx: Tx,
  owner: Owner,
  domain: string,
  now: Date,
  since: Date,
  most: number,
  windowSeconds: number,
): Promise<Date> {
  const row = await tx.one<{ restedAt: Date }>(sql`
    select max(until - make_interval(secs => greatest(${most} - before, 0)::double precision))
             + make_interval(secs => ${windowSeconds}) as rested_at
    from (
      select until, lasted, coalesce(sum(lasted) over (order by created_at desc rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select created_at, until, extract(epoch from greatest(until - greatest(created_at, ${since}), interval '0')) as lasted
        from (
          select created_at, case when ended_at = ${now} then expires_at else until end as until
          from (${lasted(owner, domain, since)}) r
        ) u
      ) l
    ) c
    where before < ${most} and before + lasted >= ${most}`)
  return row?.restedAt ?? now
}

/** Every other quote that still calls the name its own has lost it: the caller's is released, a stranger's has expired. */
export async function endEarlierQuotes(
  tx: Tx,
  owner: Owner,
  listingId: string,
  exclusive: boolean,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update quotes set
      status = case when partner_id = ${owner.partnerId} then 'released' else 'expired' end,
      ended_at = case when partner_id = ${owner.partnerId} then least(${now}, expires_at) else expires_at end
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

export async function markReleased(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`update quotes set status = 'released', ended_at = ${now} where id = ${id}`)
}

/** A seller's own exclusive quote in force on a listing; a sale at its checkout spends it. */
export const lockOwnQuote = (tx: Tx, owner: Owner, listingId: string, now: Date): Promise<Quote | undefined> =>
  tx.one<Quote>(sql`
    select * from quotes
    where listing_id = ${listingId} and partner_id = ${owner.partnerId} and status = 'active' and exclusive
      and expires_at > ${now} for update`)

/** Whether a quote is still active. Its state does not change until the transaction ends. */
export const lockActiveQuote = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`select from quotes where id = ${id} and status = 'active' for update`)) > 0

/** A sandbox quote ends on its partner's clock. */
const ends = (real: Date) => sql`
  ${real}::timestamptz
    + make_interval(secs => clock_offset(q.environment, p.sandbox_offset_seconds))`

/** The partner whose exclusive quote is in force on a listing, also while a payment holds it. */
export async function findQuotingPartner(db: Db, listingId: string, real: Date): Promise<string | undefined> {
  const row = await db.one<{ partnerId: string }>(sql`
    select q.partner_id from quotes q join partners p on p.id = q.partner_id
    where q.listing_id = ${listingId} and q.status = 'active' and q.exclusive and q.expires_at > ${ends(real)}`)
  return row?.partnerId
}

export type DueQuote = { id: string; listingId: string }

/**
 * Quotes past their time, with the lock of their listings: whoever changes a quote holds its listing. The sweep over all leaves
 * what somebody works on for later; an owner who moved its own clock waits, for the names must be free when the clock stands.
 */
export const lockDueQuotes = (tx: Tx, owner: Owner | null, real: Date, limit: number): Promise<DueQuote[]> =>
  tx.many<DueQuote>(sql`
    select q.id, q.listing_id
    from quotes q join partners p on p.id = q.partner_id join listings l on l.id = q.listing_id
    where q.status = 'active' and q.expires_at <= ${ends(real)}
      and (${owner?.partnerId ?? null}::text is null or
           (q.partner_id = ${owner?.partnerId ?? null} and q.environment = ${owner?.environment ?? null}))
    order by q.listing_id limit ${limit} for update of l ${owner === null ? sql`skip locked` : sql``}`)

export const markExpired = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    update quotes set status = 'expired', ended_at = expires_at where id = any(${ids}) and status = 'active'`)

/** Quotes that came to nothing. One that a listing still names stays. */
export const purgeQuotes = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from quotes where id in (
      select q.id from quotes q
      where q.status in ('expired', 'released') and q.order_id is null and q.expires_at < ${before}
        and not exists (select from listings l where l.id = q.listing_id and l.reserved_by = q.id)
      order by q.expires_at limit ${limit} for update skip locked)`)

/** Of a sandbox that is reset. */
export async function clearQuotes(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  await tx.run(sql`delete from quotes where partner_id = ${partnerId} and environment = ${environment}`)
}
