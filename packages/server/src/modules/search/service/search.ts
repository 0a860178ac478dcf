// Search of names for sale: the engine proposes, the database disposes.
import type { SearchMatch, SearchQuery, SearchResponse, UnderstoodQuery } from '@freehold/search'
import type { Deps } from '../../../deps.ts'
import { SearchUnavailable } from '../../../kernel/contracts/search-protocol.ts'
import { MARKET_MATCHES_MAX, SEARCH_RESULTS_MAX } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { explainKeyword, keywordWords, listTrigrams, parseQueriedDomain } from '../rules.ts'
import type { Asker, PriceFilter, Sellable } from '../store/listings.ts'
import * as store from '../store/listings.ts'

export type Found = Sellable & { score: number; match: SearchMatch }
/** `isComplete`: no match was left out because there were too many. */
export type SearchResults = { mode: 'hybrid' | 'keyword'; results: Found[]; isComplete: boolean }

/** Listings that plain matching reads, newest first. */
const KEYWORD_NEWEST = 100_000
/** Of listings that wait in an environment and have a word in common. More would take long to read, and a query of two words has fewer. */
const WAITING_MOST = 10_000

/** More than are shown: some may be sold or reserved since the index last heard of them. */
const countCandidates = (most: number): number => Math.min(most * 5, MARKET_MATCHES_MAX)

type Asking = Pick<Deps, 'config' | 'db' | 'primary' | 'clock' | 'search' | 'metrics'>

/** Null: the engine cannot search now. */
export async function askEngine(
  deps: Asking,
  query: SearchQuery & { collection: Environment },
): Promise<SearchResponse | null> {
  const { engine, ready } = deps.search
  if (!engine || !ready.has(query.collection)) {
    if (deps.config.searchUrls.length > 0) deps.metrics.searchFallbacks.inc({ reason: 'unavailable' })
    return null
  }
  try {
    return await engine.search(query)
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error
    deps.metrics.searchFallbacks.inc({ reason: error.reason })
    return null
  }
}

export async function searchDomains(
  deps: Asking,
  owner: Asker,
  q: string,
  filter: PriceFilter,
  most: number = SEARCH_RESULTS_MAX,
  isTyping = false,
): Promise<SearchResults> {
  const [answer, named, waiting] = await Promise.all([
    askEngine(deps, {
      q,
      collection: owner.environment,
      limit: countCandidates(most),
      ...(isTyping ? { isTyping } : {}),
      ...(filter.tld === undefined ? {} : { tld: filter.tld }),
      ...(filter.minPriceCents === undefined ? {} : { minPriceCents: filter.minPriceCents }),
      ...(filter.maxPriceCents === undefined ? {} : { maxPriceCents: filter.maxPriceCents }),
    }),
    isTyping ? [] : findNamed(deps, owner, q, filter),
    isTyping ? [] : findWaiting(deps, owner, q, filter, most),
  ])
  // Without the index every key would read the whole inventory.
  if (answer === null && isTyping) return { mode: 'keyword', results: [], isComplete: false }
  const mode = answer === null ? 'keyword' : 'hybrid'
  const found =
    answer === null
      ? await byKeyword(deps, owner, keywordWords(q), filter, most)
      : await findSellable(deps, owner, answer, filter)
  const joined = joinFound(named, waiting, found)
  const results = joined.slice(0, most)
  // Half a word means nothing yet, and suggestions know the names that begin with it.
  if (results.length === 0 && answer !== null && !isTyping) return searchDomains(deps, owner, q, filter, most, true)
  const read = answer?.results ?? found
  const isComplete = read.length < (answer === null ? most : countCandidates(most)) && joined.length <= most
  return { mode, results, isComplete }
}

/**
 * The domain that the query names, then names that wait, then the rest; each once. The named one is first also when the index has it:
 * names of the same import that wait have the words of the query, too.
 */
function joinFound(named: readonly Found[], waiting: readonly Found[], found: readonly Found[]): Found[] {
  const ranked = new Map(found.map((one) => [one.id, one]))
  const exact = named.map((one) => ({ ...(ranked.get(one.id) ?? one), score: one.score }))
  const isOther = ({ id }: Found) => !exact.some((one) => one.id === id)
  const fresh = waiting.filter((one) => isOther(one) && !ranked.has(one.id))
  return [...exact, ...fresh, ...found.filter(isOther)]
}

/** Of what the engine proposed, what the caller could buy this instant. */
async function findSellable(
  deps: Asking,
  owner: Asker,
  { results, understood }: SearchResponse,
  filter: PriceFilter,
): Promise<Found[]> {
  if (results.length === 0) return []
  const ids = results.map(({ id }) => String(id))
  const rows = await store.findSellable(deps.db, owner, ids, filter, deps.clock.now())
  const byId = new Map(rows.map((row) => [row.id as string, row]))
  return results.flatMap(({ id, score, match }) => {
    const row = byId.get(String(id))
    return row !== undefined && meetsWish(understood, filter, row) ? [{ ...row, score, match }] : []
  })
}

/** A query that is a domain finds it, however far the index and a replica have come. */
async function findNamed(deps: Asking, owner: Asker, q: string, filter: PriceFilter): Promise<Found[]> {
  const domain = parseQueriedDomain(q, owner.environment)
  if (domain === null) return []
  const row = await store.findDomain(deps.primary, owner, domain, filter, deps.clock.now())
  if (!row) return []
  const reason = `Name contains “${row.domainUnicode.slice(0, 40)}”`
  return [{ ...row, score: 1, match: { keyword: 1, semantic: 0, terms: [row.domainUnicode], reason } }]
}

/** At most this part of the results, so that a large import does not hide the rest of the inventory. */
const WAITING_SHARE_MAX = 0.5

/** Names with all words of the query that are not in the index yet. A replica may not have them yet either. */
async function findWaiting(deps: Asking, owner: Asker, q: string, filter: PriceFilter, most: number): Promise<Found[]> {
  if (deps.search.engine === null) return []
  const words = keywordWords(q)
  const trigrams = listTrigrams(words)
  const reading = {
    // A query without a word of three letters cannot be looked up: the newest are read.
    most: trigrams.length > 0 ? WAITING_MOST : KEYWORD_NEWEST,
    leastHits: words.length,
    waiting: { version: deps.search.embeddingVersion, trigrams },
  }
  const own = { ...deps, db: deps.primary }
  return byKeyword(own, owner, words, filter, Math.ceil(most * WAITING_SHARE_MAX), reading)
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
  deps: Asking,
  owner: Asker,
  words: readonly string[],
  filter: PriceFilter,
  most: number,
  reading: store.KeywordReading = { most: KEYWORD_NEWEST, leastHits: 1 },
): Promise<Found[]> {
  if (words.length === 0) return []
  const rows = await store.searchByKeyword(deps.db, owner, words, filter, deps.clock.now(), most, reading)
  return rows.map(({ hits, ...row }) => {
    const keyword = hits.length / words.length
    const reason = explainKeyword(row.domain, hits)
    return { ...row, score: keyword, match: { keyword, semantic: 0, terms: hits, reason } }
  })
}
