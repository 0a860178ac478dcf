// How the public market looks on the wire: what may be asked, and what is answered.
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
} from '../../../http/schema.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { MARKET_FACETS_MAX, MARKET_OFFSET_MAX, MONEY_CENTS_MAX } from '../../../kernel/limits.ts'
import { STANDINGS } from '../rules.ts'
import type { Choices } from '../service/read-market.ts'
import type { Listing } from '../store/listings.ts'
import { MARKET_SORTS } from '../store/market.ts'

const Price = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MONEY_CENTS_MAX, description }))
const Length = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 63, description }))

/** Clients and models guess the short names; both are accepted. */
export const priceFields = {
  min_price: Price('Minimum price, in minor units.'),
  max_price: Price('Maximum price, in minor units.'),
  min: Price('Alias of `min_price`.'),
  max: Price('Alias of `max_price`.'),
}

type PriceQuery = { min_price?: number; max_price?: number; min?: number; max?: number }

function readAlias(query: PriceQuery, name: 'min' | 'max'): number | undefined {
  const [long, short] = [query[`${name}_price`], query[name]]
  if (long !== undefined && short !== undefined && long !== short)
    throw invalidField(name, `must equal ${name}_price. Send only ${name}_price.`)
  return long ?? short
}

/** The price range of a query, under either name. */
export function readPriceRange(query: PriceQuery): { minPrice: number | undefined; maxPrice: number | undefined } {
  const range = { minPrice: readAlias(query, 'min'), maxPrice: readAlias(query, 'max') }
  if (range.minPrice !== undefined && range.maxPrice !== undefined && range.minPrice > range.maxPrice)
    throw invalidField('min_price', 'must not be greater than max_price')
  return range
}

const filterFields = {
  tld: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only this TLD.', examples: ['com'] })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 63, description: 'Text contained in the label (the part before the TLD).' }),
  ),
  ...priceFields,
  min_length: Length('Minimum length of the label.'),
  max_length: Length('Maximum length of the label.'),
  category: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'Only this category.', examples: ['finance'] }),
  ),
}

/** Which listings to count; every field as for the list. */
export const MarketFilterQuery = Strict(filterFields)

export const MarketQuery = Strict({
  ...filterFields,
  sort: Type.Optional(OneOf(MARKET_SORTS, { description: 'Sort order. Default `newest`.' })),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MARKET_OFFSET_MAX,
      description: 'Number of rows to skip. Cannot be combined with `cursor`.',
    }),
  ),
  ...pageQuery,
})

const itemFields = {
  id: IdText('lst_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  tld: Type.String(),
  price_cents: PositiveCents(),
  currency: CurrencyCode(),
  categories: Type.Array(Type.String()),
  listed_at: Timestamp(),
  url: Type.String({ format: 'uri', description: "URL of the domain's page." }),
}
const MarketItem = Named('MarketItem', itemFields)

export const MarketNameView = Named('MarketName', {
  ...itemFields,
  description: Nullable(Type.String()),
  accepts_offers: Type.Boolean({ description: 'True if you can make an offer below the price.' }),
  status: OneOf(STANDINGS, {
    description: '`reserved`: someone else is buying it, or has an accepted offer. Try again later.',
  }),
})

export const MarketView = Named('MarketPage', {
  items: Type.Array(MarketItem),
  page: Strict({
    limit: Type.Integer(),
    offset: Nullable(Type.Integer({ description: 'Rows skipped. Null with a cursor.' })),
    total: Type.Integer({
      description:
        'Number of matches. With a cursor, the number when paging started. Up to 30 seconds old in a large inventory.',
    }),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  }),
})

export const toMarketItem = (listing: Listing, baseUrl: string): Static<typeof MarketItem> => ({
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

const count = { count: Type.Integer({ description: 'Number of domains for sale with this choice.' }) }

/** The choices of the market's filters, in the list of the market and of a search. */
export const facetFields = {
  tlds: Type.Array(Named('TldFacet', { tld: Type.String(), ...count }), {
    description: `The ${MARKET_FACETS_MAX} TLDs with the most domains, largest first.`,
  }),
  categories: Type.Array(
    Named('CategoryFacet', { category: Type.String({ description: 'The category.' }), ...count }),
    {
      description: `The ${MARKET_FACETS_MAX} categories with the most domains, largest first.`,
    },
  ),
  lengths: Type.Array(
    Named('LengthFacet', { max_length: Type.Integer({ description: 'Maximum length of the label.' }), ...count }),
    {
      description: 'Lengths of the label, shortest first. Each includes the shorter ones.',
    },
  ),
  prices: Type.Array(
    Named('PriceFacet', {
      min_price_cents: Type.Integer({ description: 'Lowest price, inclusive, in minor units.' }),
      max_price_cents: Nullable(Type.Integer({ description: 'Highest price, inclusive. Null: no limit.' })),
      ...count,
    }),
    { description: 'Price ranges, lowest first.' },
  ),
}

export const MarketFacetsView = Named('MarketFacets', {
  total: Type.Integer({
    description: 'Number of domains for sale. Counts may be up to five minutes old in a large inventory.',
  }),
  ...facetFields,
})

type FacetCounts = Pick<Choices, 'tlds' | 'categories' | 'lengths' | 'prices'>

export const toFacets = ({ tlds, categories, lengths, prices }: FacetCounts) => ({
  tlds: tlds.slice(0, MARKET_FACETS_MAX).map(({ tld, count: domains }) => ({ tld, count: domains })),
  categories: categories
    .slice(0, MARKET_FACETS_MAX)
    .map(({ category, count: domains }) => ({ category, count: domains })),
  lengths: lengths.map(({ maxLength, count: domains }) => ({ max_length: maxLength, count: domains })),
  prices: prices.map(({ minCents, maxCents, count: domains }) => ({
    min_price_cents: minCents,
    max_price_cents: maxCents,
    count: domains,
  })),
})
