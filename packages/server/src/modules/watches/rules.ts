// When a watched domain changed so that its watchers want to know.

export const WATCH_STATES = ['unknown', 'registered', 'available', 'for_sale', 'sold'] as const
export type WatchState = (typeof WATCH_STATES)[number]

/** What is known of a domain. Only a domain for sale has a price. */
export type Standing =
  | { state: 'for_sale'; priceCents: number; currency: string }
  | { state: Exclude<WatchState, 'for_sale'>; priceCents: null; currency: null }

export const toUnpriced = (state: Exclude<WatchState, 'for_sale'>): Standing => ({
  state,
  priceCents: null,
  currency: null,
})

type ListedDomain = { status: string; priceCents: number; currency: string }

/** What a listing says; null without one. */
export function readListing(listing: ListedDomain | null): Standing | null {
  if (listing === null) return null
  const { priceCents, currency } = listing
  return listing.status === 'listed' ? { state: 'for_sale', priceCents, currency } : toUnpriced('sold')
}

/** A price that was asked before. */
export type Price = { priceCents: number; currency: string }
export type WatchChange =
  | ({ change: 'for_sale' } & Price)
  | ({ change: 'price'; before: Price } & Price)
  | { change: 'available' }

/**
 * What to tell the watcher; null: nothing. `isFirst`: the registry responds for the first time, and the person has just seen the
 * same on the page of the domain. A listing is always news.
 */
export function findChange(before: Standing, after: Standing, isFirst: boolean): WatchChange | null {
  if (isFirst) return null
  if (after.state === 'available') return before.state === 'available' ? null : { change: 'available' }
  if (after.state !== 'for_sale') return null
  const { priceCents, currency } = after
  if (before.state !== 'for_sale') return { change: 'for_sale', priceCents, currency }
  if (before.priceCents === priceCents && before.currency === currency) return null
  return { change: 'price', priceCents, currency, before: { priceCents: before.priceCents, currency: before.currency } }
}
