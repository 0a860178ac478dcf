// How many listings match, remembered for a while in large inventories, where counting takes long; in others always exact.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { MARKET_TOTAL_SECONDS } from '../../kernel/limits.ts'
import { countMarket, type MarketFilter } from './market-store.ts'

/** So many rows are counted in a few milliseconds. */
const LARGE = 50_000
const REMEMBERED_MAX = 500

type Remembered = Map<string, { total: number; until: number }>
const remembered = new WeakMap<Db, Remembered>()

export async function totalOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, filter: MarketFilter): Promise<number> {
  const known: Remembered = remembered.get(db) ?? new Map()
  remembered.set(db, known)
  const key = JSON.stringify(filter)
  const now = clock.now().getTime()
  const last = known.get(key)
  if (last && last.until > now) return last.total
  const { total, rows } = await countMarket(db, filter)
  known.delete(key)
  if (rows > LARGE) known.set(key, { total, until: now + MARKET_TOTAL_SECONDS * 1000 })
  if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value as string)
  return total
}
