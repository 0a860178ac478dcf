// Holds the reading of domain names to the contract: what is accepted, in which form it comes out, and why the rest is refused.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDomainName, parseDomainNameByUts46, parseTld } from './domain-name.ts'

const live = { allowTest: false }
const sandbox = { allowTest: true }

function accepted(input: string, options = live) {
  const result = parseDomainName(input, options)
  expect(result, JSON.stringify(input)).toMatchObject({ ok: true })
  return result.ok ? result.name : expect.unreachable()
}

function findReason(input: unknown, options = live): string {
  const result = parseDomainName(input, options)
  return result.ok ? `accepted as ${result.name.domain}` : result.reason
}

describe('accepts', () => {
  it('a plain name and gives its parts', () => {
    expect(accepted('quickwheels.com')).toEqual({
      domain: 'quickwheels.com',
      unicode: 'quickwheels.com',
      label: 'quickwheels',
      tld: 'com',
    })
  })

  it.each([
    ['ExAmPle.COM', 'example.com'],
    ['  example.com\t\n', 'example.com'],
    ['\u00a0example.com\u3000', 'example.com'],
    ['example.com.', 'example.com'],
    [' example.com. ', 'example.com'],
    ['example。com', 'example.com'],
    ['example.com。', 'example.com'],
    ['example\uff0ecom\uff61', 'example.com'],
    ['\uff25\uff38\uff21\uff2d\uff30\uff2c\uff25\uff0e\uff23\uff2f\uff2d', 'example.com'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['mu\u0308nchen.de', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.DE', 'xn--mnchen-3ya.de'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['א1.com', 'xn--1-zhc.com'],
    ['💩.la', 'xn--ls8h.la'],
    ['soft\u00adhyphen.com', 'softhyphen.com'],
    ['1.com', '1.com'],
    ['0x7f.com', '0x7f.com'],
    ['a-b--c.com', 'a-b--c.com'],
    ['example.co.uk', 'example.co.uk'],
    ['github.io', 'github.io'],
    ['a.foo.ck', 'a.foo.ck'],
    ['www.ck', 'www.ck'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('%j as %s', (input, domain) => {
    expect(accepted(input).domain).toBe(domain)
  })

  it('a name in Unicode and says both forms', () => {
    expect(accepted('Bücher.co.uk')).toEqual({
      domain: 'xn--bcher-kva.co.uk',
      unicode: 'bücher.co.uk',
      label: 'xn--bcher-kva',
      tld: 'co.uk',
    })
    expect(accepted('xn--bcher-kva.рф')).toMatchObject({ unicode: 'bücher.рф', tld: 'xn--p1ai' })
  })

  it('look-alikes as different names: the A-label tells them apart', () => {
    expect(accepted('раураl.com').domain).not.toBe('paypal.com')
  })
})

describe('refuses', () => {
  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['.', 'empty'],
    [undefined, 'empty'],
    [12, 'empty'],
    ['https://example.com', 'url'],
    ['example.com/', 'url'],
    ['example.com/path', 'url'],
    ['example.com#x', 'url'],
    ['example.com?x', 'url'],
    ['example.com:80', 'url'],
    ['127.0.0.1:80', 'url'],
    ['ex\\ample.com', 'url'],
    ['mailto:me@example.com', 'url'],
    ['me@example.com', 'email'],
    ['127.0.0.1', 'ip_address'],
    ['127.1', 'ip_address'],
    ['127.\uff11', 'ip_address'],
    ['example.com\uff0fx', 'bad_label'],
    ['0x7f.1', 'ip_address'],
    ['127.0x1', 'ip_address'],
    ['2130706433', 'ip_address'],
    ['::1', 'ip_address'],
    ['[::1]', 'ip_address'],
    ['::ffff:127.0.0.1', 'ip_address'],
    ['2001:db8::1', 'ip_address'],
    ['www.example.com', 'subdomain'],
    ['www.example.co.uk', 'subdomain'],
    ['foo.github.io', 'subdomain'],
    ['a.b.foo.ck', 'subdomain'],
    ['com', 'public_suffix'],
    ['.com', 'bad_label'],
    ['co.uk', 'public_suffix'],
    ['COM.', 'public_suffix'],
    ['рф', 'public_suffix'],
    ['ck', 'public_suffix'],
    ['foo.ck', 'public_suffix'],
    ['name.test', 'special_use'],
    ['example', 'special_use'],
    ['name.example', 'special_use'],
    ['name.invalid', 'special_use'],
    ['localhost', 'special_use'],
    ['LocalHost.', 'special_use'],
    ['printer.local', 'special_use'],
    ['name.onion', 'special_use'],
    ['1.in-addr.arpa', 'special_use'],
    ['home.arpa', 'special_use'],
    ['name.home.arpa', 'special_use'],
    ['name.internal', 'special_use'],
    ['name.alt', 'special_use'],
    ['name.corp', 'special_use'],
    ['word', 'unknown_tld'],
    ['name.notatld', 'unknown_tld'],
    ['a.b.notatld', 'unknown_tld'],
    ['__proto__', 'bad_label'],
    ['constructor', 'unknown_tld'],
    ['name.constructor', 'unknown_tld'],
    ['ex%61mple.com', 'bad_label'],
    ['*.com', 'bad_label'],
    ['my_name.com', 'bad_label'],
    ['-name.com', 'bad_label'],
    ['name-.com', 'bad_label'],
    ['ab--cd.com', 'bad_label'],
    ['xn--example-.com', 'bad_label'],
    ['xn--a.com', 'bad_label'],
    ['xn--.com', 'bad_label'],
    ['xn--zzzzzzzzzzzzzzz99999.com', 'bad_label'],
    ['١.com', 'bad_label'],
    ['1א.com', 'bad_label'],
    ['אa.com', 'bad_label'],
    ['👩‍💻.com', 'bad_label'],
    ['a\u200db.com', 'bad_label'],
    ['\u0301a.com', 'bad_label'],
    ['\ud800.com', 'bad_label'],
    ['exam\nple.com', 'bad_label'],
    ['exam ple.com', 'bad_label'],
    ['example.com .', 'bad_label'],
    ['example\u0000.com', 'bad_label'],
    ['example.com\u0000', 'bad_label'],
    ['example.com..', 'bad_label'],
    ['example..com', 'bad_label'],
    ['.example.com', 'bad_label'],
    [`${'a'.repeat(64)}.com`, 'too_long'],
    [`${'ü'.repeat(60)}.com`, 'too_long'],
    [`${'a.'.repeat(124)}.com`, 'bad_label'],
    [`${'a.'.repeat(125)}coop`, 'too_long'],
    ['a'.repeat(100_000), 'too_long'],
  ])('%j as %s', (input, reason) => {
    expect(findReason(input)).toBe(reason)
  })

  it('takes a name of 253 characters as far as the subdomain check, and one of 254 not', () => {
    const long = `${'a'.repeat(61)}.`.repeat(4)
    expect(findReason(`${long}a.com`.padStart(253, 'b'))).toBe('subdomain')
    expect(findReason(`${long}a.com`.padStart(254, 'b'))).toBe('too_long')
  })

  it.each([
    [`${'ü'.repeat(55)}.${'ö'.repeat(40)}.münchen.com`, 'xn--mnchen-3ya.com'],
    [`${'你.'.repeat(60)}münchen.co.uk`, 'xn--mnchen-3ya.co.uk'],
    [`${'你.'.repeat(60)}münchen.pvt.k12.ma.us`, 'xn--mnchen-3ya.pvt.k12.ma.us'],
  ])('reads a long subdomain from its end: %s', (input, domain) => {
    expect(parseDomainName(input, live)).toMatchObject({
      reason: 'subdomain',
      message: expect.stringContaining(` ${domain},`),
    })
  })

  it('accepts the longest registrable name in decomposed letters', () => {
    const label = 'u\u0308'.repeat(57)
    expect(parseDomainName(`${label}.co.uk`, live)).toMatchObject({ ok: true, name: { tld: 'co.uk' } })
    expect(findReason(`www.${label}.co.uk`)).toBe('subdomain')
  })

  it('says in the message what to give instead', () => {
    expect(parseDomainName('www.example.co.uk', live)).toMatchObject({
      message: expect.stringContaining('example.co.uk'),
    })
    expect(parseDomainName('word', live)).toMatchObject({ message: 'Add a TLD, such as .com.' })
  })
})

describe('.test', () => {
  it('is registrable in the sandbox only', () => {
    expect(accepted('Held.TEST.', sandbox)).toEqual({
      domain: 'held.test',
      unicode: 'held.test',
      label: 'held',
      tld: 'test',
    })
    expect(accepted('münchen.test', sandbox)).toMatchObject({ label: 'xn--mnchen-3ya', unicode: 'münchen.test' })
    expect(findReason('held.test')).toBe('special_use')
  })

  it('keeps the rules of every other ending', () => {
    expect(findReason('a.held.test', sandbox)).toBe('subdomain')
    expect(findReason('test', sandbox)).toBe('public_suffix')
    expect(findReason('my_name.test', sandbox)).toBe('bad_label')
    expect(findReason('name.example', sandbox)).toBe('special_use')
    expect(findReason('127.test', sandbox)).toBe('accepted as 127.test')
  })
})

describe('the fast path', () => {
  const label = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9-]{0,8}$/u),
    fc.stringMatching(/^[a-zA-Z0-9._-]{0,70}$/u),
    fc.constantFrom(
      'xn--mnchen-3ya',
      'XN--mnchen-3ya',
      'xn--a',
      'ab--c',
      '0x7f',
      '127',
      'www',
      'münchen',
      '1',
      'א',
      'ß',
    ),
  )
  const tld = fc.constantFrom(
    'com',
    'CO.UK',
    'io',
    'ck',
    'test',
    'onion',
    'рф',
    'xn--p1ai',
    'notatld',
    'np',
    'github.io',
    '1',
  )
  const nameLike = fc
    .tuple(
      fc.constantFrom('', ' ', '\n', '.'),
      fc.array(label, { maxLength: 5 }),
      tld,
      fc.constantFrom('', '.', ' ', '. ', '..'),
    )
    .map(([before, labels, tld, after]) => `${before}${[...labels, tld].join('.')}${after}`)
  const anyInput = fc.oneof({ weight: 6, arbitrary: nameLike }, fc.string(), fc.string({ unit: 'binary' }))

  it('gives exactly the answers of the slow path', () => {
    fc.assert(
      fc.property(anyInput, fc.boolean(), (input, allowTest) => {
        expect(parseDomainName(input, { allowTest })).toEqual(parseDomainNameByUts46(input, { allowTest }))
      }),
      { numRuns: 3000 },
    )
  })

  it('and the slow path read a name that came out to the same name again', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const first = parseDomainName(input, sandbox)
        if (!first.ok) return
        expect(first.name.domain).toMatch(/^[a-z0-9.-]{3,253}$/u)
        expect(`${first.name.label}.${first.name.tld}`).toBe(first.name.domain)
        expect(parseDomainName(first.name.domain, sandbox)).toEqual(first)
        expect(parseDomainName(first.name.unicode, sandbox)).toEqual(first)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('parseTld', () => {
  it.each([
    ['.com', 'com'],
    ['COM', 'com'],
    [' com. ', 'com'],
    ['рф', 'xn--p1ai'],
    ['.XN--P1AI', 'xn--p1ai'],
    ['co.uk', 'co.uk'],
    ['公司.cn', 'xn--55qx5d.cn'],
    ['ck', 'ck'],
    ['np', 'np'],
  ])('reads %j as %s', (input, tld) => {
    expect(parseTld(input)).toBe(tld)
  })

  it.each([
    '',
    '.',
    '..com',
    'com..',
    'example.com',
    'github.io',
    'notatld',
    '__proto__',
    'constructor',
    '../../..',
    'com/',
    '%63om',
    'test',
    'onion',
    'arpa',
    'home.arpa',
    '1',
    'a'.repeat(100_000),
    undefined,
    {},
  ])('refuses %j', (input) => {
    expect(parseTld(input)).toBeNull()
  })
})
