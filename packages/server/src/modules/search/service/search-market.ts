// Search of the market with filters, and suggestions while someone types.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import {
  MARKET_MATCHES_MAX,
  SEARCH_QUERY_LENGTH_MIN,
  SUGGESTIONS_MAX,
  SUGGESTIONS_SECONDS,
} from '../../../kernel/limits.ts'
import { trimToHost } from '../../../kernel/text/domain-input.ts'
import { findByPrefix } from '../../catalog/index.ts'
import { countMatches, filterMatches, type MatchFilter, type MatchSort, sortMatches } from '../rules.ts'
import type { PriceFilter } from '../store/listings.ts'
import { type Found, searchDomains } from './search.ts'

const EVERYBODY = { partnerId: null, environment: 'live' } as const
const NO_FILTER: PriceFilter = { tld: undefined, minPriceCents: undefined, maxPriceCents: undefined }

type Asking = Pick<Deps, 'config' | 'db' | 'primary' | 'clock' | 'search' | 'metrics'>

export type Matches = { matches: Found[]; counts: ReturnType<typeof countMatches> }

/**
 * The best matches of a query that the filter leaves. If there were more matches than are read, or the filter leaves none of the
 * best, the best of those that fit are read, too. Counts are of all that were read, so every choice shows what it promises.
 */
export async function searchMarket(deps: Asking, q: string, filter: MatchFilter, sort: MatchSort): Promise<Matches> {
  const { tld, minPrice, maxPrice } = filter
  const isNarrow = tld !== undefined || minPrice !== undefined || maxPrice !== undefined
  const best = await searchDomains(deps, EVERYBODY, q, NO_FILTER, MARKET_MATCHES_MAX)
  const readsMore = isNarrow && (!best.isComplete || filterMatches(best.results, filter).length === 0)
  const narrow: PriceFilter = { tld, minPriceCents: minPrice, maxPriceCents: maxPrice }
  const more = readsMore ? await searchDomains(deps, EVERYBODY, q, narrow, MARKET_MATCHES_MAX) : null
  // Of equal scores, each search knows the order: that of the narrow one counts where there is one.
  const known = new Set(more?.results.map(({ id }) => id))
  const all = [...(more?.results ?? []), ...best.results.filter(({ id }) => !known.has(id))].sort(
    (a, b) => b.score - a.score,
  )
  const matches = sortMatches(filterMatches(all, filter), sort).slice(0, MARKET_MATCHES_MAX)
  return { matches, counts: countMatches(all, filter) }
}

export type Suggestion = {
  domain: string
  domainUnicode: string
  priceCents: number
  currency: string
  match: 'name' | 'meaning'
}

/** Names that start with the text leave room for those that mean it. */
const NAMES_MAX = 5

const WORD_LENGTH_MIN = 3

/** A name with one of the words needs no reason beside it. */
const hasText = (name: string, written: string, text: string): boolean =>
  [written, ...text.split(' ').filter((word) => word.length >= WORD_LENGTH_MIN)].some((part) => name.includes(part))

async function readSuggestions(deps: Asking, text: string): Promise<Suggestion[]> {
  const written = trimToHost(text)
    .replace(/^www\./, '')
    .replace(/\s+/g, '')
  const [names, meant] = await Promise.all([
    findByPrefix(deps.db, written, NAMES_MAX),
    searchDomains(deps, EVERYBODY, text, NO_FILTER, SUGGESTIONS_MAX, true),
  ])
  const known = new Set(names.map(({ domain }) => domain))
  const found = [...names, ...meant.results.filter(({ domain }) => !known.has(domain))].map((one): Suggestion => {
    const { domain, domainUnicode, priceCents, currency } = one
    const isNamed = hasText(`${domainUnicode} ${domain}`, written, text)
    return { domain, domainUnicode, priceCents, currency, match: isNamed ? 'name' : 'meaning' }
  })
  const pick = (kind: Suggestion['match']) => found.filter(({ match }) => match === kind)
  return [...pick('name'), ...pick('meaning')].slice(0, SUGGESTIONS_MAX)
}

type Remembered = Map<string, { found: Promise<Suggestion[]>; until: number }>
const REMEMBERED_MAX = 1000
const remembered = new WeakMap<Db, Remembered>()

/** Many people type the same beginnings: each is looked up once in a while, also when several ask at the same time. */
export async function suggestDomains(deps: Asking, q: string): Promise<Suggestion[]> {
  const text = q.trim().toLowerCase().normalize('NFC').replace(/\s+/g, ' ')
  if (text.length < SEARCH_QUERY_LENGTH_MIN) return []
  const known: Remembered = remembered.get(deps.db) ?? new Map()
  remembered.set(deps.db, known)
  const now = deps.clock.now().getTime()
  const last = known.get(text)
  if (last && last.until > now) return last.found
  const found = readSuggestions(deps, text)
  known.delete(text)
  known.set(text, { found, until: now + SUGGESTIONS_SECONDS * 1000 })
  if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value as string)
  found.catch(() => known.delete(text))
  return found
}
