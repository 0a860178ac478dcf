// What a key may be allowed to do, in words.
import type { Credential } from '@freehold/sdk/types'

export type Scope = Credential['scopes'][number]

export const SCOPES: readonly { scope: Scope; text: string }[] = [
  { scope: 'search', text: 'Find names, check availability and prices' },
  { scope: 'embed', text: 'Make checkout links' },
  { scope: 'buy', text: 'Quote, record orders, refund' },
  { scope: 'broker', text: 'Open and follow brokerage cases' },
  { scope: 'refer', text: 'Make referral links, read clicks and commission' },
  { scope: 'report', text: 'Read statements, transactions and payouts' },
  { scope: 'webhook', text: 'Register webhooks, read events' },
]

export const EVERY_SCOPE: readonly Scope[] = SCOPES.map(({ scope }) => scope)
