// Tests requests against a loopback server that checks the signature of what arrives.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Freehold } from './client.ts'
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  FreeholdError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
} from './errors.ts'

interface Arrived {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** Whether the signature is right, as the server reckons it from the raw request. */
  signed: boolean
}

const SECRET = 'sk_sandbox_tést'
const arrived: Arrived[] = []
let respond: (response: ServerResponse) => void = () => {}
let baseUrl = ''

function reckonSignature(request: IncomingMessage, body: Buffer): string {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const method = request.method ?? ''
  const hashed = method === 'GET' ? '' : body
  const lines = [
    method,
    path,
    // The client sends the canonical form, so the raw query is what it signed.
    query,
    request.headers['x-service-timestamp'],
    request.headers['x-service-nonce'],
    createHash('sha256').update(hashed).digest('hex'),
  ]
  return `v1=${createHmac('sha256', SECRET).update(lines.join('\n')).digest('hex')}`
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  arrived.push({
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body: body.toString('utf8'),
    signed: request.headers['x-service-signature'] === reckonSignature(request, body),
  })
  respond(response)
})

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers })
    response.end(JSON.stringify(body))
  }
}

function last(): Arrived {
  return arrived.at(-1) ?? expect.unreachable('nothing arrived')
}

function client(options: Partial<ConstructorParameters<typeof Freehold>[0]> = {}): Freehold {
  return new Freehold({ keyId: 'pk_sandbox_1', secret: SECRET, baseUrl, maxRetries: 0, ...options })
}

async function failure(promise: Promise<unknown>): Promise<FreeholdError> {
  const error = await promise.then(
    () => expect.unreachable('it succeeded'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FreeholdError)
  return error as FreeholdError
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  arrived.length = 0
  respond = json(200, { ok: true })
})

