// A batch: each row is answered as its route would, in order, and counted and failed alone.
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { newAccessToken } from '../../test/oauth.ts'

const service = await startTestService()
type Row = { id: string | null; op: string | null; status: number; body: Record<string, unknown> & { error?: unknown } }

async function batch(operations: unknown, headers: Record<string, string> = {}, to = service) {
  const runOperation = await to.send({
    method: 'POST',
    url: '/api/batch',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ operations }),
  })
  return { ...runOperation, rows: (runOperation.json.results ?? []) as Row[] }
}

describe('the catalogue', () => {
  it('names the operations with a JSON Schema of each', async () => {
    const { json } = await service.send({ method: 'GET', url: '/api/batch' })
    expect(json.max_operations).toBe(20)
    expect(json.operations.map(({ op }: { op: string }) => op)).toEqual([
      'search_domain',
      'whois_lookup',
      'tld_registration_price',
      'tld_requirements',
      'market_listings',
      'market_search',
      'search_market',
    ])
    for (const { description, params } of json.operations) {
      expect(description.length).toBeGreaterThan(10)
      expect(params).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })
})

describe('a batch', () => {
  it('answers every operation in the given order, as its route would', async () => {
    const { status, json, rows } = await batch([
      { id: 'z', op: 'tld_registration_price', params: { tld: 'com', op: 'renew' } },
      { id: 'a', op: 'search_domain', params: { q: 'taken-batch.com' } },
      { id: 'w', op: 'whois_lookup', params: { domain: 'taken-batch.com' } },
      { id: 't', op: 'tld_requirements', params: { tld: 'рф' } },
      { id: 'm', op: 'market_listings', params: { limit: 3, tld: 'com' } },
      { id: 'n', op: 'market_listings' },
    ])
    expect([status, json.count, json.failed]).toEqual([200, 6, 0])
    expect(rows.map(({ id }) => id)).toEqual(['z', 'a', 'w', 't', 'm', 'n'])
    const price = await service.send({ method: 'GET', url: '/api/pricing/tld?tld=com&op=renew' })
    expect(rows[0]).toEqual({ id: 'z', op: 'tld_registration_price', status: 200, body: price.json })
    expect(rows[2]!.body).toMatchObject({ domain: 'taken-batch.com', registered: true, source: 'simulated' })
    expect(rows[3]!.body).toMatchObject({ tld: 'xn--p1ai' })
    expect(rows[4]!.body).toMatchObject({ page: { limit: 3 } })
  })

  it('fails a bad row alone, with the usual error', async () => {
    const { status, json, rows } = await batch([
      { id: '1', op: 'no_such_op', params: {} },
      { id: '2', op: '__proto__', params: {} },
      { id: '3', op: 'tld_registration_price', params: { tld: 'no-such-ending' } },
      { id: '4', op: 'search_domain', params: { q: 7 } },
      { id: '5', op: 'search_domain' },
      { id: '6', op: 'search_domain', params: { q: 'a.com', more: 1 } },
      { id: '7', op: 'tld_requirements', params: { tld: '\u0000' } },
      { op: 'tld_requirements', params: { tld: 'com' } },
      { id: 8, op: 'tld_requirements', params: { tld: 'com' } },
      null,
      'text',
      { id: 'x', op: 'tld_requirements', params: [] },
      { id: 'y', op: 'tld_requirements', params: { tld: 'com' } },
    ])
    expect([status, json.count, json.failed]).toEqual([200, 13, 11])
    expect(rows.map((row) => row.status)).toEqual([400, 400, 404, 400, 400, 400, 400, 200, 400, 400, 400, 400, 200])
    for (const row of rows.slice(0, 12).filter((one) => one.status !== 200))
      expect(row.body.error).toMatchObject({
        code: expect.any(String),
        request_id: expect.any(String),
        details: expect.any(Array),
      })
    // Known by their position, except for an ID that is not one.
    expect(rows.slice(7, 11).map(({ id }) => id)).toEqual(['7', null, '9', '10'])
  })

  it.each([
    ['none', []],
    [
      'more than twenty',
      Array.from({ length: 21 }, (_, n) => ({ id: `${n}`, op: 'tld_requirements', params: { tld: 'com' } })),
    ],
    ['a repeated id', [1, 2].map(() => ({ id: 'same', op: 'tld_requirements', params: { tld: 'com' } }))],
    ['no list', { id: '1' }],
  ])('of %s is refused whole', async (_, operations) => {
    const { status, json } = await batch(operations)
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
  })

  it('searches the market by meaning, under the name of the endpoint and of the tool', async () => {
    await service.list('live', 'batch-bakery.com', { price_cents: 40_000 })
    await service.list('live', 'batch-bakery-shop.com', { price_cents: 90_000 })
    const { rows } = await batch([
      { op: 'market_search', params: { q: 'batch bakery', max_price: 50_000 } },
      { op: 'search_market', params: { query: 'batch bakery', max_price: 50_000 } },
      { op: 'search_market', params: { q: 'batch bakery' } },
      { op: 'market_search', params: { q: 'batch bakery', max: 50_000, sort: 'price_asc' } },
    ])
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      ['0', 200],
      ['1', 200],
      ['2', 400],
      ['3', 200],
    ])
    for (const row of [rows[0], rows[1], rows[3]]) {
      const found = row!.body.results as { domain: string; url: string }[]
      expect(found.map(({ domain }) => domain)).toContain('batch-bakery.com')
      expect(found.map(({ domain }) => domain)).not.toContain('batch-bakery-shop.com')
      expect(found[0]!.url).toMatch(/\/domains\//)
    }
  })

  it('unmasks prices with a token, and is refused whole with a bad one', async () => {
    await service.list('live', 'priced-in-batch.com', { price_cents: 123_400 })
    const ask = [{ id: '1', op: 'search_domain', params: { q: 'priced-in-batch.com' } }]
    const [masked] = (await batch(ask)).rows
    const [open] = (await batch(ask, { authorization: `Bearer ${await newAccessToken(service)}` })).rows
    const first = (row: Row | undefined) => (row!.body.results as Record<string, unknown>[])[0]
    expect(first(masked)).toMatchObject({ status: 'for_sale', price: null, price_masked: true })
    expect(first(open)).toMatchObject({ price: { cents: 123_400, currency: 'USD', kind: 'buy_now' } })
    const bad = await batch(ask, { authorization: 'Bearer nonsense' })
    expect([bad.status, bad.json.error.code]).toEqual([401, 'invalid_token'])
  })
})

describe('limits', () => {
  it('count each operation against its own, and a row that finds its bucket empty is its own 429', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_WHOIS: '2', RATE_PUBLIC_READS: '50' })
    const whois = Array.from({ length: 4 }, (_, n) => ({
      id: `w${n}`,
      op: 'whois_lookup',
      params: { domain: `taken-${n}.com` },
    }))
    const { rows } = await batch(
      [...whois, { id: 'p', op: 'tld_registration_price', params: { tld: 'com' } }],
      {},
      limited,
    )
    expect(rows.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
    expect(rows.at(-1)!.status).toBe(200)
    expect(rows.find(({ status }) => status === 429)!.body.error).toMatchObject({ code: 'rate_limited' })
  })
})
