// Holds quote tokens to the published vectors, which partners in other languages test against.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { quoteToken } from './rules.ts'

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
