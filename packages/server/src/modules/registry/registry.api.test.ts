// Search, WHOIS and endings through HTTP, on the simulated registry and on registries that do not answer.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../../test/harness.ts'
import { createRegistry, type Registry } from '../../integrations/registry/registry.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readCatalogue } from './data.ts'
import { searchDomain, streamSearch } from './routes.public.ts'
import { emptyTld } from './rules/tlds.ts'
import { prepareTlds, setTld } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const post = (url: string, body: unknown, headers: Record<string, string> = {}, on = service): Promise<TestResponse> =>
  on.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const search = (q: unknown, headers?: Record<string, string>, on?: TestService) =>
  post('/api/domain/search', { q }, headers, on)
const whois = (domain: unknown, on?: TestService) => post('/api/tools/whois', { domain }, {}, on)
const price = (query: string) => service.send({ method: 'GET', url: `/api/pricing/tld${query}` })
const metadata = (tld: string) => service.send({ method: 'GET', url: `/api/tlds/${tld}/metadata` })

const ANYBODY = { user: null, scopes: [] }
const READER = {
  user: { id: 'usr_x' as never, via: 'token' as const, isConfirmed: true },
  scopes: ['pricing:read' as const],
}

describe('POST /api/domain/search', () => {
  it('shows the asked name first, then its siblings, each as the contract says', async () => {
    const { status, json } = await search('free-wheels.io')
    expect(status).toBe(200)
    expect([json.query, json.authenticated]).toEqual(['free-wheels.io', false])
    expect(json.results.map((row: { domain: string }) => row.domain)).toEqual(
      ['io', 'com', 'net', 'org', 'ai', 'co', 'app', 'dev'].map((tld) => `free-wheels.${tld}`),
    )
    expect(json.results[1]).toEqual({
      domain: 'free-wheels.com',
      domain_unicode: 'free-wheels.com',
      tld: 'com',
      primary: false,
      available: true,
      status: 'available',
      price: { cents: 1198, currency: 'USD', kind: 'register' },
      price_masked: false,
      source: 'simulated',
      checked_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(json.results.map((row: { primary: boolean }) => row.primary)).toEqual([true, ...Array(7).fill(false)])
  })

  it('says registered and unknown as plainly', async () => {
    expect((await search('taken-wheels')).json.results[0]).toMatchObject({
      domain: 'taken-wheels.com',
      available: false,
      status: 'registered',
      price: null,
    })
    expect((await search('silent-wheels')).json.results[0]).toMatchObject({
      available: null,
      status: 'unknown',
      price: null,
    })
  })

  it('shows IDNs in both forms', async () => {
    expect((await search('Müsli')).json.results[0]).toMatchObject({
      domain: 'xn--msli-0ra.com',
      domain_unicode: 'müsli.com',
    })
  })

  it('calls nothing available that no registry would take', async () => {
    expect((await search('free-💩.com')).json.results[0]).toMatchObject({
      available: null,
      status: 'unknown',
      price: null,
    })
  })

  it('knows the own inventory best, and masks its price without a token that may read it', async () => {
    await service.list('live', 'free-own.com', { price_cents: 250_000 })
    await service.list('sandbox', 'free-own.net')
    const { results } = (await search('free-own')).json
    expect(results[0]).toMatchObject({
      available: false,
      status: 'for_sale',
      price: null,
      price_masked: true,
      source: 'marketplace',
    })
    // The sandbox is no part of the public inventory.
    expect(results[1]).toMatchObject({ domain: 'free-own.net', status: 'available', source: 'simulated' })
    const told = await searchDomain(service.deps, READER, { q: 'free-own.com' })
    expect([told.authenticated, told.results[0]]).toMatchObject([
      true,
      { price: { cents: 250_000, currency: 'USD', kind: 'buy_now' }, price_masked: false },
    ])
    expect((await search('free-own', { authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  it('does not offer what somebody holds just now, nor what is sold', async () => {
    await service.list('live', 'taken-held.com')
    const partner = await service.partner({ environment: 'live' })
    const quote = await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain: 'taken-held.com' })
    expect((await search('taken-held')).json.results[0]).toMatchObject({
      available: false,
      status: 'registered',
      price: null,
      price_masked: false,
    })
    await service.signed(
      partner,
      'POST',
      '/api/partner/v1/orders',
      { quote_id: quote.json.quote_id, external_payment_ref: 'r' },
      { headers: { 'idempotency-key': 'held' } },
    )
    expect((await search('taken-held')).json.results[0]).toMatchObject({ status: 'registered', source: 'simulated' })
  })

  it.each([
    '',
    '.com',
    'co.uk',
    'https://x.com',
    'www.x.com',
    'x y',
    'x.__proto__',
    '__proto__',
    '\u202ex.com',
    'x'.repeat(600),
    7,
    null,
    ['x'],
  ])('answers 400 to %j', async (q) => {
    const response = await search(q)
    expect([response.status, response.json.error.code, response.json.error.details.length > 0]).toEqual([
      400,
      'validation_error',
      true,
    ])
    expect((await search(q, { accept: 'application/x-ndjson' })).status).toBe(400)
  })

  it('streams a row a line, the asked name first', async () => {
    const response = await search('free-lines', { accept: 'application/x-ndjson' })
    expect(response.headers['content-type']).toMatch(/^application\/x-ndjson/)
    const rows = response.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const { results } = (await search('free-lines')).json
    expect(rows[0]).toMatchObject({ kind: 'row', domain: 'free-lines.com', primary: true })
    const keyed = (row: Record<string, unknown>) => `${row.domain} ${row.status} ${row.available}`
    expect(rows.map(keyed).sort()).toEqual(results.map(keyed).sort())
    expect(Object.keys(rows[1]!).sort()).toEqual(['kind', ...Object.keys(results[1])].sort())
  })
})

describe('a search of registries at different speeds', () => {
  /** Answers a name when the test says so. */
  function heldRegistry() {
    const waiting = new Map<string, () => void>()
    const registry: Registry = {
      ...createRegistry('simulated', systemClock),
      check: (domain) =>
        new Promise((resolve) => {
          waiting.set(domain, () => resolve({ state: 'available', source: 'rdap', checkedAt: systemClock.now() }))
        }),
    }
    return { registry, answer: (domain: string) => waiting.get(domain)?.() }
  }

  it('tells each row as soon as it is known, after the asked one', async () => {
    const { registry, answer } = heldRegistry()
    const rows = await streamSearch({ ...service.deps, registry }, ANYBODY, { q: 'pace.com' })
    const first = rows.next()
    answer('pace.dev')
    answer('pace.com')
    expect((await first).value).toMatchObject({ domain: 'pace.com', primary: true })
    expect((await rows.next()).value).toMatchObject({ domain: 'pace.dev' })
    answer('pace.ai')
    expect((await rows.next()).value).toMatchObject({ domain: 'pace.ai' })
    await rows.return(undefined)
  })

  it('ends at its limit; who has not answered is unknown', async () => {
    const { registry, answer } = heldRegistry()
    const deps = { ...service.deps, registry }
    const found = searchDomain(deps, ANYBODY, { q: 'late.com' })
    const rows = await streamSearch(deps, ANYBODY, { q: 'later.com' })
    setTimeout(() => answer('late.org'), 100)
    const { results } = await found
    expect(results.map(({ status }) => status).sort()).toEqual(['available', ...Array(7).fill('unknown')])
    expect(results[0]).toMatchObject({ available: null, status: 'unknown', source: null })
    const lines = []
    for await (const row of rows) lines.push(row.status)
    expect(lines).toEqual(Array(8).fill('unknown'))
  })

  it('sends lines over the network before the last one is known', async () => {
    const { registry, answer } = heldRegistry()
    const slow = await startTestService({}, { registry })
    await slow.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = slow.app.server.address() as AddressInfo
    const headers = { 'content-type': 'application/json', accept: 'application/x-ndjson' }
    const asking = setInterval(() => answer('wire.com'), 20)
    const response = await new Promise<http.IncomingMessage>((resolve) => {
      const request = http.request(
        { port, host: '127.0.0.1', method: 'POST', path: '/api/domain/search', headers },
        resolve,
      )
      request.end('{"q":"wire.com"}')
    })
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    expect(JSON.parse((await chunks.next()).value.toString())).toMatchObject({ domain: 'wire.com', available: true })
    clearInterval(asking)
    response.destroy()
  })
})

describe('POST /api/tools/whois', () => {
  it('shows a registration', async () => {
    const { status, json } = await whois(' Taken-Shop.COM. ')
    expect(status).toBe(200)
    expect(json).toEqual({
      domain: 'taken-shop.com',
      domain_unicode: 'taken-shop.com',
      registered: true,
      source: 'simulated',
      registrar: {
        name: expect.any(String),
        iana_id: expect.any(String),
        url: expect.any(String),
        abuse_email: expect.any(String),
      },
      registrant: { name: null, organization: null, country: expect.stringMatching(/^[A-Z]{2}$/), redacted: true },
      created_at: expect.stringMatching(/T.*\.000Z$/),
      updated_at: expect.any(String),
      expires_at: expect.any(String),
      nameservers: [expect.any(String), expect.any(String)],
      statuses: ['clientTransferProhibited'],
      dnssec: { signed: expect.any(Boolean) },
      checked_at: expect.any(String),
      cached: false,
    })
  })

  it('says that a name is not registered, with nothing more', async () => {
    expect((await whois('free-shop.com')).json).toMatchObject({
      registered: false,
      registrar: null,
      registrant: null,
      created_at: null,
      updated_at: null,
      expires_at: null,
      nameservers: [],
      statuses: [],
      dnssec: null,
    })
  })

  it('answers 503 when the registry does not', async () => {
    const response = await whois('silent-shop.com')
    expect([response.status, response.json.error.code, response.headers['retry-after']]).toEqual([
      503,
      'upstream_unavailable',
      '10',
    ])
  })

  it.each(['', 'shop', '.com', 'com', 'www.shop.com', 'https://shop.com', 'shop.test', 'x\r\nshop.com', 5, null])(
    'answers 400 to %j',
    async (domain) => {
      expect((await whois(domain)).status).toBe(400)
    },
  )

  it('has a limit of its own', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_WHOIS: '2', RATE_PUBLIC_READS: '3' })
    const statuses = []
    for (let asked = 0; asked < 3; asked++) statuses.push((await whois('taken-a.com', limited)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await search('taken-a.com', {}, limited)).status).toBe(200)
  })
})

describe('GET /api/pricing/tld', () => {
  it('tells the price of an operation, and the others', async () => {
    const { status, json } = await price('?tld=com')
    expect([status, json]).toEqual([
      200,
      {
        tld: 'com',
        op: 'register',
        price_cents: 1198,
        currency: 'USD',
        years: 1,
        prices: { register_cents: 1198, renew_cents: 1698, transfer_cents: 1198, restore_cents: 4500 },
        as_of: '2026-08-22T00:00:00.000Z',
      },
    ])
    expect((await price('?tld=com&op=renew')).json).toMatchObject({ op: 'renew', price_cents: 1698, years: 1 })
    expect((await price('?tld=ai')).json).toMatchObject({ price_cents: 21_800, years: 2 })
    expect((await price('?tld=co.uk&op=restore')).json).toMatchObject({ price_cents: null, years: null })
  })

  it.each([
    ['.com', 200],
    ['COM', 200],
    ['рф', 200],
    ['xn--p1ai', 200],
    ['co.uk', 200],
    ['.CO.UK.', 200],
    ['aaa', 404],
    ['notatld', 404],
    ['test', 404],
    ['arpa', 404],
    ['__proto__', 404],
    ['constructor', 404],
    ['../..', 404],
    ['example.com', 404],
    ['', 400],
    ['x'.repeat(300), 400],
    ['a\u0000', 400],
  ])('answers %j with %i', async (tld, status) => {
    expect((await price(`?tld=${encodeURIComponent(tld)}`)).status).toBe(status)
  })

  it.each(['?op=register', '?tld=com&op=steal', '?tld=com&op=', '?tld=com&tld=net', ''])(
    'answers %j with 400',
    async (query) => {
      expect((await price(query)).status).toBe(400)
    },
  )
})

describe('GET /api/tlds/{tld}/metadata', () => {
  it('tells the rules, and null where nothing is known', async () => {
    expect((await metadata('de')).json).toEqual({
      tld: 'de',
      tld_unicode: 'de',
      type: 'ccTLD',
      term: { min_years: 1, max_years: 1 },
      organization: { required: null, rules: [{ code: 'contact_verification', text: expect.any(String) }] },
      registrant: { local_presence_required: null, allowed_countries: null },
      nameservers: {
        required: false,
        min: 0,
        max: 13,
        rules: expect.arrayContaining([{ code: 'registry_check', text: expect.any(String) }]),
      },
      idn: null,
      dnssec: true,
      transfer: { auth_code_required: true, lock_days: null },
      lifecycle_days: { auto_renew_grace: 0, redemption: 30, pending_delete: 0 },
    })
    expect((await metadata('aaa')).json).toMatchObject({ term: { min_years: null, max_years: null }, dnssec: null })
  })

  it.each([
    ['.com', 200],
    ['COM', 200],
    [encodeURIComponent('рф'), 200],
    ['co.uk', 200],
    ['%2Eco%2Euk', 200],
    ['__proto__', 404],
    ['constructor', 404],
    ['notatld', 404],
    ['..%2F..', 404],
    ['%20', 404],
    ['com.br.com', 404],
    ['%00', 400],
    ['x'.repeat(2000), 404],
  ])('answers %s with %i', async (tld, status) => {
    expect((await metadata(tld)).status).toBe(status)
  })
})

describe('the operator', () => {
  it('sets prices and rules, which the public sees at once, and the audit log too', async () => {
    const response = await service.operator('PUT', '/tlds/.GURU', {
      prices: { register_cents: 1234, restore_cents: null },
      nameservers: { min: 2, max: 6 },
      dnssec: null,
    })
    expect([response.status, response.json]).toMatchObject([
      200,
      {
        tld: 'guru',
        prices: { register_cents: 1234, restore_cents: null },
        nameservers: { min: 2, max: 6 },
        dnssec: null,
        edited_at: expect.any(String),
      },
    ])
    // What was not named stays.
    expect(response.json.prices.renew_cents).toBeGreaterThan(0)
    expect((await price('?tld=guru')).json).toMatchObject({ price_cents: 1234, as_of: response.json.prices_as_of })
    expect((await metadata('guru')).json.nameservers).toMatchObject({ min: 2, max: 6 })
    expect((await search('free-x.guru')).json.results[0].price).toEqual({
      cents: 1234,
      currency: 'USD',
      kind: 'register',
    })
    const { audit } = (await service.operator('GET', '/audit?limit=5')).json
    expect(JSON.stringify(audit)).toContain('operator.tlds.put')
  })

  it('adds an ending, and takes one off the market', async () => {
    expect((await price('?tld=com.bo')).status).toBe(404)
    expect((await service.operator('PUT', '/tlds/com.bo', { prices: { register_cents: 5000 } })).json).toMatchObject({
      tld: 'com.bo',
      type: 'ccSLD',
    })
    expect((await price('?tld=com.bo')).json.price_cents).toBe(5000)
    await service.operator('PUT', '/tlds/com.bo', { prices: { register_cents: null } })
    expect([(await price('?tld=com.bo')).status, (await metadata('com.bo')).status]).toEqual([404, 200])
  })

  it.each([
    ['notatld', { dnssec: true }, 404],
    ['__proto__', { dnssec: true }, 404],
    ['com', {}, 400],
    ['com', { prices: {} }, 400],
    ['com', { prices: { register_cents: -1 } }, 400],
    ['com', { prices: { register_cents: '12' } }, 400],
    ['com', { prices: { other: 1 } }, 400],
    ['com', { term: { min_years: 11 } }, 400],
    ['com', { nameservers: { min: 20 } }, 400],
    ['com', { registrant: { allowed_countries: ['Germany'] } }, 400],
    ['com', { unknown: 1 }, 400],
  ])('PUT %s %j is answered %i and changes nothing', async (tld, body, status) => {
    const before = (await service.operator('GET', '/tlds/com')).json
    expect((await service.operator('PUT', `/tlds/${tld}`, body)).status).toBe(status)
    expect((await service.operator('GET', '/tlds/com')).json).toEqual(before)
  })

  it('walks through all endings, each once', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: TestResponse = await service.operator(
        'GET',
        `/tlds?limit=100&type=ccTLD${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...page.json.tlds.map(({ tld }: { tld: string }) => tld))
      cursor = page.json.next_cursor
    }
    expect(seen.length).toBeGreaterThan(250)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('the shipped catalogue', () => {
  it('fills the table once a version, and leaves alone what an operator changed', async () => {
    const now = service.clock.now()
    const next = {
      version: 'next',
      tlds: (at: Date) => [
        { ...emptyTld('horse', at), registerCents: 1 },
        { ...emptyTld('cool', at), registerCents: 2 },
      ],
    }
    await service.db.tx((tx) => setTld(tx, 'horse', { registerCents: 777 }, now))
    await service.db.tx((tx) => prepareTlds(tx, now, next))
    expect([(await price('?tld=horse')).json.price_cents, (await price('?tld=cool')).json.price_cents]).toEqual([
      777, 2,
    ])
    await service.db.tx((tx) => setTld(tx, 'cool', { registerCents: 3 }, now))
    await service.db.tx((tx) => prepareTlds(tx, now, next))
    expect((await price('?tld=cool')).json.price_cents).toBe(3)
    await service.db.tx((tx) => prepareTlds(tx, now, readCatalogue()))
    expect((await price('?tld=cool')).json.price_cents).toBe(3)
  })
})
