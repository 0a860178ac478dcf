// The signature against the published vectors, and the comparison against everything that is not one.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryPairs } from './query.ts'
import { canonicalQuery, canonicalString, isNonce, nonceDigest, signatureMatches, signingKey } from './signature.ts'

type Vector = {
  name: string
  method: string
  path: string
  query: string
  body: string
  canonical_query: string
  canonical_string: string
  signature: string
}
const file = JSON.parse(readFileSync(new URL('../../../../docs/vectors/signing.json', import.meta.url), 'utf8')) as {
  secret: string
  timestamp: string
  nonce: string
  vectors: Vector[]
}
const key = signingKey(file.secret)

const buildCanonical = (vector: Vector) =>
  canonicalString({
    method: vector.method,
    path: vector.path,
    pairs: queryPairs(vector.query),
    timestamp: file.timestamp,
    nonce: file.nonce,
    body: Buffer.from(vector.body, 'utf8'),
  })

describe('the vectors', () => {
  it('are the 23 of the contract', () => {
    expect(file.vectors).toHaveLength(23)
  })

  it.each(file.vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    expect(canonicalQuery(queryPairs(vector.query))).toBe(vector.canonical_query)
    expect(buildCanonical(vector)).toBe(vector.canonical_string)
    expect(signatureMatches(key, buildCanonical(vector), vector.signature)).toBe(true)
  })
})

describe('the canonical query', () => {
  it('is the same however the pairs are ordered and escaped', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', '~', '!', '*', "'", '(', ' ', '+', '&', '=', '%', 'é', '\u{1f511}', '\ufffd'),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 6 }), (pairs) => {
        const sent = new URLSearchParams(pairs).toString()
        const escaped = pairs
          .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
          .reverse()
          .join('&')
        expect(canonicalQuery(queryPairs(sent))).toBe(canonicalQuery(queryPairs(escaped)))
      }),
    )
  })

  it('is its own canonical form', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const once = canonicalQuery(queryPairs(query))
        expect(canonicalQuery(queryPairs(once))).toBe(once)
      }),
    )
  })

  it('reads the same pairs as URLSearchParams, on the fast path too', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '.', '-', '%', '+', '4', '1', '?', '#', ';') }),
        (query) => {
          expect(queryPairs(query)).toEqual([...new URLSearchParams(`?${query}`)])
        },
      ),
      { numRuns: 1000 },
    )
  })

  it.each(['%', '%zz', '%C3', '%ED%A0%80', 'a=%FF', '\ud800=1', '&&&', '=', '==', '=&=', 'a'.repeat(50_000)])(
    'never throws (%j)',
    (query) => {
      expect(typeof canonicalQuery(queryPairs(query))).toBe('string')
    },
  )
})

describe('the comparison', () => {
  const canonical = buildCanonical(file.vectors[0]!)
  const good = file.vectors[0]!.signature

  it.each([
    '',
    'v1=',
    good.slice(0, -1),
    `${good}0`,
    `${good}\n`,
    good.toUpperCase(),
    good.replace('v1=', 'V1='),
    good.slice(3),
    `v2=${good.slice(3)}`,
    `v1=${'0'.repeat(64)}`,
    `v1=${'z'.repeat(64)}`,
    ` ${good}`,
  ])('refuses %j', (header) => {
    expect(signatureMatches(key, canonical, header)).toBe(false)
  })

  it('refuses every single changed digit', () => {
    for (let at = 3; at < good.length; at++) {
      const changed = good.slice(0, at) + (good[at] === '0' ? '1' : '0') + good.slice(at + 1)
      expect(signatureMatches(key, canonical, changed)).toBe(false)
    }
  })

  it('ignores a body on GET and HEAD, whatever it is', () => {
    const parts = { path: '/', pairs: [], timestamp: '1', nonce: 'n', body: Buffer.from('x') }
    expect(canonicalString({ ...parts, method: 'GET' })).toBe(
      canonicalString({ ...parts, method: 'GET', body: undefined }),
    )
    expect(canonicalString({ ...parts, method: 'head' })).toMatch(/^HEAD\n.*e3b0c44298fc/s)
    expect(canonicalString({ ...parts, method: 'DELETE' })).not.toContain('e3b0c44298fc')
  })
})

describe('nonces', () => {
  it('have 8 to 128 of A-Z a-z 0-9 . _ ~ -', () => {
    for (const good of ['abcdefgh', 'A.b_c~d-', '0'.repeat(128)]) expect(isNonce(good)).toBe(true)
    for (const bad of [
      '',
      'abcdefg',
      '0'.repeat(129),
      'abcdefgh ',
      'abcdefgh\n',
      'abcd/efgh',
      'äbcdefgh',
      'abcdefgh\u0000',
    ])
      expect(isNonce(bad)).toBe(false)
  })

  it('are remembered by a digest that keeps keys and nonces apart', () => {
    const digests = [
      nonceDigest('a', 'b'),
      nonceDigest('b', 'a'),
      nonceDigest('a', 'c'),
      nonceDigest('a\nb', 'c'),
      nonceDigest('ab', ''),
    ]
    expect(new Set(digests).size).toBe(digests.length)
    expect(digests[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})