describe('a request', () => {
  it('is signed over the path, query and body that arrive', async () => {
    expect(await client().get('/api/partner/v1/domains/search', { q: "it's (a) café*!", max_price: 500_000 })).toEqual({
      ok: true,
    })
    expect(last()).toMatchObject({
      method: 'GET',
      url: '/api/partner/v1/domains/search?max_price=500000&q=it%27s%20%28a%29%20caf%C3%A9%2A%21',
      signed: true,
    })
    expect(last().headers).toMatchObject({ 'x-service-key-id': 'pk_sandbox_1', accept: 'application/json' })
    expect(last().headers['content-type']).toBeUndefined()

    await client().post('/api/partner/v1/quotes', { domain: 'münchen.de' })
    expect(last()).toMatchObject({ method: 'POST', body: '{"domain":"münchen.de"}', signed: true })
    expect(last().headers).toMatchObject({ 'content-type': 'application/json' })

    await client().put('/api/partner/webhooks', { url: 'https://example.com/hook' })
    expect(last()).toMatchObject({ method: 'PUT', signed: true })
    await client().patch('/x', [])
    expect(last()).toMatchObject({ method: 'PATCH', body: '[]', signed: true })
    await client().delete('/x')
    expect(last()).toMatchObject({ method: 'DELETE', body: '', signed: true })
    await client().post('/x')
    expect(last()).toMatchObject({ method: 'POST', body: '', signed: true })
  })

  it('keeps an encoded path, merges a query in the path, and prefixes the path of the base URL', async () => {
    await client({ baseUrl: `${baseUrl}/market/` }).get('/v1/domains/caf%C3%A9.com?b=2&a=+', { a: 1 })
    expect(last()).toMatchObject({ url: '/market/v1/domains/caf%C3%A9.com?a=%20&a=1&b=2', signed: true })
    await client().get('/v1/a b/../café')
    expect(last()).toMatchObject({ url: '/v1/caf%C3%A9', signed: true })
  })

  it('omits undefined values and joins arrays with commas', async () => {
    await client().get('/o', { status: ['PAID', 'SETTLED'], from: undefined, to: null, limit: 0, all: false, q: '' })
    expect(last().url).toBe('/o?all=false&limit=0&q=&status=PAID%2CSETTLED')
  })

  it('has a new nonce each time and a timestamp from the clock', async () => {
    const freehold = client({ clock: () => 1_767_225_600_999 })
    await freehold.get('/x')
    await freehold.get('/x')
    expect(arrived.map((one) => one.headers['x-service-timestamp'])).toEqual(['1767225600', '1767225600'])
    expect(arrived[0]?.headers['x-service-nonce']).not.toBe(arrived[1]?.headers['x-service-nonce'])
    expect(arrived.every((one) => one.signed)).toBe(true)
  })

  it('serializes the body once, so that the signed body is the sent body', async () => {
    let times = 0
    await client().post('/x', { toJSON: () => ({ times: ++times }) })
    expect(last()).toMatchObject({ body: '{"times":1}', signed: true })
  })

  it('uploads a stream unsigned and without retries, and cannot sign one', async () => {
    const stream = () => new Blob(['domain,price_cents\n']).stream()
    const operator = client({ operatorToken: 'op_1' })
    await operator.operator.listings.import('sandbox', stream(), 'csv')
    expect(arrived.at(-1)).toMatchObject({ body: 'domain,price_cents\n', headers: { 'content-type': 'text/csv' } })
    await expect(client().post('/api/partner/v1/quotes', stream())).rejects.toThrow('cannot send a stream')
  })

  it('sends bytes unchanged', async () => {
    await client().post('/x', new TextEncoder().encode('{ "spaced" : 1 }'))
    expect(last()).toMatchObject({ body: '{ "spaced" : 1 }', signed: true })
  })

  it('has the idempotency key and custom headers, but no custom signature', async () => {
    const headers = { 'X-Own': '1', 'x-service-signature': 'v1=forged' }
    await client().post('/x', {}, { idempotencyKey: 'key-1', headers })
    expect(last().headers).toMatchObject({ 'idempotency-key': 'key-1', 'x-own': '1' })
    expect(last().signed).toBe(true)
  })

  it('is unsigned without credentials or with `signed: false`', async () => {
    await new Freehold({ baseUrl }).get('/api/market/listings')
    await client().get('/api/market/listings', {}, { signed: false })
    for (const one of arrived)
      expect(Object.keys(one.headers).filter((name) => name.startsWith('x-service'))).toEqual([])
  })

  it('returns the status, the request ID and whether the response was replayed', async () => {
    respond = json(201, { public_id: 'ord_1' }, { 'idempotent-replayed': 'true' })
    const response = await client().send<{ public_id: string }>({ method: 'post', path: '/orders', body: {} })
    expect(response).toMatchObject({ status: 201, requestId: 'req_1', replayed: true, data: { public_id: 'ord_1' } })
  })

  it('returns undefined for an empty response', async () => {
    respond = (response) => response.writeHead(204).end()
    expect(await client().delete('/x')).toBeUndefined()
  })
})

