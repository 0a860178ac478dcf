// What everybody may ask of the search: domains of the market by their meaning, and suggestions while someone types.
import { defineRoute } from '../../http/define-route.ts'
import { CurrencyCode, Named, OneOf, PositiveCents, Strict, Type } from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import {
  MARKET_MATCHES_MAX,
  SEARCH_QUERY_LENGTH_MAX,
  SEARCH_QUERY_LENGTH_MIN,
  SEARCH_RESULTS_MAX,
  SUGGESTIONS_MAX,
} from '../../kernel/limits.ts'
import { parseTld } from '../../kernel/text/domain-name.ts'
import { facetFields, priceFields, readPriceRange, toFacets } from '../catalog/index.ts'
import { MATCH_SORTS } from './rules.ts'
import { searchMarket, suggestDomains } from './service/search-market.ts'

const Length = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 63, description }))

const matchFields = {
  domain: Type.String(),
  domain_unicode: Type.String(),
  tld: Type.String(),
  price_cents: PositiveCents(),
  currency: CurrencyCode(),
}

const search = defineRoute({
  id: 'market.search',
  area: 'public',
  method: 'GET',
  path: '/market/search',
  summary: 'Search domains for sale by meaning',
  description:
    `Returns live listings that match the query: intent, partial names, typos, a TLD or a price limit. Irrelevant results ` +
    `are left out. Returns the best ${SEARCH_RESULTS_MAX} matches, or as many as \`limit\` says, of up to ${MARKET_MATCHES_MAX}. ` +
    'With filters, each count in `facets` says how many matches the choice would show.',
  returns: 'The matching domains, best first.',
  query: Strict({
    q: Type.String({
      minLength: SEARCH_QUERY_LENGTH_MIN,
      maxLength: SEARCH_QUERY_LENGTH_MAX,
      examples: ['rent a car abroad'],
    }),
    tld: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only this TLD.', examples: ['com'] })),
    category: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'Only this category.', examples: ['finance'] }),
    ),
    ...priceFields,
    min_length: Length('Minimum length of the label.'),
    max_length: Length('Maximum length of the label.'),
    sort: Type.Optional(OneOf(MATCH_SORTS, { description: 'Sort order. Default `relevance`.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MARKET_MATCHES_MAX,
        default: SEARCH_RESULTS_MAX,
        description: `Number of matches to return. Default ${SEARCH_RESULTS_MAX}.`,
      }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MARKET_MATCHES_MAX, description: 'Number of matches to skip.' }),
    ),
  }),
  response: Strict({
    query: Type.String(),
    total: Type.Integer({ description: `Number of matches, at most ${MARKET_MATCHES_MAX}.` }),
    results: Type.Array(
      Named('MarketMatch', {
        ...matchFields,
        categories: Type.Array(Type.String()),
        url: Type.String({ format: 'uri', description: "URL of the domain's page." }),
        reason: Type.Optional(Type.String({ maxLength: 80, description: 'Why the domain matches, in words.' })),
      }),
      { maxItems: MARKET_MATCHES_MAX },
    ),
    facets: Strict(facetFields, { description: 'How many matches each choice of a filter would show.' }),
  }),
  reads: 'may_lag',
  revalidated: true,
  handle: async ({ deps }, { query }) => {
    const tld = query.tld === undefined ? undefined : parseTld(query.tld)
    if (tld === null) throw invalidField('tld', 'must be a TLD such as com or co.uk')
    const { category, min_length: minLength, max_length: maxLength } = query
    if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
      throw invalidField('min_length', 'must not be greater than max_length')
    const { offset = 0, limit = SEARCH_RESULTS_MAX, sort = 'relevance' } = query
    const filter = { tld, category, ...readPriceRange(query), minLength, maxLength }
    const { matches, counts } = await searchMarket(deps, query.q, filter, sort)
    return {
      query: query.q,
      total: matches.length,
      results: matches.slice(offset, offset + limit).map((row) => ({
        domain: row.domain,
        domain_unicode: row.domainUnicode,
        tld: row.tld,
        price_cents: row.priceCents,
        currency: row.currency as 'USD',
        categories: row.categories,
        url: `${deps.config.baseUrl}/domains/${row.domain}`,
        reason: row.match.reason,
      })),
      facets: toFacets(counts),
    }
  },
})

const suggestions = defineRoute({
  id: 'market.suggestions',
  area: 'public',
  method: 'GET',
  path: '/market/suggestions',
  summary: 'Suggest domains for sale',
  description:
    'For a search box, while someone types: domains for sale whose name starts with the text, then domains with a word that ' +
    'starts with it. If the last word is complete, domains that match the meaning follow. Prices can be up to 30 seconds old. ' +
    'A text of one character has no suggestions.',
  returns: 'The suggested domains.',
  limit: 'suggestions',
  query: Strict({ q: Type.String({ minLength: 1, maxLength: SEARCH_QUERY_LENGTH_MAX, examples: ['quick'] }) }),
  response: Strict({
    query: Type.String(),
    suggestions: Type.Array(
      Named('MarketSuggestion', {
        domain: Type.String(),
        domain_unicode: Type.String(),
        price_cents: PositiveCents(),
        currency: CurrencyCode(),
        match: OneOf(['name', 'meaning'], { description: '`name`: the domain contains the text or one of its words.' }),
      }),
      { maxItems: SUGGESTIONS_MAX, description: 'Suggested domains, best first.' },
    ),
  }),
  reads: 'may_lag',
  revalidated: true,
  handle: async ({ deps }, { query }) => {
    const found = await suggestDomains(deps, query.q)
    return {
      query: query.q,
      suggestions: found.map(({ domain, domainUnicode, priceCents, currency, match }) => ({
        domain,
        domain_unicode: domainUnicode,
        price_cents: priceCents,
        currency: currency as 'USD',
        match,
      })),
    }
  },
})

export const publicRoutes = [search, suggestions]
