// Reports: transactions, payouts and analytics, all of one ledger.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Transactions extends Resource {
  /** Every sale, refund and brokered deal, newest first; a page also has the totals of the whole filter. */
  list(query?: Filter<'GET /api/partner/v1/transactions'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/transactions', 'transactions', { query }, options)
  }

  /** Every row of the filter, as CSV. */
  csv(query?: Filter<'GET /api/partner/v1/transactions'>, options?: CallOptions): Promise<string> {
    return this.api.text('GET /api/partner/v1/transactions', 'text/csv', { query }, options)
  }
}

export class Payouts extends Resource {
  /** What the service paid you, newest first; a page also has the total. */
  list(query?: Filter<'GET /api/partner/v1/payouts'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/payouts', 'payouts', { query }, options)
  }
}

export class Analytics extends Resource {
  /** Sales, referral funnel and commission of a range, with a time series; the last 30 days when no range is given. */
  get(query?: Filter<'GET /api/partner/v1/analytics'>, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/analytics', { query }, options)
  }
}
