// GET /domains/search.
import { defineRoute } from '../../http/define-route.ts'
import { CurrencyCode, Named, PositiveCents, Strict, Type } from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import {
  MONEY_CENTS_MAX,
  SEARCH_QUERY_LENGTH_MAX,
  SEARCH_QUERY_LENGTH_MIN,
  SEARCH_RESULTS_MAX,
} from '../../kernel/limits.ts'
import { parseTld } from '../../kernel/text/domain-name.ts'
import { roundScore } from './rules.ts'
import { searchDomains } from './service/search.ts'

const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

const search = defineRoute({
  id: 'domains.search',
  area: 'partner',
  method: 'GET',
  path: '/domains/search',
  scope: 'search',
  limit: 'partner_search',
  summary: 'Search domains for sale',
  description:
    'Returns up to five domains that match the meaning of the query. The search is hybrid (semantic and keyword). It ' +
    'understands intent ("rent a car abroad"), partial names, typos, a TLD ("ai startup .io"), a price limit ("under ' +
    '$2000"), a style ("one word", "without hyphens", "not .com") and several languages. Irrelevant results are left out. The header `X-Search-Mode` is `hybrid`, or `keyword` ' +
    'while the index is loading.',
  returns: 'The matching domains, best first.',
  query: Strict({
    q: Type.String({ minLength: SEARCH_QUERY_LENGTH_MIN, maxLength: SEARCH_QUERY_LENGTH_MAX }),
    tld: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only domains with this TLD.' })),
    min_price: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MONEY_CENTS_MAX, description: 'In minor units, inclusive.' }),
    ),
    max_price: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MONEY_CENTS_MAX, description: 'In minor units, inclusive.' }),
    ),
  }),
  response: Named('SearchAnswer', {
    query: Type.String(),
    count: Type.Integer({ minimum: 0, maximum: SEARCH_RESULTS_MAX }),
    results: Type.Array(
      Named('SearchResult', {
        domain: Type.String(),
        domain_unicode: Type.String(),
        tld: Type.String(),
        price_cents: PositiveCents(),
        currency: CurrencyCode(),
        available: Type.Literal(true),
        score: Share('Relevance. Comparable between queries.'),
        match: Strict({
          keyword: Share('Keyword score.'),
          semantic: Share('Semantic score.'),
          terms: Type.Array(Type.String(), { description: 'Matched terms, normalized.' }),
          reason: Type.Optional(
            Type.String({
              maxLength: 80,
              description: 'Why the domain matches, in words.',
              examples: ['Name contains “coffee”'],
            }),
          ),
        }),
      }),
      { maxItems: SEARCH_RESULTS_MAX },
    ),
  }),
  handle: async ({ deps, caller, reply }, { query }) => {
    const { min_price: minPriceCents, max_price: maxPriceCents } = query
    if (minPriceCents !== undefined && maxPriceCents !== undefined && minPriceCents > maxPriceCents)
      throw invalidField('min_price', 'must not be greater than max_price')
    const { mode, results } = await searchDomains(deps, caller, query.q, {
      tld: readTld(query.tld, caller.environment === 'sandbox'),
      minPriceCents,
      maxPriceCents,
    })
    reply.header('x-search-mode', mode)
    return {
      query: query.q,
      count: results.length,
      results: results.map((row) => ({
        domain: row.domain,
        domain_unicode: row.domainUnicode,
        tld: row.tld,
        price_cents: row.priceCents,
        currency: row.currency as 'USD',
        available: true as const,
        score: roundScore(row.score),
        match: {
          keyword: roundScore(row.match.keyword),
          semantic: roundScore(row.match.semantic),
          terms: row.match.terms,
          reason: row.match.reason,
        },
      })),
    }
  },
})

/** `.io`, `IO` and `co.uk` are understood; the sandbox has `.test` too. */
function readTld(text: string | undefined, sandbox: boolean): string | undefined {
  if (text === undefined) return undefined
  const plain = text.trim().toLowerCase().replace(/^\./, '')
  const tld = sandbox && plain === 'test' ? 'test' : parseTld(text)
  if (tld === null) throw invalidField('tld', 'must be a TLD such as com or co.uk')
  return tld
}

export const partnerRoutes = [search]
