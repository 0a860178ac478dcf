// The operator's inventory: create, list, change, withdraw, and everything that is refused.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { MONEY_CENTS_MAX } from '../../kernel/limits.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const TERMS = { environment: 'sandbox', price_cents: 1000, currency: 'USD' }
const create = (body: Record<string, unknown>) => service.operator('POST', '/listings', { ...TERMS, ...body })
const change = (id: string, body: Record<string, unknown>) => service.operator('PATCH', `/listings/${id}`, body)

describe('creating', () => {
  it('stores the name as A-label and answers the whole listing', async () => {
    const response = await create({
      domain: ' MÜNCHEN.de. ',
      floor_price_cents: 900,
      description: 'd',
      categories: ['Travel', 'real_estate'],
    })
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({
      environment: 'sandbox',
      domain: 'xn--mnchen-3ya.de',
      domain_unicode: 'münchen.de',
      tld: 'de',
      price_cents: 1000,
      floor_price_cents: 900,
      currency: 'USD',
      description: 'd',
      categories: ['travel', 'real-estate'],
      status: 'listed',
      reserved_until: null,
    })
    expect(response.json.listing_id).toMatch(/^lst_/)
    expect((await service.operator('GET', `/listings/${response.json.listing_id}`)).json).toEqual({
      ...response.json,
      withdrawal: null,
    })
  })

  it('takes the price for the floor when none is given', async () => {
    expect((await create({ domain: 'floorless.com' })).json.floor_price_cents).toBe(1000)
  })

  it('takes the least and the most that money can be', async () => {
    expect((await create({ domain: 'cheap.com', price_cents: 1 })).json.price_cents).toBe(1)
    expect((await create({ domain: 'dear.com', price_cents: MONEY_CENTS_MAX })).json.price_cents).toBe(MONEY_CENTS_MAX)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a price of zero', { price_cents: 0 }],
    ['a price that is too high', { price_cents: MONEY_CENTS_MAX + 1 }],
    ['half a cent', { price_cents: 10.5 }],
    ['a floor above the price', { floor_price_cents: 1001 }],
    ['a floor of zero', { floor_price_cents: 0 }],
    ['an unknown currency', { currency: 'XXX' }],
    ['a lower-case currency', { currency: 'usd' }],
    ['an unknown environment', { environment: 'staging' }],
    ['a subdomain', { domain: 'www.refused.com' }],
    ['a .test name in live', { environment: 'live', domain: 'refused.test' }],
    ['too many categories', { categories: Array.from({ length: 11 }, (_, index) => `c${index}`) }],
    ['a category in another script', { categories: ['искусство'] }],
    ['a description that is too long', { description: 'x'.repeat(2001) }],
    ['a null description', { description: null }],
    ['a NUL in the description', { description: 'a\u0000b' }],
    ['half a surrogate pair', { description: 'a\ud800b' }],
  ])('refuses %s', async (_, wrong) => {
    const response = await create({ domain: 'refused.com', ...wrong })
    expect([response.status, response.json.error.code]).toEqual([400, 'validation_error'])
  })

  it('refuses a name that is listed or sold already, in any spelling, but not in the other environment', async () => {
    await create({ domain: 'twice.com' })
    const again = await create({ domain: 'TWICE.com.' })
    expect([again.status, again.json.error.code, again.json.error.reason]).toEqual([409, 'conflict', 'already_listed'])
    await service.db.run(sql`update listings set status = 'sold' where domain = 'twice.com'`)
    expect((await create({ domain: 'twice.com' })).status).toBe(409)
    expect((await create({ domain: 'twice.com', environment: 'live' })).status).toBe(201)
  })

  it('lets one of twenty concurrent creations of a name win', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ domain: 'race.com' })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })
})

