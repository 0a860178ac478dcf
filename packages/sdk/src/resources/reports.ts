// Reports: transactions, payouts and analytics, from one ledger.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Transactions extends Resource {
  /** Sales, refunds and brokered deals, newest first. Each page includes the totals of the whole filter. */
  list(query?: Filter<'GET /api/partner/v1/transactions'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/transactions', 'transactions', { query }, options)
  }

  /** Every matching row as CSV. */
  csv(query?: Filter<'GET /api/partner/v1/transactions'>, options?: CallOptions): Promise<string> {
    return this.api.text('GET /api/partner/v1/transactions', 'text/csv', { query }, options)
  }
}

export class Payouts extends Resource {
  /** Payouts to you, newest first. Each page includes the total. */
  list(query?: Filter<'GET /api/partner/v1/payouts'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/payouts', 'payouts', { query }, options)
  }
}

export class Analytics extends Resource {
  /** Sales, referral funnel and commission with a time series. Default range: the last 30 days. */
  get(query?: Filter<'GET /api/partner/v1/analytics'>, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/analytics', { query }, options)
  }
}
