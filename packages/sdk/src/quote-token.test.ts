// Tests the verification of quote tokens against the published vectors.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Freehold } from './client.ts'
import { QuoteTokenError } from './errors.ts'
import { type QuoteClaims, verifyQuoteToken } from './quote-token.ts'

const file = new URL('../../../docs/vectors/quote-tokens.json', import.meta.url)
const { secret, vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
  secret: string
  vectors: { claims: QuoteClaims; token: string }[]
}
const now = Date.parse('2026-01-01T00:00:00Z')
const { token } = vectors[0]!

async function refusal(given: string, under = secret, at = now): Promise<string> {
  const error: unknown = await verifyQuoteToken(given, under, { now: at }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(QuoteTokenError)
  return (error as QuoteTokenError).code
}

describe('a quote token', () => {
  it.each(vectors)('from the vectors returns its claims: $claims.domain', async (vector) => {
    expect(await verifyQuoteToken(vector.token, secret, { now })).toEqual(vector.claims)
  })

  it('is rejected with another secret, or if changed, malformed or expired', async () => {
    const [claims = '', mac = ''] = token.split('.')
    const cheaper = btoa(atob(claims).replace('129900', '1'))
    expect(await refusal(token, `${secret}x`)).toBe('invalid_signature')
    expect(await refusal(`${cheaper.replaceAll('=', '')}.${mac}`)).toBe('invalid_signature')
    expect(await refusal(`${claims}.${mac.replace(/^./u, (digit) => (digit === '0' ? '1' : '0'))}`)).toBe(
      'invalid_signature',
    )
    for (const odd of ['', '.', claims, `${claims}.`, `${claims}.${mac}0`, `.${mac}`, `${token}\n`, `a.${mac}`])
      expect(await refusal(odd)).toBe('malformed')
    expect(await refusal(token, secret, Date.parse('2026-01-01T00:10:00Z'))).toBe('quote_expired')
  })

  it("is held against the client's own secret", async () => {
    const freehold = new Freehold({ baseUrl: 'http://service.test', keyId: 'pk_sandbox_1', secret })
    await expect(freehold.quotes.verifyToken(token)).rejects.toMatchObject({ code: 'quote_expired' })
    await expect(freehold.quotes.verifyToken(token, 'another')).rejects.toMatchObject({ code: 'invalid_signature' })
    const unsigned = new Freehold({ baseUrl: 'http://service.test' })
    await expect(unsigned.quotes.verifyToken(token)).rejects.toBeInstanceOf(TypeError)
  })
})
