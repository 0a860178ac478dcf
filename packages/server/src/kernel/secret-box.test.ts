// Secrets at rest: sealed under the key, bound to their row, useless when anything changed.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecretBox, randomToken, tokenHash, withoutSecrets } from './secret-box.ts'

const box = createSecretBox(Buffer.alloc(32, 1))

describe('a secret box', () => {
  it.each(['', 'sk_live_abc', 'ünïcode \u{1f511}', 'x'.repeat(10_000)])('opens what it sealed (%#)', (text) => {
    expect(box.open(box.seal(text, 'row:1'), 'row:1')).toBe(text)
  })

  it('seals the same text differently each time, and shows nothing of it', () => {
    const sealed = Array.from({ length: 100 }, () => box.seal('sk_live_visible', 'row:1'))
    expect(new Set(sealed).size).toBe(100)
    expect(
      sealed.some((text) => text.includes('visible') || Buffer.from(text.slice(3), 'base64url').includes('visible')),
    ).toBe(false)
  })

  it('does not open what was moved to another row', () => {
    const sealed = box.seal('secret', 'credential:a')
    expect(() => box.open(sealed, 'credential:b')).toThrow()
  })

  it('does not open under another key', () => {
    expect(() => createSecretBox(Buffer.alloc(32, 2)).open(box.seal('secret', 'a'), 'a')).toThrow()
  })

  it('does not open after a change of any byte', () => {
    const sealed = box.seal('secret', 'a')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => box.open(`v1.${changed.toString('base64url')}`, 'a')).toThrow()
    }
  })

  it.each(['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'plain text'])('does not open "%s"', (text) => {
    expect(() => box.open(text, 'a')).toThrow()
  })

  it('takes a shortened tag for no tag', () => {
    const bytes = Buffer.from(box.seal('', 'a').slice(3), 'base64url')
    expect(() => box.open(`v1.${bytes.subarray(0, 16).toString('base64url')}`, 'a')).toThrow()
  })

  it.each([16, 31, 33])('takes no master key of %i bytes', (length) => {
    expect(() => createSecretBox(randomBytes(length))).toThrow('32 bytes')
  })

  it('derives keys that differ by purpose and by master key, and are the same each time', () => {
    const [one, again, other] = [box.deriveKey('a'), box.deriveKey('a'), box.deriveKey('b')]
    expect(one.equals(again)).toBe(true)
    expect(one.equals(other)).toBe(false)
    expect(one.equals(createSecretBox(Buffer.alloc(32, 2)).deriveKey('a'))).toBe(false)
    expect(one).toHaveLength(32)
  })
})

describe('text that is written down', () => {
  it.each([
    ['/orders/fh_or_01m7mx2nkw1qyqw4a9yfp0grt0Ab-_cdef', '/orders/fh_or_***'],
    ['/claims/fh_or_01m7mx2nkw.fh_cl_0a1b2c3d', '/claims/fh_or_***.fh_cl_***'],
    ['/confirmation/fh_ln_0a1b', '/confirmation/fh_ln_***'],
    ['/invite%2Ffh_iv_0a1b', '/invite%2Ffh_iv_***'],
    ['/operators/fh_oi_0a1b', '/operators/fh_oi_***'],
    ['/confirmation/fh%5Fln%5F0a1b', '/confirmation/fh_ln_***'],
    ['/confirmation/fh%5fln_0%61%31b', '/confirmation/fh_ln_***'],
    ['/confirmation/%66%68%5F%6c%6E%5F%30%61%31%62', '/confirmation/fh_ln_***'],
    ['/confirmation/fh%255Fln%25255F0a1b', '/confirmation/fh_ln_***'],
    ['/claims/fh_or_01m7%2Efh%5Fcl_0a%2D1b', '/claims/fh_or_***.fh_cl_***'],
    [`/order/01m7mx2nkw1qyqw4a9yfp0grt%30${'aB-_'.repeat(10)}xyz`, '/order/***'],
    ['/names/caf%C3%A9%2Ecom%2', '/names/caf%C3%A9%2Ecom%2'],
    [`/order/01m7mx2nkw1qyqw4a9yfp0grt0${'aB-_'.repeat(10)}xyz`, '/order/***'],
    [`/claims/01m7mx2nkw1qyqw4a9yfp0grt0${'aB-_'.repeat(10)}xyz.${'0a1b'.repeat(12)}`, '/claims/***'],
    ['/api/partner/v1/orders/ord_01m7mx2nkw1qyqw4a9yfp0grt0', '/api/partner/v1/orders/ord_01m7mx2nkw1qyqw4a9yfp0grt0'],
    [
      '/names/a-long-name-of-more-than-sixty-characters-that-is-not-a-secret.com',
      '/names/a-long-name-of-more-than-sixty-characters-that-is-not-a-secret.com',
    ],
  ])('%s has no secret', (text, kept) => {
    expect(withoutSecrets(text)).toBe(kept)
  })
})

describe('tokens', () => {
  it('are random behind their prefix, and hashed to 32 bytes', () => {
    const tokens = Array.from({ length: 1000 }, () => randomToken('op_', 32))
    expect(new Set(tokens).size).toBe(1000)
    expect(tokens[0]).toMatch(/^op_[0-9a-f]{64}$/)
    expect(tokenHash(tokens[0]!)).toHaveLength(32)
    expect(tokenHash('a').equals(tokenHash('b'))).toBe(false)
  })
})