describe('a failure', () => {
  it.each([
    [400, ValidationError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [405, FreeholdError],
    [409, ConflictError],
    [422, UnprocessableError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ])('with status %i is a %o', async (status, expected) => {
    const details = [{ field: 'domain', message: 'is missing' }]
    const error = { code: 'some_code', message: 'Do that.', request_id: 'req_9', reason: 'finer', details }
    respond = json(status, { error }, { 'retry-after': '7' })
    const thrown = await failure(client().get('/x'))
    expect(thrown.constructor).toBe(expected)
    expect(thrown).toMatchObject({
      status,
      code: 'some_code',
      message: 'Do that.',
      requestId: 'req_9',
      reason: 'finer',
      details,
    })
    expect(thrown.name).toBe(expected.name)
    expect(thrown.retryAfterSeconds).toBe(7)
  })

  it('without an API error body still has its class and the request ID of the header', async () => {
    respond = (response) => response.writeHead(502, { 'x-request-id': 'req_2' }).end('<h1>Bad gateway</h1>')
    expect(await failure(client().get('/x'))).toMatchObject({
      name: 'ServerError',
      status: 502,
      code: 'internal_error',
      reason: null,
      requestId: 'req_2',
      details: [],
      retryAfterSeconds: null,
    })
    respond = json(400, { error: 'invalid_grant', error_description: 'The code is spent.' })
    expect(await failure(client().get('/x'))).toMatchObject({ code: 'invalid_grant', message: 'The code is spent.' })
    respond = json(404, { error: { code: 7, details: 'no', message: '' } })
    expect(await failure(client().get('/x'))).toMatchObject({ code: 'unexpected_response', details: [] })
  })

  it('is thrown for a response that is not JSON', async () => {
    respond = (response) => response.writeHead(200).end('<html>')
    expect(await failure(client().get('/x'))).toMatchObject({ status: 200, code: 'unexpected_response' })
  })

  it('is thrown for a redirect, which is never followed', async () => {
    respond = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
    expect(await failure(client().get('/x'))).toMatchObject({ status: 307 })
    expect(arrived).toHaveLength(1)
  })

  it('is thrown when the server does not respond, before or after its headers', async () => {
    respond = () => {}
    expect(await failure(client({ timeoutMs: 50 }).get('/x'))).toMatchObject({
      name: 'ConnectionError',
      code: 'timeout',
      status: 0,
    })
    respond = (response) => void response.writeHead(200).write('{')
    expect(await failure(client().get('/x', {}, { timeoutMs: 50 }))).toMatchObject({ code: 'timeout' })
  })

  it('is thrown when the server is unreachable or closes the connection', async () => {
    const refused = await failure(client({ baseUrl: 'http://127.0.0.1:1' }).get('/x'))
    expect(refused).toBeInstanceOf(ConnectionError)
    expect(refused.code).toBe('connection_failed')
    respond = (response) => void response.destroy()
    expect(await failure(client().get('/x'))).toMatchObject({ code: 'connection_failed', status: 0 })
  })

  it("is the caller's own abort, with the caller's own reason", async () => {
    respond = () => {}
    const controller = new AbortController()
    const pending = client().get('/x', {}, { signal: controller.signal })
    const reason = new Error('changed my mind')
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
  })

  it('is thrown for an invalid request before anything is sent', async () => {
    await expect(client().get('api/x')).rejects.toThrow('must start with a slash')
    await expect(client().request({ method: 'get', path: '/x', body: {} })).rejects.toThrow('cannot have a body')
    await expect(client().post('/x', () => {})).rejects.toThrow('cannot be serialized as JSON')
    expect(arrived).toEqual([])
  })
})

describe('the client', () => {
  it('rejects invalid options', () => {
    expect(() => client({ baseUrl: 'localhost:8080' })).toThrow('http or https')
    expect(() => client({ baseUrl: 'https://' })).toThrow('http or https')
    expect(() => client({ baseUrl: 'https://a.example/?x' })).toThrow('must not have a query')
    expect(() => client({ secret: undefined })).toThrow('both keyId and secret')
  })

  it('does not reveal its secret when logged or serialized', () => {
    expect(`${inspect(client(), { depth: 9, showHidden: true })}${JSON.stringify(client())}`).not.toContain(SECRET)
  })

  it('throws errors without secrets or tokens', async () => {
    respond = json(401, { error: { code: 'invalid_signature', message: 'Sign again.' } })
    const errors = [
      await failure(client().get('/x')),
      await failure(client({ baseUrl: 'http://127.0.0.1:1' }).get('/x')),
      await failure(client({ operatorToken: 'op_1' }).get('/api/operator/v1/queue')),
    ]
    const shown = errors.map((error) => inspect(error, { depth: 9, showHidden: true })).join('\n')
    expect(shown).not.toMatch(/sk_sandbox|op_1|v1=/u)
  })

  it('refuses a secret in a browser unless dangerouslyAllowBrowser is set', () => {
    vi.stubGlobal('document', {})
    try {
      expect(() => client()).toThrow('dangerouslyAllowBrowser')
      expect(() => new Freehold({ baseUrl, operatorToken: 'op_1' })).toThrow('dangerouslyAllowBrowser')
      expect(client({ dangerouslyAllowBrowser: true })).toBeInstanceOf(Freehold)
      expect(new Freehold({ baseUrl, accessToken: 'at_1' })).toBeInstanceOf(Freehold)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('uses a custom fetch', async () => {
    const freehold = client({ fetch: async () => Response.json({ mine: true }) })
    expect(await freehold.get('/x')).toEqual({ mine: true })
    expect(arrived).toEqual([])
  })
})
