// Search of names for sale: the engine proposes, the database disposes.
import type { SearchMatch, UnderstoodQuery } from '@freehold/search'
import type { Deps } from '../../../deps.ts'
import { MARKET_MATCHES_MAX, SEARCH_RESULTS_MAX } from '../../../kernel/limits.ts'
import { keywordPatterns } from '../rules.ts'
import type { Asker, PriceFilter, Sellable } from '../store/listings.ts'
import * as store from '../store/listings.ts'

export type Found = Sellable & { score: number; match: SearchMatch }
export type SearchResults = { mode: 'hybrid' | 'keyword'; results: Found[] }

/** Listings that plain matching reads. */
const KEYWORD_NEWEST = 100_000
/** Listings that came after the backlog was counted. */
const NEWEST_SPARE = 2000

/** More than are shown: some may be sold or reserved since the index last heard of them. */
const countCandidates = (most: number): number => Math.min(most * 5, MARKET_MATCHES_MAX)

export async function searchDomains(
  deps: Pick<Deps, 'db' | 'clock' | 'search'>,
  owner: Asker,
  q: string,
  filter: PriceFilter,
  most: number = SEARCH_RESULTS_MAX,
  isTyping = false,
): Promise<SearchResults> {
  const { engine, ready } = deps.search
  if (!engine || !ready.has(owner.environment))
    return { mode: 'keyword', results: await byKeyword(deps, owner, q, filter, most) }
  const { results, understood } = await engine.search({
    q,
    collection: owner.environment,
    limit: countCandidates(most),
    ...(isTyping ? { isTyping } : {}),
    ...(filter.tld === undefined ? {} : { tld: filter.tld }),
    ...(filter.minPriceCents === undefined ? {} : { minPriceCents: filter.minPriceCents }),
    ...(filter.maxPriceCents === undefined ? {} : { maxPriceCents: filter.maxPriceCents }),
  })
  const waiting = isTyping ? [] : await findWaiting(deps, owner, q, filter, most)
  if (results.length === 0) return { mode: 'hybrid', results: waiting }
  const rows = await store.findSellable(
    deps.db,
    owner,
    results.map(({ id }) => String(id)),
    filter,
    deps.clock.now(),
  )
  const byId = new Map(rows.map((row) => [row.id as string, row]))
  const found = results.flatMap(({ id, score, match }) => {
    const row = byId.get(String(id))
    return row !== undefined && meetsWish(understood, filter, row) ? [{ ...row, score, match }] : []
  })
  return { mode: 'hybrid', results: [...waiting, ...found].slice(0, most) }
}

/** At most this part of the results, so that a large import does not hide the rest of the inventory. */
const WAITING_SHARE_MAX = 0.5

/** Names with all words of the query that are not in the index yet. They are among the newest. */
async function findWaiting(
  deps: Pick<Deps, 'db' | 'clock' | 'search'>,
  owner: Asker,
  q: string,
  filter: PriceFilter,
  most: number,
): Promise<Found[]> {
  if (deps.search.waiting === 0) return []
  const patterns = keywordPatterns(q)
  const reading = {
    newest: Math.min(deps.search.waiting + NEWEST_SPARE, KEYWORD_NEWEST),
    unembedded: deps.search.embeddingVersion,
  }
  const found = await byKeyword(deps, owner, q, filter, Math.ceil(most * WAITING_SHARE_MAX), reading)
  return found.filter(({ match }) => match.terms.length === patterns.length)
}

/** A wish in the words ("under $2000") binds like a parameter, against the price of this instant; a parameter comes before it. */
function meetsWish(understood: UnderstoodQuery, filter: PriceFilter, { priceCents, currency }: Sellable): boolean {
  const { minPriceCents = understood.minPriceCents ?? 0, maxPriceCents = understood.maxPriceCents ?? priceCents } =
    filter
  const stated = filter.minPriceCents ?? filter.maxPriceCents
  const { min, max } = (stated === undefined && understood.priceLimits?.[currency]) || {
    min: minPriceCents,
    max: maxPriceCents,
  }
  return priceCents >= min && priceCents <= max
}

async function byKeyword(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Asker,
  q: string,
  filter: PriceFilter,
  most: number,
  reading: store.KeywordReading = { newest: KEYWORD_NEWEST },
): Promise<Found[]> {
  const patterns = keywordPatterns(q)
  if (patterns.length === 0) return []
  const rows = await store.searchByKeyword(deps.db, owner, patterns, filter, deps.clock.now(), most, reading)
  return rows.map(({ hits, ...row }) => {
    const keyword = hits.length / patterns.length
    const terms = hits.map((pattern) => pattern.slice(1, -1))
    const reason = `Name contains “${terms[0]?.slice(0, 40)}”`
    return { ...row, score: keyword, match: { keyword, semantic: 0, terms, reason } }
  })
}
