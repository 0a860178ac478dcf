// Owns the offline check of a quote token: base64url of its claims, a dot, and their HMAC under the credential's secret.
import { fromBase64 } from './encoding.ts'
import { QuoteTokenError } from './errors.ts'
import { fromHex, verifyHmacSha256 } from './signing.ts'
import type { Quote } from './types.gen.ts'

export type QuoteClaims = Pick<Quote, 'quote_id' | 'domain' | 'price_cents' | 'currency' | 'expires_at'>

const TOKEN = /^([\w-]+)\.([0-9a-f]{64})$/u

/** Gives the claims of a token that is genuine and not over; throws a `QuoteTokenError` otherwise. */
export async function verifyQuoteToken(
  token: string,
  secret: string,
  { now = Date.now() }: { now?: number | Date } = {},
): Promise<QuoteClaims> {
  const [, encoded = '', mac = ''] = TOKEN.exec(token) ?? []
  const bytes = fromBase64(encoded)
  if (encoded === '' || bytes === null) throw new QuoteTokenError('malformed', 'This is not a quote token.')
  if (!(await verifyHmacSha256(secret, fromHex(mac), encoded)))
    throw new QuoteTokenError('invalid_signature', 'The token was not made under this secret, or it was changed.')
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as QuoteClaims
  if (Date.parse(claims.expires_at) <= Number(now))
    throw new QuoteTokenError('quote_expired', `The quote was good until ${claims.expires_at}.`)
  return claims
}
