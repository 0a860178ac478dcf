// Your account: the credential's permissions and limits, and your referral results.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Me extends Resource {
  /** Your partner account, environment, scopes, commission rates and remaining rate limits. */
  get(options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/me', {}, options)
  }

  /** Clicks on your links, by day and by link. */
  clicks(query?: Filter<'GET /api/partner/v1/me/clicks'>, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/me/clicks', { query }, options)
  }

  /** Sales through your links, newest first. */
  sales(query?: Filter<'GET /api/partner/v1/me/sales'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/me/sales', 'sales', { query }, options)
  }

  /** Your commission entries, newest first. Each page includes the balance. */
  commissions(query?: Filter<'GET /api/partner/v1/me/commissions'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/me/commissions', 'entries', { query }, options)
  }

  /** Payouts of your referral commission, newest first. */
  payouts(query?: Filter<'GET /api/partner/v1/me/payouts'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/me/payouts', 'payouts', { query }, options)
  }
}
