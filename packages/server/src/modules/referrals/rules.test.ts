// Referral's pure rules: codes, where a link may lead, who has not clicked, what entries do.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COMMISSION_CATEGORIES,
  clickCookie,
  computeEffect,
  dayRange,
  defaultDestination,
  destinationPath,
  isCode,
  isPrefetch,
  maskEmail,
  newCode,
  noCommissionReason,
} from './rules.ts'
import { isCrawler } from './service/recognize-crawlers.ts'

const BASE = 'https://market.example'

describe('codes', () => {
  it('are ten letters and digits, and never the same twice', () => {
    const codes = Array.from({ length: 5000 }, newCode)
    expect(codes.every(isCode)).toBe(true)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it.each(['', 'short', 'elevenchars', '../../etc1', 'abc def ghi', 'ABCDEFGHI\n', 'abcdefghi\u0000', 'ünïcödé123'])(
    '%j is none',
    (text) => {
      expect(isCode(text)).toBe(false)
    },
  )
})

describe('destinations', () => {
  it.each([
    ['/', '/'],
    ['/market?tld=com', '/market?tld=com'],
    ['https://market.example', '/'],
    ['https://market.example/domains/quickwheels.com#price', '/domains/quickwheels.com#price'],
    ['HTTPS://MARKET.EXAMPLE:443/a', '/a'],
    ['/a/../b', '/b'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/?next=//evil.example', '/?next=//evil.example'],
  ])('%s leads to %s', (given, path) => {
    expect(destinationPath(given, BASE)).toBe(path)
  })

  it.each([
    'https://evil.example/',
    'http://market.example/',
    'https://market.example:8443/',
    'https://market.example.evil.example/',
    'https://market.example@evil.example/',
    'https://user:pass@market.example/',
    'https://evil.example#@market.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    'market.example/a',
    '?a=b',
    '#a',
    '/r/ABCDEFGHIJ',
    '/R/ABCDEFGHIJ',
    '/api/partner/v1/me',
    '/oauth/authorize?client_id=x',
    '/a/../r/ABCDEFGHIJ',
  ])('%j is refused', (given) => {
    expect(() => destinationPath(given, BASE)).toThrow(/destination_url/)
  })

  it('never lead off this service, whatever is given', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '@',
      ':',
      '#',
      '?',
      'https',
      '//',
      'evil.example',
      'market.example',
      '\t',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        let path: string
        try {
          path = destinationPath(pieces.join(''), BASE)
        } catch {
          return
        }
        // As a browser reads a Location header.
        expect(new URL(path, `${BASE}/r/ABCDEFGHIJ`).origin).toBe(BASE)
        expect(path).toMatch(/^\/([^/\\]|$)/)
      }),
      { numRuns: 3000 },
    )
  })

  it('have a page for each kind', () => {
    expect(defaultDestination({ kind: 'generic', domain: null, product: null })).toBe('/')
    expect(defaultDestination({ kind: 'domain', domain: 'a.com', product: null })).toBe('/domains/a.com')
    for (const product of ['brokerage', 'registration', 'marketplace'] as const)
      expect(destinationPath(defaultDestination({ kind: 'product', domain: null, product }), BASE)).toMatch(/^\/\w+$/)
  })
})

describe('who has not clicked', () => {
  it.each([
    [{ 'sec-purpose': 'prefetch' }, true],
    [{ 'sec-purpose': 'prefetch;prerender' }, true],
    [{ purpose: 'prefetch' }, true],
    [{ 'x-purpose': 'preview' }, true],
    [{ 'x-moz': 'prefetch' }, true],
    [{ 'sec-fetch-mode': 'navigate' }, false],
    [{}, false],
  ])('%j: prefetch is %s', (headers, expected) => {
    expect(isPrefetch(headers as Record<string, string>)).toBe(expected)
  })

  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0 Safari/537.36',
      true,
    ],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true],
    ['facebookexternalhit/1.1', true],
    ['Twitterbot/1.0', true],
    ['GPTBot/1.2', true],
    ['curl/8.5.0', true],
    ['python-requests/2.31', true],
    ['', true],
    [undefined, true],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', false],
  ])('%s: crawler is %s', (userAgent, expected) => {
    expect(isCrawler(userAgent)).toBe(expected)
  })
})

describe('days', () => {
  const at = (text: string) => new Date(text)
  it.each([
    [undefined, undefined, null, null],
    ['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z', '2026-01-02', '2026-01-03'],
    ['2026-01-02T12:00:00Z', '2026-01-03T00:00:00.001Z', '2026-01-02', '2026-01-04'],
  ])('%s to %s', (from, to, first, before) => {
    expect(dayRange({ from: from ? at(from) : undefined, to: to ? at(to) : undefined })).toEqual({
      from: first,
      before,
    })
  })
})

describe('the buyer', () => {
  it.each([
    ['ada@example.com', 'a***@example.com'],
    ['a@b.co', 'a***@b.co'],
    ['"odd@local"@example.com', '"***@example.com'],
    ['nonsense', '***'],
    ['@x.com', '***'],
  ])('%s is shown as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked)
  })
})

describe('a commission', () => {
  const nobody = { userIds: [], emails: [] }
  const affiliate = { userIds: ['usr_1', 'usr_2'], emails: ['Shop@Example.com', 'ada@example.com'] }
  it.each([
    ['is earned among strangers', {}, null],
    ['is not earned on an own link', { ownLink: true }, 'own_sale'],
    ['is not earned where an account sells', { seller: { userIds: ['usr_2'], emails: [] } }, 'seller_is_affiliate'],
    [
      'is not earned where an address sells',
      { seller: { userIds: [], emails: ['shop@EXAMPLE.com '] } },
      'seller_is_affiliate',
    ],
    ['is not earned where an account buys', { buyer: { userIds: ['usr_1'], emails: [] } }, 'buyer_is_affiliate'],
    [
      'is not earned where an address buys',
      { buyer: { userIds: [], emails: ['ADA@example.com'] } },
      'buyer_is_affiliate',
    ],
    ['is earned where the address is another', { buyer: { userIds: ['usr_3'], emails: ['ada@example.org'] } }, null],
  ])('%s', (_, given, reason) => {
    expect(noCommissionReason({ affiliate, ownLink: false, seller: nobody, buyer: nobody, ...given })).toBe(reason)
  })
})

describe('entries', () => {
  it.each(COMMISSION_CATEGORIES)(
    '%s changes the balance by exactly what it moves between accrued and pending',
    (category) => {
      for (const from of ['accrued', 'pending'] as const) {
        const effect = computeEffect(category, 1234, from)
        expect(effect.amount).toBe(effect.accrued + effect.pending)
        expect(Math.sign(effect.amount)).toBe({ accrued: 1, pending: 0, paid_out: -1, reversed: -1 }[category])
      }
    },
  )
})

it('binds the cookie to the host over https', () => {
  expect(clickCookie('https://market.example', 'abc')).toMatch(/^__Host-fh_ref=abc; .*; Secure$/)
  expect(clickCookie('http://localhost:8080', 'abc')).toMatch(/^fh_ref=abc; /)
})
