// Compression, validators and cache policies of whole responses, over a real connection where the bytes matter.
import http from 'node:http'
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../test/browser.ts'
import { startListeningService } from '../../test/listening.ts'
import { newAccessToken, newAccount } from '../../test/oauth.ts'
import { V1 } from '../../test/shop.ts'
import { sign } from '../../test/signer.ts'
import { AREAS } from '../areas/areas.ts'
import { createSimulatedRegistry } from '../integrations/registry/simulated.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Route } from './define-route.ts'

/** Domains that begin with `slow` are answered when a test says so. */
let answer: () => void = () => {}
const simulated = createSimulatedRegistry(systemClock)
const registry: typeof simulated = {
  ...simulated,
  check: async (domain) => {
    if (domain.startsWith('slow') && !domain.endsWith('.com'))
      await new Promise<void>((resolve) => {
        const before = answer
        answer = () => {
          before()
          resolve()
        }
      })
    return simulated.check(domain)
  },
}

let service: Awaited<ReturnType<typeof startListeningService>>
beforeAll(async () => {
  service = await startListeningService({}, { registry })
  for (let n = 0; n < 40; n++) await service.list('live', `delivery-${process.pid}-${n}.com`)
})

type Headers = Record<string, string>
const get = (url: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers })

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }

const PAGES = [
  '/',
  '/market',
  '/search?q=coffee',
  '/sell',
  '/tlds',
  '/tlds/com',
  '/whois',
  '/developers',
  '/docs',
  '/docs/guides',
]
const FILES = [
  '/openapi.json',
  '/openapi-operator.json',
  '/docs/search.json',
  '/llms.txt',
  '/docs/guides/signing.md',
  '/sitemaps/pages',
]

/** Public reads without personal content. */
const REVALIDATED = [
  '/api/tlds',
  '/api/tlds/com/metadata',
  '/api/pricing/tld?tld=com',
  '/api/market/listings',
  `/api/market/listings/delivery-${process.pid}-0.com`,
  '/api/market/facets',
  '/api/market/search?q=delivery',
  '/api/market/suggestions?q=deliv',
  '/api/domains/bulk',
  '/api/batch',
]
const toTemplate = (url: string): string =>
  url
    .replace(/\?.*/, '')
    .replace('/tlds/com/', '/tlds/{tld}/')
    .replace(/\/listings\/.+/, '/listings/{name}')

