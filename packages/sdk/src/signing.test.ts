// Tests signatures against the published vectors, and the properties of the canonical query.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodySha256, canonicalQuery, canonicalString, signRequest, verifySignature } from './signing.ts'

interface Vectors {
  key_id: string
  secret: string
  timestamp: string
  nonce: string
  vectors: {
    name: string
    method: string
    path: string
    query: string
    body: string
    canonical_query: string
    canonical_string: string
    signature: string
  }[]
}

const file = new URL('../../../docs/vectors/signing.json', import.meta.url)
const { key_id: keyId, secret, timestamp, nonce, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

describe('the published vectors', () => {
  it('are complete', () => {
    expect(vectors).toHaveLength(23)
  })

  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { method, path, query, body } = vector
    expect(canonicalQuery(query)).toBe(vector.canonical_query)
    expect(canonicalString({ method, path, query, timestamp, nonce, bodySha256: await bodySha256(method, body) })).toBe(
      vector.canonical_string,
    )
    const signed = await signRequest({ keyId, secret, method, path, query, body, timestamp, nonce })
    expect(signed.canonicalString).toBe(vector.canonical_string)
    expect(signed.headers).toEqual({
      'X-Service-Key-Id': keyId,
      'X-Service-Timestamp': timestamp,
      'X-Service-Nonce': nonce,
      'X-Service-Signature': vector.signature,
    })
    const parts = { method, path, query, body, timestamp, nonce, secret }
    expect(await verifySignature({ ...parts, signature: vector.signature })).toBe(true)
  })
})

describe('canonicalQuery', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      'a',
      'A',
      'ä',
      '%',
      '%zz',
      '+',
      '&',
      '=',
      "!'()*",
      '\u{1f680}',
      '\uffff',
      '\ud800',
      '\ufeff',
      '?',
    ),
  )
  const pairs = fc.array(fc.tuple(text, text), { maxLength: 8 })
  const written = (list: readonly (readonly [string, string])[]) =>
    list.map(([key, value]) => new URLSearchParams([[key, value]]).toString()).join('&')

  it.each([
    ['', ''],
    ['&&', ''],
    ['a=1&&b=2&', 'a=1&b=2'],
    ['=', '='],
    ['=v', '=v'],
    ['a', 'a='],
    ['a=b=c', 'a=b%3Dc'],
    ['q=100%', 'q=100%25'],
    ['q=%zz%41', 'q=%25zzA'],
    ['q=%ff', 'q=%EF%BF%BD'],
    ['?a=1', '%3Fa=1'],
    ['a=2&a=10&a=1', 'a=1&a=10&a=2'],
    // By code units a surrogate pair comes before U+FF5E, by code points after it.
    ['\uff5e=1&\u{1f680}=1', '%F0%9F%9A%80=1&%EF%BD%9E=1'],
  ])('reads %j as %j', (raw, canonical) => {
    expect(canonicalQuery(raw)).toBe(canonical)
  })

  it('does not depend on the order of the parameters', () => {
    const shuffled = pairs.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(canonicalQuery(written(other))).toBe(canonicalQuery(written(list)))
      }),
    )
  })

  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const once = canonicalQuery(raw)
        expect(canonicalQuery(once)).toBe(once)
        expect(once).toMatch(/^(?:[A-Za-z0-9\-._~%=&])*$/u)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps every pair, including duplicates and empty values', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const decoded = [...new URLSearchParams(canonicalQuery(written(list)))]
        const wellFormed = [...new URLSearchParams(list as [string, string][])]
        const flat = (all: [string, string][]) => all.map((pair) => JSON.stringify(pair)).sort()
        expect(flat(decoded)).toEqual(flat(wellFormed))
      }),
    )
  })

  it('treats + and %20 as a space', () => {
    expect(canonicalQuery('q=a+b')).toBe(canonicalQuery('q=a%20b'))
  })
})

describe('signRequest', () => {
  const request = { keyId: 'pk', secret: 'sk', method: 'post', path: '/p' }

  it('agrees with another implementation of HMAC-SHA256', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.uint8Array(), async (key, body) => {
        const signed = await signRequest({ ...request, secret: key, body })
        const expected = createHmac('sha256', key).update(signed.canonicalString).digest('hex')
        expect(signed.headers['X-Service-Signature']).toBe(`v1=${expected}`)
      }),
      { numRuns: 50 },
    )
  })

  it('defaults to a new nonce and the current second', async () => {
    const before = Math.floor(Date.now() / 1000)
    const [one, two] = await Promise.all([signRequest(request), signRequest(request)])
    expect(one.headers['X-Service-Nonce']).not.toBe(two.headers['X-Service-Nonce'])
    expect(one.headers['X-Service-Nonce']).toMatch(/^[A-Za-z0-9._~-]{8,128}$/u)
    expect(Number(one.headers['X-Service-Timestamp'])).toBeGreaterThanOrEqual(before)
    expect(one.headers['X-Service-Timestamp']).toMatch(/^\d{10}$/u)
  })

  it('treats text and its UTF-8 bytes as the same body', async () => {
    const body = '{"name":"Zoë"}'
    expect(await bodySha256('POST', body)).toBe(await bodySha256('POST', new TextEncoder().encode(body)))
  })

  it('signs only the bytes of a view into a larger buffer', async () => {
    const large = new TextEncoder().encode('xx{"a":1}yy')
    expect(await bodySha256('PUT', large.subarray(2, 9))).toBe(await bodySha256('PUT', '{"a":1}'))
  })
})

describe('verifySignature', () => {
  const parts = {
    secret: 'sk',
    method: 'POST',
    path: '/p',
    query: 'a=1',
    timestamp: '1767225600',
    nonce: 'n',
    body: '{}',
  }

  it('rejects a signature if any part of the request differs', async () => {
    const { headers } = await signRequest({ ...parts, keyId: 'pk' })
    const signature = headers['X-Service-Signature']
    expect(await verifySignature({ ...parts, signature })).toBe(true)
    const changes = {
      secret: 'sk2',
      method: 'PUT',
      path: '/p/',
      query: 'a=2',
      timestamp: '1767225601',
      nonce: 'm',
      body: '{ }',
    }
    for (const [name, value] of Object.entries(changes)) {
      expect(await verifySignature({ ...parts, [name]: value, signature }), name).toBe(false)
    }
  })

  it.each(['', 'v1=', 'v1=00', 'v2=', `v1=${'A'.repeat(64)}`, '0'.repeat(64), `v1=${'0'.repeat(64)}\n`])(
    'refuses the malformed signature %j',
    async (signature) => {
      expect(await verifySignature({ ...parts, signature })).toBe(false)
    },
  )
})
