// Reading pages does not use up the limits of the API, and has its own.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    RATE_LIMITS: 'on',
    RATE_PUBLIC_READS: '3',
    RATE_PAGES: '40',
    RATE_WHOIS: '2',
    RATE_PAGE_LOOKUPS: '3',
  })
})

const get = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url, remoteAddress, headers })

it('people read many pages, and their network can still use the API', async () => {
  const address = '192.0.2.10'
  const paths = ['/', '/market', '/tlds', '/tlds/com', '/search?q=coffee', '/domains/coffee.com', '/whois']
  for (let round = 0; round < 3; round++)
    for (const path of paths) expect([path, (await get(path, address)).statusCode]).toEqual([path, 200])
  const { statusCode, headers } = await get('/api/tlds', address)
  expect([statusCode, headers.ratelimit]).toEqual([200, '"public_reads";r=2;t=0'])
})

it('the limit of the API stays the same', async () => {
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await get('/api/tlds', '192.0.2.11')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

it('a crawler beyond the limit of pages gets a page that says when to return', async () => {
  const address = '192.0.2.12'
  const responses = await Promise.all(Array.from({ length: 60 }, () => get('/market', address)))
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused[0]!.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused[0]!.body).toContain('Too many requests')
  expect(refused[0]!.body).toContain('action="/search"')
  expect((await get('/market', '192.0.2.13')).statusCode).toBe(200)
})

it('no client can pass as a page', async () => {
  const statuses = []
  for (let n = 0; n < 5; n++) {
    const headers = { 'x-freehold-page-read': n === 0 ? '' : 'A'.repeat(43), 'sec-fetch-site': 'same-origin' }
    statuses.push((await get('/api/tlds', '192.0.2.14', headers)).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

it('pages that ask a registry have their own limit', async () => {
  const statuses = []
  for (let n = 0; n < 4; n++)
    statuses.push((await get(`/whois?domain=free-limit-${n}.com&plain=1`, '192.0.2.15')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
})
