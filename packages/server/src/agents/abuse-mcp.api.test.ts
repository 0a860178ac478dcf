// The MCP endpoint cannot be used to get around limits, nor by a page of a foreign site.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { MCP_MESSAGES_MAX } from '../kernel/limits.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  MAIL: 'off',
  BASE_URL: 'https://market.example',
  MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64'),
}

const post = (service: TestService, body: unknown, headers: Record<string, string> = {}) =>
  service.send({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  })
const listTools = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })
const batch = (length: number) => Array.from({ length }, (_, id) => listTools(id))
const lookUp = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'whois_lookup', arguments: { domain: 'taken-agent.com' } },
})

describe('a batch of messages', () => {
  it('counts each message against the limit, whatever it asks for', async () => {
    const service = await startTestService({ RATE_LIMITS: 'on', RATE_PUBLIC_READS: '12' })
    expect((await post(service, batch(10))).status).toBeLessThan(429)
    const refused = await post(service, batch(10))
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('counts messages that are no calls, and an empty batch, as one each', async () => {
    const service = await startTestService({ RATE_LIMITS: 'on', RATE_PUBLIC_READS: '3' })
    for (const body of [[], [null], 7]) expect((await post(service, body)).status).toBeLessThan(429)
    expect((await post(service, [])).status).toBe(429)
  })

  it('has at most 20 messages; more are refused for the price of one', async () => {
    const service = await startTestService({ RATE_LIMITS: 'on', RATE_PUBLIC_READS: '60' })
    const refused = await post(service, batch(1000))
    expect(refused.status).toBe(400)
    expect(refused.json).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: `Too many messages. Send at most ${MCP_MESSAGES_MAX} in one request.` },
    })
    expect(refused.headers.ratelimit).toContain('r=59')
    expect((await post(service, batch(MCP_MESSAGES_MAX))).status).not.toBe(429)
  })
})

describe('a tool with its own limit', () => {
  it('counts all addresses of an IPv6 network together', async () => {
    const env = { RATE_LIMITS: 'on', RATE_PUBLIC_READS: '50', RATE_WHOIS: '2', TRUST_PROXY: '1' }
    const service = await startTestService(env)
    const texts: string[] = []
    for (let host = 1; host <= 4; host++)
      texts.push((await post(service, lookUp(host), { 'x-forwarded-for': `2001:db8:1:2::${host}` })).text)
    expect(texts.map((text) => text.includes('rate_limited'))).toEqual([false, false, true, true])
  })

  it('counts against it: WHOIS lookups of an agent are WHOIS lookups', async () => {
    const service = await startTestService({ RATE_LIMITS: 'on', RATE_PUBLIC_READS: '50', RATE_WHOIS: '2' })
    const results = []
    for (let id = 0; id < 3; id++) results.push((await post(service, lookUp(id))).text)
    expect(results.map((text) => text.includes('rate_limited'))).toEqual([false, false, true])
    const direct = await service.send({
      method: 'POST',
      url: '/api/tools/whois',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'taken-agent.com' }),
    })
    expect(direct.status).toBe(429)
  })
})

describe('Host', () => {
  let development: TestService
  let production: TestService
  beforeAll(async () => {
    development = await startTestService({ MASTER_KEY: PRODUCTION.MASTER_KEY })
    production = await startTestService({ ...PRODUCTION, RATE_LIMITS: 'on', TRUST_PROXY: '1' }, { on: development })
  })

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'localhost@evil.example',
    '192.0.2.1',
    'a b',
  ])('of another site is refused in development: %s', async (host) => {
    const response = await post(development, listTools(1), { host })
    expect([response.status, response.json.error.code]).toEqual([403, 'forbidden'])
    const preflight = await development.send({ method: 'OPTIONS', url: '/mcp', headers: { host } })
    expect(preflight.status).toBe(403)
  })

  it.each(['localhost:8080', 'localhost:3000', '127.0.0.1:8080', '[::1]:8080', 'localhost'])(
    'of this machine is served in development: %s',
    async (host) => {
      expect((await post(development, listTools(1), { host })).status).toBe(200)
    },
  )

  it('is that of BASE_URL in production, with any Origin', async () => {
    for (const [host, status] of [
      ['market.example', 200],
      ['MARKET.example:443', 200],
      ['market.example:8080', 403],
      ['localhost:8080', 403],
      ['127.0.0.1', 403],
      ['evil.example', 403],
      ['x@market.example', 403],
    ] as const) {
      const response = await post(production, listTools(1), { host, origin: 'https://app.example' })
      expect([host, response.status]).toEqual([host, status])
    }
  })

  it('that a proxy header claims does not count', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'market.example' }
    expect((await post(production, listTools(1), headers)).status).toBe(403)
  })
})