describe('changing', () => {
  it('changes what is given and nothing else', async () => {
    const { listing_id } = await service.list('sandbox', 'changing.com', {
      price_cents: 1000,
      floor_price_cents: 800,
      description: 'old',
      categories: ['art'],
    })
    const changed = await change(listing_id, { price_cents: 2000 })
    expect(changed.json).toMatchObject({
      price_cents: 2000,
      floor_price_cents: 800,
      description: 'old',
      categories: ['art'],
    })
    expect((await change(listing_id, { description: null, categories: [] })).json).toMatchObject({
      price_cents: 2000,
      description: null,
      categories: [],
    })
    expect((await change(listing_id, { currency: 'EUR', floor_price_cents: 1 })).json).toMatchObject({
      currency: 'EUR',
      floor_price_cents: 1,
    })
  })

  it('moves a floor that was never set apart together with the price', async () => {
    const { listing_id } = await service.list('sandbox', 'following.com', { price_cents: 1000 })
    expect((await change(listing_id, { price_cents: 700 })).json).toMatchObject({
      price_cents: 700,
      floor_price_cents: 700,
    })
  })

  it('refuses a price below the floor, an empty change and an unknown member', async () => {
    const { listing_id } = await service.list('sandbox', 'floored.com', { price_cents: 1000, floor_price_cents: 800 })
    for (const wrong of [
      { price_cents: 799 },
      { floor_price_cents: 1001 },
      {},
      { domain: 'other.com' },
      { status: 'sold' },
      { price_cents: null },
    ])
      expect([wrong, (await change(listing_id, wrong)).status]).toEqual([wrong, 400])
    expect((await change(listing_id, { price_cents: 700, floor_price_cents: 600 })).status).toBe(200)
  })

  it('is refused for a sold name (409) and for one that is withdrawn or unknown (404)', async () => {
    const sold = await service.list('sandbox', 'change-sold.com')
    await service.db.run(sql`update listings set status = 'sold' where domain = 'change-sold.com'`)
    const response = await change(sold.listing_id, { price_cents: 5 })
    expect([response.status, response.json.error.reason]).toEqual([409, 'domain_sold'])
    const gone = await service.list('sandbox', 'change-gone.com')
    await service.operator('DELETE', `/listings/${gone.listing_id}`)
    expect((await change(gone.listing_id, { price_cents: 5 })).status).toBe(404)
  })
})

describe('withdrawing', () => {
  it('works once; a second time there is no such listing', async () => {
    const { listing_id } = await service.list('sandbox', 'withdraw-me.com')
    expect((await service.operator('DELETE', `/listings/${listing_id}`)).json.status).toBe('withdrawn')
    expect((await service.operator('DELETE', `/listings/${listing_id}`)).status).toBe(404)
    expect((await service.operator('GET', `/listings/${listing_id}`)).json.status).toBe('withdrawn')
  })

  it('is refused while the name is reserved or sold', async () => {
    const { listing_id } = await service.list('sandbox', 'withdraw-reserved.com')
    const set = (until: Date | null) =>
      service.db.run(
        sql`update listings set reserved_until = ${until}, reserved_by_partner = 'ptn_x' where id = ${listing_id}`,
      )
    await set(new Date(service.clock.now().getTime() + 60_000))
    const reserved = await service.operator('DELETE', `/listings/${listing_id}`)
    expect([reserved.status, reserved.json.error.reason]).toEqual([409, 'domain_reserved'])
    expect((await service.operator('GET', `/listings/${listing_id}`)).json).toMatchObject({ status: 'reserved' })
    await set(null)
    await service.db.run(sql`update listings set status = 'sold' where id = ${listing_id}`)
    expect((await service.operator('DELETE', `/listings/${listing_id}`)).json.error.reason).toBe('domain_sold')
  })
})

