// What a key may be allowed to do, in words.
import type { Scope } from '@freehold/sdk/types'

export const SCOPE_TEXTS: Record<Scope, string> = {
  search: 'Find names, check availability and prices',
  embed: 'Make checkout links',
  buy: 'Quote, record orders, refund',
  broker: 'Open and follow brokerage cases',
  refer: 'Make referral links, read clicks and commission',
  report: 'Read statements, transactions and payouts',
  webhook: 'Register webhooks, read events',
}
