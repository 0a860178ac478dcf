// SQL of search: what changed, what is for sale, and the vectors.
import { type Db, joinConditions, sql } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'

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
  db.many<IndexRow>(sql`select ${indexColumns} from ${indexTables} where l.id = any(${ids}) order by l.id desc`)

/** A mark in time: everything committed before it has been seen by whoever reads from here on. */
export async function readMark(db: Db): Promise<string> {
  const row = await db.one<{ mark: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as mark`)
  return row?.mark ?? '0'
}

export const listForSale = (db: Db, environment: Environment, after: string, limit: number): Promise<IndexRow[]> =>
  db.many<IndexRow>(sql`
    select ${indexColumns} from ${indexTables}
    where l.environment = ${environment} and l.status = 'listed' and l.id > ${after}
    order by l.id limit ${limit}`)

/** Listings that were touched, or got their vector, in or after the marked transaction. */
export const listChanged = (db: Db, mark: string, after: string, limit: number): Promise<IndexRow[]> =>
  db.many<IndexRow>(sql`
    select ${indexColumns} from ${indexTables}
    where l.id > ${after} and l.id in (
      select id from listings where changed_xid >= ${mark}::text::xid8
      union select listing_id from listing_vectors where changed_xid >= ${mark}::text::xid8)
    order by l.id limit ${limit}`)

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
  db: Db,
  environment: Environment,
  version: string,
  keepsIndex: boolean,
): Promise<Progress> {
  // A listing whose text changed is queued, and has the vector of its old text until then.
  const row = await db.one<Progress>(sql`
    select (count(*) filter (where not is_waiting))::int as embedded, (count(*) filter (where is_waiting))::int as waiting
    from (
      select ${isWaiting(version, keepsIndex)} or q.listing_id is not null as is_waiting
      from ${indexTables}
      left join embedding_queue q on q.listing_id = l.id and q.version = ${version} and q.done_at is null
      where l.environment = ${environment} and l.status = 'listed') counted`)
  return row ?? { embedded: 0, waiting: 0 }
}

export async function saveVectors(
  db: Db,
  version: string,
  rows: readonly { id: string; textHash: Buffer; vector: Uint8Array }[],
): Promise<void> {
  await db.run(sql`
    insert into listing_vectors as v (listing_id, version, text_hash, vector)
    select r.id, ${version}, r.text_hash, r.vector
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ textHash }) => textHash)}::bytea[],
                ${rows.map(({ vector }) => Buffer.from(vector))}::bytea[]) as r(id, text_hash, vector)
    order by r.id
    on conflict (listing_id) do update set version = excluded.version, text_hash = excluded.text_hash,
      vector = excluded.vector, changed_xid = excluded.changed_xid
    where (v.version, v.text_hash) is distinct from (excluded.version, excluded.text_hash)`)
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
  db.many<Sellable>(sql`
    select ${sellableColumns} from listings l
    where l.id = any(${ids}) and ${sellable(owner, real)} and ${inFilter(filter)}`)

export type KeywordHit = Sellable & { hits: string[] }

/** How many of the newest names are read, and whether only those that wait for a vector of this version are wanted. */
export type KeywordReading = { newest: number; waitingFor?: string }

/** What was embedded a moment ago counts, too: this process, or the one that holds the index, may not have its vector yet. */
const newestListings = (owner: Asker, filter: PriceFilter, real: Date, { newest, waitingFor }: KeywordReading) =>
  waitingFor === undefined
    ? sql`select l.* from listings l where ${sellable(owner, real)} and ${inFilter(filter)} order by l.id desc limit ${newest}`
    : sql`
      select l.* from (
        (select listing_id from embedding_queue where version = ${waitingFor} and done_at is null
         order by queued_at desc, listing_id desc limit ${newest})
        union all select listing_id from embedding_queue where version = ${waitingFor} and done_at is not null) q
      join listings l on l.id = q.listing_id
      where ${sellable(owner, real)} and ${inFilter(filter)}`

/** The fallback: plain matching over the newest names, good enough until the index is ready. */
export const searchByKeyword = (
  db: Db,
  owner: Asker,
  patterns: readonly string[],
  filter: PriceFilter,
  real: Date,
  limit: number,
  reading: KeywordReading,
): Promise<KeywordHit[]> =>
  db.many<KeywordHit>(sql`
    select * from (
      select ${sellableColumns},
        array(select p from unnest(${patterns}::text[]) as p
              where l.domain like p or array_to_string(l.categories, ' ') like p or lower(l.description) like p) as hits,
        (select count(*) from unnest(${patterns}::text[]) as p where l.domain like p) as in_name
      from (${newestListings(owner, filter, real, reading)}) l
    ) l
    where cardinality(hits) > 0
    order by in_name desc, cardinality(hits) desc, length(domain), domain limit ${limit}`)

/** The one listing of a domain, wherever the index is. */
export const findDomain = (
  db: Db,
  owner: Asker,
  domain: string,
  filter: PriceFilter,
  real: Date,
): Promise<Sellable | undefined> =>
  db.one<Sellable>(sql`
    select ${sellableColumns} from listings l
    where l.domain = ${domain} and ${sellable(owner, real)} and ${inFilter(filter)}`)
