// The Public API: open operations, and a user's own account with an access token.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'
import { Account, Bulk, OwnedDomains, Registrations } from './account.ts'
import { Market } from './market.ts'
import { Selling } from './sellers.ts'

export class Tlds extends Resource {
  /** Every offered TLD with its prices. */
  list(options?: CallOptions) {
    return this.api.call('GET /api/tlds', {}, options)
  }

  /** The price of a TLD. Default `op`: `register`. */
  price(tld: string, op?: Filter<'GET /api/pricing/tld'>['op'], options?: CallOptions) {
    return this.api.call('GET /api/pricing/tld', { query: { tld, ...(op && { op }) } }, options)
  }

  /** The rules of a TLD: terms, eligibility, nameservers, transfers and deadlines. */
  metadata(tld: string, options?: CallOptions) {
    return this.api.call('GET /api/tlds/{tld}/metadata', { params: { tld } }, options)
  }
}

export class Batch extends Resource {
  /** The operations that a batch accepts. */
  operations(options?: CallOptions) {
    return this.api.call('GET /api/batch', {}, options)
  }

  /** Runs up to 20 reads in one request. Each result has its own status. */
  run(operations: Body<'POST /api/batch'>['operations'], options?: CallOptions) {
    return this.api.call('POST /api/batch', { body: { operations } }, { repeatable: true, ...options })
  }
}

export class Public extends Resource {
  readonly tlds = new Tlds(this.api)
  readonly batch = new Batch(this.api)
  readonly market = new Market(this.api)
  readonly domains = new OwnedDomains(this.api)
  readonly registrations = new Registrations(this.api)
  readonly bulk = new Bulk(this.api)
  readonly account = new Account(this.api)
  readonly selling = new Selling(this.api)

  /** The owner of the access token, and the available endpoints. */
  index(options?: CallOptions) {
    return this.api.call('GET /api', {}, options)
  }

  /** The availability of a domain and of the same name in other TLDs. Market prices need an access token. */
  search(q: string, options?: CallOptions) {
    return this.api.call('POST /api/domain/search', { body: { q } }, { repeatable: true, ...options })
  }

  /** The registration data of a domain. */
  whois(domain: string, options?: CallOptions) {
    return this.api.call('POST /api/tools/whois', { body: { domain } }, { repeatable: true, ...options })
  }
}
