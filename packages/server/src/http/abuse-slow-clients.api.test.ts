// Deadlines and caps against slow clients, on real sockets, with deadlines short enough to wait for.
import net from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../test/harness.ts'
import { startListeningService } from '../../test/listening.ts'
import { sql } from '../db/sql.ts'
import { REFUSED_BODY_BYTES_MAX } from '../kernel/limits.ts'
import type { Deadlines } from './deadlines.ts'

const DEADLINE_MS = 600
const DEADLINES: Deadlines = {
  headersMs: DEADLINE_MS,
  bodyMs: DEADLINE_MS,
  upload: { windowMs: DEADLINE_MS, bytesMin: 64 },
  send: { windowMs: DEADLINE_MS, bytesMin: 1024 },
  checkEveryMs: 50,
}
/** A connection that outlives its deadline by so much was not ended by it. */
const PATIENCE_MS = 20_000

type Listening = TestService & { baseUrl: string }

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const getPort = (service: Listening) => Number(new URL(service.baseUrl).port)

const open = new Set<net.Socket>()
afterEach(() => {
  for (const socket of open) socket.destroy()
  open.clear()
})

/** A connection of a client; what it was sent, and its end. */
function connect(service: Listening, localAddress = '127.0.0.1') {
  const socket = net.connect({ port: getPort(service), host: '127.0.0.1', localAddress })
  open.add(socket)
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  const begunAt = performance.now()
  const closed = new Promise<{ text: string; afterMs: number }>((resolve) => {
    socket.once('close', () => resolve({ text, afterMs: performance.now() - begunAt }))
  })
  return { socket, closed, received: () => text }
}

const head = (lines: readonly string[]): string => `${['host: localhost', ...lines].join('\r\n')}\r\n\r\n`

/** Sends the headers, then one byte of the body every 100 ms, for as long as the connection lives. */
function trickle(service: Listening, path: string, headers: readonly string[]) {
  const client = connect(service)
  client.socket.write(`POST ${path} HTTP/1.1\r\n${head([...headers, 'content-length: 1000'])}`)
  const timer = setInterval(() => client.socket.write(' '), 100)
  void client.closed.then(() => clearInterval(timer))
  return client
}

const JSON_TYPE = 'content-type: application/json'
const FORM_TYPE = 'content-type: application/x-www-form-urlencoded'

describe('a request body that arrives too slowly', () => {
  let service: Listening
  beforeAll(async () => {
    service = await startListeningService({}, { deadlines: DEADLINES })
  })

  it.each([
    ['the public API', '/api/batch', JSON_TYPE],
    ['the partner API', '/api/partner/v1/quotes', JSON_TYPE],
    ['the operator API', '/api/operator/v1/listings', JSON_TYPE],
    ['the MCP endpoint', '/mcp', JSON_TYPE],
    ['the OAuth token endpoint', '/api/oauth/token', FORM_TYPE],
    ['a form', '/sign-in', FORM_TYPE],
  ])('gets 408 at the deadline and its connection is closed: %s', async (_, path, type) => {
    const { text, afterMs } = await trickle(service, path, [type]).closed
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toMatch(/\r\nconnection: close\r\n/i)
    const { error } = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
    expect(error).toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('The request body did not arrive completely in time'),
    })
    expect(text).toContain(`x-request-id: ${error.request_id}`)
    expect(afterMs).toBeGreaterThanOrEqual(DEADLINE_MS - 100)
    expect(afterMs).toBeLessThan(PATIENCE_MS)
  })

  it('keeps its connection no longer when the response did not need it', async () => {
    const { text, afterMs } = await trickle(service, '/no/such/path', [JSON_TYPE]).closed
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
    expect(text).not.toContain('408')
    expect(afterMs).toBeLessThan(PATIENCE_MS)
  })

  it('is logged as 408', async () => {
    service.logged.length = 0
    await trickle(service, '/api/batch', [JSON_TYPE]).closed
    await expect
      .poll(() => service.logged.map((line) => JSON.parse(line)).filter(({ path }) => path === '/api/batch'))
      .toEqual([expect.objectContaining({ status: 408, route: 'batch.run' })])
  })

  it('gets 408 for headers that do not end, too', async () => {
    const client = connect(service)
    client.socket.write('GET / HTTP/1.1\r\n')
    const timer = setInterval(() => client.socket.write('x: y\r\n'), 100)
    const { text } = await client.closed
    clearInterval(timer)
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('does not end a connection that is idle between requests', async () => {
    const client = connect(service)
    for (let turn = 1; turn <= 2; turn++) {
      client.socket.write(`POST /api/batch HTTP/1.1\r\n${head([JSON_TYPE, 'content-length: 2'])}{}`)
      await expect.poll(() => client.received().split('HTTP/1.1 400').length - 1).toBe(turn)
      await pause(2 * DEADLINE_MS)
    }
    expect(client.socket.destroyed).toBe(false)
  })
})

