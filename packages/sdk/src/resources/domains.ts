// Domains: the catalog of domains that you can sell now.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Domains extends Resource {
  /** Up to five domains that match the query by meaning. */
  search(q: string, filter?: Omit<Filter<'GET /api/partner/v1/domains/search'>, 'q'>, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/domains/search', { query: { ...filter, q } }, options)
  }

  /** Price, availability and description of one domain. */
  get(name: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/domains/{name}', { params: { name } }, options)
  }

  /** Whether a domain can be bought now. An unlisted domain returns `available: false`, not an error. */
  availability(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/availability', { query: { domain } }, options)
  }

  /** Whether each of up to 100 domains can be bought now, in the order given. Every ten domains count as one read. */
  checkAvailability(domains: readonly string[], options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/availability', { body: { domains: [...domains] } }, options)
  }

  pricing(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/pricing', { query: { domain } }, options)
  }
}