describe('listing', () => {
  beforeAll(async () => {
    for (let count = 0; count < 12; count++) await service.list('live', `page-${count}.io`)
    await service.list('live', 'page-фильтр.рф')
  })

  const walk = async (query: string): Promise<string[]> => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await service.operator(
        'GET',
        `/listings?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
      expect(page.status).toBe(200)
      expect(page.json.has_more).toBe(page.json.next_cursor !== null)
      seen.push(...page.json.listings.map((row: { domain: string }) => row.domain))
      cursor = page.json.next_cursor
    }
    return seen
  }

  it('walks every page once, newest first, whatever the page size', async () => {
    const newestFirst = Array.from({ length: 12 }, (_, index) => `page-${11 - index}.io`)
    for (const limit of [1, 3, 4, 12, 13, 100, 1000])
      expect(await walk(`environment=live&tld=io&limit=${limit}`)).toEqual(newestFirst)
  })

  it('shows every row once although others come while it walks', async () => {
    const first = await service.operator('GET', '/listings?environment=live&tld=io&limit=5')
    await service.list('live', 'page-newcomer.io')
    const rest = await service.operator(
      'GET',
      `/listings?environment=live&tld=io&limit=100&cursor=${first.json.next_cursor}`,
    )
    expect(rest.json.listings.map((row: { domain: string }) => row.domain)).toEqual(
      Array.from({ length: 7 }, (_, index) => `page-${6 - index}.io`),
    )
  })

  it('clamps a limit above 100, defaults to 25 and refuses one below 1', async () => {
    await service.db.run(sql`insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status, listed_at, updated_at)
      select 'lst_0000000000000000000000' || lpad(n::text, 4, '0'), 'live', 'bulk' || n || '.dev', 'bulk' || n || '.dev', 'bulk' || n, 'dev', 1, 1, 'USD', 'listed', now(), now() from generate_series(1, 150) n`)
    const count = async (query: string) =>
      (await service.operator('GET', `/listings?tld=dev${query}`)).json.listings.length
    expect([await count(''), await count('&limit=100'), await count('&limit=1000'), await count('&limit=7')]).toEqual([
      25, 100, 100, 7,
    ])
    for (const limit of ['0', '-1', 'x', '1.5', ''])
      expect((await service.operator('GET', `/listings?limit=${limit}`)).status).toBe(400)
  })

  it('understands a name and an ending in any spelling', async () => {
    for (const query of ['domain=PAGE-ФИЛЬТР.РФ', 'tld=рф', 'tld=.xn--p1ai', 'tld=XN--P1AI'])
      expect(
        (await service.operator('GET', `/listings?${encodeURI(query)}`)).json.listings.map(
          (row: { domain_unicode: string }) => row.domain_unicode,
        ),
      ).toEqual(['page-фильтр.рф'])
    for (const query of [
      'domain=not a domain',
      'tld=nosuchtld',
      'status=nonsense',
      'status=',
      'status=listed,',
      'environment=x',
    ])
      expect([query, (await service.operator('GET', `/listings?${encodeURI(query)}`)).status]).toEqual([query, 400])
  })

  it('filters by one status or several', async () => {
    const statuses = async (query: string) =>
      new Set(
        (await service.operator('GET', `/listings?limit=100&${query}`)).json.listings.map(
          (row: { status: string }) => row.status,
        ),
      )
    expect(await statuses('status=withdrawn')).toEqual(new Set(['withdrawn']))
    expect(await statuses('status=sold,withdrawn')).toEqual(new Set(['sold', 'withdrawn']))
  })

  it('takes a cursor only with the filters and in the list that it came from, and only untouched', async () => {
    const { next_cursor: cursor } = (await service.operator('GET', '/listings?environment=live&limit=2')).json
    const ask = async (query: string) => (await service.operator('GET', `/listings?limit=2&${query}`)).status
    expect(await ask(`environment=live&cursor=${cursor}`)).toBe(200)
    expect(await ask(`cursor=${cursor}`)).toBe(400)
    expect(await ask(`environment=sandbox&cursor=${cursor}`)).toBe(400)
    expect(await ask(`environment=live&tld=com&cursor=${cursor}`)).toBe(400)
    const plain = (await service.operator('GET', '/listings?limit=2')).json.next_cursor
    for (const list of ['partners', 'audit'])
      expect((await service.operator('GET', `/${list}?cursor=${plain}`)).status).toBe(400)
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
      expect([changed, await ask(`environment=live&cursor=${changed}`)]).toEqual([changed, 400])
    }
    for (const bad of ['', 'x', '%00', 'bnVsbA', 'W10', 'e30', 'a'.repeat(1025), `${cursor}=`, 'WyJhIiwiYiJd'])
      expect([bad, await ask(`environment=live&cursor=${bad}`)]).toEqual([bad, 400])
  })
})

describe('the actions of a listing', () => {
  it.each([
    ['listed', sql`status = 'listed'`],
    ['reserved', sql`reserved_until = now() + interval '1 year', reserved_by_partner = 'ptn_x'`],
    ['sold', sql`status = 'sold'`],
    ['withdrawn', sql`status = 'withdrawn'`],
  ])('are those that succeed while it is %s', async (status, change) => {
    const { listing_id } = await service.list('sandbox', `actions-${status}.com`)
    await service.db.run(sql`update listings set ${change} where id = ${listing_id}`)
    const shown = (await service.operator('GET', `/listings/${listing_id}`)).json
    expect(shown.status).toBe(status)
    const offered = new Map<string, string>(
      shown.actions.map((one: { action: string; to_status: string }) => [one.action, one.to_status]),
    )
    for (const [action, send] of [
      ['change', () => service.operator('PATCH', `/listings/${listing_id}`, { price_cents: 77_00 })],
      ['withdraw', () => service.operator('DELETE', `/listings/${listing_id}`)],
    ] as const) {
      const sent = await send()
      const to = offered.get(action)
      if (to) expect([action, sent.status, sent.json.status]).toEqual([action, 200, to])
      else expect([404, 409], action).toContain(sent.status)
    }
  })
})
