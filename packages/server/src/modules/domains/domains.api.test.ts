// Owned domains: who sees them, what one operation does to a thousand, and how a bought name arrives.
import { describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService } from '../../../test/harness.ts'
import { type NewAccount, newAccount, newApplication } from '../../../test/oauth.ts'
import { giveDomains } from './index.ts'

const service = await startTestService()
let serial = 0
const freshNames = (count: number, tld = 'com') => {
  const run = serial++
  return Array.from({ length: count }, (_, n) => `own-${process.pid}-${run}-${n}.${tld}`)
}
const give = (account: NewAccount, names: string[]) =>
  service.db.tx((tx) => giveDomains(tx, { accountId: account.userId, email: null }, names, service.clock.now()))

/** Somebody with names, and a token to manage them. */
async function owner(names: string[] = freshNames(3)) {
  const account = await newAccount(service)
  await give(account, names)
  const application = await newApplication(overInject(service))
  const { access_token } = await application.obtainTokens(account, { scope: 'pricing:read domains:manage' })
  const headers = { authorization: `Bearer ${access_token}` }
  const list = async (query = '') => (await service.send({ method: 'GET', url: `/api/domains${query}`, headers })).json
  const bulk = (op: string, body: unknown) =>
    service.send({
      method: 'POST',
      url: `/api/domains/bulk/${op}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { account, application, names, headers, list, bulk }
}
type Shown = { domain: string; expires_at: string; listing: { price_cents: number } | null } & Record<string, unknown>
const byName = (list: { domains: Shown[] }, domain: string) => list.domains.find((one) => one.domain === domain)!

describe('who may', () => {
  const url = '/api/domains'
  it('is whoever signed in: by token with the scope, or on our own pages', async () => {
    const { account, application, names } = await owner()
    const bare = await service.send({ method: 'GET', url })
    expect([bare.status, bare.json.error.code]).toEqual([401, 'invalid_token'])
    expect(bare.headers['www-authenticate']).toContain('resource_metadata=')
    const { access_token } = await application.obtainTokens(account, { scope: 'pricing:read' })
    const narrow = await service.send({ method: 'GET', url, headers: { authorization: `Bearer ${access_token}` } })
    expect([narrow.status, narrow.json.error.code]).toEqual([403, 'forbidden'])

    const browser = openBrowser(overInject(service))
    await browser.signIn(account)
    const seen = JSON.parse((await browser.request({ method: 'GET', url })).text)
    expect(seen.domains.map(({ domain }: Shown) => domain).sort()).toEqual([...names].sort())
    const post = (headers: Record<string, string>) =>
      browser.request({
        method: 'POST',
        url: `${url}/bulk/set_lock`,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ domains: names, params: { locked: false } }),
      })
    const { baseUrl } = service.deps.config
    for (const elsewhere of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site', origin: baseUrl },
      {},
    ])
      expect((await post(elsewhere as Record<string, string>)).status).toBe(401)
    expect((await post({ origin: baseUrl })).status).toBe(200)
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('sees nothing of anybody else', async () => {
    const one = await owner()
    const two = await owner()
    expect((await two.list()).domains.map(({ domain }: Shown) => domain)).not.toContain(one.names[0])
    const { json } = await two.bulk('set_lock', { domains: one.names, params: { locked: false } })
    expect(json).toMatchObject({ total: 3, succeeded: 0, failed: 3 })
    expect(byName(await one.list(), one.names[0]!)).toMatchObject({ locked: true })
  })
})

describe('the list', () => {
  it('has every member of the contract, by pages', async () => {
    const { names, list } = await owner(freshNames(5))
    const first = await list('?limit=3')
    expect(first.has_more).toBe(true)
    const second = await list(`?limit=3&cursor=${first.next_cursor}`)
    expect([...first.domains, ...second.domains].map(({ domain }: Shown) => domain).sort()).toEqual([...names].sort())
    expect(Object.keys(first.domains[0])).toEqual([
      'domain',
      'domain_unicode',
      'expires_at',
      'auto_renew',
      'locked',
      'privacy',
      'nameservers',
      'listing',
    ])
  })
})

describe('a bulk operation', () => {
  it('names its operations with a JSON Schema of each', async () => {
    const { json } = await service.send({ method: 'GET', url: '/api/domains/bulk' })
    expect(json.operations.map(({ op }: { op: string }) => op)).toEqual([
      'renew',
      'set_nameservers',
      'set_auto_renew',
      'set_lock',
      'set_privacy',
      'list_for_sale',
      'unlist',
      'set_price',
    ])
  })

  it.each([
    ['set_auto_renew', { enabled: false }, { auto_renew: false }],
    ['set_lock', { locked: false }, { locked: false }],
    ['set_privacy', { enabled: false }, { privacy: false }],
    [
      'set_nameservers',
      { nameservers: ['NS1.example.net', 'ns2.example.net.'] },
      { nameservers: ['ns1.example.net', 'ns2.example.net'] },
    ],
    [
      'list_for_sale',
      { price_cents: 5000, floor_price_cents: 4000 },
      { listing: { price_cents: 5000, floor_price_cents: 4000, currency: 'USD', status: 'listed' } },
    ],
  ] as const)('%s tells in a dry run what it then does, and does it once', async (op, params, expected) => {
    const { names, bulk, list } = await owner()
    const before = await list()
    const dry = (await bulk(op, { domains: names, params, dry_run: true })).json
    expect(dry).toMatchObject({ op, dry_run: true, total: 3, succeeded: 3, failed: 0 })
    expect(await list()).toEqual(before)
    const done = (await bulk(op, { domains: names, params })).json
    expect(done.results).toEqual(dry.results)
    expect(done.results[0]).toEqual({ domain: names[0], status: 'ok', changed: true, progress: 'done', error: null })
    for (const name of names) expect(byName(await list(), name)).toMatchObject(expected)
    const again = (await bulk(op, { domains: names, params })).json
    expect(again.results.map(({ changed }: { changed: boolean }) => changed)).toEqual([false, false, false])
  })

  it('judges a renewal by the rules of the ending before its payment', async () => {
    const [plain, ai] = [freshNames(1)[0]!, freshNames(1, 'ai')[0]!]
    const { bulk } = await owner([plain, ai])
    const { json } = await bulk('renew', { domains: [plain, ai], params: { years: 1 } })
    expect(json.results[0]).toMatchObject({ status: 'error', changed: false, error: { code: 'payment_required' } })
    // .ai is sold for two years at least.
    expect(json.results[1]).toMatchObject({ status: 'error', error: { code: 'tld_rule' } })
    expect((await bulk('renew', { domains: [plain], params: { years: 10 } })).json.results[0].error.code).toBe(
      'tld_rule',
    )
  })

  it('lists names in the market, reprices and withdraws them', async () => {
    const { names, bulk } = await owner(freshNames(2))
    const inMarket = async () =>
      (await service.send({ method: 'GET', url: `/api/market/listings?q=${names[0]!.slice(0, -6)}` })).json.items.map(
        (item: { domain: string; price_cents: number }) => item.price_cents,
      )
    await bulk('list_for_sale', { domains: names, params: { price_cents: 7000 } })
    expect(await inMarket()).toEqual([7000, 7000])
    await bulk('set_price', { domains: names, params: { price_cents: 6000 } })
    expect(await inMarket()).toEqual([6000, 6000])
    await bulk('unlist', { domains: names })
    expect(await inMarket()).toEqual([])
    expect((await bulk('set_price', { domains: names, params: { price_cents: 1 } })).json).toMatchObject({ failed: 2 })
  })

  it('leaves a listing of the marketplace alone', async () => {
    const { names, bulk } = await owner()
    await service.list('live', names[0]!)
    for (const [op, params] of [
      ['list_for_sale', { price_cents: 1 }],
      ['unlist', {}],
      ['set_price', { price_cents: 1 }],
    ] as const) {
      const { json } = await bulk(op, { domains: [names[0]], params })
      expect(json.results[0]).toMatchObject({ status: 'error', error: { code: 'conflict' } })
    }
  })

  it('answers a thousand owned, foreign, malformed and repeated names, each alone and once', async () => {
    const mine = freshNames(600)
    const { bulk, list } = await owner(mine)
    const other = await owner(freshNames(100))
    const unknown = freshNames(100)
    const malformed = Array.from({ length: 98 }, (_, n) => `-bad-${n}.com`)
    const odd = ['\u0000', 'x'.repeat(3000)]
    const domains = [
      ...mine,
      ...other.names,
      ...unknown,
      ...malformed,
      ...odd,
      ...mine.slice(0, 50).map((name) => name.toUpperCase()),
      ...mine.slice(50, 100).map((name) => ` ${name}. `),
    ]
    expect(domains).toHaveLength(1000)
    const { status, json } = await bulk('set_privacy', { domains, params: { enabled: false } })
    expect(status).toBe(200)
    expect(json).toMatchObject({ total: 900, succeeded: 600, failed: 300 })
    const errors = json.results
      .filter((row: { status: string }) => row.status === 'error')
      .map((row: { error: unknown }) => JSON.stringify(row.error))
    // Not owned, malformed and not there at all look the same.
    expect(new Set(errors).size).toBe(1)
    expect(json.results.slice(0, 600).map((row: { domain: string }) => row.domain)).toEqual(mine)
    expect((await list('?limit=100')).domains.every(({ privacy }: Shown) => privacy === false)).toBe(true)
    expect(byName(await other.list('?limit=100'), other.names[0]!)).toMatchObject({ privacy: true })
  })

  it('takes no more statements for a thousand names than for one', async () => {
    const count = async (names: string[]) => {
      const { bulk } = await owner(names)
      let statements = 0
      const original = service.db.tx.bind(service.db)
      service.db.tx = ((work: (tx: never) => Promise<unknown>) =>
        original(async (tx) => {
          const counted = new Proxy(tx, {
            get: (target, name) => {
              const value = Reflect.get(target, name)
              if (typeof value !== 'function') return value
              return (...args: unknown[]) => {
                statements++
                return value.apply(target, args)
              }
            },
          })
          return work(counted as never)
        })) as typeof service.db.tx
      try {
        expect((await bulk('list_for_sale', { domains: names, params: { price_cents: 900 } })).json.failed).toBe(0)
      } finally {
        service.db.tx = original
      }
      return statements
    }
    expect(await count(freshNames(1000))).toBe(await count(freshNames(1)))
  })

  it.each([
    ['no names', 'renew', { domains: [], params: { years: 1 } }, 400],
    [
      '1,001 names',
      'renew',
      { domains: Array.from({ length: 1001 }, (_, n) => `n${n}.com`), params: { years: 1 } },
      400,
    ],
    ['names that are no text', 'renew', { domains: [7], params: { years: 1 } }, 400],
    ['an unknown operation', 'explode', { domains: ['a.com'] }, 404],
    ['__proto__', '__proto__', { domains: ['a.com'] }, 404],
    ['missing parameters', 'renew', { domains: ['a.com'] }, 400],
    ['unknown parameters', 'unlist', { domains: ['a.com'], params: { now: true } }, 400],
    ['no years', 'renew', { domains: ['a.com'], params: { years: 0 } }, 400],
    ['half a year', 'renew', { domains: ['a.com'], params: { years: 0.5 } }, 400],
    ['a free name', 'set_price', { domains: ['a.com'], params: { price_cents: 0 } }, 400],
    [
      'a floor above the price',
      'list_for_sale',
      { domains: ['a.com'], params: { price_cents: 1, floor_price_cents: 2 } },
      400,
    ],
    [
      'a nameserver that is not a host name',
      'set_nameservers',
      { domains: ['a.com'], params: { nameservers: ['1.2.3.4', 'x'] } },
      400,
    ],
    ['a dry run of maybe', 'unlist', { domains: ['a.com'], dry_run: 'maybe' }, 400],
  ])('refuses %s whole', async (_, op, body, status) => {
    const { bulk } = await owner(freshNames(1))
    expect((await bulk(op, body)).status).toBe(status)
  })
})
