// What everybody may read of the catalogue: the market.
import { defineRoute } from '../../http/define-route.ts'
import { MarketQuery, MarketView, marketListings } from './market.ts'

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

export const publicRoutes = [listings]
