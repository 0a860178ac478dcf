// What the market holds. Counts are remembered for a while in large inventories, where counting takes long; in others always exact.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { MARKET_FACETS_MAX, MARKET_FACETS_SECONDS, MARKET_TOTAL_SECONDS } from '../../../kernel/limits.ts'
import { type Listing, PRICE_LIMITS, type PriceBand, sumLengths, toBands } from '../rules.ts'
import {
  ANY_LISTING,
  type CategoryCount,
  countCategories,
  countLengths,
  countListed,
  countMarket,
  countPrices,
  countTlds,
  listByPrefix,
  listByUnicodePrefix,
  type MarketFilter,
  type TldCount,
} from '../store/market.ts'

const NAME_START = /^[a-z0-9][a-z0-9.-]{0,80}$/
const UNICODE_START = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}.-]*$/u
const PREFIX_LENGTH_MAX = 81

/** So many rows are counted in a few milliseconds. */
const LARGE = 50_000
const REMEMBERED_MAX = 500

type Asking = Pick<Deps, 'db' | 'clock'>
type Remembered = {
  counts: Map<string, { value: unknown; until: number }>
  /** Counts under way. Requests for the same count share its result. */
  asked: Map<string, Promise<unknown>>
}
const remembered = new WeakMap<Db, Remembered>()

/** `count` answers over how many rows it went, too: few of them are counted anew each time. */
async function remember<Value>(
  { db, clock }: Asking,
  key: string,
  seconds: number,
  count: () => Promise<{ value: Value; rows: number }>,
): Promise<Value> {
  const { counts, asked }: Remembered = remembered.get(db) ?? { counts: new Map(), asked: new Map() }
  remembered.set(db, { counts, asked })
  const now = clock.now().getTime()
  const last = counts.get(key)
  if (last && last.until > now) return last.value as Value
  const underWay = asked.get(key)
  if (underWay) return underWay as Promise<Value>
  async function keep(): Promise<Value> {
    const { value, rows } = await count()
    counts.delete(key)
    if (rows > LARGE) counts.set(key, { value, until: now + seconds * 1000 })
    if (counts.size > REMEMBERED_MAX) counts.delete(counts.keys().next().value as string)
    return value
  }
  const asking = keep().finally(() => asked.delete(key))
  asked.set(key, asking)
  return asking
}

export const countTotal = (asking: Asking, filter: MarketFilter): Promise<number> =>
  remember(asking, JSON.stringify(filter), MARKET_TOTAL_SECONDS, async () => {
    const { total, rows } = await countMarket(asking.db, filter)
    return { value: total, rows }
  })

/** Every TLD that something is for sale under, the largest first. */
export const listTlds = (asking: Asking, filter: MarketFilter = ANY_LISTING): Promise<TldCount[]> =>
  remember(asking, `tlds ${JSON.stringify(filter)}`, MARKET_FACETS_SECONDS, async () => {
    const tlds = await countTlds(asking.db, filter)
    return { value: tlds, rows: tlds.reduce((sum, { count }) => sum + count, 0) }
  })

export type Choices = {
  total: number
  tlds: TldCount[]
  categories: CategoryCount[]
  lengths: { maxLength: number; count: number }[]
  prices: PriceBand[]
}

/**
 * How many domains each choice of a filter would show. The filter that a choice replaces does not count for it: with one TLD
 * chosen, the others still say how many domains they have.
 */
export const countChoices = (asking: Asking, filter: MarketFilter): Promise<Choices> =>
  remember(asking, `choices ${JSON.stringify(filter)}`, MARKET_FACETS_SECONDS, async () => {
    const { db } = asking
    const [{ total, rows }, tlds, categories, lengths, prices] = await Promise.all([
      countMarket(db, filter),
      listTlds(asking, { ...filter, tld: undefined }),
      countCategories(db, { ...filter, category: undefined }, MARKET_FACETS_MAX),
      countLengths(db, { ...filter, minLength: undefined, maxLength: undefined }),
      countPrices(db, { ...filter, minPrice: undefined, maxPrice: undefined }, PRICE_LIMITS),
    ])
    const value = { total, tlds, categories, lengths: sumLengths(lengths), prices: toBands(prices) }
    return { value, rows }
  })

/** What is for sale in each inventory. */
export const listedCounts = (asking: Asking): Promise<{ live: number; sandbox: number }> =>
  remember(asking, 'listed', MARKET_FACETS_SECONDS, async () => {
    const value = await countListed(asking.db)
    return { value, rows: value.live + value.sandbox }
  })

/** Domains for sale that start with a text. Internationalized domains are found as people write them. */
export async function findByPrefix(db: Db, text: string, most: number): Promise<Listing[]> {
  if (NAME_START.test(text)) return listByPrefix(db, text, most)
  const written = text.slice(0, PREFIX_LENGTH_MAX).normalize('NFC')
  return UNICODE_START.test(written) ? listByUnicodePrefix(db, written, most) : []
}
