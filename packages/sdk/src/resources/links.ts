// Referral links: you earn commission on purchases through them.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class Links extends Resource {
  create(input: Body<'POST /api/partner/v1/links'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/links', { body: input }, options)
  }

  /** Lists links, newest first, each with its clicks and sales. */
  list(query?: Filter<'GET /api/partner/v1/links'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/links', 'links', { query }, options)
  }
}
