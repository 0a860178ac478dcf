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
  summary: 'Search domains for sale by meaning',
  description:
    'Returns up to five live listings that match the query: intent, partial names, typos, a TLD or a price limit. Irrelevant results are left out.',
  returns: 'The matching domains, best first.',
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
