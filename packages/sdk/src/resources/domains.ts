// Domains: the catalogue, as it is for sale to you now.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Domains extends Resource {
  /** Up to five names that mean what was asked. */
  search(q: string, filter?: Omit<Filter<'GET /api/partner/v1/domains/search'>, 'q'>, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/domains/search', { query: { ...filter, q } }, options)
  }

  /** Price, availability and description of one name. */
  get(name: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/domains/{name}', { params: { name } }, options)
  }

  /** Can this name be bought now? An unlisted name is a plain no, not an error. */
  availability(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/availability', { query: { domain } }, options)
  }

  pricing(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/pricing', { query: { domain } }, options)
  }
}