describe('compression', () => {
  it.each([...PAGES, ...FILES, '/api/market/listings?limit=40', '/api/tlds'])(
    '%s is smaller with Brotli and gzip, and says that it varies',
    async (url) => {
      const plain = await get(url)
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
      expect(plain.headers.vary).toContain('accept-encoding')
      for (const encoding of ['br', 'gzip'] as const) {
        const packed = await get(url, { 'accept-encoding': encoding })
        expect([url, packed.headers['content-encoding']]).toEqual([url, encoding])
        expect(packed.headers.vary).toContain('accept-encoding')
        expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
        expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
        expect(UNPACK[encoding](packed.rawPayload).toString()).toBe(plain.body)
      }
    },
  )

  it('leaves alone what is tiny, and what is compressed already', async () => {
    for (const url of ['/healthz', '/robots.txt', '/favicon.ico', '/social.png', '/api/tlds/com/metadata']) {
      const { headers, rawPayload } = await get(url, { 'accept-encoding': 'br' })
      expect([url, headers['content-encoding']]).toEqual([url, undefined])
      expect(Number(headers['content-length'])).toBe(rawPayload.length)
    }
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const { headers } = await get('/openapi.json', { 'accept-encoding': 'gzip' })
    const head = await get('/openapi.json', { 'accept-encoding': 'gzip' }, 'HEAD')
    expect([head.headers['content-encoding'], head.headers.etag, head.body]).toEqual(['gzip', headers.etag, ''])
  })

  it('does not compress for a request from another site that carries cookies', async () => {
    const asked = { 'accept-encoding': 'br', cookie: 'freehold_session=guess' }
    for (const site of ['cross-site', 'same-site'])
      expect(
        (await get('/search?q=a', { ...asked, 'sec-fetch-site': site })).headers['content-encoding'],
      ).toBeUndefined()
    for (const site of ['same-origin', 'none'])
      expect((await get('/search?q=a', { ...asked, 'sec-fetch-site': site })).headers['content-encoding']).toBe('br')
    const foreign = { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' }
    expect((await get('/search?q=a', foreign)).headers['content-encoding']).toBe('br')
  })

  it('of a partner response is the same bytes, and an idempotent replay as well', async () => {
    const partner = await service.partner()
    for (let n = 0; n < 30; n++) await service.list('sandbox', `packed-${process.pid}-${n}.com`)
    const url = `${V1}/domains/search?q=packed`
    const read = async (headers: Headers) => {
      const request = sign(partner, 'GET', url, { now: service.clock.now() })
      return service.app.inject({ method: 'GET', url, headers: { ...request.headers, ...headers } })
    }
    const [plain, packed] = [await read({}), await read({ 'accept-encoding': 'gzip' })]
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)

    const body = JSON.stringify({
      domain: `packed-${process.pid}-1.com`,
      expected_price: 100_000,
      currency: 'USD',
      external_payment_ref: `pay-${process.pid}`,
      return_url: `https://shop.example/${'x'.repeat(1500)}`,
    })
    const order = async (headers: Headers) => {
      const request = sign(partner, 'POST', `${V1}/orders`, {
        now: service.clock.now(),
        body,
        headers: { 'idempotency-key': 'once' },
      })
      const response = await service.app.inject({
        method: 'POST',
        url: `${V1}/orders`,
        headers: { ...request.headers, ...headers },
        payload: body,
      })
      const packed = response.headers['content-encoding'] === 'br'
      return {
        status: response.statusCode,
        packed,
        text: packed ? UNPACK.br(response.rawPayload).toString() : response.body,
      }
    }
    const first = await order({})
    expect([first.status, first.packed]).toEqual([201, false])
    expect(await order({ 'accept-encoding': 'br' })).toEqual({ ...first, packed: true })
    expect(await order({})).toEqual(first)
  })

  it('lets each line of a streamed search through when it is known', async () => {
    const lines: string[] = []
    const finished = await new Promise<boolean>((resolve, reject) => {
      const request = http.request(`${service.baseUrl}/api/domain/search`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/x-ndjson',
          'accept-encoding': 'gzip',
        },
      })
      request.on('error', reject)
      request.on('response', (response) => {
        expect(response.headers['content-encoding']).toBe('gzip')
        const unpacked = response.pipe(createGunzip())
        unpacked.on('error', reject)
        unpacked.on('data', (chunk: Buffer) => {
          lines.push(...chunk.toString().trim().split('\n'))
          // Only after the first line arrived do the others exist.
          answer()
        })
        unpacked.on('end', () => resolve(true))
      })
      request.end(JSON.stringify({ q: 'slow-stream' }))
    })
    expect(finished).toBe(true)
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'row', domain: 'slow-stream.com' })
    expect(lines.length).toBeGreaterThan(3)
  })
})

