// Search through HTTP on the seeded sandbox, with each engine: every kind of query, a listing's whole life, what nonsense gets.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseKind, startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { startSearchServer } from '../../../test/search-server.ts'
import { fillSandbox } from '../catalog/index.ts'
import { sandboxInventory } from '../catalog/seed/sandbox-inventory.ts'
import { saveSampleVectors } from './index.ts'

const V1 = '/api/partner/v1'

/** The embedded database searches in memory only. */
const ENGINES = databaseKind === 'postgres' ? (['memory', 'postgres'] as const) : (['memory'] as const)
const services = {} as Record<'memory' | 'postgres', TestService>
beforeAll(async () => {
  const memory = await startTestService({}, { search: true })
  services.memory = memory
  await memory.db.tx(async (tx) => {
    await fillSandbox(tx, memory.clock.now())
    await saveSampleVectors(tx)
  })
  for (const domain of ['codeandcoffee.tech', 'espressobar.cafe', 'silkyskin.care']) await memory.list('live', domain)
  await memory.searchCaughtUp()
  if (memory.url === null) return
  const env = { SEARCH_ENGINE: 'postgres', DATABASE_URL: memory.url }
  services.postgres = await startTestService(env, { search: true, on: memory })
  await services.postgres.searchCaughtUp()
}, 600_000)

