// The outbound client against hostile addresses and bad servers. Nothing here can leave the machine: test/outbound.ts sees to it.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestOutbound, type TestOutboundOptions } from '../../test/outbound.ts'
import { isAllowedAddress } from './outbound-http-addresses.ts'

/** Literals in every spelling, names that mean here, and addresses that are no addresses. */
export const HOSTILE = [
  'https://127.0.0.1/', 'https://127.1/', 'https://127.0.1/', 'https://127.255.255.254/', 'https://2130706433/',
  'https://0x7f000001/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/', 'https://017700000001/', 'https://0x7f.1/',
  'https://127.0.0.1./', 'https://127。0。0。1/', 'https://①②⑦.⓪.⓪.①/', 'https://%31%32%37.0.0.1/', 'https://127.0.0.1:8443/x',
  'https://0.0.0.0/', 'https://0/', 'https://0.1.2.3/', 'https://10.0.0.1/', 'https://10.255.255.255/', 'https://012.0.0.1/',
  'https://172.16.0.1/', 'https://172.31.255.255/', 'https://192.168.0.1/', 'https://192.168.1.1:443/', 'https://3232235777/',
  'https://169.254.169.254/latest/meta-data/', 'https://2852039166/', 'https://0xa9fea9fe/', 'https://169.254.170.2/',
  'https://100.64.0.1/', 'https://100.100.100.200/', 'https://192.0.0.1/', 'https://192.0.2.1/', 'https://198.18.0.1/',
  'https://198.51.100.7/', 'https://203.0.113.9/', 'https://192.88.99.1/', 'https://224.0.0.1/', 'https://239.255.255.250/',
  'https://240.0.0.1/', 'https://255.255.255.255/',
  'https://[::1]/', 'https://[0:0:0:0:0:0:0:1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/', 'https://[::ffff:10.0.0.1]/', 'https://[::127.0.0.1]/', 'https://[::ffff:0:127.0.0.1]/',
  'https://[fe80::1]/', 'https://[fec0::1]/', 'https://[fc00::1]/', 'https://[fd00:ec2::254]/', 'https://[ff02::1]/',
  'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b::a9fe:a9fe]/', 'https://[64:ff9b:1::1]/', 'https://[2002:7f00:1::]/',
  'https://[2001::1]/', 'https://[2001:db8::1]/', 'https://[100::1]/', 'https://[5f00::1]/',
  'https://localhost/', 'https://LOCALHOST/', 'https://localhost./', 'https://a.localhost/', 'https://printer.local/',
  'https://metadata.google.internal/', 'https://router.lan/', 'https://nas.home.arpa/', 'https://intranet/', 'https://metadata/',
  'http://93.184.216.34/', 'http://hooks.partner.example/', 'ftp://hooks.partner.example/', 'file:///etc/passwd',
  'gopher://127.0.0.1:25/', 'javascript:alert(1)', 'data:text/plain,x', '//hooks.partner.example/', 'https://',
  'https://user:pass@hooks.partner.example/', 'https://hooks.partner.example@127.0.0.1/', 'https://hooks.partner.example/#x',
  'https://hooks.partner.example:0/', 'https://[::1', 'https://256.1.1.1/', 'https://1.2.3.4.5/', 'hooks.partner.example',
]

/** Names that look public and are not, by what they resolve to. */
const NAMES: NonNullable<TestOutboundOptions['names']> = {
  'private.example': ['10.1.2.3'],
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::a00:1'],
  'mixed.example': ['93.184.216.34', '192.168.0.1'],
  'mixed6.example': ['93.184.216.34', 'fd00::1'],
  'zero.example': ['0.0.0.0'],
  'cgn.example': ['100.64.3.4'],
}

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
    expect(HOSTILE.length + Object.keys(NAMES).length).toBeGreaterThan(60)
  })

  it.each(HOSTILE)('%s is refused at registration and at connection, and nothing is dialled', async (url) => {
    const outbound = createTestOutbound({ allowLoopback: false })
    await expect(outbound.assertPublicUrl(url)).rejects.toMatchObject({ code: 'validation_error', details: [{ field: 'url' }] })
    expect((await outbound.request({ ...send, url })).failure).toMatchObject({ kind: 'refused' })
    expect(outbound.dialled).toEqual([])
  })

  it.each(Object.keys(NAMES))('%s is refused after its name was resolved, and nothing is dialled', async (name) => {
    const outbound = createTestOutbound({ allowLoopback: false, names: NAMES })
    await expect(outbound.assertPublicUrl(`https://${name}/`)).rejects.toMatchObject({ code: 'validation_error' })
    expect((await outbound.request({ ...send, url: `https://${name}/` })).failure).toMatchObject({ kind: 'refused' })
    expect(outbound.dialled).toEqual([])
  })

  it('are refused in development too, loopback aside', async () => {
    const outbound = createTestOutbound({ allowLoopback: true, names: NAMES })
    await outbound.assertPublicUrl('http://127.0.0.1:1234/')
    await outbound.assertPublicUrl('http://localhost:1234/')
    await outbound.assertPublicUrl('http://[::1]:1234/')
    for (const url of ['http://10.0.0.1/', 'http://0.0.0.0/', 'http://169.254.169.254/', 'http://private.example/', 'http://[fd00::1]/'])
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
    const outbound = createTestOutbound({ allowLoopback: false, reach: { '93.184.216.34': { port, claims: '10.0.0.7' } } })
    expect((await outbound.request({ ...send, url: 'https://93.184.216.34/' })).failure).toMatchObject({ kind: 'refused' })
  })

  it('leave public ones alone', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])
      expect(isAllowedAddress(address, false)).toBe(true)
    for (const address of ['', 'x', 'fe80::1%eth0', '127.0.0.1']) expect(isAllowedAddress(address, false)).toBe(false)
  })

  it('accept a host that does not resolve yet, and say so when it is called', async () => {
    const outbound = createTestOutbound({ allowLoopback: false })
    await outbound.assertPublicUrl('https://not-yet.partner.example/hook')
    expect((await outbound.request({ ...send, url: 'https://not-yet.partner.example/hook' })).failure).toMatchObject({ kind: 'dns' })
  })
})

describe('an exchange', () => {
  const outbound = createTestOutbound({ allowLoopback: true })
  const url = () => `http://127.0.0.1:${port}/path?x=1`
  afterAll(() => outbound.close())

  it('sends what it was given and answers what came', async () => {
    let seen: { url: string; method: string; test: unknown; length: unknown } | undefined
    behave = (request, response) => {
      seen = { url: request.url!, method: request.method!, test: request.headers['x-test'], length: request.headers['content-length'] }
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
    ['a drip', (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(timer))
    }],
    ['half a header', (request) => void request.socket.write('HTTP/1.1 200 OK\r\nx-a: ')],
  ])('ends at its deadline: %s', async (_, behaviour) => {
    behave = behaviour
    const started = performance.now()
    const reply = await outbound.request({ ...send, url: url(), timeoutMs: 400 })
    expect(reply.failure).toMatchObject({ kind: 'timeout' })
    expect(performance.now() - started).toBeLessThan(1500)
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
    for (const end = performance.now() + 30; performance.now() < end; ) continue
    expect((await reply).failure).toMatchObject({ kind: 'timeout' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(calls).toBe(0)
    await slow.close()
  })
})
