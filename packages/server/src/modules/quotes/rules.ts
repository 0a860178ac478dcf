// Quotes: their states, and the token that a partner can verify offline.
import { createHmac } from 'node:crypto'
import { ACTIVE_QUOTES_MAX, ACTIVE_QUOTES_MIN } from '../../kernel/limits.ts'

export const QUOTE_STATUSES = ['active', 'used', 'expired', 'released'] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

/** An active quote past its time is expired, whether or not anybody has noted it yet. */
export const quoteStatus = (quote: { status: QuoteStatus; expiresAt: Date }, now: Date): QuoteStatus =>
  quote.status === 'active' && quote.expiresAt <= now ? 'expired' : quote.status

/** Beyond this size of the inventory its share no longer decides: nobody holds more quotes than that anyway. */
export const decisiveInventory = (sharePercent: number): number => Math.ceil((ACTIVE_QUOTES_MAX * 100) / sharePercent)

/** How many exclusive quotes one partner may hold in an inventory of this size. */
export const exclusiveQuotesMax = (listed: number, sharePercent: number): number =>
  Math.min(ACTIVE_QUOTES_MAX, Math.max(ACTIVE_QUOTES_MIN, Math.floor((listed * sharePercent) / 100)))

export type QuoteClaims = { quoteId: string; domain: string; priceCents: number; currency: string; expiresAt: Date }

/** `base64url(JSON)`, a dot, and the hex HMAC-SHA256 of the first part under the credential's secret. */
export function quoteToken(claims: QuoteClaims, secret: string): string {
  const { quoteId, domain, priceCents, currency, expiresAt } = claims
  const json = JSON.stringify({
    quote_id: quoteId,
    domain,
    price_cents: priceCents,
    currency,
    expires_at: expiresAt.toISOString(),
  })
  const payload = Buffer.from(json).toString('base64url')
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`
}

/** The magic name whose price moves after every quote: up by a tenth, and back to its floor before it runs away. */
export function movedPrice(priceCents: number, floorPriceCents: number): number {
  const next = priceCents + Math.max(100, Math.round(priceCents / 1000) * 100)
  return next > 2 * floorPriceCents ? floorPriceCents : next
}
