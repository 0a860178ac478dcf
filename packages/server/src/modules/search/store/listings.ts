// SQL of search: what changed, what is for sale, and the vectors.
import { type Database, type Db, freshlyPlanned, joinConditions, sql } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { toWaitingTrigrams } from '../rules.ts'

export type IndexRow = {
  id: Id<'listing'>
  environment: Environment
  domain: string
  priceCents: number
  currency: string
  description: string | null
  categories: string[]
  status: string
  /** The transaction that last touched the listing. */
  changedXid: string
  version: string | null
  textHash: Buffer | null
  vector: Buffer | null
  /** The index inside the database has it as it is. */
  indexed: boolean
}

const indexColumns = sql`
  l.id, l.environment, l.domain, l.price_cents, l.currency, l.description, l.categories, l.status,
  l.changed_xid::text as changed_xid, v.version, v.text_hash, v.vector,
  coalesce((n.version, n.text_hash, n.price_cents) = (v.version, v.text_hash, l.price_cents), false) as indexed`

const indexTables = sql`
  listings l left join listing_vectors v on v.listing_id = l.id left join search_names n on n.listing_id = l.id`

/** What is not in the index yet: no vector of this version or, where the database keeps the index, no such entry. */
const isWaiting = (version: string, keepsIndex: boolean) =>
  keepsIndex
    ? sql`(v.version is distinct from ${version}
           or (n.version, n.text_hash, n.price_cents) is distinct from (v.version, v.text_hash, l.price_cents))`
    : sql`v.version is distinct from ${version}`

export const listRows = (db: Db, ids: readonly string[]): Promise<IndexRow[]> =>
  db.many<IndexRow>(
    freshlyPlanned(sql`select ${indexColumns} from ${indexTables} where l.id = any(${ids}) order by l.id desc`),
  )

/**
 * Two marks in time, as numbers of transactions. Everything before `settled` is committed or gone, so who has read to there needs only
 * what follows. Nothing that is visible now comes after `end`.
 */
export type Marks = { settled: string; end: string }

export async function readMarks(db: Db): Promise<Marks> {
  const row = await db.one<Marks>(sql`
    select pg_snapshot_xmin(now_visible)::text as settled, pg_snapshot_xmax(now_visible)::text as "end"
    from pg_current_snapshot() as now_visible`)
  return row ?? { settled: '0', end: '0' }
}

export const listForSale = (db: Db, environment: Environment, after: string, limit: number): Promise<IndexRow[]> =>
  db.many<IndexRow>(sql`
    select ${indexColumns} from ${indexTables}
    where l.environment = ${environment} and l.status = 'listed' and l.id > ${after}
    order by l.id limit ${limit}`)

/** The last row of a page: a transaction, and a listing that it touched. */
export type Place = { xid: string; id: string }
export type ChangedRow = IndexRow & { pageXid: string }

/** What was touched, or got its vector, after the place and before the mark. Each page is read by an index from where the last ended. */
export const listChanged = (
  db: Db,
  what: 'listings' | 'vectors',
  after: Place,
  end: string,
  limit: number,
): Promise<ChangedRow[]> => {
  const xid = what === 'listings' ? sql`l.changed_xid` : sql`v.changed_xid`
  const id = what === 'listings' ? sql`l.id` : sql`v.listing_id`
  const page = sql`
    select ${indexColumns}, ${xid}::text as page_xid from ${indexTables}
    where ${xid} >= ${after.xid}::text::xid8 and ${xid} < ${end}::text::xid8
      and (${xid}, ${id}) > (${after.xid}::text::xid8, ${after.id}::text)
    order by ${xid}, ${id} limit ${limit}`
  return db.many<ChangedRow>(freshlyPlanned(page))
}

/** The same of listings for sale, without those that were queued since they changed. Each is looked up by itself, however many wait. */
export const listUnqueued = (
  db: Db,
  version: string,
  after: Place,
  end: string,
  limit: number,
): Promise<ChangedRow[]> => {
  const page = sql`
    select ${indexColumns}, l.changed_xid::text as page_xid from ${indexTables}
    where l.changed_xid >= ${after.xid}::text::xid8 and l.changed_xid < ${end}::text::xid8
      and (l.changed_xid, l.id) > (${after.xid}::text::xid8, ${after.id}::text) and l.status = 'listed'
      and (select w.changed_xid from waiting_names w where w.listing_id = l.id and w.version = ${version})
        is distinct from l.changed_xid
    order by l.changed_xid, l.id limit ${limit}`
  return db.many<ChangedRow>(freshlyPlanned(page))
}

