// Brokerage: the marketplace contacts the owner of a domain for your buyer.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class Brokerage extends Resource {
  /** Whether a domain is eligible for brokerage, and why not. */
  eligibility(domain: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/brokerage/eligibility', { query: { domain } }, options)
  }

  /** Opens a case. */
  open(input: Body<'POST /api/partner/v1/brokerage'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/brokerage', { body: input }, options)
  }

  /** Lists cases, newest first. Each page includes the totals. */
  list(query?: Filter<'GET /api/partner/v1/brokerage'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/brokerage', 'cases', { query }, options)
  }

  /** One case with its timeline. */
  get(caseId: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/brokerage/{case_id}', { params: { case_id: caseId } }, options)
  }
}
