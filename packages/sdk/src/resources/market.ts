// The market, as visitors see it.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'
import { Offers } from './offers.ts'

type MarketSearch = Filter<'GET /api/market/search'>

export class MarketBrokerage extends Resource {
  eligibility(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/market/brokerage/eligibility', { query: { domain } }, options)
  }

  /** Asks the marketplace to contact the owner of a domain. */
  open(input: Body<'POST /api/market/brokerage'>, options?: CallOptions) {
    return this.api.call('POST /api/market/brokerage', { body: input }, options)
  }
}

export class Market extends Resource {
  readonly offers = new Offers(this.api)
  readonly brokerage = new MarketBrokerage(this.api)

  /** Domains for sale. Iterate it to get every listing once. */
  listings(query?: Filter<'GET /api/market/listings'>, options?: CallOptions) {
    return this.api.walk('GET /api/market/listings', 'cursor', { query }, options, (page) => page.items)
  }

  /** One listing. A sold domain has the status `sold`. */
  listing(name: string, options?: CallOptions) {
    return this.api.call('GET /api/market/listings/{name}', { params: { name } }, options)
  }

  /** The number of domains for sale, by TLD, category, length and price. */
  facets(query?: Filter<'GET /api/market/facets'>, options?: CallOptions) {
    return this.api.call('GET /api/market/facets', { query }, options)
  }

  /** Domains that match the query by meaning, five unless `limit` says otherwise. Filters go beside `q`. */
  search(q: string | MarketSearch, options?: CallOptions) {
    const query = typeof q === 'string' ? { q } : q
    return this.api.call('GET /api/market/search', { query }, options)
  }

  /** Domains to suggest while someone types. */
  suggestions(q: string, options?: CallOptions) {
    return this.api.call('GET /api/market/suggestions', { query: { q } }, options)
  }

  /** Starts the purchase of a domain. */
  checkout(input: Body<'POST /api/market/checkout'>, options?: CallOptions) {
    return this.api.call('POST /api/market/checkout', { body: input }, options)
  }
}
