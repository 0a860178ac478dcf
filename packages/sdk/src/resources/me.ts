// Yourself: what the credential may do, and what your links earned.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Me extends Resource {
  /** Partner, environment, scopes, rates, and what is left of each limit. */
  get(options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/me', {}, options)
  }

  /** Clicks on your links, by day and by link. */
  clicks(query?: Filter<'GET /api/partner/v1/me/clicks'>, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/me/clicks', { query }, options)
  }

  /** Sales that your links brought, newest first. */
  sales(query?: Filter<'GET /api/partner/v1/me/sales'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/me/sales', 'sales', { query }, options)
  }

  /** Every entry of your commission, newest first; a page also has the balance. */
  commissions(query?: Filter<'GET /api/partner/v1/me/commissions'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/me/commissions', 'entries', { query }, options)
  }

  /** Payouts of your referral commission, newest first. */
  payouts(query?: Filter<'GET /api/partner/v1/me/payouts'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/me/payouts', 'payouts', { query }, options)
  }
}
