// Rules of endings and of the search: what is asked for, what it costs, and the shipped catalogue itself.
import { describe, expect, it } from 'vitest'
import { readCatalogue } from './data.ts'
import { isRegistrable, namesAround, readQuery } from './rules/search.ts'
import { changeTld, emptyTld, getYears, isOffered, readTld, type Tld } from './rules/tlds.ts'

const now = new Date('2026-05-01T12:00:00Z')

describe('a search', () => {
  it.each([
    ['quickwheels.com', 'quickwheels.com'],
    [' QuickWheels.COM. ', 'quickwheels.com'],
    ['quickwheels', 'quickwheels.com'],
    ['QUICKWHEELS', 'quickwheels.com'],
    ['com', 'com.com'],
    ['example.co.uk', 'example.co.uk'],
    ['münchen', 'xn--mnchen-3ya.com'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['münchen.de'.normalize('NFD'), 'xn--mnchen-3ya.de'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['example。com', 'example.com'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
    ['💩.la', 'xn--ls8h.la'],
    ['раураl', 'xn--l-7sba6dbr.com'],
  ])('for %j is about %s', (q, domain) => expect(readQuery(q).domain).toBe(domain))

  it.each([
    '',
    ' ',
    '.',
    '..',
    '.com',
    'co.uk',
    'COM.',
    'https://example.com',
    'example.com/path',
    'example.com:443',
    'user@example.com',
    'www.example.com',
    'my cool name',
    '-example',
    'example-',
    'exa_mple.com',
    'ab--cd.com',
    'xn--example-.com',
    'a..com',
    'example.localhost',
    'example.test',
    'example.onion',
    'example.__proto__',
    '__proto__',
    'example.notatld',
    '127.0.0.1',
    '2130706433.',
    '[::1]',
    '*.com',
    'exa\u202emple.com',
    'ex\u200dample.com',
    '\u05d0a.com',
    'example.com\nevil.com',
    `${'a'.repeat(64)}.com`,
    `${'ü'.repeat(60)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('for %j is refused with what to do', (q) =>
    expect(() => readQuery(q)).toThrow(
      expect.objectContaining({ code: 'validation_error', details: [{ field: 'q', message: expect.any(String) }] }),
    ),
  )

  it('shows the asked name once and first, then the others in their order', () => {
    const around = (q: string) => namesAround(readQuery(q)).map(({ domain }) => domain)
    const all = ['com', 'net', 'org', 'io', 'ai', 'co', 'app', 'dev']
    expect(around('x.com')).toEqual(all.map((tld) => `x.${tld}`))
    expect(around('x.io')).toEqual(['x.io', ...all.filter((tld) => tld !== 'io').map((tld) => `x.${tld}`)])
    expect(around('x.co.uk')).toEqual(['x.co.uk', ...all.map((tld) => `x.${tld}`)])
    expect(around('пример.рф')[1]).toBe('xn--e1afmkfd.com')
  })

  it.each([
    ['münchen.com', null, true],
    ['münchen.com', false, false],
    ['münchen.co.uk', true, true],
    ['plain.com', false, true],
    ['ab·cd.com', null, true],
    ['一・二.jp', null, true],
    ['💩.la', null, false],
    ['i❤you.com', true, false],
  ])('%s under an ending with IDNs %s can be registered: %s', (q, idn, registrable) =>
    expect(isRegistrable(readQuery(q), { ...emptyTld('x', now), idn })).toBe(registrable),
  )
})

describe('an ending', () => {
  it.each([
    ['com', 'com'],
    ['.com', 'com'],
    ['COM', 'com'],
    [' .Com. ', 'com'],
    ['рф', 'xn--p1ai'],
    ['xn--p1ai', 'xn--p1ai'],
    ['co.uk', 'co.uk'],
    ['CO．UK', 'co.uk'],
    ['', null],
    ['.', null],
    ['..', null],
    ['../..', null],
    ['__proto__', null],
    ['constructor', null],
    ['toString', null],
    ['notatld', null],
    ['test', null],
    ['arpa', null],
    ['onion', null],
    ['example.com', null],
    ['com/', null],
    ['%2e', null],
    ['c\u0000om', null],
    ['x'.repeat(5000), null],
  ])('%j is read as %j', (text, tld) => expect(readTld(text)).toBe(tld))

  const com: Tld = {
    ...emptyTld('com', now),
    registerCents: 1000,
    renewCents: 1200,
    transferCents: 0,
    restoreCents: 8000,
  }
  it('costs what it costs for its shortest term', () => {
    const ops = ['register', 'renew', 'transfer', 'restore'] as const
    expect(ops.map((op) => getYears({ ...com, minYears: 2 }, op))).toEqual([2, 2, null, null])
    expect(getYears(com, 'register')).toBe(1)
    expect([isOffered(com), isOffered(emptyTld('com', now))]).toEqual([true, false])
  })

  it('is changed member by member, and a new price has a new date', () => {
    const later = new Date('2026-06-01T00:00:00Z')
    expect(changeTld(com, { registerCents: null, idn: true }, later)).toEqual({
      ...com,
      registerCents: null,
      idn: true,
      pricesAsOf: later,
      editedAt: later,
      updatedAt: later,
    })
    expect(changeTld(com, { idn: true }, later).pricesAsOf).toBe(com.pricesAsOf)
    expect(() => changeTld(com, { minYears: 3, maxYears: 2 }, later)).toThrow(/term/)
    expect(() => changeTld({ ...com, nameserversMin: 3 }, { nameserversMax: 2 }, later)).toThrow(/nameservers/)
  })
})

describe('the shipped catalogue', () => {
  const tlds = readCatalogue().tlds(now)
  const of = (tld: string) => tlds.find((one) => one.tld === tld)

  it('knows every TLD once, in a form that this service reads, and most prices', () => {
    expect(tlds.length).toBeGreaterThan(1400)
    expect(new Set(tlds.map(({ tld }) => tld)).size).toBe(tlds.length)
    expect(tlds.filter(isOffered).length).toBeGreaterThan(750)
    const unread = tlds.filter(({ tld }) => readTld(tld) !== tld).map(({ tld }) => tld)
    expect(unread).toEqual([])
  })

  it('holds nothing that contradicts itself', () => {
    for (const tld of tlds) {
      expect(() => changeTld(tld, {}, now)).not.toThrow()
      expect([tld.tld, isOffered(tld)]).toEqual([tld.tld, tld.pricesAsOf !== null])
    }
  })

  it('tells what is known and leaves the rest null', () => {
    expect(of('com')).toMatchObject({
      type: 'gTLD',
      minYears: 1,
      maxYears: 10,
      registerCents: 1198,
      nameserversMax: 10,
      transferLockDays: 60,
      dnssec: true,
      idn: null,
    })
    expect(of('xn--p1ai')).toMatchObject({ tldUnicode: 'рф', idn: true, restoreCents: null, redemptionDays: null })
    expect(of('ai')).toMatchObject({ minYears: 2, registerCents: 21800 })
    expect(of('co.uk')).toMatchObject({ type: 'ccSLD', transferCents: 0 })
    expect(of('us')).toMatchObject({ localPresenceRequired: true, allowedCountries: ['US'] })
  })
})