describe('a request body that is too large', () => {
  let service: Listening
  beforeAll(async () => {
    service = await startListeningService()
  })

  const announce = (client: ReturnType<typeof connect>, bytes: number) =>
    client.socket.write(`POST /api/batch HTTP/1.1\r\n${head([JSON_TYPE, `content-length: ${bytes}`])}`)

  it('is dropped up to 4 MiB: the client reads why, and its connection goes on', async () => {
    const client = connect(service)
    announce(client, REFUSED_BODY_BYTES_MAX)
    await expect.poll(() => client.received()).toContain('payload_too_large')
    expect(client.received()).not.toMatch(/connection: close/i)
    client.socket.write('x'.repeat(REFUSED_BODY_BYTES_MAX))
    client.socket.write(`GET /healthz HTTP/1.1\r\n${head(['connection: close'])}`)
    const { text } = await client.closed
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })

  it('ends its connection above that', async () => {
    const client = connect(service)
    announce(client, REFUSED_BODY_BYTES_MAX + 1)
    const { text } = await client.closed
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toMatch(/connection: close/i)
  })
})

describe('an import', () => {
  let service: Listening
  beforeAll(async () => {
    service = await startListeningService({}, { deadlines: DEADLINES })
  })

  const LINE = (domain: string) => `${JSON.stringify({ domain, price_cents: 100_000, currency: 'USD' })}\n`
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const startImport = ({ token = service.operatorToken, connection = 'close' } = {}) => {
    const client = connect(service)
    const headers = [
      'content-type: application/x-ndjson',
      `authorization: Bearer ${token}`,
      'transfer-encoding: chunked',
      `connection: ${connection}`,
    ]
    client.socket.write(`POST /api/operator/v1/listings/import?environment=sandbox HTTP/1.1\r\n${head(headers)}`)
    return client
  }
  const imports = () =>
    service.db.many<{ status: string; lines: number }>(
      sql`select status, lines from listing_imports order by started_at desc, id desc`,
    )

  it('lives longer than the deadline while its bytes keep coming', async () => {
    const client = startImport()
    const begunAt = performance.now()
    let sent = 0
    while (performance.now() - begunAt < 4 * DEADLINE_MS) {
      client.socket.write(chunk(LINE(`by-progress-${sent++}.com`)))
      await pause(DEADLINE_MS / 4)
    }
    client.socket.write('0\r\n\r\n')
    const { text } = await client.closed
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect((await imports())[0]).toEqual({ status: 'completed', lines: sent })
  })

  it('is ended with 408 when it stalls, and recorded as failed', async () => {
    const client = startImport()
    client.socket.write(chunk(LINE('stalled.com')))
    const { text, afterMs } = await client.closed
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toContain('The upload stalled.')
    expect(afterMs).toBeLessThan(PATIENCE_MS)
    await expect.poll(async () => (await imports())[0]?.status).toBe('failed')
  })

  it('that is refused has no more time than any other body', async () => {
    const client = startImport({ token: 'op_wrong', connection: 'keep-alive' })
    const timer = setInterval(() => client.socket.write(chunk('x'.repeat(100))), 100)
    const { text, afterMs } = await client.closed
    clearInterval(timer)
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
    expect(afterMs).toBeLessThan(PATIENCE_MS)
  })
})

