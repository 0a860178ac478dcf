// What each bulk operation means for one name.
import { describe, expect, it } from 'vitest'
import {
  addYears,
  DECIDE,
  type OwnedDomain,
  type OwnListing,
  readNameservers,
  type Subject,
  type TldRules,
} from './rules.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const DOMAIN: OwnedDomain = {
  domain: 'mine.com',
  domainUnicode: 'mine.com',
  tld: 'com',
  expiresAt: new Date('2027-03-01T00:00:00Z'),
  autoRenew: true,
  locked: false,
  privacy: true,
  nameservers: ['ns1.example.net', 'ns2.example.net'],
}
const COM: TldRules = {
  tld: 'com',
  minYears: 1,
  maxYears: 10,
  renewCents: 1000,
  nameserversRequired: false,
  nameserversMin: 2,
  nameserversMax: 13,
  nameserverRules: [],
}
const LISTING: OwnListing = { id: 'lst_1', mine: true, standing: 'listed', priceCents: 900, floorPriceCents: 900 }
const subject = (change: Partial<Subject> = {}): Subject => ({
  domain: DOMAIN,
  listing: null,
  tldRules: COM,
  now: NOW,
  ...change,
})

describe('years', () => {
  it.each([
    ['2026-03-01', 1, '2027-03-01'],
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
  ])('%s and %i more end on %s', (from, years, to) => {
    expect(addYears(new Date(from), years)).toEqual(new Date(to))
  })
})

describe('renew', () => {
  it('is refused without a payment, and past the longest term of the ending before that', () => {
    expect(DECIDE.renew(subject(), { years: 9 })).toMatchObject({ ok: false, code: 'payment_required' })
    expect(DECIDE.renew(subject(), { years: 10 })).toMatchObject({ ok: false, code: 'tld_rule' })
  })
  it('follows the ending: a least term, no renewal at all', () => {
    expect(DECIDE.renew(subject({ tldRules: { ...COM, minYears: 2 } }), { years: 1 })).toMatchObject({
      code: 'tld_rule',
    })
    expect(DECIDE.renew(subject({ tldRules: { ...COM, renewCents: null } }), { years: 1 })).toMatchObject({
      code: 'tld_rule',
    })
  })
  it('knows ten years where the ending is not known', () => {
    expect(DECIDE.renew(subject({ tldRules: null }), { years: 9 })).toMatchObject({ code: 'payment_required' })
    expect(DECIDE.renew(subject({ tldRules: null }), { years: 10 })).toMatchObject({ code: 'tld_rule' })
  })
})

describe('nameservers', () => {
  const set = (nameservers: string[], tldRules = COM) => DECIDE.set_nameservers(subject({ tldRules }), { nameservers })
  it('are counted as the ending says', () => {
    expect(set(['a.example.net'])).toMatchObject({ ok: false, code: 'tld_rule' })
    expect(set(['a.example.net', 'b.example.net'])).toMatchObject({ ok: true, domain: {} })
    expect(
      set(
        Array.from({ length: 3 }, (_, n) => `n${n}.example.net`),
        { ...COM, nameserversMax: 2 },
      ),
    ).toMatchObject({ ok: false })
  })
  it('are as many as the ending asks for once a name is delegated', () => {
    const rule = { code: 'min_when_delegated', text: 'At least 2 when the name is delegated' }
    const tldRules = { ...COM, nameserversMin: 0, nameserverRules: [rule] }
    expect(set(['a.example.net'], tldRules)).toMatchObject({ ok: false, code: 'tld_rule' })
    expect(set(['a.example.net', 'b.example.net'], tldRules)).toMatchObject({ ok: true })
    expect(set([], tldRules)).toMatchObject({ ok: true })
  })
  it('may be none, unless the ending needs them', () => {
    expect(set([])).toMatchObject({ ok: true, domain: { nameservers: [] } })
    expect(set([], { ...COM, nameserversRequired: true })).toMatchObject({ ok: false, code: 'tld_rule' })
  })
  it('that are there already change nothing', () => {
    expect(set(DOMAIN.nameservers)).toEqual({ ok: true })
  })
  it.each([
    [
      ['NS1.Example.NET.', ' ns2.example.net '],
      ['ns1.example.net', 'ns2.example.net'],
    ],
    [['ns1'], null],
    [['1.2.3.4'], null],
    [['-a.example.net'], null],
    [['ns_1.example.net'], null],
    [['a.example.net', 'A.example.net.'], null],
    [['a..net'], null],
    [[`${'a'.repeat(64)}.net`], null],
  ])('%j are read as %j', (texts, hosts) => {
    expect(readNameservers(texts)).toEqual(hosts)
  })
})

describe('selling', () => {
  it('lists a name, changes its price, and says when nothing changes', () => {
    expect(DECIDE.list_for_sale(subject(), { price_cents: 500 })).toEqual({
      ok: true,
      listing: { kind: 'list', priceCents: 500, floorPriceCents: 500 },
    })
    expect(DECIDE.list_for_sale(subject({ listing: LISTING }), { price_cents: 900 })).toEqual({ ok: true })
    expect(DECIDE.set_price(subject({ listing: LISTING }), { price_cents: 800 })).toMatchObject({
      listing: { kind: 'terms', priceCents: 800, floorPriceCents: 800 },
    })
    expect(DECIDE.unlist(subject(), {})).toEqual({ ok: true })
  })
  it('keeps a floor that was set apart, never above the price', () => {
    const listing = { ...LISTING, floorPriceCents: 700 }
    expect(DECIDE.set_price(subject({ listing }), { price_cents: 1200 })).toMatchObject({
      listing: { floorPriceCents: 700 },
    })
    expect(DECIDE.set_price(subject({ listing }), { price_cents: 600 })).toMatchObject({
      listing: { floorPriceCents: 600 },
    })
  })
  it.each([
    ['a listing of the marketplace', { ...LISTING, mine: false }],
    ['a sold name', { ...LISTING, standing: 'sold' as const }],
    ['a name that was sold here before', { ...LISTING, mine: false, standing: 'sold' as const }],
  ])('refuses %s', (_, listing) => {
    for (const decision of [
      DECIDE.list_for_sale(subject({ listing }), { price_cents: 1 }),
      DECIDE.set_price(subject({ listing }), { price_cents: 1 }),
      DECIDE.unlist(subject({ listing }), {}),
    ])
      expect(decision).toMatchObject({ ok: false, code: 'conflict' })
  })
  it('does not take away what a buyer reserved, nor prices what is not listed', () => {
    expect(DECIDE.unlist(subject({ listing: { ...LISTING, standing: 'reserved' } }), {})).toMatchObject({
      code: 'conflict',
    })
    expect(DECIDE.set_price(subject(), { price_cents: 1 })).toMatchObject({ code: 'conflict' })
  })
})
