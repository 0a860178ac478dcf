// What everybody may read of the catalogue: the market.
import { defineRoute } from '../../http/define-route.ts'
import { DomainText, Strict } from '../../http/schema.ts'
import {
  MarketFacetsView,
  MarketNameView,
  MarketQuery,
  MarketView,
  marketFacets,
  marketListings,
  marketName,
} from './market.ts'

const listings = defineRoute({
  id: 'market.listings',
  area: 'public',
  method: 'GET',
  path: '/market/listings',
  summary: 'Names for sale.',
  description:
    'Follow `page.next_cursor`: each listing is shown once, whatever comes and goes meanwhile. Or skip by `offset`.',
  query: MarketQuery,
  response: MarketView,
  handle: ({ deps }, { query }) => marketListings(deps, query),
})

const listing = defineRoute({
  id: 'market.listing',
  area: 'public',
  method: 'GET',
  path: '/market/listings/{name}',
  summary: 'One name of the market; a sold one is shown as `sold`.',
  params: Strict({ name: DomainText() }),
  response: MarketNameView,
  errors: ['not_found'],
  handle: ({ deps }, { params }) => marketName(deps, params.name),
})

const facets = defineRoute({
  id: 'market.facets',
  area: 'public',
  method: 'GET',
  path: '/market/facets',
  summary: 'How many names are for sale, and under which endings.',
  response: MarketFacetsView,
  handle: ({ deps }) => marketFacets(deps),
})

export const publicRoutes = [listings, listing, facets]
