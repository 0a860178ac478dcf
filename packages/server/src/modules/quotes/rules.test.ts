// Quote tokens against the published vectors, which partners in other languages test against; how many quotes a partner may hold.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decisiveInventory, exclusiveQuotesMax, quoteToken } from './rules.ts'

type Claims = { quote_id: string; domain: string; price_cents: number; currency: string; expires_at: string }
const file = new URL('../../../../../docs/vectors/quote-tokens.json', import.meta.url)
const published = JSON.parse(readFileSync(file, 'utf8')) as {
  secret: string
  vectors: { claims: Claims; token: string }[]
}

it.each(published.vectors)('makes the published token of $claims.domain', ({ claims, token }) => {
  const { quote_id: quoteId, domain, price_cents: priceCents, currency, expires_at } = claims
  expect(quoteToken({ quoteId, domain, priceCents, currency, expiresAt: new Date(expires_at) }, published.secret)).toBe(
    token,
  )
})

it.each([
  [0, 25, 10],
  [43, 25, 10],
  [44, 25, 11],
  [52, 25, 13],
  [200, 25, 50],
  [1_000_000, 25, 50],
  [1_000_000, 1, 50],
  [1_000, 1, 10],
  [30, 100, 30],
])('allows a partner in an inventory of %i at %i %% no more than %i exclusive quotes', (listed, share, most) => {
  expect(exclusiveQuotesMax(listed, share)).toBe(most)
  expect(exclusiveQuotesMax(Math.min(listed, decisiveInventory(share)), share)).toBe(most)
})
