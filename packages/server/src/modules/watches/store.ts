// SQL of watches.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Standing } from './rules.ts'

export type Watch = Standing & {
  userId: Id<'user'>
  domain: string
  domainUnicode: string
  checkedAt: Date | null
  checkAfter: Date | null
  createdAt: Date
}

/** One change of an account's watches at a time, so that two requests cannot exceed the limit together. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`select 1 from users where id = ${userId} for no key update`)
}

export const listWatches = (db: Db, userId: string): Promise<Watch[]> =>
  db.many<Watch>(sql`select * from watches where user_id = ${userId} order by created_at desc, domain`)

export const findWatch = (db: Db, userId: string, domain: string): Promise<Watch | undefined> =>
  db.one<Watch>(sql`select * from watches where user_id = ${userId} and domain = ${domain}`)

export async function countWatches(db: Db, userId: string): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*)::int as n from watches where user_id = ${userId}`))?.n ?? 0
}

export async function insertWatch(tx: Tx, watch: Watch): Promise<void> {
  await tx.run(sql`
    insert into watches (user_id, domain, domain_unicode, state, price_cents, currency, checked_at, check_after, created_at)
    values (${watch.userId}, ${watch.domain}, ${watch.domainUnicode}, ${watch.state}, ${watch.priceCents},
            ${watch.currency}, ${watch.checkedAt}, ${watch.checkAfter}, ${watch.createdAt})`)
}

export const deleteWatch = (tx: Tx, userId: string, domain: string): Promise<number> =>
  tx.run(sql`delete from watches where user_id = ${userId} and domain = ${domain}`)

/** With the address to write to; null until it is confirmed. */
export type Watcher = Watch & { email: string | null }

type ListingPart = { listingStatus: string | null; listingPriceCents: number | null; listingCurrency: string | null }

const watcherColumns = sql`w.*, case when u.email_confirmed_at is not null then u.email end as email`

/** Watches that say something else than the catalog does now. */
export const lockOutdated = (tx: Tx, limit: number): Promise<(Watcher & ListingPart)[]> =>
  tx.many<Watcher & ListingPart>(sql`
    select ${watcherColumns}, l.status as listing_status, l.price_cents as listing_price_cents,
      l.currency as listing_currency
    from watches w join users u on u.id = w.user_id
      left join listings l on l.environment = 'live' and l.domain = w.domain and l.status <> 'withdrawn'
    where case
      when l.status = 'listed' then
        w.state <> 'for_sale' or (w.price_cents, w.currency) is distinct from (l.price_cents, l.currency)
      when l.status = 'sold' then w.state not in ('sold', 'available')
      else w.state in ('for_sale', 'sold') end
    order by w.user_id, w.domain limit ${limit} for update of w skip locked`)

/** Domains whose registry is to be asked, the longest overdue first. */
export const listDue = (db: Db, now: Date, limit: number): Promise<{ domain: string }[]> =>
  db.many<{ domain: string }>(sql`
    select domain from watches where check_after <= ${now} group by domain order by min(check_after), domain limit ${limit}`)

export const lockWatchers = (tx: Tx, domain: string): Promise<Watcher[]> =>
  tx.many<Watcher>(sql`
    select ${watcherColumns} from watches w join users u on u.id = w.user_id
    where w.domain = ${domain} and w.check_after is not null order by w.user_id for update of w`)

export async function saveStanding(tx: Tx, watch: Watch): Promise<void> {
  await tx.run(sql`
    update watches set state = ${watch.state}, price_cents = ${watch.priceCents}, currency = ${watch.currency},
      checked_at = ${watch.checkedAt}, check_after = ${watch.checkAfter}
    where user_id = ${watch.userId} and domain = ${watch.domain}`)
}

/** The registry did not respond: what is known stays. */
export async function postponeCheck(tx: Tx, domain: string, until: Date): Promise<void> {
  await tx.run(sql`update watches set check_after = ${until} where domain = ${domain} and check_after is not null`)
}
