// SQL of listings that the service withdraws: the walk along them, doubts about them, and what was withdrawn.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { WithdrawalReason } from '../rules.ts'
import { isUnreserved } from './unreserved.ts'

export type WatchedListing = { id: string; domain: string }

/** The next live listings of the round. At its end, a new round starts when the last one began before `before`. */
export async function walkListings(tx: Tx, before: Date, now: Date, limit: number): Promise<WatchedListing[]> {
  await tx.run(sql`insert into listing_rounds (started_at) values (${now}) on conflict do nothing`)
  const round = await tx.one<{ lastListingId: string | null; startedAt: Date }>(
    sql`select last_listing_id, started_at from listing_rounds for update`,
  )
  const readAfter = (id: string): Promise<WatchedListing[]> =>
    tx.many<WatchedListing>(sql`
      select id, domain from listings where environment = 'live' and status = 'listed' and id > ${id} order by id limit ${limit}`)
  let found = await readAfter(round?.lastListingId ?? '')
  if (found.length === 0 && round && round.startedAt <= before) {
    await tx.run(sql`update listing_rounds set started_at = ${now}`)
    found = await readAfter('')
  }
  const last = found.at(-1)
  if (last) await tx.run(sql`update listing_rounds set last_listing_id = ${last.id}`)
  return found
}

/**
 * Listings of sellers to whom the domain does not belong, by our own books. Reserved ones wait. A seller who proved a domain in another
 * way never had it here.
 */
export const listNotOwned = (db: Db, now: Date, limit: number): Promise<WatchedListing[]> =>
  db.many<WatchedListing>(sql`
    select l.id, l.domain from listings l left join owned_domains o on o.domain = l.domain
    where l.environment = 'live' and l.status = 'listed' and l.seller_id is not null
      and o.owner_id is distinct from l.seller_id
      and not exists (select from listing_proofs p where p.listing_id = l.id and p.state = 'verified')
      and ${isUnreserved(now)}
    order by l.id limit ${limit}`)

export const isOwnedBySeller = async (tx: Tx, listingId: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one from listings l join owned_domains o on o.domain = l.domain
    where l.id = ${listingId} and o.owner_id = l.seller_id`)) !== undefined

/** Null for the marketplace's own listings, and without a confirmed address. */
export async function findSellerAddress(tx: Tx, listingId: string): Promise<string | null> {
  const row = await tx.one<{ email: string }>(sql`
    select u.email from listings l join users u on u.id = l.seller_id
    where l.id = ${listingId} and u.email_confirmed_at is not null`)
  return row?.email ?? null
}

// ---------------------------------------------------------------- doubts

export const listDoubtsDue = (db: Db, now: Date, limit: number): Promise<WatchedListing[]> =>
  db.many<WatchedListing>(sql`
    select l.id, l.domain from listing_doubts d join listings l on l.id = d.listing_id
    where d.check_after <= ${now} order by d.check_after limit ${limit}`)

export type Doubt = { reason: WithdrawalReason; since: Date }

export const findDoubt = (tx: Tx, listingId: string): Promise<Doubt | undefined> =>
  tx.one<Doubt>(sql`select reason, since from listing_doubts where listing_id = ${listingId}`)

export async function saveDoubt(
  tx: Tx,
  listingId: string,
  doubt: { reason: WithdrawalReason; since: Date; checkAfter: Date },
): Promise<void> {
  await tx.run(sql`
    insert into listing_doubts (listing_id, reason, since, check_after)
    values (${listingId}, ${doubt.reason}, ${doubt.since}, ${doubt.checkAfter})
    on conflict (listing_id) do update set reason = excluded.reason, since = excluded.since, check_after = excluded.check_after`)
}

export async function postponeDoubt(tx: Tx, listingId: string, until: Date): Promise<void> {
  await tx.run(sql`update listing_doubts set check_after = ${until} where listing_id = ${listingId}`)
}

export async function dropDoubt(tx: Tx, listingId: string): Promise<void> {
  await tx.run(sql`delete from listing_doubts where listing_id = ${listingId}`)
}

// ---------------------------------------------------------------- what was withdrawn

export type Withdrawal = {
  reason: WithdrawalReason
  detail: string
  withdrawnAt: Date
  closedAt: Date | null
  closedBy: string | null
  /** Another listing has the domain now, or sold it. */
  isListedAgain: boolean
}

export async function insertWithdrawal(
  tx: Tx,
  listingId: string,
  { reason, detail, withdrawnAt }: Pick<Withdrawal, 'reason' | 'detail' | 'withdrawnAt'>,
): Promise<void> {
  await tx.run(sql`
    insert into listing_withdrawals (listing_id, withdrawn_at, reason, detail)
    values (${listingId}, ${withdrawnAt}, ${reason}, ${detail})`)
}

/** The last one. */
export const findWithdrawal = (db: Db, listingId: string): Promise<Withdrawal | undefined> =>
  db.one<Withdrawal>(sql`
    select w.reason, w.detail, w.withdrawn_at, w.closed_at, w.closed_by, exists (
             select from listings o
             where o.environment = l.environment and o.domain = l.domain and o.status <> 'withdrawn' and o.id <> l.id
           ) as is_listed_again
    from listing_withdrawals w join listings l on l.id = w.listing_id
    where w.listing_id = ${listingId} order by w.withdrawn_at desc limit 1`)

export async function closeWithdrawal(tx: Tx, listingId: string, by: string, now: Date): Promise<void> {
  await tx.run(sql`
    update listing_withdrawals set closed_at = ${now}, closed_by = ${by}
    where listing_id = ${listingId} and closed_at is null`)
}
