// What the market holds. Counts are remembered for a while in large inventories, where counting takes long; in others always exact.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { MARKET_FACETS_SECONDS, MARKET_TOTAL_SECONDS } from '../../../kernel/limits.ts'
import { countListed, countMarket, countTlds, listMarket, type MarketFilter, type TldCount } from '../store/market.ts'

/** So many rows are counted in a few milliseconds. */
const LARGE = 50_000
const REMEMBERED_MAX = 500

type Asking = Pick<Deps, 'db' | 'clock'>
type Remembered = Map<string, { value: unknown; until: number }>
const remembered = new WeakMap<Db, Remembered>()

/** `count` answers over how many rows it went, too: few of them are counted anew each time. */
async function remember<Value>(
  { db, clock }: Asking,
  key: string,
  seconds: number,
  count: () => Promise<{ value: Value; rows: number }>,
): Promise<Value> {
  const known: Remembered = remembered.get(db) ?? new Map()
  remembered.set(db, known)
  const now = clock.now().getTime()
  const last = known.get(key)
  if (last && last.until > now) return last.value as Value
  const { value, rows } = await count()
  known.delete(key)
  if (rows > LARGE) known.set(key, { value, until: now + seconds * 1000 })
  if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value as string)
  return value
}

export const countTotal = (asking: Asking, filter: MarketFilter): Promise<number> =>
  remember(asking, JSON.stringify(filter), MARKET_TOTAL_SECONDS, async () => {
    const { total, rows } = await countMarket(asking.db, filter)
    return { value: total, rows }
  })

/** Every ending that something is for sale under, the largest first. */
export const listTlds = (asking: Asking): Promise<TldCount[]> =>
  remember(asking, 'endings', MARKET_FACETS_SECONDS, async () => {
    const tlds = await countTlds(asking.db)
    return { value: tlds, rows: tlds.reduce((sum, { count }) => sum + count, 0) }
  })

/** What is for sale in each inventory. */
export const listedCounts = (asking: Asking): Promise<{ live: number; sandbox: number }> =>
  remember(asking, 'listed', MARKET_FACETS_SECONDS, async () => {
    const value = await countListed(asking.db)
    return { value, rows: value.live + value.sandbox }
  })

const EVERYTHING: MarketFilter = {
  tld: undefined,
  q: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  minLength: undefined,
  maxLength: undefined,
}

export async function newestNames(db: Db, most: number): Promise<string[]> {
  const listings = await listMarket(db, EVERYTHING, 'newest', { offset: 0 }, most)
  return listings.map(({ domain }) => domain)
}
