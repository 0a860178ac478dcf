// What partners read of a name: every standing it can have, in every spelling.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'

const V1 = '/api/partner/v1'

let service: TestService
let partner: TestPartner
let other: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  other = await service.partner()
})

const detail = (name: string, as = partner) => service.signed(as, 'GET', `${V1}/domains/${name}`)
const availability = (name: string, as = partner) =>
  service.signed(as, 'GET', `${V1}/availability?domain=${encodeURIComponent(name)}`)
const pricing = (name: string, as = partner) =>
  service.signed(as, 'GET', `${V1}/pricing?domain=${encodeURIComponent(name)}`)

const sell = (domain: string) => service.db.run(sql`update listings set status = 'sold' where domain = ${domain}`)
const reserve = (domain: string, by: TestPartner, seconds = 600) =>
  service.db.run(sql`update listings set reserved_by_partner = ${by.partnerId}, reserved_by = 'quo_test',
    reserved_until = ${new Date(service.clock.now().getTime() + seconds * 1000)} where domain = ${domain}`)

describe('a listed name', () => {
  it('shows its terms, is available, and has its prices', async () => {
    await service.list('sandbox', 'listed.com', {
      price_cents: 250_000,
      floor_price_cents: 200_000,
      currency: 'EUR',
      description: 'Nice.',
      categories: ['Real Estate', 'art', 'art'],
    })
    const shown = await detail('listed.com')
    expect(shown.json).toMatchObject({
      domain: 'listed.com',
      domain_unicode: 'listed.com',
      tld: 'com',
      price_cents: 250_000,
      currency: 'EUR',
      available: true,
      status: 'listed',
      floor_price_cents: 200_000,
      description: 'Nice.',
      categories: ['real-estate', 'art'],
      reserved_until: null,
    })
    expect(shown.json.listed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Object.keys(shown.json).sort()).toEqual([
      'available',
      'categories',
      'currency',
      'description',
      'domain',
      'domain_unicode',
      'floor_price_cents',
      'listed_at',
      'price_cents',
      'reserved_until',
      'status',
      'tld',
      'updated_at',
    ])
    expect((await availability('listed.com')).json).toMatchObject({
      domain: 'listed.com',
      available: true,
      price_cents: 250_000,
      currency: 'EUR',
      reason: null,
    })
    expect((await pricing('listed.com')).json).toEqual({
      domain: 'listed.com',
      buy_now_price_cents: 250_000,
      floor_price_cents: 200_000,
      currency: 'EUR',
      updated_at: shown.json.updated_at,
    })
  })
})

describe('an unlisted name', () => {
  it('is 404 in detail and pricing, and a plain no in availability', async () => {
    expect((await detail('never-listed.com')).status).toBe(404)
    expect((await pricing('never-listed.com')).status).toBe(404)
    const response = await availability('never-listed.com')
    expect([response.status, response.json]).toEqual([
      200,
      {
        domain: 'never-listed.com',
        available: false,
        price_cents: null,
        currency: null,
        reason: 'unlisted',
        checked_at: expect.any(String),
      },
    ])
  })

  it('is what a withdrawn name is, until it is listed again', async () => {
    const { listing_id } = await service.list('sandbox', 'withdrawn.com')
    expect((await service.operator('DELETE', `/listings/${listing_id}`)).json.status).toBe('withdrawn')
    expect([
      (await detail('withdrawn.com')).status,
      (await pricing('withdrawn.com')).status,
      (await availability('withdrawn.com')).json.reason,
    ]).toEqual([404, 404, 'unlisted'])
    await service.list('sandbox', 'withdrawn.com', { price_cents: 777 })
    expect((await availability('withdrawn.com')).json).toMatchObject({ available: true, price_cents: 777 })
  })
})

describe('a sold name', () => {
  it('is shown as sold, is not available, and has no price to ask for', async () => {
    await service.list('sandbox', 'sold.com')
    await sell('sold.com')
    expect((await detail('sold.com')).json).toMatchObject({ status: 'sold', available: false, reserved_until: null })
    expect((await availability('sold.com')).json).toMatchObject({ available: false, reason: 'sold' })
    expect((await pricing('sold.com')).status).toBe(404)
  })
})

describe('a reserved name', () => {
  it('is available to whoever reserved it and to nobody else', async () => {
    await service.list('sandbox', 'reserved.com')
    await reserve('reserved.com', partner)
    const mine = (await detail('reserved.com')).json
    const theirs = (await detail('reserved.com', other)).json
    expect([mine.status, mine.available, theirs.status, theirs.available]).toEqual([
      'reserved',
      true,
      'reserved',
      false,
    ])
    expect(mine.reserved_until).toBe(theirs.reserved_until)
    expect((await availability('reserved.com')).json).toMatchObject({ available: true, reason: null })
    expect((await availability('reserved.com', other)).json).toMatchObject({ available: false, reason: 'reserved' })
    expect((await pricing('reserved.com', other)).status).toBe(200)
  })

  it('is free again when its time is over', async () => {
    await service.list('sandbox', 'lapsed.com')
    await reserve('lapsed.com', partner, -1)
    expect((await availability('lapsed.com', other)).json).toMatchObject({ available: true, reason: null })
    expect((await detail('lapsed.com', other)).json).toMatchObject({ status: 'listed', reserved_until: null })
  })
})

