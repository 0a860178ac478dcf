// The market as visitors see it.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class MarketBrokerage extends Resource {
  eligibility(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/market/brokerage/eligibility', { query: { domain } }, options)
  }

  /** Asks the service to approach the owner of a name. */
  open(input: Body<'POST /api/market/brokerage'>, options?: CallOptions) {
    return this.api.call('POST /api/market/brokerage', { body: input }, options)
  }
}

export class Market extends Resource {
  readonly brokerage = new MarketBrokerage(this.api)

  /** Names for sale. Iterated, it walks by cursor and shows every listing once. */
  listings(query?: Filter<'GET /api/market/listings'>, options?: CallOptions) {
    return this.api.walk('GET /api/market/listings', 'cursor', { query }, options, (page) => page.items)
  }

  /** One name; a sold one is shown as `sold`. */
  listing(name: string, options?: CallOptions) {
    return this.api.call('GET /api/market/listings/{name}', { params: { name } }, options)
  }

  /** How many names are for sale, and under which endings. */
  facets(options?: CallOptions) {
    return this.api.call('GET /api/market/facets', {}, options)
  }

  /** Up to five names that mean what was asked. */
  search(q: string, options?: CallOptions) {
    return this.api.call('GET /api/market/search', { query: { q } }, options)
  }

  /** Begins to buy a name. */
  checkout(input: Body<'POST /api/market/checkout'>, options?: CallOptions) {
    return this.api.call('POST /api/market/checkout', { body: input }, options)
  }
}
