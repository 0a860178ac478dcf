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
import { MARKET_FACETS_MAX, MARKET_OFFSET_MAX, MONEY_CENTS_MAX } from '../../../kernel/limits.ts'
import { STANDINGS } from '../rules.ts'
import type { Listing } from '../store/listings.ts'
import { MARKET_SORTS } from '../store/market.ts'

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

export const itemOf = (listing: Listing, baseUrl: string): Static<typeof MarketItem> => ({
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

export const MarketFacetsView = Named('MarketFacets', {
  total: Type.Integer({ description: 'Names for sale. In a large inventory the counts may be five minutes old.' }),
  tlds: Type.Array(Strict({ tld: Type.String(), count: Type.Integer() }), {
    description: `The ${MARKET_FACETS_MAX} endings with the most names, the largest first.`,
  }),
})