describe.each(ENGINES)('search in %s', (engine) => {
  let service: TestService
  let partner: TestPartner
  let other: TestPartner
  beforeAll(async () => {
    service = services[engine]
    partner = await service.partner()
    other = await service.partner()
  })

  type Result = { domain: string; tld: string; price_cents: number; score: number; match: { terms: string[] } }
  async function search(q: string, extra = '', who = partner) {
    const response = await service.signed(who, 'GET', `${V1}/domains/search?q=${encodeURIComponent(q)}${extra}`)
    return { ...response, results: (response.json?.results ?? []) as Result[] }
  }
  const names = (results: Result[]) => results.map(({ domain }) => domain)

  describe('answers', () => {
    it('has the shape of the contract, at most five, best first', async () => {
      const { status, json, headers, results } = await search('rent a car')
      expect(status).toBe(200)
      expect(headers['x-search-mode']).toBe('hybrid')
      expect(json).toMatchObject({ query: 'rent a car', count: results.length })
      expect(results.length).toBeGreaterThan(0)
      expect(results.length).toBeLessThanOrEqual(5)
      expect(results[0]).toMatchObject({
        available: true,
        currency: expect.any(String),
        match: { terms: expect.any(Array) },
      })
      const scores = results.map(({ score }) => score)
      expect([...scores].sort((a, b) => b - a)).toEqual(scores)
    })

    it('finds an exact name first', async () => {
      expect(names((await search('quickwheels.com')).results)[0]).toBe('quickwheels.com')
      expect(names((await search('quickwheels')).results)[0]).toBe('quickwheels.com')
      expect(names((await search('quick wheels')).results)[0]).toBe('quickwheels.com')
    })

    it.each([
      ['an intent', 'rent a car abroad', /car|wheel|drive|rent|travel|auto|hire|trip/],
      [
        'an intent with words of its own',
        'somewhere to learn the guitar',
        /learn|guitar|chord|acoustic|music|school|lesson|tutor|academy|course/,
      ],
      ['a keyword', 'coffee', /coffee|espresso|roast|brew|bean|caf/],
      ['slips in a phrase', 'helthy dog treets', /dog|paw|pet|bark|tail|pup/],
      ['a wish for a brand', 'short brandable name for fintech', /./],
      ['Spanish', 'comida para perros', /perro|mascota|dog|pet|paw|comida|bark|pup/],
      ['German', 'Hundefutter', /hund|dog|pet|paw|futter|bark|pup/],
    ])('understands %s: %s', async (_kind, q, meant) => {
      const found = names((await search(q)).results)
      expect(found.length).toBeGreaterThan(0)
      expect(found[0]).toMatch(meant)
    })

    it('understands a typo and half a name', async () => {
      expect(names((await search('quikwheels')).results)).toContain('quickwheels.com')
      expect(names((await search('quickwh')).results)).toContain('quickwheels.com')
    })

    it('finds for half a word what suggestions show, where it would find nothing', async () => {
      const found = names((await search('cof')).results)
      expect(found).toContain('goldencoffee.co.uk')
      expect(found.filter((name) => !name.includes('cof'))).toEqual([])
      expect((await search('zzqx')).results).toEqual([])
    })

    it.each([
      ['solar', /solar/],
      ['nordic', /nordic/],
      ['home', /home(?!work)/],
      ['token', /token/],
      ['garden', /garden/],
      ['house', /(?<!ware|green)house/],
      ['law', /law(?!n|yer)/],
      ['energy', /energy/],
      ['houses', /(?<!ware|green)house/],
      ['solar energy', /solarenergy/],
    ])('names the domains with the very word first, and all of them: %s', async (q, word) => {
      const wanted = sandboxInventory().flatMap(({ domain }) => (word.test(domain.split('.')[0]!) ? [domain] : []))
      const { results } = await service.deps.search.engine!.search({ q, collection: 'sandbox', limit: 50 })
      const first = results.slice(0, wanted.length).map(({ domain }) => domain)
      expect(wanted.length).toBeGreaterThan(1)
      expect(first.sort()).toEqual(wanted.sort())
    })

    it('finds what the guide for newcomers promises', async () => {
      const { results } = await search('solar')
      expect(results[0]).toMatchObject({ domain: 'solarenergy.com', price_cents: 579_500 })
    })

    it('honours a TLD parameter strictly and a price range strictly', async () => {
      const inIo = await search('software', '&tld=.IO')
      expect(inIo.results.length).toBeGreaterThan(0)
      expect(inIo.results.every(({ tld }) => tld === 'io')).toBe(true)
      const cheap = await search('travel', '&max_price=150000')
      expect(cheap.results.length).toBeGreaterThan(0)
      expect(cheap.results.every(({ price_cents }) => price_cents <= 150_000)).toBe(true)
    })

    it('hears a price wish in the words', async () => {
      const { results } = await search('travel name under $1500')
      expect(results.length).toBeGreaterThan(0)
      expect(results.every(({ price_cents }) => price_cents <= 150_000)).toBe(true)
    })

    it('puts a wished TLD first', async () => {
      const { results } = await search('ai startup .io')
      expect(results[0]?.tld).toBe('io')
    })

    it.each(['qwpoeiru zxcmn', 'xkqzjv', 'asdkjhqwe zxmcnb qpwoei'])('gives nothing for "%s"', async (q) => {
      expect((await search(q)).results).toEqual([])
    })

    it.each([
      ['one emoji', '🚀', 400],
      ['two emoji', '🚀🚀', 200],
      ['200 characters', 'car '.repeat(50).trim().padEnd(200, 'x'), 200],
      ['201 characters', 'x'.repeat(201), 400],
      ['one letter', 'a', 400],
      ['control characters', '\u0001\u0002\u0003', 200],
      ['a NUL', 'a\u0000b', 400],
      ['bidi marks', '\u202Ecar\u202C', 200],
      ['only punctuation', '!!??', 200],
      ['only spaces', '     ', 200],
    ])('answers %s with %s', async (_, q, status) => {
      expect((await search(q)).status).toBe(status)
    })

    it('refuses a TLD that is none and a range upside down', async () => {
      expect((await search('car', '&tld=__proto__')).status).toBe(400)
      expect((await search('car', '&min_price=5&max_price=4')).status).toBe(400)
    })
  })

  describe('living inventory', () => {
    const label = `zebrafountain${randomUUID().slice(0, 4)}`
    const domain = `${label}.com`
    const found = async (who = partner) => names((await search(label, '', who)).results).includes(domain)

    it("follows a listing's whole life", async () => {
      expect(await found()).toBe(false)
      const listing = await service.list('sandbox', domain)
      await service.searchCaughtUp()
      expect(await found()).toBe(true)

      await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 777_00 })
      expect((await search(label)).results.find((row) => row.domain === domain)?.price_cents).toBe(777_00)

      const quote = await service.signed(other, 'POST', `${V1}/quotes`, { domain })
      expect([await found(), await found(other)]).toEqual([false, true])
      await service.signed(other, 'DELETE', `${V1}/quotes/${quote.json.quote_id}`)
      expect(await found()).toBe(true)

      const order = await service.signed(
        partner,
        'POST',
        `${V1}/orders`,
        { domain, expected_price: 777_00, currency: 'USD', external_payment_ref: 'x' },
        { headers: { 'idempotency-key': randomUUID() } },
      )
      expect([order.status, await found()]).toEqual([201, false])
      await service.signed(partner, 'POST', `${V1}/refunds`, { order_public_id: order.json.public_id, reason: 'other' })
      await service.searchCaughtUp()
      expect(await found()).toBe(true)
      await service.operator('DELETE', `/listings/${listing.listing_id}`)
      expect(await found()).toBe(false)
    })

    it('compares a price wish with prices in other currencies', async () => {
      const name = `velvetglacier${randomUUID().slice(0, 4)}`
      await service.list('sandbox', `${name}.com`, { price_cents: 330_00, currency: 'USD' })
      await service.list('sandbox', `${name}.net`, { price_cents: 360_00, currency: 'USD' })
      await service.searchCaughtUp()
      const found = names((await search(`${name} under 300 euros`)).results)
      expect(found).toContain(`${name}.com`)
      expect(found).not.toContain(`${name}.net`)
    })

    it('keeps the inventories apart', async () => {
      const live = await service.partner({ environment: 'live' })
      await service.list('sandbox', `onlyinsandbox${label}.com`)
      await service.searchCaughtUp()
      expect(names((await search(`onlyinsandbox${label}`, '', live)).results)).toEqual([])
    })

    it('embeds a changed description again, and nothing else', async () => {
      // Where two processes follow, either may be first.
      const processes = Object.values(services)
      const embedded = async () => {
        const counts = await Promise.all(processes.map((one) => one.deps.metrics.embedded.get()))
        return counts.reduce((sum, { values }) => sum + (values[0]?.value ?? 0), 0)
      }
      const caughtUp = () => Promise.all(processes.map((one) => one.searchCaughtUp()))
      const listing = await service.list('sandbox', `stillpond${randomUUID().slice(0, 4)}.com`)
      await caughtUp()
      const before = await embedded()
      await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 5000 })
      await caughtUp()
      expect(await embedded()).toBe(before)
      await service.operator('PATCH', `/listings/${listing.listing_id}`, {
        description: 'A pond for koi and water lilies.',
      })
      await caughtUp()
      expect((await embedded()) - before).toBe(1)
    })
  })

  it('finds letters inside of words in the market when nothing else fits', async () => {
    const service = services[engine]
    const domain = `brainvoice${randomUUID().slice(0, 4)}.app`
    await service.list('live', domain)
    await service.searchCaughtUp()
    const find = async (q: string) =>
      (await service.send({ method: 'GET', url: `/api/market/search?q=${q}` })).json.results as { reason: string }[]
    await vi.waitFor(async () =>
      expect(await find('ainv')).toContainEqual(
        expect.objectContaining({ domain, reason: 'Contains the letters “ainv”' }),
      ),
    )
    expect(await find('xainvx')).toEqual([])
  })

  describe('suggestions', () => {
    type Suggestion = { domain: string; match: 'name' | 'meaning' }
    const suggest = async (q: string): Promise<Suggestion[]> =>
      (await service.send({ method: 'GET', url: `/api/market/suggestions?q=${encodeURIComponent(q)}` })).json
        .suggestions

    it('of half a word are names that have a word with this beginning', async () => {
      expect(await suggest('coff')).toEqual([expect.objectContaining({ domain: 'codeandcoffee.tech', match: 'name' })])
      expect(await suggest('offe')).toEqual([])
    })

    it('of a whole word are also names that mean it', async () => {
      const found = await suggest('coffee')
      expect(found.map(({ domain, match }) => [domain, match])).toEqual([
        ['codeandcoffee.tech', 'name'],
        ['espressobar.cafe', 'meaning'],
      ])
      expect(await suggest('coffee sh')).toEqual(found)
    })
  })

  describe('before the index is ready', () => {
    it('answers from the database by keyword and says so', async () => {
      service.deps.search.ready.delete('sandbox')
      const { headers, results, status } = await search('quickwheels')
      service.deps.search.ready.add('sandbox')
      expect([status, headers['x-search-mode']]).toEqual([200, 'keyword'])
      expect(names(results)).toContain('quickwheels.com')
    })
  })
})

it('ranks in a search process as in the same process, for hundreds of queries', async () => {
  const { searchEngine: engine } = services.memory
  const server = await startSearchServer(services.memory)
  const web = await startTestService({}, { search: true, on: services.memory, searchUrls: [server.url] })
  await vi.waitFor(() => expect(web.deps.search.ready.has('sandbox')).toBe(true), { timeout: 10_000 })
  const file = new URL('../../../../search/data/graded.txt', import.meta.url)
  const graded = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (/^(ranker|dev)\|/.test(line) ? [line.split('|')[3]!] : []))
  const queries = [
    ...graded.slice(0, 240),
    'cars under 300 euros',
    'travel above 1k',
    'at least $500 pets',
    'one word .io',
  ]
  expect(queries.length).toBeGreaterThan(200)
  for (const q of queries) {
    const query = { q, collection: 'sandbox', limit: 25 }
    expect([q, await web.deps.search.engine!.search(query)]).toEqual([q, await engine!.search(query)])
  }
})
