// Brokerage: the service approaches the owner of a name for your buyer.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class Brokerage extends Resource {
  /** Whether a name can be brokered, and why not. */
  eligibility(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/brokerage/eligibility', { query: { domain } }, options)
  }

  /** Opens a case. */
  open(input: Body<'POST /api/partner/v1/brokerage'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/brokerage', { body: input }, options)
  }

  /** Newest first; a page also has the totals. */
  list(query?: Filter<'GET /api/partner/v1/brokerage'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/brokerage', 'cases', { query }, options)
  }

  /** One case with its timeline. */
  get(caseId: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/brokerage/{case_id}', { params: { case_id: caseId } }, options)
  }
}
