// Pages of any site may call the Public API, OAuth and MCP without cookies, and nothing that a cookie opens.
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { AREAS } from '../areas/areas.ts'
import { BODY_BYTES_MAX } from '../kernel/limits.ts'
import type { Route } from './define-route.ts'
import { fullPath } from './pipeline.ts'

const service = await startTestService()
const ORIGIN = { origin: 'https://app.example' }

const ALL = AREAS.flatMap(({ name, prefix, routes }) =>
  (routes as readonly Route[]).map((route) => ({
    area: name,
    method: route.method,
    url: fullPath(route, prefix).replace(/\{\w+\}/g, 'x'),
    isOpen: name === 'public' && route.signedIn !== 'session',
  })),
)
const OPEN = ALL.filter(({ isOpen }) => isOpen)
const CLOSED = ALL.filter(({ isOpen }) => !isOpen)

const preflight = (url: string, method: string) =>
  service.send({ method: 'OPTIONS', url, headers: { ...ORIGIN, 'access-control-request-method': method } })
const send = (method: string, url: string, headers: Record<string, string> = {}, body?: string) =>
  service.send({ method: method as 'GET', url, headers: { ...ORIGIN, ...headers }, ...(body ? { body } : {}) })
const listMethods = (header: string | undefined) => (header ?? '').split(', ')

describe('a route that needs no cookie', () => {
  it.each(OPEN)('$method $url can be called from any origin', async ({ method, url }) => {
    const { status, headers } = await preflight(url, method)
    expect([status, headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(listMethods(headers['access-control-allow-methods'])).toContain(method)
    expect(headers['access-control-allow-headers']).toMatch(/authorization.*content-type.*mcp-protocol-version/)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const response = await send(method, url)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.headers['access-control-expose-headers']).toContain('retry-after')
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('is also readable when it refuses', async () => {
    const large = 'x'.repeat(BODY_BYTES_MAX + 1)
    const json = { 'content-type': 'application/json' }
    for (const [status, response] of [
      [405, await send('DELETE', '/api/market/search')],
      [405, await send('PUT', '/mcp')],
      [405, await send('GET', '/mcp')],
      [405, await send('DELETE', '/mcp')],
      [413, await send('POST', '/api/batch', json, large)],
      [413, await send('POST', '/mcp', json, large)],
      [413, await send('POST', '/api/oauth/register', json, large)],
      [401, await send('GET', '/api/domains')],
      [401, await send('POST', '/mcp?auth=required', json, '{}')],
      [400, await send('GET', '/api/market/search')],
      [404, await send('GET', '/api/market/listings/not-listed.com')],
    ] as const) {
      expect(response.status).toBe(status)
      expect(response.headers['access-control-allow-origin']).toBe('*')
    }
  })

  it('is readable when the network sent too many requests', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_PUBLIC_READS: '1' })
    const read = () => limited.send({ method: 'GET', url: '/api/tlds', headers: ORIGIN })
    await read()
    const { status, headers } = await read()
    expect([status, headers['access-control-allow-origin']]).toEqual([429, '*'])
  })
})

describe('a route that a cookie or a signature opens', () => {
  it('is closed to pages of other sites', () => {
    expect(CLOSED.filter(({ area }) => area === 'public').length).toBeGreaterThan(15)
  })

  it.each(CLOSED)('$method $url is not open to other origins', async ({ method, url }) => {
    const asked = await preflight(url, method)
    expect(listMethods(asked.headers['access-control-allow-methods'])).not.toContain(method)
    expect((await send(method, url)).headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each(['/', '/sign-in', '/oauth/authorize', '/account', '/login', '/market'])('%s is a page', async (url) => {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const { headers } = await send(method, url)
      expect([method, headers['access-control-allow-origin']]).toEqual([method, undefined])
    }
  })
})

describe('MCP', () => {
  it('lets browser clients ask for every method and header of the protocol', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers } = await preflight('/mcp', method)
      expect(status).toBe(204)
      expect(listMethods(headers['access-control-allow-methods'])).toEqual(['DELETE', 'GET', 'POST'])
      const allowed = listMethods(headers['access-control-allow-headers'])
      expect(allowed).toEqual(
        expect.arrayContaining(['authorization', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id']),
      )
    }
  })

  it('does not answer a preflight that names a foreign host', async () => {
    const { status } = await service.send({ method: 'OPTIONS', url: '/mcp', headers: { host: 'evil.example' } })
    expect(status).toBe(403)
  })
})