describe('a response that its client does not read', () => {
  it('is ended when it makes no progress', async () => {
    const service = await startListeningService({}, { deadlines: DEADLINES })
    const client = connect(service)
    client.socket.pause()
    // Pipelined, so that more is to be sent than the buffers of the operating system hold.
    client.socket.write(`GET /openapi.json HTTP/1.1\r\n${head([])}`.repeat(40))
    const connections = () => new Promise<number>((resolve) => service.app.server.getConnections((_, n) => resolve(n)))
    await expect.poll(connections).toBe(1)
    const begunAt = performance.now()
    await expect.poll(connections, { timeout: PATIENCE_MS, interval: 50 }).toBe(0)
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(DEADLINE_MS - 200)
  })
})

describe('the cap of connections per client network', () => {
  it('closes the connection that exceeds it and leaves the open ones and other networks alone', async () => {
    const service = await startListeningService({ CONNECTIONS_PER_ADDRESS: '3' })
    const isOpen = async (client: ReturnType<typeof connect>) => {
      client.socket.write(`GET /healthz HTTP/1.1\r\n${head([])}`)
      await expect.poll(() => client.received().includes('{"status":"ok"}') || client.socket.destroyed).toBe(true)
      return !client.socket.destroyed
    }
    const three = [1, 2, 3].map(() => connect(service))
    for (const client of three) expect(await isOpen(client)).toBe(true)
    const { text } = await connect(service).closed
    expect(text).toMatch(/^HTTP\/1\.1 429 /)
    expect(text).toContain('"code":"rate_limited"')
    expect(text).toMatch(/\r\nretry-after: 1\r\n/)
    for (const client of three) expect(await isOpen(client)).toBe(true)
    expect(await isOpen(connect(service, '127.0.0.2'))).toBe(true)
    // One goes, and its place is free.
    three[0]!.socket.destroy()
    await expect.poll(async () => isOpen(connect(service))).toBe(true)
  })

  it('counts requests of each client behind a proxy, and not the connections of the proxy', async () => {
    const service = await startListeningService({ CONNECTIONS_PER_ADDRESS: '3', TRUST_PROXY: '1' })
    const ask = async (address: string) =>
      (await fetch(`${service.baseUrl}/api/batch`, { headers: { 'x-forwarded-for': address } })).status
    const hold = (address: string) => {
      const client = connect(service)
      const headers = [JSON_TYPE, 'content-length: 10', `x-forwarded-for: ${address}`]
      client.socket.write(`POST /api/batch HTTP/1.1\r\n${head(headers)}`)
      return client
    }
    const held = [hold('192.0.2.1'), hold('192.0.2.1'), hold('192.0.2.1')]
    for (const host of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3']) held.push(hold(host))
    await expect.poll(() => ask('192.0.2.1')).toBe(429)
    await expect.poll(() => ask('2001:db8::4')).toBe(429)
    const refused = await fetch(`${service.baseUrl}/api/batch`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await ask('192.0.2.2')).toBe(200)
    expect(await ask('2001:db8:0:1::1')).toBe(200)
    expect((await fetch(`${service.baseUrl}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(
      200,
    )
    held[0]!.socket.destroy()
    await expect.poll(() => ask('192.0.2.1')).toBe(200)
  })

  it('is off at 0', async () => {
    const service = await startListeningService({ CONNECTIONS_PER_ADDRESS: '0' })
    const many = Array.from({ length: 300 }, () => connect(service))
    await expect
      .poll(() => new Promise<number>((resolve) => service.app.server.getConnections((_, n) => resolve(n))))
      .toBe(300)
    expect(many.some(({ socket }) => socket.destroyed)).toBe(false)
  })
})
