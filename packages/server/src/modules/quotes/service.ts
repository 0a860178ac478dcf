// Use cases of quotes: reserve a name at a firm price, look, release.
import type { Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import {
  ACTIVE_QUOTES_MAX,
  ACTIVE_QUOTES_MIN,
  QUOTE_TTL_SECONDS,
  QUOTED_SECONDS_MAX,
  QUOTED_WINDOW_SECONDS,
} from '../../kernel/limits.ts'
import { computeShare } from '../../kernel/money.ts'
import type { Owner } from '../../kernel/owner.ts'
import {
  freeReservation,
  freeReservations,
  lockForSale,
  lockListing,
  notListed,
  refuseClaim,
  reserve,
  setPrice,
} from '../catalog/index.ts'
import { decisiveInventory, exclusiveQuotesMax, movedPrice, quoteStatus } from './rules.ts'
import type { Quote } from './store.ts'
import * as store from './store.ts'

export type NewQuote = { domain: string; currency?: string | undefined; metadata?: Record<string, unknown> | undefined }

const sold = (domain: string) =>
  new ApiError('conflict', { message: `${domain} has been sold.`, reason: 'domain_sold' })
const reserved = (domain: string) =>
  new ApiError('conflict', {
    message: `${domain} is reserved: another partner has quoted it, or a buyer is paying for it. Try again in ten minutes.`,
    reason: 'domain_reserved',
  })

const tooMany = (message: string) =>
  new ApiError('rate_limited', {
    message: `${message} Order or release some of them, or wait until they expire.`,
    reason: 'too_many_active_quotes',
    headers: { 'retry-after': String(QUOTE_TTL_SECONDS) },
  })

/** However a partner asks, it cannot keep more than its share of an inventory from the others. */
function assertRoom({ active, exclusive, listed }: store.Standing, sharePercent: number): void {
  if (active >= ACTIVE_QUOTES_MAX) throw tooMany(`You hold ${active} active quotes. The limit is ${ACTIVE_QUOTES_MAX}.`)
  if (listed === null) return
  const max = exclusiveQuotesMax(listed, sharePercent)
  if (exclusive >= max)
    throw tooMany(
      `You hold active quotes on ${exclusive} domains. The limit is ${max} (${sharePercent}% of the domains for sale, and at least ${ACTIVE_QUOTES_MIN}).`,
    )
}

/** For the message; `Retry-After` has the seconds. */
const inWords = (seconds: number): string =>
  seconds > 7200 ? `${Math.ceil(seconds / 3600)} hours` : `${Math.ceil(seconds / 60)} minutes`

/** A domain that a partner quotes again and again without an order has to be free for others for a while. */
async function assertRested(tx: Tx, owner: Owner, domain: string, now: Date, quotedSeconds: number): Promise<void> {
  if (quotedSeconds < QUOTED_SECONDS_MAX) return
  const since = addSeconds(now, -QUOTED_WINDOW_SECONDS)
  const restedAt = await store.findRestedAt(tx, owner, domain, now, since, QUOTED_SECONDS_MAX, QUOTED_WINDOW_SECONDS)
  const seconds = Math.max(1, Math.ceil((restedAt.getTime() - now.getTime()) / 1000) + 1)
  throw new ApiError('rate_limited', {
    message: `You reserved ${domain} for 60 minutes within 24 hours without ordering it. You can quote it again in ${inWords(seconds)}.`,
    reason: 'quote_rest_required',
    headers: { 'retry-after': String(seconds) },
  })
}

/** `now` is the partner's clock and stamps the quote; the reservation itself runs on real time, which all share. */
export async function createQuote(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  owner: Owner,
  commissionBps: number,
  input: NewQuote,
  now: Date,
): Promise<Quote> {
  const real = deps.clock.now()
  await store.serialiseQuotes(tx, owner)
  const listing = await lockForSale(tx, owner.environment, input.domain)
  if (!listing) throw notListed(input.domain, owner.environment)
  const refusal = refuseClaim(listing, { purpose: 'reserve', partnerId: owner.partnerId }, real)
  if (refusal !== null) throw refusal === 'sold' ? sold(listing.domain) : reserved(listing.domain)
  if (input.currency !== undefined && input.currency !== listing.currency)
    throw new ApiError('price_mismatch', {
      message: `sale_price_cents of ${listing.domain} is in ${listing.currency} and cannot be quoted in ${input.currency}. Send currency ${listing.currency}.`,
      details: [{ field: 'currency', message: `must be ${listing.currency}` }],
      current: { priceCents: listing.priceCents, currency: listing.currency },
    })
  const exclusive = listing.magic === null
  await store.endEarlierQuotes(tx, owner, listing.id, exclusive, now)
  const { quoteSharePercent } = deps.config
  const since = addSeconds(now, -QUOTED_WINDOW_SECONDS)
  const inventoryMax = decisiveInventory(quoteSharePercent)
  const held = await store.readStanding(tx, owner, listing.domain, now, since, inventoryMax)
  if (exclusive) await assertRested(tx, owner, listing.domain, now, held.quotedSeconds)
  assertRoom(exclusive ? held : { ...held, listed: null }, quoteSharePercent)
  const quote: Quote = {
    id: newId('quote', now),
    ...owner,
    listingId: listing.id,
    domain: listing.domain,
    domainUnicode: listing.domainUnicode,
    status: 'active',
    exclusive,
    priceCents: listing.priceCents,
    currency: listing.currency,
    commissionBps,
    commissionCents: computeShare(listing.priceCents, commissionBps),
    metadata: input.metadata ?? null,
    orderId: null,
    createdAt: now,
    expiresAt: addSeconds(now, QUOTE_TTL_SECONDS),
  }
  await store.insertQuote(tx, quote)
  if (exclusive) await reserve(tx, listing.id, owner.partnerId, quote.id, addSeconds(real, QUOTE_TTL_SECONDS))
  if (listing.magic === 'price_changes')
    await setPrice(tx, listing.id, movedPrice(listing.priceCents, listing.floorPriceCents), real)
  return quote
}

export async function releaseQuote(tx: Tx, owner: Owner, id: string, now: Date): Promise<Quote> {
  const found = isId('quote', id) ? await store.findQuote(tx, owner, id) : undefined
  if (!found) throw notFound('Quote not found.')
  // The listing first, then the quote: everybody who needs both takes them in this order.
  await lockListing(tx, found.listingId)
  const quote = (await store.lockQuote(tx, owner, id)) ?? found
  const status = quoteStatus(quote, now)
  if (status === 'used')
    throw new ApiError('conflict', {
      message: 'One of your orders already used this quote, so it cannot be released.',
      reason: 'quote_used',
    })
  if (status !== 'active') return { ...quote, status }
  await store.markReleased(tx, quote.id, now)
  await freeReservation(tx, quote.listingId, quote.id)
  return { ...quote, status: 'released' }
}

/** Ends quotes past their time, of one owner or of all, and frees the names they reserved. `real` is real time. */
export async function expireQuotes(tx: Tx, owner: Owner | null, real: Date, limit: number): Promise<number> {
  const due = await store.lockDueQuotes(tx, owner, real, limit)
  if (due.length === 0) return 0
  await freeReservations(
    tx,
    due.map(({ id, listingId }) => ({ listingId, by: id })),
  )
  return store.markExpired(
    tx,
    due.map(({ id }) => id),
  )
}

export const { findQuotingPartner, lockActiveQuote, lockOwnQuote } = store
