// SQL of the public market: pages of what is listed, in an order that an index has.
import { type Db, joinConditions, type Sql, sql } from '../../../db/sql.ts'
import type { Listing } from '../rules.ts'

export const MARKET_SORTS = ['newest', 'price_asc', 'price_desc'] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

export type MarketFilter = {
  tld: string | undefined
  /** A part of the label, in A-form or as people read it. */
  q: string | undefined
  minPrice: number | undefined
  maxPrice: number | undefined
  minLength: number | undefined
  maxLength: number | undefined
  category: string | undefined
}

export const ANY_LISTING: MarketFilter = {
  tld: undefined,
  q: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  minLength: undefined,
  maxLength: undefined,
  category: undefined,
}

/** Where a page starts: after the last row of the one before, or after so many rows. */
export type MarketStart = { after: { price: number; id: string } } | { offset: number }

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

const buildWhere = (filter: MarketFilter, more: Sql | false = false): Sql =>
  joinConditions([
    sql`environment = 'live' and status = 'listed'`,
    filter.tld !== undefined && sql`tld = ${filter.tld}`,
    filter.q !== undefined &&
      sql`(label like ${`%${escapeLike(filter.q)}%`} or (domain_unicode <> domain and split_part(domain_unicode, '.', 1) like ${`%${escapeLike(filter.q)}%`}))`,
    filter.minPrice !== undefined && sql`price_cents >= ${filter.minPrice}`,
    filter.maxPrice !== undefined && sql`price_cents <= ${filter.maxPrice}`,
    filter.minLength !== undefined && sql`length(split_part(domain_unicode, '.', 1)) >= ${filter.minLength}`,
    filter.maxLength !== undefined && sql`length(split_part(domain_unicode, '.', 1)) <= ${filter.maxLength}`,
    filter.category !== undefined && sql`categories @> array[${filter.category}]::text[]`,
    more,
  ])

const ORDER: Record<MarketSort, Sql> = {
  newest: sql`id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
}

const AFTER: Record<MarketSort, (last: { price: number; id: string }) => Sql> = {
  newest: ({ id }) => sql`id < ${id}`,
  price_asc: ({ price, id }) => sql`(price_cents, id) > (${price}, ${id})`,
  price_desc: ({ price, id }) => sql`(price_cents, id) < (${price}, ${id})`,
}

export function listMarket(
  db: Db,
  filter: MarketFilter,
  sort: MarketSort,
  start: MarketStart,
  limit: number,
): Promise<Listing[]> {
  const after = 'after' in start && AFTER[sort](start.after)
  const offset = 'offset' in start ? start.offset : 0
  return db.many<Listing>(sql`
    select * from listings where ${buildWhere(filter, after)} order by ${ORDER[sort]} limit ${limit} offset ${offset}`)
}

/** `rows` is about how many listings there are altogether: the cost of counting. */
export async function countMarket(db: Db, filter: MarketFilter): Promise<{ total: number; rows: number }> {
  const counted = await db.one<{ total: number; rows: number }>(sql`
    select count(*)::int as total, (select reltuples::float8 from pg_class where oid = 'listings'::regclass) as rows
    from listings where ${buildWhere(filter)}`)
  return counted ?? { total: 0, rows: 0 }
}

export type TldCount = { tld: string; count: number }

/** Of the listings that match, the TLDs with the most domains first. */
export const countTlds = (db: Db, filter: MarketFilter): Promise<TldCount[]> =>
  db.many<TldCount>(sql`
    select tld, count(*)::int as count from listings where ${buildWhere(filter)} group by tld order by count desc, tld`)

export type CategoryCount = { category: string; count: number }

export const countCategories = (db: Db, filter: MarketFilter, limit: number): Promise<CategoryCount[]> =>
  db.many<CategoryCount>(sql`
    select category, count(*)::int as count from listings, unnest(categories) as category
    where ${buildWhere(filter)} group by category order by count desc, category limit ${limit}`)

export type LengthCount = { length: number; count: number }

/** How many labels have each length. */
export const countLengths = (db: Db, filter: MarketFilter): Promise<LengthCount[]> =>
  db.many<LengthCount>(sql`
    select length(split_part(domain_unicode, '.', 1))::int as length, count(*)::int as count
    from listings where ${buildWhere(filter)} group by 1 order by 1`)

/** How many prices are in each band; a band starts at its limit and ends before the next one. */
export const countPrices = (
  db: Db,
  filter: MarketFilter,
  limits: readonly number[],
): Promise<{ band: number; count: number }[]> =>
  db.many<{ band: number; count: number }>(sql`
    select width_bucket(price_cents::numeric, ${limits}::bigint[]::numeric[])::int as band, count(*)::int as count
    from listings where ${buildWhere(filter)} group by 1 order by 1`)

/** So many are read of those that share a prefix; a longer prefix finds the rest. */
const PREFIX_READ_MAX = 200

/** Listings whose name starts with this text, the shortest first. Read from the unique index of names; none has a character after `z`. */
export const listByPrefix = (db: Db, prefix: string, limit: number): Promise<Listing[]> =>
  db.many<Listing>(sql`
    select * from (
      select * from listings
      where environment = 'live' and status = 'listed' and domain >= ${prefix} and domain < ${`${prefix}~`}
      order by domain limit ${PREFIX_READ_MAX}) as found
    order by length(label), label, price_cents limit ${limit}`)

/** Internationalized domains by their written form; the last character that there is ends the range. */
export const listByUnicodePrefix = (db: Db, prefix: string, limit: number): Promise<Listing[]> =>
  db.many<Listing>(sql`
    select * from (
      select * from listings
      where environment = 'live' and status = 'listed' and domain <> domain_unicode
        and domain_unicode collate "C" >= ${prefix} and domain_unicode collate "C" < ${prefix} || chr(1114111)
      order by domain_unicode collate "C" limit ${PREFIX_READ_MAX}) as found
    order by length(domain_unicode), domain_unicode, price_cents limit ${limit}`)

export async function countListed(db: Db): Promise<{ live: number; sandbox: number }> {
  const counted = await db.one<{ live: number; sandbox: number }>(sql`
    select (select count(*)::int from listings where environment = 'live' and status = 'listed') as live,
           (select count(*)::int from listings where environment = 'sandbox' and status = 'listed') as sandbox`)
  return counted ?? { live: 0, sandbox: 0 }
}
