// What everybody may ask of the search: names of the market by their meaning.
import { defineRoute } from '../../http/define-route.ts'
import { CurrencyCode, Named, PositiveCents, Strict, Type } from '../../http/schema.ts'
import { SEARCH_QUERY_LENGTH_MAX, SEARCH_QUERY_LENGTH_MIN, SEARCH_RESULTS_MAX } from '../../kernel/limits.ts'
import { searchDomains } from './service/search.ts'

const EVERYBODY = { partnerId: null, environment: 'live' } as const
const NO_FILTER = { tld: undefined, minPriceCents: undefined, maxPriceCents: undefined }

const search = defineRoute({
  id: 'market.search',
  area: 'public',
  method: 'GET',
  path: '/market/search',
  summary: 'Up to five names of the market that mean what was asked.',
  description:
    'The search of the partners over the live inventory: intent, half names, typos, wishes for an ending or a price. What is not relevant is not answered.',
  query: Strict({
    q: Type.String({
      minLength: SEARCH_QUERY_LENGTH_MIN,
      maxLength: SEARCH_QUERY_LENGTH_MAX,
      examples: ['rent a car abroad'],
    }),
  }),
  response: Strict({
    query: Type.String(),
    results: Type.Array(
      Named('MarketMatch', {
        domain: Type.String(),
        domain_unicode: Type.String(),
        tld: Type.String(),
        price_cents: PositiveCents(),
        currency: CurrencyCode(),
      }),
      { maxItems: SEARCH_RESULTS_MAX },
    ),
  }),
  handle: async ({ deps }, { query }) => {
    const { results } = await searchDomains(deps, EVERYBODY, query.q, NO_FILTER)
    return {
      query: query.q,
      results: results.map((row) => ({
        domain: row.domain,
        domain_unicode: row.domainUnicode,
        tld: row.tld,
        price_cents: row.priceCents,
        currency: row.currency as 'USD',
      })),
    }
  },
})

export const publicRoutes = [search]
