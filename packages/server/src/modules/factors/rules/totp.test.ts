// Codes of authenticator apps, against the values of RFC 6238.
import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { buildTotpUrl, createTotpSecret, findTotpStep } from './totp.ts'

const SECRET = Secret.fromUTF8('12345678901234567890').base32

describe('TOTP codes', () => {
  // Appendix B, the SHA-1 rows. They have eight digits; codes of six digits are their last six.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('match RFC 6238 at second %d', (seconds, code) => {
    expect(findTotpStep(SECRET, code.slice(2), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it('are accepted one step before and after, and no further', () => {
    const code = '287082'
    const at = (seconds: number) => findTotpStep(SECRET, code, new Date(seconds * 1000))
    // The code of step 1, which is second 30 to 59.
    expect([at(0), at(29), at(30), at(59), at(60), at(89)]).toEqual([1, 1, 1, 1, 1, 1])
    expect(at(90)).toBeNull()
    expect(findTotpStep(SECRET, '353130', new Date((20000000000 - 70) * 1000))).toBeNull()
  })

  it('may be typed with spaces', () => {
    expect(findTotpStep(SECRET, ' 287 082 ', new Date(59_000))).toBe(1)
  })

  it.each(['', '28708', '2870820', '287082a', '２８７０８２', '-87082', '1e5000'])('rejects the text "%s"', (code) => {
    expect(findTotpStep(SECRET, code, new Date(59_000))).toBeNull()
  })
})

describe('a new secret', () => {
  it('has 160 bits and differs each time', () => {
    const [one, two] = [createTotpSecret(), createTotpSecret()]
    expect(Secret.fromBase32(one).bytes).toHaveLength(20)
    expect(one).not.toBe(two)
  })

  it('is in the URL of the QR code with issuer and account', () => {
    const url = new URL(buildTotpUrl(SECRET, 'ada+b@mail.example'))
    expect([url.protocol, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', '/Freehold:ada+b@mail.example'])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Freehold',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