/** Names for sale that no index has yet, newest first. */
export const listWaiting = (
  db: Db,
  version: string,
  keepsIndex: boolean,
  before: string | null,
  limit: number,
): Promise<IndexRow[]> =>
  db.many<IndexRow>(sql`
    select ${indexColumns} from ${indexTables}
    where l.status = 'listed' and ${isWaiting(version, keepsIndex)} and l.id < ${before ?? '~'}
    order by l.id desc limit ${limit}`)

export type Progress = { embedded: number; waiting: number }

export async function readProgress(
  db: Database,
  environment: Environment,
  version: string,
  keepsIndex: boolean,
): Promise<Progress> {
  // A listing whose text changed is queued, and has the vector of its old text until then.
  const counting = sql`
    select (count(*) filter (where not is_waiting))::int as embedded, (count(*) filter (where is_waiting))::int as waiting
    from (
      select ${isWaiting(version, keepsIndex)} or q.listing_id is not null as is_waiting
      from ${indexTables}
      left join embedding_queue q on q.listing_id = l.id and q.version = ${version} and q.done_at is null
      where l.environment = ${environment} and l.status = 'listed') counted`
  return db.session(async (session) => {
    // Amid an import, statistics are of the time before it. A plan that joins rows one by one, as for a small table, would take minutes.
    await session.script('begin read only; set local enable_nestloop = off; set local jit = off')
    try {
      return (await session.one<Progress>(freshlyPlanned(counting))) ?? { embedded: 0, waiting: 0 }
    } finally {
      await session.script('rollback')
    }
  })
}

/**
 * With a worker, only vectors of listings that are still its: a lease that ended may be another's, which may have made the vector of a newer
 * text. Returns the IDs of what was stored.
 */
export async function saveVectors(
  db: Db,
  version: string,
  rows: readonly { id: string; textHash: Buffer; vector: Uint8Array }[],
  worker: string | null,
): Promise<string[]> {
  if (rows.length === 0) return []
  const stored = await db.many<{ id: string }>(
    freshlyPlanned(sql`
    insert into listing_vectors as v (listing_id, version, text_hash, vector)
    select r.id, ${version}, r.text_hash, r.vector
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ textHash }) => textHash)}::bytea[],
                ${rows.map(({ vector }) => Buffer.from(vector))}::bytea[]) as r(id, text_hash, vector)
    where ${worker}::text is null
       or (select q.leased_by from embedding_queue q where q.listing_id = r.id and q.version = ${version}) = ${worker}
    order by r.id
    on conflict (listing_id) do update set version = excluded.version, text_hash = excluded.text_hash,
      vector = excluded.vector, changed_xid = excluded.changed_xid
    where (v.version, v.text_hash) is distinct from (excluded.version, excluded.text_hash)
    returning listing_id as id`),
  )
  return stored.map(({ id }) => id)
}

export type Sellable = {
  id: Id<'listing'>
  domain: string
  domainUnicode: string
  tld: string
  priceCents: number
  currency: string
  categories: string[]
  listedAt: Date
}

/** Whoever asks: a partner, who may buy what it reserved itself, or everybody. */
export type Asker = Owner | { partnerId: null; environment: Environment }

/** Mirrors isAvailableTo() of catalog/rules.ts. */
const sellable = (owner: Asker, real: Date) => sql`
  l.environment = ${owner.environment} and l.status = 'listed'
  and (l.reserved_until is null or l.reserved_until <= ${real}
       or (l.reserved_by_partner = ${owner.partnerId} and is_quote(l.reserved_by)))`

const sellableColumns = sql`
  l.id, l.domain, l.domain_unicode, l.tld, l.price_cents, l.currency, l.categories, l.listed_at`

export type PriceFilter = {
  tld: string | undefined
  minPriceCents: number | undefined
  maxPriceCents: number | undefined
}

