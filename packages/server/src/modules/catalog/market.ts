// The public market: what is for sale, page by page. The route, the batch and the tools of agents ask it here.
import type { Deps } from '../../deps.ts'
import { decodeCursor, encodeCursor, pageLimit } from '../../http/pagination.ts'
import {
  CurrencyCode,
  IdText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  pageQuery,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { parseTld } from '../../kernel/domain-name.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { MARKET_FACETS_MAX, MARKET_OFFSET_MAX, MONEY_CENTS_MAX } from '../../kernel/limits.ts'
import { listMarket, MARKET_SORTS, type MarketFilter, type MarketStart } from './market-store.ts'
import { endingsOf, totalOf } from './market-totals.ts'
import { STANDINGS, standingOf } from './rules.ts'
import { findDomain, readDomain } from './service.ts'
import type { Listing } from './store.ts'

const Price = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MONEY_CENTS_MAX, description }))
const Length = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 63, description }))

export const MarketQuery = Strict({
  tld: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Only this ending.', examples: ['com'] }),
  ),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 63, description: 'A part of the label.' })),
  min_price: Price('Least price, in minor units.'),
  max_price: Price('Highest price, in minor units.'),
  min_length: Length('Least characters of the label.'),
  max_length: Length('Most characters of the label.'),
  sort: Type.Optional(OneOf(MARKET_SORTS, { description: '`newest` when absent.' })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MARKET_OFFSET_MAX, description: 'So many rows are passed over; or a cursor.' }),
  ),
  ...pageQuery,
})

const itemMembers = {
  id: IdText('lst_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  tld: Type.String(),
  price_cents: PositiveCents(),
  currency: CurrencyCode(),
  categories: Type.Array(Type.String()),
  listed_at: Timestamp(),
  url: Type.String({ format: 'uri', description: 'The page of the name.' }),
}
const MarketItem = Named('MarketItem', itemMembers)

export const MarketNameView = Named('MarketName', {
  ...itemMembers,
  description: Nullable(Type.String()),
  status: OneOf(STANDINGS, { description: '`reserved`: someone else is buying it. Try again in a few minutes.' }),
})

export const MarketView = Named('MarketPage', {
  items: Type.Array(MarketItem),
  page: Strict({
    limit: Type.Integer(),
    offset: Nullable(Type.Integer({ description: 'Null on a page that a cursor asked for.' })),
    total: Type.Integer({
      description:
        'How many match; on a walk by cursor, how many did when it began. In a large inventory it may be half a minute old.',
    }),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  }),
})

function filterOf(query: Static<typeof MarketQuery>): MarketFilter {
  const { q, min_price, max_price, min_length, max_length } = query
  const tld = query.tld === undefined ? undefined : parseTld(query.tld)
  if (tld === null) throw invalidField('tld', 'is not an ending such as com or co.uk')
  if (min_price !== undefined && max_price !== undefined && min_price > max_price)
    throw invalidField('min_price', 'must not be above max_price')
  if (min_length !== undefined && max_length !== undefined && min_length > max_length)
    throw invalidField('min_length', 'must not be above max_length')
  return {
    tld,
    q: q?.trim().toLowerCase().normalize('NFC') || undefined,
    minPrice: min_price,
    maxPrice: max_price,
    minLength: min_length,
    maxLength: max_length,
  }
}

const itemOf = (listing: Listing, baseUrl: string): Static<typeof MarketItem> => ({
  id: listing.id,
  domain: listing.domain,
  domain_unicode: listing.domainUnicode,
  tld: listing.tld,
  price_cents: listing.priceCents,
  currency: listing.currency as 'USD',
  categories: listing.categories,
  listed_at: isoTime(listing.listedAt),
  url: `${baseUrl}/domains/${listing.domain}`,
})

/** A cursor carries the total of its walk's first page: counting a million rows once is enough. */
export async function marketListings(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  query: Static<typeof MarketQuery>,
): Promise<Static<typeof MarketView>> {
  if (query.cursor !== undefined && query.offset !== undefined)
    throw invalidField('offset', 'cannot be given together with a cursor')
  const filter = filterOf(query)
  const { sort = 'newest' } = query
  const limit = pageLimit(query.limit)
  const asked = { list: 'market', sort, ...filter }
  const key = decodeCursor(query.cursor, asked, ['number', 'string', 'number'])
  const start: MarketStart = key ? { after: { price: key[0], id: key[1] } } : { offset: query.offset ?? 0 }
  const [rows, total] = await Promise.all([
    listMarket(db, filter, sort, start, limit + 1),
    key ? key[2] : totalOf({ db, clock }, filter),
  ])
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  const hasMore = rows.length > limit
  return {
    items: kept.map((listing) => itemOf(listing, config.baseUrl)),
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
export async function marketName(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: string,
): Promise<Static<typeof MarketNameView>> {
  const { domain } = readDomain(name, 'live', 'name')
  const listing = await findDomain(db, 'live', domain)
  if (!listing) throw notFound(`${domain} is not listed here.`)
  return {
    ...itemOf(listing, config.baseUrl),
    description: listing.description,
    status: standingOf(listing, clock.now()),
  }
}

export const MarketFacetsView = Named('MarketFacets', {
  total: Type.Integer({ description: 'Names for sale. In a large inventory the counts may be five minutes old.' }),
  tlds: Type.Array(Strict({ tld: Type.String(), count: Type.Integer() }), {
    description: `The ${MARKET_FACETS_MAX} endings with the most names, the largest first.`,
  }),
})

export async function marketFacets(deps: Pick<Deps, 'db' | 'clock'>): Promise<Static<typeof MarketFacetsView>> {
  const endings = await endingsOf(deps)
  return {
    total: endings.reduce((sum, { count }) => sum + count, 0),
    tlds: endings.slice(0, MARKET_FACETS_MAX).map(({ tld, count }) => ({ tld, count })),
  }
}