describe('several names', () => {
  const check = (domains: unknown, as = partner) => service.signed(as, 'POST', `${V1}/availability`, { domains })

  it('have the results that each has alone, in the order of the request, repeated ones too', async () => {
    await service.list('sandbox', 'bulk-free.com')
    await service.list('sandbox', 'bulk-sold.com')
    await sell('bulk-sold.com')
    await service.list('sandbox', 'bulk-mine.com')
    await reserve('bulk-mine.com', partner)
    const names = ['Bulk-Free.com.', 'bulk-sold.com', 'bulk-mine.com', 'nobody-listed-it.com', 'bulk-free.com']
    for (const as of [partner, other]) {
      const alone = await Promise.all(names.map(async (name) => (await availability(name, as)).json))
      const together = await check(names, as)
      expect(together.status).toBe(200)
      const undated = (rows: { checked_at: string }[]) => rows.map((row) => ({ ...row, checked_at: null }))
      expect(undated(together.json.results)).toEqual(undated(alone))
    }
  })

  it('are refused together if one is not valid, with the position of each', async () => {
    const refused = await check(['bulk-free.com', 'not a domain', 'bulk-sold.com', 'www.sub.example.com'])
    expect([refused.status, refused.json.error.code]).toEqual([400, 'validation_error'])
    expect(refused.json.error.details.map(({ field }: { field: string }) => field)).toEqual(['domains.1', 'domains.3'])
  })

  it('are 1 to 100', async () => {
    for (const domains of [[], Array.from({ length: 101 }, (_, index) => `bulk-${index}.com`), 'bulk-free.com', null])
      expect((await check(domains)).status).toBe(400)
    const names = Array.from({ length: 100 }, (_, index) => `bulk-${index}.com`)
    expect((await check(names)).json.results).toHaveLength(100)
  })
})

describe('the two environments', () => {
  it('never show each other their names', async () => {
    const live = await service.partner({ environment: 'live' })
    await service.list('live', 'only-live.com')
    await service.list('sandbox', 'only-sandbox.com')
    expect((await availability('only-live.com')).json.reason).toBe('unlisted')
    expect((await availability('only-sandbox.com', live)).json.reason).toBe('unlisted')
    expect((await detail('only-sandbox.com', live)).status).toBe(404)
    expect((await pricing('only-sandbox.com', live)).status).toBe(404)
  })

  it('know .test in the sandbox only', async () => {
    const live = await service.partner({ environment: 'live' })
    expect((await availability('anything.test')).status).toBe(200)
    for (const ask of [availability, pricing, detail]) expect((await ask('anything.test', live)).status).toBe(400)
  })
})

describe('the spelling of a name', () => {
  beforeAll(async () => {
    await service.list('sandbox', 'bücher.de')
    await service.list('sandbox', 'spelled.co.uk')
  })

  it.each([
    'SPELLED.CO.UK',
    ' spelled.co.uk ',
    'spelled.co.uk.',
    '\tSpelled.Co.Uk.',
    'spelled。co。uk',
    'ｓｐｅｌｌｅｄ.co.uk',
  ])('%j means spelled.co.uk', async (name) => {
    const encoded = encodeURIComponent(name)
    expect((await detail(encoded)).json).toMatchObject({ domain: 'spelled.co.uk', tld: 'co.uk' })
    expect((await availability(name)).json).toMatchObject({ domain: 'spelled.co.uk', available: true })
    expect((await pricing(name)).json.domain).toBe('spelled.co.uk')
  })

  it.each(['bücher.de', 'BÜCHER.DE', 'xn--bcher-kva.de', 'XN--BCHER-KVA.DE', 'bu\u0308cher.de', 'Bücher.de.'])(
    '%j means xn--bcher-kva.de',
    async (name) => {
      expect((await detail(encodeURIComponent(name))).json).toMatchObject({
        domain: 'xn--bcher-kva.de',
        domain_unicode: 'bücher.de',
      })
      expect((await availability(name)).json.domain).toBe('xn--bcher-kva.de')
    },
  )

  it('may be percent-encoded in the path, even where that is not needed', async () => {
    expect((await detail('%73pelled%2Eco%2euk')).json.domain).toBe('spelled.co.uk')
  })

  it.each([
    'https://spelled.co.uk',
    'spelled.co.uk/path',
    'www.spelled.co.uk',
    'co.uk',
    'com',
    'localhost',
    'x.local',
    'x.onion',
    'x.example',
    '127.0.0.1',
    '[::1]',
    '-x.com',
    'x-.com',
    'a..com',
    '.com',
    '',
    ' ',
    'x_y.com',
    'xn--a.com',
    'a b.com',
    'a@b.com',
    '*.com',
    'x.nosuchtld',
    'x.com..',
    `${'a'.repeat(64)}.com`,
    'a\u0000.com',
    'exa\u200bmple\u0000.com',
    '\ud800.com',
    'x'.repeat(600),
    '☃\u0338.com\u0000',
  ])('%j is no domain: 400', async (name) => {
    const encoded = encodeURIComponent(name.toWellFormed())
    if (name.trim() !== '') expect((await detail(encoded)).status).toBe(400)
    for (const path of ['availability', 'pricing']) {
      const response = await service.signed(partner, 'GET', `${V1}/${path}?domain=${encoded}`)
      expect([response.status, response.json.error.code, response.json.error.details[0].field]).toEqual([
        400,
        'validation_error',
        'domain',
      ])
    }
  })

  it('must be given, once', async () => {
    for (const query of ['', '?', '?domain', '?domain=', '?domain=a.com&domain=a.com', '?Domain=a.com'])
      expect([query, (await service.signed(partner, 'GET', `${V1}/availability${query}`)).status]).toEqual([query, 400])
  })
})