const inFilter = (filter: PriceFilter) =>
  joinConditions([
    filter.tld !== undefined && sql`l.tld = ${filter.tld}`,
    filter.minPriceCents !== undefined && sql`l.price_cents >= ${filter.minPriceCents}`,
    filter.maxPriceCents !== undefined && sql`l.price_cents <= ${filter.maxPriceCents}`,
  ])

/** Of these, the ones that the caller could buy this instant: the index may be a moment behind. */
export const findSellable = (
  db: Db,
  owner: Asker,
  ids: readonly string[],
  filter: PriceFilter,
  real: Date,
): Promise<Sellable[]> =>
  // Each by its ID, whatever statistics of the time before an import say about other ways.
  db.many<Sellable>(
    freshlyPlanned(sql`
      select ${sellableColumns} from (select distinct unnest(${ids}::text[]) as id) proposed
      cross join lateral (select * from listings where id = proposed.id offset 0) l
      where ${sellable(owner, real)} and ${inFilter(filter)}`),
  )

export type KeywordHit = Sellable & { hits: string[] }

export type KeywordReading = {
  /** How many listings are read. */
  most: number
  /** How many of the words a listing must have. */
  leastHits: number
  /** Only listings that wait for a vector of this version and have these parts of words. */
  waiting?: { version: string; trigrams: readonly string[] }
}

/** What was embedded a moment ago counts, too: this process, or the one that holds the index, may not have its vector yet. */
const waitingIds = (environment: Environment, version: string, trigrams: readonly string[], most: number) =>
  trigrams.length > 0
    ? sql`
      select listing_id from waiting_names
      where version = ${version} and trigrams @> ${toWaitingTrigrams(environment, trigrams)}::text[] limit ${most}`
    : sql`
      (select listing_id from embedding_queue where version = ${version} and done_at is null
       order by queued_at desc, listing_id desc limit ${most})
      union all select listing_id from embedding_queue where version = ${version} and done_at is not null`

/** Listings that wait are read one by one and by nothing but their ID: another plan would read the whole inventory, even for each of them. */
const readListings = (owner: Asker, filter: PriceFilter, real: Date, { most, waiting }: KeywordReading) =>
  waiting === undefined
    ? sql`select l.* from listings l where ${sellable(owner, real)} and ${inFilter(filter)} order by l.id desc limit ${most}`
    : sql`
      select l.* from (${waitingIds(owner.environment, waiting.version, waiting.trigrams, most)}) q
      cross join lateral (select * from listings where id = q.listing_id offset 0) l
      where ${sellable(owner, real)} and ${inFilter(filter)}`

/** Plain matching of words, good enough until the index is ready. */
export const searchByKeyword = (
  db: Db,
  owner: Asker,
  words: readonly string[],
  filter: PriceFilter,
  real: Date,
  limit: number,
  reading: KeywordReading,
): Promise<KeywordHit[]> =>
  // A plan that is kept was made for a queue of another size. Only listings with one of the words are asked which ones they have.
  db.many<KeywordHit>(
    freshlyPlanned(sql`
    select * from (
      select ${sellableColumns},
        array(select word from unnest(${words}::text[]) as word, lateral (select '%' || word || '%' as pattern) p
              where l.domain like pattern or array_to_string(l.categories, ' ') like pattern
                or lower(l.description) like pattern) as hits,
        (select count(*) from unnest(${words}::text[]) as word where l.domain like '%' || word || '%') as in_name
      from (${readListings(owner, filter, real, reading)}) l,
           (select array(select '%' || word || '%' from unnest(${words}::text[]) as word) as patterns) w
      where l.domain like any (w.patterns) or array_to_string(l.categories, ' ') like any (w.patterns)
        or lower(l.description) like any (w.patterns)
      offset 0
    ) l
    where cardinality(hits) >= ${reading.leastHits}
    order by in_name desc, cardinality(hits) desc, length(domain), domain limit ${limit}`),
  )

/** The one listing of a domain, wherever the index is. */
export const findDomain = (
  db: Db,
  owner: Asker,
  domain: string,
  filter: PriceFilter,
  real: Date,
): Promise<Sellable | undefined> =>
  db.one<Sellable>(
    freshlyPlanned(sql`
      select ${sellableColumns} from (
        select * from listings
        where environment = ${owner.environment} and domain = ${domain} and status <> 'withdrawn' offset 0) l
      where ${sellable(owner, real)} and ${inFilter(filter)}`),
  )
