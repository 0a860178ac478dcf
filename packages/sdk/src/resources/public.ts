// The public API: what needs no credential, and with an access token what is a person's own.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'
import { Account, Bulk, OwnedDomains } from './account.ts'
import { Market } from './market.ts'

export class Tlds extends Resource {
  /** Every ending that is offered, with its prices. */
  list(options?: CallOptions) {
    return this.api.call('GET /api/tlds', {}, options)
  }

  /** What an ending costs; `op` is Operation to price. Default `register`. */
  price(tld: string, op?: Filter<'GET /api/pricing/tld'>['op'], options?: CallOptions) {
    return this.api.call('GET /api/pricing/tld', { query: { tld, ...(op && { op }) } }, options)
  }

  /** Terms, who may register, name servers, transfers, deadlines. */
  metadata(tld: string, options?: CallOptions) {
    return this.api.call('GET /api/tlds/{tld}/metadata', { params: { tld } }, options)
  }
}

export class Batch extends Resource {
  /** What a batch takes. */
  operations(options?: CallOptions) {
    return this.api.call('GET /api/batch', {}, options)
  }

  /** Up to twenty reads in one call; each row has its own status. */
  run(operations: Body<'POST /api/batch'>['operations'], options?: CallOptions) {
    return this.api.call('POST /api/batch', { body: { operations } }, { repeatable: true, ...options })
  }
}

export class Public extends Resource {
  readonly tlds = new Tlds(this.api)
  readonly batch = new Batch(this.api)
  readonly market = new Market(this.api)
  readonly domains = new OwnedDomains(this.api)
  readonly bulk = new Bulk(this.api)
  readonly account = new Account(this.api)

  /** Who the access token belongs to, and what there is. */
  index(options?: CallOptions) {
    return this.api.call('GET /api', {}, options)
  }

  /** Can this name be had, and the same label under other endings? Prices of the market need an access token. */
  search(q: string, options?: CallOptions) {
    return this.api.call('POST /api/domain/search', { body: { q } }, { repeatable: true, ...options })
  }

  /** Who registered a name, when, and until when. */
  whois(domain: string, options?: CallOptions) {
    return this.api.call('POST /api/tools/whois', { body: { domain } }, { repeatable: true, ...options })
  }
}
