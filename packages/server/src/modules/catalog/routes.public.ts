// What everybody may read of the catalogue: the market.

import type { Deps } from '../../deps.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, encodeCursor, pageLimit } from '../../http/pagination.ts'
import { DomainText, type Static, Strict } from '../../http/schema.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { parseTld } from '../../kernel/text/domain-name.ts'
import { getStanding } from './rules.ts'
import { findDomain, readDomain } from './service/list.ts'
import { countChoices, countTotal } from './service/read-market.ts'
import { listMarket, type MarketFilter, type MarketStart } from './store/market.ts'
import {
  MarketFacetsView,
  MarketFilterQuery,
  MarketNameView,
  MarketQuery,
  MarketView,
  readPriceRange,
  toFacets,
  toMarketItem,
} from './views/market.ts'

function toMarketFilter(query: Static<typeof MarketFilterQuery>): MarketFilter {
  const { q, min_length, max_length, category } = query
  const tld = query.tld === undefined ? undefined : parseTld(query.tld)
  if (tld === null) throw invalidField('tld', 'must be a TLD such as com or co.uk')
  if (min_length !== undefined && max_length !== undefined && min_length > max_length)
    throw invalidField('min_length', 'must not be greater than max_length')
  return {
    tld,
    q: q?.trim().toLowerCase().normalize('NFC') || undefined,
    ...readPriceRange(query),
    minLength: min_length,
    maxLength: max_length,
    category,
  }
}

/** A cursor carries the total of its walk's first page: counting a million rows once is enough. */
async function marketListings(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  query: Static<typeof MarketQuery>,
): Promise<Static<typeof MarketView>> {
  if (query.cursor !== undefined && query.offset !== undefined)
    throw invalidField('offset', 'cannot be combined with cursor')
  const filter = toMarketFilter(query)
  const { sort = 'newest' } = query
  const limit = pageLimit(query.limit)
  const asked = { list: 'market', sort, ...filter }
  const key = decodeCursor(query.cursor, asked, ['number', 'string', 'number'])
  const start: MarketStart = key ? { after: { price: key[0], id: key[1] } } : { offset: query.offset ?? 0 }
  const [rows, total] = await Promise.all([
    listMarket(db, filter, sort, start, limit + 1),
    key ? key[2] : countTotal({ db, clock }, filter),
  ])
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  const hasMore = rows.length > limit
  return {
    items: kept.map((listing) => toMarketItem(listing, config.baseUrl)),
    page: {
      limit,
      offset: key ? null : (query.offset ?? 0),
      total,
      has_more: hasMore,
      next_cursor: hasMore && last ? encodeCursor(asked, [last.priceCents, last.id, total]) : null,
    },
  }
}

/** One name, whether or not it is still for sale. */
async function marketName(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: string,
): Promise<Static<typeof MarketNameView>> {
  const { domain } = readDomain(name, 'live', 'name')
  const listing = await findDomain(db, 'live', domain)
  if (!listing) throw notFound(`${domain} is not listed on this marketplace.`)
  return {
    ...toMarketItem(listing, config.baseUrl),
    description: listing.description,
    accepts_offers: listing.acceptsOffers,
    status: getStanding(listing, clock.now()),
  }
}

async function marketFacets(
  deps: Pick<Deps, 'db' | 'clock'>,
  query: Static<typeof MarketFilterQuery>,
): Promise<Static<typeof MarketFacetsView>> {
  const choices = await countChoices(deps, toMarketFilter(query))
  return { total: choices.total, ...toFacets(choices) }
}

const listings = defineRoute({
  id: 'market.listings',
  area: 'public',
  method: 'GET',
  path: '/market/listings',
  summary: 'List domains for sale',
  description: 'Follow `page.next_cursor` to see each listing once while listings change, or page with `offset`.',
  returns: 'A page of domains for sale.',
  query: MarketQuery,
  response: MarketView,
  reads: 'may_lag',
  revalidated: true,
  handle: ({ deps }, { query }) => marketListings(deps, query),
})

const listing = defineRoute({
  id: 'market.listing',
  area: 'public',
  method: 'GET',
  path: '/market/listings/{name}',
  summary: 'Get a domain for sale',
  description: 'A sold domain has status `sold`. 404 if the domain was never listed.',
  returns: 'The domain.',
  params: Strict({ name: DomainText() }),
  response: MarketNameView,
  errors: ['not_found'],
  revalidated: true,
  handle: ({ deps }, { params }) => marketName(deps, params.name),
})

const facets = defineRoute({
  id: 'market.facets',
  area: 'public',
  method: 'GET',
  path: '/market/facets',
  summary: 'Count domains for sale',
  description:
    'Returns the number of domains for sale in total, and by TLD, category, length and price. With filters, each count ' +
    'says how many domains the choice would show: the filter that the choice replaces is left out.',
  returns: 'The counts.',
  query: MarketFilterQuery,
  response: MarketFacetsView,
  reads: 'may_lag',
  revalidated: true,
  handle: ({ deps }, { query }) => marketFacets(deps, query),
})

export const publicRoutes = [listings, listing, facets]
