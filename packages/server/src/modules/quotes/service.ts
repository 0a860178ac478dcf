// Use cases of quotes: reserve a name at a firm price, look, release.
import type { Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { ACTIVE_QUOTES_MAX, QUOTE_TTL_SECONDS } from '../../kernel/limits.ts'
import { shareOf } from '../../kernel/money.ts'
import type { Owner } from '../../kernel/owner.ts'
import { freeReservation, lockForSale, lockListing, reserve, setPrice, standingOf } from '../catalog/index.ts'
import { movedPrice, quoteStatus } from './rules.ts'
import type { Quote } from './store.ts'
import * as store from './store.ts'

export type NewQuote = { domain: string; currency?: string | undefined; metadata?: Record<string, unknown> | undefined }

const sold = (domain: string) => new ApiError('conflict', { message: `${domain} is sold.`, reason: 'domain_sold' })
const reserved = (domain: string) =>
  new ApiError('conflict', {
    message: `${domain} is reserved by somebody else; try again in ten minutes.`,
    reason: 'domain_reserved',
  })

function assertRoom(active: number): void {
  if (active >= ACTIVE_QUOTES_MAX)
    throw new ApiError('rate_limited', {
      message: `You hold ${ACTIVE_QUOTES_MAX} active quotes; order, release or wait for some of them.`,
      reason: 'too_many_active_quotes',
      headers: { 'retry-after': String(QUOTE_TTL_SECONDS) },
    })
}

/** `now` is the partner's clock and stamps the quote; the reservation itself runs on real time, which all share. */
export async function createQuote(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  owner: Owner,
  commissionBps: number,
  input: NewQuote,
  now: Date,
): Promise<Quote> {
  const real = deps.clock.now()
  await store.serialiseQuotes(tx, owner)
  const listing = await lockForSale(tx, owner.environment, input.domain)
  if (!listing) throw notFound(`${input.domain} is not listed here.`)
  const standing = standingOf(listing, real)
  if (standing === 'sold') throw sold(listing.domain)
  const ownQuote = listing.reservedByPartner === owner.partnerId && (listing.reservedBy?.startsWith('quo_') ?? false)
  if (standing === 'reserved' && !ownQuote) throw reserved(listing.domain)
  if (input.currency !== undefined && input.currency !== listing.currency)
    throw new ApiError('price_mismatch', {
      message: `${listing.domain} is priced in ${listing.currency}; sale_price_cents cannot be quoted in ${input.currency}.`,
      details: [{ field: 'currency', message: `must be ${listing.currency}` }],
    })
  const exclusive = listing.magic === null
  await store.endEarlierQuotes(tx, owner, listing.id, exclusive)
  assertRoom(await store.countActive(tx, owner, now))
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
    commissionCents: shareOf(listing.priceCents, commissionBps),
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
  if (!found) throw notFound('There is no such quote.')
  // The listing first, then the quote: everybody who needs both takes them in this order.
  await lockListing(tx, found.listingId)
  const quote = (await store.lockQuote(tx, owner, id)) ?? found
  const status = quoteStatus(quote, now)
  if (status === 'used')
    throw new ApiError('conflict', { message: 'The quote was used by an order.', reason: 'quote_used' })
  if (status !== 'active') return { ...quote, status }
  await store.setStatus(tx, quote.id, 'released')
  await freeReservation(tx, quote.listingId, quote.id)
  return { ...quote, status: 'released' }
}

export const expireQuotes = store.expireQuotes
