// Search of names for sale: the engine proposes, the database disposes.
import type { SearchMatch } from '@freehold/search'
import type { Deps } from '../../../deps.ts'
import { MARKET_MATCHES_MAX, SEARCH_RESULTS_MAX } from '../../../kernel/limits.ts'
import { keywordPatterns } from '../rules.ts'
import type { Asker, PriceFilter, Sellable } from '../store/listings.ts'
import * as store from '../store/listings.ts'

export type Found = Sellable & { score: number; match: SearchMatch }
export type SearchResults = { mode: 'hybrid' | 'keyword'; results: Found[] }

/** More than are shown: some may be sold or reserved since the index last heard of them. */
const countCandidates = (most: number): number => Math.min(most * 5, MARKET_MATCHES_MAX)

export async function searchDomains(
  deps: Pick<Deps, 'db' | 'clock' | 'search'>,
  owner: Asker,
  q: string,
  filter: PriceFilter,
  most: number = SEARCH_RESULTS_MAX,
): Promise<SearchResults> {
  const { engine, ready } = deps.search
  if (!engine || !ready.has(owner.environment))
    return { mode: 'keyword', results: await byKeyword(deps, owner, q, filter, most) }
  const { results, understood } = await engine.search({
    q,
    collection: owner.environment,
    limit: countCandidates(most),
    ...(filter.tld === undefined ? {} : { tld: filter.tld }),
    ...(filter.minPriceCents === undefined ? {} : { minPriceCents: filter.minPriceCents }),
    ...(filter.maxPriceCents === undefined ? {} : { maxPriceCents: filter.maxPriceCents }),
  })
  if (results.length === 0) return { mode: 'hybrid', results: [] }
  // A wish in the words ("under $2000") binds like a parameter, against the price of this instant.
  const wished: PriceFilter = {
    tld: filter.tld,
    minPriceCents: filter.minPriceCents ?? understood.minPriceCents,
    maxPriceCents: filter.maxPriceCents ?? understood.maxPriceCents,
  }
  const rows = await store.findSellable(
    deps.db,
    owner,
    results.map(({ id }) => String(id)),
    wished,
    deps.clock.now(),
  )
  const byId = new Map(rows.map((row) => [row.id as string, row]))
  const found = results.flatMap(({ id, score, match }) => {
    const row = byId.get(String(id))
    return row ? [{ ...row, score, match }] : []
  })
  return { mode: 'hybrid', results: found.slice(0, most) }
}

async function byKeyword(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Asker,
  q: string,
  filter: PriceFilter,
  most: number,
): Promise<Found[]> {
  const patterns = keywordPatterns(q)
  if (patterns.length === 0) return []
  const rows = await store.searchByKeyword(deps.db, owner, patterns, filter, deps.clock.now(), most)
  return rows.map(({ hits, ...row }) => {
    const keyword = hits.length / patterns.length
    return {
      ...row,
      score: keyword,
      match: { keyword, semantic: 0, terms: hits.map((pattern) => pattern.slice(1, -1)) },
    }
  })
}
