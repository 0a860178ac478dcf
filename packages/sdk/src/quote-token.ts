// Verifies a quote token offline: base64url of its claims, a dot, and their HMAC with the credential's secret.
import { fromBase64 } from './encoding.ts'
import { QuoteTokenError } from './errors.ts'
import { fromHex, verifyHmacSha256 } from './signing.ts'
import type { Quote } from './types.gen.ts'

export type QuoteClaims = Pick<Quote, 'quote_id' | 'domain' | 'price_cents' | 'currency' | 'expires_at'>

const TOKEN = /^([\w-]+)\.([0-9a-f]{64})$/u

/** Returns the claims of a valid token. Throws a `QuoteTokenError` if it is malformed, not genuine or expired. */
export async function verifyQuoteToken(
  token: string,
  secret: string,
  { now = Date.now() }: { now?: number | Date } = {},
): Promise<QuoteClaims> {
  const [, encoded = '', mac = ''] = TOKEN.exec(token) ?? []
  const bytes = fromBase64(encoded)
  if (encoded === '' || bytes === null)
    throw new QuoteTokenError('malformed', 'This is not a quote token. Pass the quote_token field of a quote.')
  if (!(await verifyHmacSha256(secret, fromHex(mac), encoded)))
    throw new QuoteTokenError(
      'invalid_signature',
      'The signature of the quote token does not match this secret. Use the secret of the API key that created the quote.',
    )
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as QuoteClaims
  if (Date.parse(claims.expires_at) <= Number(now))
    throw new QuoteTokenError('quote_expired', `The quote expired at ${claims.expires_at}. Create a new quote.`)
  return claims
}
