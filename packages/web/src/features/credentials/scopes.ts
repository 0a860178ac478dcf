// What each scope allows.
import type { Scope } from '@freehold/sdk/types'

export const SCOPE_TEXTS: Record<Scope, string> = {
  search: 'Search domains, check availability and prices',
  embed: 'Create hosted checkout sessions',
  buy: 'Create quotes, record orders, refund orders',
  broker: 'Open and track brokerage cases',
  refer: 'Create referral links, read clicks and commission',
  report: 'Read statements, transactions and payouts',
  webhook: 'Manage the webhook endpoint, read events',
}
