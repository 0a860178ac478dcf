// Links and clicks through HTTP: every kind, every refusal, who counts, who does not, and what a crash can cost.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { createClickCounter } from './service/count-clicks.ts'

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
})

const V1 = '/api/partner/v1'
const DAY = 86_400
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
const link = (body: object, who: TestPartner = partner) => service.signed(who, 'POST', `${V1}/links`, body)
const newLink = async (who: TestPartner = partner) =>
  (await link({ kind: 'generic' }, who)).json as { link_id: string; code: string; url: string }
const click = (code: string, headers: Record<string, string> = {}, method = 'GET', address = '192.0.2.1') =>
  service.app.inject({
    method: method as 'GET',
    url: `/r/${code}`,
    headers: { 'user-agent': BROWSER, ...headers },
    remoteAddress: address,
  })
const listClicks = async (who: TestPartner, query = '') =>
  (await service.signed(who, 'GET', `${V1}/me/clicks${query}`)).json
const readStats = async (linkId: string, who: TestPartner = partner) =>
  (await service.signed(who, 'GET', `${V1}/links?limit=100`)).json.links.find(
    (one: { link_id: string }) => one.link_id === linkId,
  ).stats

describe('POST /links', () => {
  it('makes a generic link with everything that the contract shows', async () => {
    const made = await link({ kind: 'generic', label: 'Newsletter' })
    expect(made.status).toBe(201)
    const { code, link_id } = made.json
    const { baseUrl } = service.deps.config
    expect(made.json).toEqual({
      link_id: expect.stringMatching(/^lnk_/),
      kind: 'generic',
      url: `${baseUrl}/r/${code}`,
      code: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
      domain: null,
      product: null,
      destination_url: `${baseUrl}/`,
      label: 'Newsletter',
      active: true,
      created_at: expect.any(String),
      stats: { clicks: 0, unique_clicks: 0, sales: 0, sale_amount_cents: 0, commission_cents: 0 },
    })
    const list = await service.signed(partner, 'GET', `${V1}/links?limit=1`)
    expect(list.json.links[0]).toEqual(made.json)
    expect((await service.signed(await service.partner(), 'GET', `${V1}/links`)).json.links).toEqual([])
    expect(link_id).toBeDefined()
  })

  it('makes links to a listed name, a product, and a page of ours', async () => {
    const { domain } = await service.list('sandbox', `linked-${randomUUID().slice(0, 8)}.test`)
    const named = await link({ kind: 'domain', domain: ` ${domain.toUpperCase()}. ` })
    expect(named.json).toMatchObject({
      kind: 'domain',
      domain,
      destination_url: expect.stringMatching(new RegExp(`/domains/${domain}$`)),
    })
    for (const product of ['brokerage', 'registration', 'marketplace'])
      expect((await link({ kind: 'product', product })).json).toMatchObject({ product, domain: null })
    const given = await link({ kind: 'domain', domain, destination_url: '/market?tld=com' })
    expect(given.json.destination_url).toBe(`${service.deps.config.baseUrl}/market?tld=com`)
    const absolute = await link({ kind: 'generic', destination_url: `${service.deps.config.baseUrl}/about` })
    expect((await click(absolute.json.code)).headers.location).toBe('/about')
  })

  it.each([
    ['no kind', {}, 400],
    ['an unknown kind', { kind: 'banner' }, 400],
    ['kind domain without one', { kind: 'domain' }, 400],
    ['kind product without one', { kind: 'product' }, 400],
    ['an unknown product', { kind: 'product', product: 'hosting' }, 400],
    ['a domain for kind generic', { kind: 'generic', domain: 'a.test' }, 400],
    ['a product for kind domain', { kind: 'domain', domain: 'a.test', product: 'brokerage' }, 400],
    ['what is no domain', { kind: 'domain', domain: 'http://a.test/' }, 400],
    ['an unlisted domain', { kind: 'domain', domain: 'never-listed.test' }, 404],
    ['another machine', { kind: 'generic', destination_url: 'https://evil.example/' }, 400],
    ['two slashes', { kind: 'generic', destination_url: '//evil.example' }, 400],
    ['a backslash', { kind: 'generic', destination_url: '/\\evil.example' }, 400],
    ['dots that end in two slashes', { kind: 'generic', destination_url: '/.//evil.example' }, 400],
    [
      'a user name that looks like us',
      { kind: 'generic', destination_url: 'http://localhost:8080@evil.example/' },
      400,
    ],
    ['script', { kind: 'generic', destination_url: 'javascript:alert(1)' }, 400],
    ['an empty label', { kind: 'generic', label: '' }, 400],
    ['an unknown member', { kind: 'generic', colour: 'red' }, 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await link(body)).status).toBe(status)
  })

  it('refuses a name that is sold or listed in the other environment only', async () => {
    const { domain } = await service.list('sandbox', `sold-${randomUUID().slice(0, 8)}.test`)
    const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' }
    await service.signed(partner, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': randomUUID() } })
    expect((await link({ kind: 'domain', domain })).status).toBe(404)
    const live = await service.list('live', `live-${randomUUID().slice(0, 8)}.com`)
    expect((await link({ kind: 'domain', domain: live.domain })).status).toBe(404)
  })

  it('refuses a credential without an affiliate account before it looks at anything', async () => {
    const stranger = await service.partner({ affiliate: false })
    for (const [method, path, body] of [
      ['POST', '/links', { nonsense: true }],
      ['GET', '/links?limit=0', undefined],
      ['GET', '/me/clicks?from=x', undefined],
      ['GET', '/me/sales?limit=0', undefined],
      ['GET', '/me/commissions?limit=0', undefined],
      ['GET', '/me/payouts?limit=0', undefined],
      ['POST', '/sandbox/links/lnk_x/sale', { nonsense: true }],
    ] as const) {
      const response = await service.signed(stranger, method, V1 + path, body)
      expect([path, response.status, response.json.error.reason]).toEqual([path, 403, 'affiliate_not_linked'])
    }
  })

  it('pages through links, newest first', async () => {
    const lister = await service.partner()
    const made: string[] = []
    for (let index = 0; index < 5; index++) made.unshift((await newLink(lister)).link_id)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await service.signed(lister, 'GET', `${V1}/links?limit=2${cursor}`)).json
      seen.push(...page.links.map((one: { link_id: string }) => one.link_id))
      if (!page.has_more) break
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
    }
    expect(seen).toEqual(made)
  })
})

