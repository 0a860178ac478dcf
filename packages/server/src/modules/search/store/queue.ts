// SQL of the listings that wait to be embedded, and of the leases of those that are being embedded.
import { type Db, freshlyPlanned, sql, type Tx } from '../../../db/sql.ts'
import { EMBEDDING_KEPT_SECONDS, EMBEDDING_LEASE_SECONDS } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { toWaitingTrigrams } from '../rules.ts'

// The queue grows from nothing to millions of rows within minutes: a plan that is kept would be one for another size.

/** A lease that ends far in the future was written while the database's clock ran ahead, and holds nothing up. */
const isFree = sql`(leased_until is null or leased_until <= now()
  or leased_until > now() + make_interval(secs => ${2 * EMBEDDING_LEASE_SECONDS}))`

/**
 * In one order, so that two processes that queue the same listings do not block each other. What is being embedded is queued again:
 * the change may have come after the process read the listing. What only waits will be read later anyway.
 */
export async function enqueueListings(db: Db, version: string, ids: readonly string[]): Promise<void> {
  await db.run(
    freshlyPlanned(sql`
    insert into embedding_queue as q (listing_id, version)
    select l.id, ${version} from listings l where l.id = any(${ids}) order by l.id
    on conflict (listing_id, version) do update set
      queued_at = greatest(excluded.queued_at, q.queued_at + interval '1 microsecond'),
      leased_by = case when q.done_at is null then q.leased_by end,
      leased_until = case when q.done_at is null then q.leased_until end,
      done_at = null
    where q.done_at is not null or q.leased_by is not null`),
  )
}

/** Any fixed number: the process that holds this advisory lock queues what changed. */
const LOCK = 7_264_103

/** One process at a time queues an import; the others would only write the same rows once more. */
export async function tryToQueue(tx: Tx): Promise<boolean> {
  const row = await tx.one<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as got`)
  return row?.got ?? false
}

/** `changedXid` is the transaction that last touched the listing. */
export type WaitingName = { id: string; environment: Environment; changedXid: string; trigrams: readonly string[] }

/** Names of listings that are in the queue, so that their words are found before they are embedded. */
export async function saveWaitingNames(db: Db, version: string, names: readonly WaitingName[]): Promise<void> {
  await db.run(
    freshlyPlanned(sql`
    insert into waiting_names as n (listing_id, version, changed_xid, trigrams)
    select q.listing_id, q.version, r.changed_xid::xid8, string_to_array(r.trigrams, ' ')
    from unnest(${names.map(({ id }) => id)}::text[], ${names.map(({ changedXid }) => changedXid)}::text[],
        ${names.map(({ environment, trigrams }) => toWaitingTrigrams(environment, trigrams).join(' '))}::text[]) as r(id, changed_xid, trigrams)
    join embedding_queue q on q.listing_id = r.id and q.version = ${version}
    order by q.listing_id
    on conflict (listing_id, version) do update set trigrams = excluded.trigrams, changed_xid = excluded.changed_xid
    where n.changed_xid <> excluded.changed_xid`),
  )
}

/** `queuedAt` as the database wrote it: a Date would round it. */
export type Leased = { listingId: string; queuedAt: string }

/** Latest first, so that a single change does not wait behind an import. From now on they are this process's. */
export const leaseListings = (db: Db, version: string, worker: string, limit: number): Promise<Leased[]> =>
  db.many<Leased>(
    freshlyPlanned(sql`
    with due as (
      select listing_id from embedding_queue
      where version = ${version} and done_at is null and ${isFree}
      order by queued_at desc, listing_id desc limit ${limit} for update skip locked)
    update embedding_queue q
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${EMBEDDING_LEASE_SECONDS})
    from due where q.listing_id = due.listing_id and q.version = ${version}
    returning q.listing_id, q.queued_at::text as queued_at`),
  )

/**
 * Rows of others stay: a lease that ended here may be theirs by now. Rows that were queued again since they were leased go on waiting.
 * Locked in the order in which they are queued.
 */
export async function finishListings(
  db: Db,
  version: string,
  worker: string,
  leased: readonly Leased[],
): Promise<void> {
  await db.run(
    freshlyPlanned(sql`
    with own as (
      select q.listing_id, r.queued_at::timestamptz as queued_at
      from unnest(${leased.map(({ listingId }) => listingId)}::text[], ${leased.map(({ queuedAt }) => queuedAt)}::text[])
        as r(listing_id, queued_at)
      join embedding_queue q on q.listing_id = r.listing_id
      where q.version = ${version} and q.leased_by = ${worker} order by q.listing_id for update of q)
    update embedding_queue q
    set done_at = case when q.queued_at = own.queued_at then now() end, leased_by = null, leased_until = null
    from own where q.listing_id = own.listing_id and q.version = ${version}`),
  )
}

export async function returnListings(db: Db, version: string, worker: string): Promise<void> {
  await db.run(sql`
    with own as (
      select listing_id from embedding_queue
      where version = ${version} and leased_by = ${worker} and done_at is null order by listing_id for update)
    update embedding_queue q set leased_by = null, leased_until = null
    from own where q.listing_id = own.listing_id and q.version = ${version}`)
}

export async function countQueued(db: Db, version: string): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*)::int as count from embedding_queue where version = ${version} and done_at is null`,
  )
  return row?.count ?? 0
}

/** Also what a model that is no longer in use left behind. Each part by an index: the queue may have a million rows. */
export async function purgeQueue(db: Db, version: string): Promise<void> {
  await db.run(sql`
    with done as (
      select listing_id, version from embedding_queue
      where done_at < now() - make_interval(secs => ${EMBEDDING_KEPT_SECONDS}) for update skip locked),
    outdated as (
      select listing_id, version from embedding_queue
      where done_at is null and (version < ${version} or version > ${version}) and queued_at < now() - interval '1 day'
      for update skip locked)
    delete from embedding_queue q using (select * from done union all select * from outdated) old
    where q.listing_id = old.listing_id and q.version = old.version`)
}