describe('validators', () => {
  it.each([...PAGES, ...FILES, '/robots.txt', '/favicon.svg', '/social.png', '/site.webmanifest'])(
    '%s returns 304 for its own ETag, in any encoding, and 200 for another',
    async (url) => {
      const { headers } = await get(url, { 'accept-encoding': 'br' })
      const etag = String(headers.etag)
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
      const again = await get(url, { 'if-none-match': etag })
      expect([url, again.statusCode, again.body, again.headers.etag]).toEqual([url, 304, '', etag])
      expect([again.headers['content-length'], again.headers['cache-control']]).toEqual([
        undefined,
        headers['cache-control'],
      ])
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    },
  )

  it('a page that changed has another ETag', async () => {
    const { headers } = await get('/market')
    await service.list('live', `delivery-new-${process.pid}.com`)
    const changed = await get('/market', { 'if-none-match': String(headers.etag) })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(headers.etag)
  })

  it.each(REVALIDATED)('%s returns 304 to anyone without a session or a token', async (url) => {
    const { headers } = await get(url, { 'accept-encoding': 'br' })
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get(url, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    expect(again.headers['cache-control']).toBe('no-cache')
    const other = await get(url, { 'if-none-match': '"other"' })
    expect([other.statusCode, other.body.length > 0]).toEqual([200, true])
  })

  it.each(REVALIDATED)('%s is not stored with a session or a token', async (url) => {
    const person = openBrowser(overInject(service))
    await person.signIn(await newAccount(service))
    const known = String((await get(url)).headers.etag)
    const headers = { 'sec-fetch-site': 'same-origin', 'if-none-match': known }
    const inSession = await person.request({ method: 'GET', url, headers })
    expect([inSession.status, inSession.headers['cache-control'], inSession.headers.etag]).toEqual([
      200,
      'no-store',
      undefined,
    ])
    const token = await newAccessToken(service)
    const withToken = await get(url, { authorization: `Bearer ${token}`, 'if-none-match': known })
    expect([withToken.statusCode, withToken.headers['cache-control'], withToken.headers.etag]).toEqual([
      200,
      'no-store',
      undefined,
    ])
  })

  it('a list of the market that changed has another ETag', async () => {
    const { headers } = await get('/api/market/listings')
    await service.list('live', `delivery-other-${process.pid}.com`)
    const changed = await get('/api/market/listings', { 'if-none-match': String(headers.etag) })
    expect([changed.statusCode, changed.headers.etag === headers.etag]).toEqual([200, false])
  })

  it('only public reads without a sign-in are revalidated', () => {
    const routes = AREAS.flatMap((area) => area.routes as readonly Route[]).filter(({ revalidated }) => revalidated)
    expect(routes.map(({ path }) => `/api${path}`).sort()).toEqual(REVALIDATED.map(toTemplate).sort())
    for (const { area, method, signedIn, writes } of routes)
      expect([area, method, signedIn, writes]).toEqual(['public', 'GET', undefined, undefined])
  })

  it('other responses of the API, and errors, have none', async () => {
    for (const url of [
      '/api/market/listings/not-listed.com',
      '/api/tlds/nowhere/metadata',
      '/nothing-here',
      '/domains/not%20a%20name',
      '/sign-in',
    ]) {
      const { headers } = await get(url, { accept: 'text/html', 'if-none-match': '*' })
      expect([url, headers.etag, headers['cache-control']]).toEqual([url, undefined, 'no-store'])
    }
  })
})

describe('cache policies', () => {
  it.each([...PAGES, '/domains/free-delivery.com'])(
    'a browser keeps %s for the way back, and revalidates it',
    async (url) => {
      expect((await get(url)).headers['cache-control']).toBe('private, no-cache')
    },
  )

  it('shows who is signed in on documentation that others get from memory', async () => {
    const anonymous = await get('/docs')
    const person = openBrowser(overInject(service))
    await person.signIn(await newAccount(service))
    expect((await person.open('/docs')).text).toContain('My account')
    expect((await get('/docs')).body).toBe(anonymous.body)
    expect(anonymous.body).not.toContain('My account')
  })

  it('nobody keeps pages of a session, pages with a token in the URL, or rejected forms', async () => {
    const person = openBrowser(overInject(service))
    await person.signIn(await newAccount(service))
    expect((await person.open('/account')).headers['cache-control']).toBe('no-store')
    for (const url of ['/sign-in', '/domains/free-delivery.com?session_id=cs_1&order=ord_1', '/market?from=abc'])
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-store'])
  })
})