describe('GET /r/{code}', () => {
  it('leads to our page, remembers the click in a first-party cookie, and is kept by nobody', async () => {
    const { code } = await newLink()
    const response = await click(code)
    expect([response.statusCode, response.headers.location, response.body]).toEqual([302, '/', ''])
    expect(response.headers['set-cookie']).toBe(`fh_ref=${code}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['x-request-id']).toMatch(/^req_/)
  })

  it('marks the cookie Secure behind https', async () => {
    const secure = await startTestService({ BASE_URL: 'https://market.example' })
    const made = await secure.signed(await secure.partner(), 'POST', `${V1}/links`, { kind: 'generic' })
    const response = await secure.app.inject({ url: `/r/${made.json.code}`, headers: { 'user-agent': BROWSER } })
    expect(String(response.headers['set-cookie'])).toMatch(/; Secure$/)
  })

  it.each(['ABCDEFGHIJ', 'x', '%00', '..%2f..', 'a'.repeat(3000), '%F0%9F%94%91', "'%20or%201=1"])(
    'shows a 404 page for %s',
    async (code) => {
      const response = await click(code)
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(response.body).toContain('This link does not exist')
    },
  )

  it('shows the page for a link that was switched off, and counts nothing', async () => {
    const { code, link_id } = await newLink()
    await service.db.run(sql`update referral_links set active = false where id = ${link_id}`)
    expect((await click(code)).statusCode).toBe(404)
    expect((await readStats(link_id)).clicks).toBe(0)
  })

  it('answers another method with 405', async () => {
    const { code } = await newLink()
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await click(code, {}, method)
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('counts people and not crawlers, HEAD or prefetch, and gives those no cookie', async () => {
    const counter = await service.partner()
    const { code, link_id } = await newLink(counter)
    const notClicks: [Record<string, string>, string][] = [
      [{}, 'HEAD'],
      [{ 'sec-purpose': 'prefetch;prerender' }, 'GET'],
      [{ purpose: 'prefetch' }, 'GET'],
      [{ 'x-moz': 'prefetch' }, 'GET'],
      [{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, 'GET'],
      [{ 'user-agent': 'facebookexternalhit/1.1' }, 'GET'],
      [{ 'user-agent': '' }, 'GET'],
    ]
    for (const [headers, method] of notClicks) {
      const response = await click(code, headers, method)
      expect([response.statusCode, response.headers.location, response.headers['set-cookie']]).toEqual([
        302,
        '/',
        undefined,
      ])
    }
    await click(code)
    expect(await listClicks(counter)).toMatchObject({
      total_clicks: 1,
      unique_clicks: 1,
      bot_clicks_excluded: notClicks.length,
    })
    expect(await readStats(link_id, counter)).toMatchObject({ clicks: 1, unique_clicks: 1 })
  })

  it('counts a network once a day and link, whatever the browser, and keeps no address', async () => {
    const counter = await service.partner()
    const [one, two] = [await newLink(counter), await newLink(counter)]
    for (const [code, address, userAgent] of [
      [one.code, '192.0.2.7', BROWSER],
      [one.code, '192.0.2.7', BROWSER],
      [one.code, '192.0.2.7', `${BROWSER} other`],
      [one.code, '192.0.2.8', BROWSER],
      [two.code, '192.0.2.7', BROWSER],
    ] as const) {
      await click(code, { 'user-agent': userAgent }, 'GET', address)
      await service.deps.clicks.flush()
    }
    await click(one.code, {}, 'GET', '192.0.2.7')
    expect(await listClicks(counter)).toMatchObject({ total_clicks: 6, unique_clicks: 3 })
    await service.signed(counter, 'POST', `${V1}/sandbox/clock/advance`, { seconds: DAY })
    await click(one.code, {}, 'GET', '192.0.2.7')
    const both = await listClicks(counter)
    expect(both).toMatchObject({ total_clicks: 7, unique_clicks: 4 })
    expect(both.by_day).toHaveLength(2)
    expect(both.by_link).toEqual([
      { link_id: one.link_id, clicks: 6, unique_clicks: 3 },
      { link_id: two.link_id, clicks: 1, unique_clicks: 1 },
    ])
    const kept = await service.db.many<{ row: string }>(sql`
      select to_jsonb(v)::text as row from referral_visitors v union all select to_jsonb(c)::text from referral_clicks c`)
    expect(kept.map(({ row }) => row).join()).not.toContain('192.0.2')
    expect(service.logged.join('')).not.toContain('192.0.2.7')
  })

  it('gives by day what the range touches', async () => {
    const counter = await service.partner()
    const { code } = await newLink(counter)
    await click(code)
    const today = (await listClicks(counter)).by_day[0].date as string
    const tomorrow = new Date(Date.parse(today) + DAY * 1000).toISOString().slice(0, 10)
    expect((await listClicks(counter, `?from=${today}&to=${tomorrow}`)).total_clicks).toBe(1)
    expect((await listClicks(counter, `?from=${tomorrow}`)).total_clicks).toBe(0)
    expect((await listClicks(counter, `?to=${today}`)).total_clicks).toBe(0)
    expect((await service.signed(counter, 'GET', `${V1}/me/clicks?from=${tomorrow}&to=${today}`)).status).toBe(400)
  })
})

describe('writing behind', () => {
  async function findTarget(counter: ReturnType<typeof createClickCounter>, code: string) {
    const target = await counter.find(code, 'a')
    if (target === null || target === 'refused') throw new Error(`no link ${code}`)
    return target
  }

  const createCounter = (db = service.db) =>
    createClickCounter({ db, clock: service.clock, log: pino({ level: 'silent' }), limit: null })

  it('is done within a second, without a request or a stop: a crash loses no more', async () => {
    const { code, link_id } = await newLink()
    const counter = createCounter()
    const target = await findTarget(counter, code)
    for (let index = 0; index < 1000; index++) counter.count(target, { network: `10.0.${index % 5}.1`, person: true })
    await wait(1000)
    const row = await service.db.one(sql`select clicks, unique_clicks from referral_clicks where link_id = ${link_id}`)
    expect(row).toEqual({ clicks: 1000, uniqueClicks: 5 })
  })

  it('is finished when the service stops', async () => {
    const { code, link_id } = await newLink()
    const counter = createCounter()
    counter.count(await findTarget(counter, code), { network: 'a', person: true })
    await counter.close()
    expect(await service.db.one(sql`select clicks from referral_clicks where link_id = ${link_id}`)).toEqual({
      clicks: 1,
    })
  })

  it('loses nothing while the database is away, and counts nothing twice', async () => {
    const { code, link_id } = await newLink()
    let isUnavailable = true
    const db = {
      ...service.db,
      run: ((statement) =>
        isUnavailable ? Promise.reject(new Error('away')) : service.db.run(statement)) as typeof service.db.run,
    }
    const counter = createCounter(db)
    const target = await findTarget(counter, code)
    counter.count(target, { network: 'a', person: true })
    await expect(counter.flush()).rejects.toThrow('away')
    counter.count(target, { network: 'a', person: true })
    counter.count(target, { network: 'a', person: false })
    isUnavailable = false
    await counter.flush()
    await counter.flush()
    const row = await service.db.one(
      sql`select clicks, unique_clicks, bot_clicks from referral_clicks where link_id = ${link_id}`,
    )
    expect(row).toEqual({ clicks: 2, uniqueClicks: 1, botClicks: 1 })
  })

  it('adds up what several processes count at once', async () => {
    const links = [await newLink(), await newLink(), await newLink()]
    const counters = Array.from({ length: 4 }, () => createCounter())
    await Promise.all(
      counters.map(async (counter, which) => {
        for (let round = 0; round < 5; round++) {
          for (const { code } of which % 2 ? links : [...links].reverse())
            counter.count(await findTarget(counter, code), { network: `a${round}`, person: true })
          await counter.flush()
        }
      }),
    )
    for (const { link_id } of links)
      expect(
        await service.db.one(sql`select clicks, unique_clicks from referral_clicks where link_id = ${link_id}`),
      ).toEqual({ clicks: 20, uniqueClicks: 5 })
  })

  it('remembers a link, and notices within seconds that it was switched off', async () => {
    const { code, link_id } = await newLink()
    expect((await click(code)).statusCode).toBe(302)
    await service.db.run(sql`update referral_links set active = false where id = ${link_id}`)
    await wait(2100)
    expect((await click(code)).statusCode).toBe(404)
  })

  it('forgets who it was: hashes and their keys go after a day', async () => {
    const old = await service.partner()
    await click((await newLink(old)).code)
    await service.deps.clicks.flush()
    await service.background.runJobNow('referrals.forget_visitors')
    expect((await service.db.many(sql`select 1 as one from referral_visitors limit 1`)).length).toBe(1)
    service.clock.advance(2 * DAY)
    await service.background.runJobNow('referrals.forget_visitors')
    expect(await service.db.many(sql`select 1 as one from referral_visitors`)).toEqual([])
    expect(await service.db.many(sql`select 1 as one from referral_salts`)).toEqual([])
    expect((await listClicks(old)).unique_clicks).toBe(1)
    service.clock.advance(-2 * DAY)
  })
})
