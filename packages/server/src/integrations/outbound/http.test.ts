// The outbound client against hostile addresses and bad servers. Nothing here can leave the machine: test/outbound.ts sees to it.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_NAMES, HOSTILE_URLS } from '../../../test/hostile-addresses.ts'
import { createTestOutbound } from '../../../test/outbound.ts'
import { isAllowedAddress } from './addresses.ts'

const send = { method: 'POST', headers: ['x-test', '1'], body: 'hello', timeoutMs: 2000, maxBytes: 1000 } as const

let server: http.Server
let port = 0
let behave: (request: http.IncomingMessage, response: http.ServerResponse) => void = (_, response) => response.end('ok')
beforeAll(async () => {
  server = http.createServer((request, response) => {
    request.resume()
    behave(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('hostile addresses', () => {
  it('are more than sixty', () => {
    expect(HOSTILE_URLS.length + Object.keys(HOSTILE_NAMES).length).toBeGreaterThan(60)
  })

  it.each(HOSTILE_URLS)('%s is refused at registration and at connection, and nothing is dialled', async (url) => {
    const outbound = createTestOutbound({ allowLoopback: false })
    await expect(outbound.assertPublicUrl(url)).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ field: 'url' }],
    })
    expect((await outbound.request({ ...send, url })).failure).toMatchObject({ kind: 'refused' })
    expect(outbound.dialled).toEqual([])
  })

  it.each(Object.keys(HOSTILE_NAMES))(
    '%s is refused after its name was resolved, and nothing is dialled',
    async (name) => {
      const outbound = createTestOutbound({ allowLoopback: false, names: HOSTILE_NAMES })
      await expect(outbound.assertPublicUrl(`https://${name}/`)).rejects.toMatchObject({ code: 'validation_error' })
      expect((await outbound.request({ ...send, url: `https://${name}/` })).failure).toMatchObject({ kind: 'refused' })
      expect(outbound.dialled).toEqual([])
    },
  )

  it('are refused in development too, loopback aside', async () => {
    const outbound = createTestOutbound({ allowLoopback: true, names: HOSTILE_NAMES })
    await outbound.assertPublicUrl('http://127.0.0.1:1234/')
    await outbound.assertPublicUrl('http://localhost:1234/')
    await outbound.assertPublicUrl('http://[::1]:1234/')
    for (const url of [
      'http://10.0.0.1/',
      'http://0.0.0.0/',
      'http://169.254.169.254/',
      'http://private.example/',
      'http://[fd00::1]/',
    ])
      await expect(outbound.assertPublicUrl(url)).rejects.toMatchObject({ code: 'validation_error' })
  })

  it('do not come in by rebinding: the answer that was checked is the one that is dialled', async () => {
    const names = { 'rebind.example': [['93.184.216.34'], ['93.184.216.34'], ['127.0.0.1']] }
    const outbound = createTestOutbound({ allowLoopback: false, names, reach: { '93.184.216.34': { port } } })
    await outbound.assertPublicUrl('https://rebind.example/')
    behave = (_, response) => response.writeHead(200, { connection: 'close' }).end('first')
    const first = await outbound.request({ ...send, url: 'https://rebind.example/' })
    expect([first.failure, first.statusCode]).toEqual([null, 200])
    const second = await outbound.request({ ...send, url: 'https://rebind.example/' })
    expect(second.failure).toMatchObject({ kind: 'refused' })
    expect(outbound.dialled).toEqual(['93.184.216.34'])
  })

  it('are noticed on the socket, should anything have led there', async () => {
    const outbound = createTestOutbound({
      allowLoopback: false,
      reach: { '93.184.216.34': { port, claims: '10.0.0.7' } },
    })
    expect((await outbound.request({ ...send, url: 'https://93.184.216.34/' })).failure).toMatchObject({
      kind: 'refused',
    })
  })

  it('leave public ones alone', () => {
    for (const address of [
      '93.184.216.34',
      '8.8.8.8',
      '1.1.1.1',
      '172.32.0.1',
      '2606:4700:4700::1111',
      '2a00:1450:4001:80b::200e',
    ])
      expect(isAllowedAddress(address, false)).toBe(true)
    for (const address of ['', 'x', 'fe80::1%eth0', '127.0.0.1']) expect(isAllowedAddress(address, false)).toBe(false)
  })

  it('accept a host that does not resolve yet, and say so when it is called', async () => {
    const outbound = createTestOutbound({ allowLoopback: false })
    await outbound.assertPublicUrl('https://not-yet.partner.example/hook')
    expect((await outbound.request({ ...send, url: 'https://not-yet.partner.example/hook' })).failure).toMatchObject({
      kind: 'dns',
    })
  })
})

describe('an exchange', () => {
  const outbound = createTestOutbound({ allowLoopback: true })
  const url = () => `http://127.0.0.1:${port}/path?x=1`
  afterAll(() => outbound.close())

  it('sends what it was given and answers what came', async () => {
    let seen: { url: string; method: string; test: unknown; length: unknown } | undefined
    behave = (request, response) => {
      seen = {
        url: request.url!,
        method: request.method!,
        test: request.headers['x-test'],
        length: request.headers['content-length'],
      }
      response.writeHead(201, { 'x-answer': 'yes' }).end('body')
    }
    const reply = await outbound.request({ ...send, url: url() })
    expect(seen).toEqual({ url: '/path?x=1', method: 'POST', test: '1', length: '5' })
    expect(reply).toMatchObject({ statusCode: 201, truncated: false, failure: null, headers: { 'x-answer': 'yes' } })
    expect(reply.body.toString()).toBe('body')
  })

  it('follows no redirect', async () => {
    let calls = 0
    behave = (_, response) => {
      calls++
      response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
    }
    expect((await outbound.request({ ...send, url: url() })).statusCode).toBe(302)
    expect(calls).toBe(1)
  })

  it('cuts a body off and still knows the status', async () => {
    behave = (_, response) => response.end(Buffer.alloc(1_000_000, 'x'))
    const reply = await outbound.request({ ...send, url: url() })
    expect(reply).toMatchObject({ statusCode: 200, truncated: true, failure: null })
    expect(reply.body).toHaveLength(1000)
  })

  it.each<[string, typeof behave]>([
    ['silence', () => {}],
    [
      'a drip',
      (_, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(timer))
      },
    ],
    ['half a header', (request) => void request.socket.write('HTTP/1.1 200 OK\r\nx-a: ')],
  ])('ends at its deadline: %s', async (_, behaviour) => {
    behave = behaviour
    const started = performance.now()
    const reply = await outbound.request({ ...send, url: url(), timeoutMs: 400 })
    expect(reply.failure).toMatchObject({ kind: 'timeout' })
    expect(performance.now() - started).toBeLessThan(60_000)
  })

  it('says what broke', async () => {
    behave = (request) => request.socket.resetAndDestroy()
    expect((await outbound.request({ ...send, url: url() })).failure).toMatchObject({ kind: 'connection' })
    behave = (request) => void request.socket.end('nonsense\r\n\r\n')
    expect((await outbound.request({ ...send, url: url() })).failure).toMatchObject({ kind: 'protocol' })
    const tls = await outbound.request({ ...send, url: url().replace('http:', 'https:') })
    expect(tls.failure).toMatchObject({ kind: 'tls' })
  })

  it('sends nothing when the deadline passes before a connection is made', async () => {
    let calls = 0
    behave = (_, response) => {
      calls++
      response.end()
    }
    const slow = createTestOutbound({ allowLoopback: true })
    const reply = slow.request({ ...send, url: url().replace('127.0.0.1', 'localhost'), timeoutMs: 1 })
    // The machine is busy for longer than the deadline.
    for (const end = performance.now() + 30; performance.now() < end; );
    expect((await reply).failure).toMatchObject({ kind: 'timeout' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(calls).toBe(0)
    await slow.close()
  })
})
