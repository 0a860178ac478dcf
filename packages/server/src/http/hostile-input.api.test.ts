// Nothing that a client can send gives a 500: hostile bodies, paths, parameters and headers, and broken HTTP itself.
import net from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../test/harness.ts'
import { sign } from '../../test/signer.ts'
import { ERRORS } from '../kernel/errors.ts'

let service: TestService
let partner: TestPartner
let port: number
beforeAll(async () => {
  service = await startTestService({ METRICS_TOKEN: 'metrics-secret' })
  partner = await service.partner()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as net.AddressInfo).port
})

const outcome = (response: TestResponse) => [response.status, response.json?.error?.code]
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  service.send({
    method: 'POST',
    url: '/api/operator/v1/partners',
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json', ...headers },
    body,
  })

const GOOD = '{"name":"N","email":"a@b.example","merchant_of_record":true}'

describe('the error table', () => {
  it('is documented code by code, each with its status and a sentence', async () => {
    const document = (await service.send({ method: 'GET', url: '/openapi.json' })).json
    expect(document.components.schemas.Error.properties.error.properties.code.enum).toEqual(Object.keys(ERRORS))
    for (const [code, { status, text }] of Object.entries(ERRORS)) {
      expect(code).toMatch(/^[a-z_]+$/)
      expect([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503]).toContain(status)
      expect(text).toMatch(/^[A-Zs].*\.$/)
    }
  })
})

describe('bodies', () => {
  it.each<[string, string | Buffer]>([
    ['NUL characters', GOOD.replace('"N"', '"a\\u0000b"')],
    ['a raw NUL', GOOD.replace('"N"', '"a\u0000b"')],
    ['half a surrogate pair', GOOD.replace('"N"', '"\\ud800"')],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep nesting inside a member', GOOD.replace('"N"', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)],
    ['a huge number', GOOD.replace('true', 'true,"commission_bps":1e400')],
    ['a number beyond integers', GOOD.replace('true', 'true,"commission_bps":99999999999999999999999')],
    ['__proto__', GOOD.replace('{', '{"__proto__":{"admin":true},')],
    ['constructor.prototype', GOOD.replace('{', '{"constructor":{"prototype":{}},')],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
    ],
    ['overlong UTF-8', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
    ['a BOM', `\ufeff${GOOD}`],
    ['UTF-16', Buffer.from(GOOD, 'utf16le')],
    ['nothing', ''],
    ['blanks', '   '],
    ['an array', `[${GOOD}]`],
    ['two documents', `${GOOD}${GOOD}`],
    ['a comment', `/* */${GOOD}`],
    ['a trailing comma', GOOD.replace('}', ',}')],
    ['single quotes', GOOD.replaceAll('"', "'")],
    ['NaN', GOOD.replace('true', 'NaN')],
    ['many unknown members', `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['a member name of 200,000 characters', `{"${'k'.repeat(200_000)}":1}`],
    ['a member name with a NUL', '{"a\\u0000":1}'],
  ])('with %s are 400', async (_, body) => {
    expect(outcome(await post(body))).toEqual([400, 'validation_error'])
  })

  it('with a repeated member take the last one, as JSON.parse does', async () => {
    expect((await post(GOOD.replace('{', '{"name":"first",'))).json.name).toBe('N')
  })

  it('must be JSON by name, in UTF-8 and not compressed', async () => {
    for (const headers of [
      { 'content-type': 'text/json' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br, gzip' },
      { 'content-type': 'application/jsonp' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ])
      expect([headers, ...outcome(await post(GOOD, headers as Record<string, string>))]).toEqual([
        headers,
        415,
        'unsupported_media_type',
      ])
    for (const type of [
      'application/json;charset=UTF-8',
      'APPLICATION/JSON',
      'application/json; charset="utf-8"',
      'application/json; profile=x',
    ])
      expect([type, (await post(GOOD, { 'content-type': type })).status]).toEqual([type, 201])
    expect((await post(GOOD, { 'content-encoding': 'identity' })).status).toBe(201)
  })
})

describe('paths and parameters', () => {
  it.each([
    '/%',
    '/%zz',
    '/api/partner/v1/domains/%',
    '/api/partner/v1/domains/%c3%28',
    '/api/operator/v1/partners/%E0%A4%A',
    `/${'a'.repeat(15_000)}`,
    `/api/operator/v1/partners/${'a'.repeat(15_000)}`,
    '/api/partner/v1/domains/a/b/c',
    '//',
    '/../../etc/passwd',
    '/api/partner/v1/./me',
    '/API/partner/v1/me',
    '/api/partner/v1/me/',
    '/api/partner/v1//me',
  ])('is not a 500, whatever the path (%#)', async (path) => {
    const response = await service.send({ method: 'GET', url: path })
    expect(response.status).toBeLessThan(500)
    expect(response.headers['x-request-id']).toBe(response.json.error.request_id)
  })

  it.each([
    '%00',
    '%f0%9f%94%91',
    '%2e%2e%2f',
    "'",
    '%22',
    '%5c',
    '%0a',
    '%7f',
    '%c2%80',
    'a'.repeat(3000),
    '%25',
    '%2500',
    '%3Cscript%3E',
    '$%7B7*7%7D',
  ])('a signed request for a hostile name is 400 (%#)', async (name) => {
    const path = await service.signed(partner, 'GET', `/api/partner/v1/domains/${name}`)
    const query = await service.signed(partner, 'GET', `/api/partner/v1/availability?domain=${name}`)
    expect([...outcome(path), ...outcome(query)]).toEqual([400, 'validation_error', 400, 'validation_error'])
  })

  it('a name that is no UTF-8 names nothing in a path, and is a bad name in a query', async () => {
    for (const name of ['%ff', '%ed%a0%80', '%zz']) {
      expect((await service.signed(partner, 'GET', `/api/partner/v1/domains/${name}`)).status).toBe(404)
      expect((await service.signed(partner, 'GET', `/api/partner/v1/availability?domain=${name}`)).status).toBe(400)
    }
  })

  it('a long query is refused or answered, never a fault', async () => {
    for (const query of [
      `domain=${'a.'.repeat(4000)}com`,
      Array.from({ length: 3000 }, (_, index) => `p${index}=`).join('&'),
      '&'.repeat(5000),
      `x=${'%F0%9F%94%91'.repeat(500)}`,
    ])
      expect((await service.signed(partner, 'GET', `/api/partner/v1/availability?${query}`)).status).toBe(400)
  })
})

describe('headers', () => {
  it.each([
    ['x-service-key-id', 'pk_sandbox_\u00ff'],
    ['x-service-key-id', 'x'.repeat(8000)],
    ['x-service-key-id', "'; drop table credentials; --"],
    ['x-service-timestamp', '9'.repeat(400)],
    ['x-service-timestamp', '٣'],
    ['x-service-nonce', 'x'.repeat(8000)],
    ['x-service-signature', 'v1='.repeat(2000)],
    ['x-service-signature', `v1=${'\u00ff'.repeat(64)}`],
    ['x-service-key-id', '__proto__'],
  ])('a hostile %s is 401 (%#)', async (name, value) => {
    const request = sign(partner, 'GET', '/api/partner/v1/me', { now: service.clock.now() })
    expect(
      (
        await service.send({
          ...request,
          headers: { ...request.headers, [name]: Buffer.from(value).toString('latin1') },
        })
      ).status,
    ).toBe(401)
  })

  it('of content negotiation do not matter', async () => {
    for (const headers of [
      { accept: 'text/html' },
      { accept: '\u00ff' },
      { 'accept-encoding': 'nonsense' },
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { cookie: 'a=b; __proto__=c' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-for': '1.1.1.1, x' },
      { te: 'trailers' },
    ])
      expect(
        (
          await service.send(
            sign(partner, 'GET', '/api/partner/v1/me', {
              now: service.clock.now(),
              headers: headers as Record<string, string>,
            }),
          )
        ).status,
      ).toBe(200)
  })
})

describe('system pages', () => {
  it('are open, but for the metrics behind their token', async () => {
    expect((await service.send({ method: 'GET', url: '/healthz' })).json).toEqual({ status: 'ok' })
    expect((await service.send({ method: 'GET', url: '/readyz' })).json).toEqual({ status: 'ready' })
    expect((await service.send({ method: 'GET', url: '/docs' })).status).toBe(200)
    expect(outcome(await service.send({ method: 'GET', url: '/metrics' }))).toEqual([401, 'invalid_token'])
    const metrics = await service.send({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: 'Bearer metrics-secret' },
    })
    expect(metrics.text).toContain('freehold_http_request_seconds')
    for (const url of ['/healthz', '/readyz', '/docs', '/openapi.json', '/metrics'])
      expect((await service.send({ method: 'GET', url })).headers['x-request-id']).toMatch(/^req_/)
    expect((await service.send({ method: 'POST', url: '/healthz' })).headers.allow).toBe('GET, HEAD')
  })
})

describe('broken HTTP', () => {
  /** Writes bytes, reads until the other side closes or falls silent. */
  const raw = (text: string, silence = 400): Promise<string> =>
    new Promise((resolve) => {
      let received = ''
      const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
      socket.setTimeout(silence, () => socket.destroy())
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1')
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(received))
    })
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  const signedHead = (method = 'GET', path = '/api/partner/v1/me', body = '') =>
    Object.entries(sign(partner, method, path, { now: service.clock.now(), ...(body ? { body } : {}) }).headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
  const get = (target: string, head = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n`

  it.each<[string, string, number]>([
    ['no HTTP at all', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
    ['an unknown method', 'FOO /api/partner/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['headers over the limit', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'both lengths',
      'POST /api/operator/v1/partners HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /api/operator/v1/partners HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
      400,
    ],
    ['a negative length', 'POST /api/operator/v1/partners HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    [
      'a broken chunk',
      'POST /api/operator/v1/partners HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    ['bytes above ASCII in the path', 'GET /\u00ff HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n', 400],
  ])('with %s has the usual error shape and an id', async (_, text, status) => {
    const response = await raw(text)
    expect(statuses(response)).toEqual([status])
    const id = /x-request-id: (req_[0-9a-z]{26})/i.exec(response)?.[1]
    const { error } = JSON.parse(response.slice(response.indexOf('{')))
    expect([error.request_id, Array.isArray(error.details), typeof error.code]).toEqual([id, true, 'string'])
  })

  it('accepts the absolute form of a target, signed by its path', async () => {
    expect(statuses(await raw(get('http://x/api/partner/v1/me', signedHead())))).toEqual([200])
    expect(
      statuses(
        await raw(
          get(
            'http://x/api/partner/v1/orders?limit=2&from=2026-01-01',
            signedHead('GET', '/api/partner/v1/orders?from=2026-01-01&limit=2'),
          ),
        ),
      ),
    ).toEqual([200])
    const wrongMethod = await raw(
      'POST http://x/api/partner/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    )
    expect([...statuses(wrongMethod), /allow: (.*)\r/i.exec(wrongMethod)?.[1]]).toEqual([405, 'GET, HEAD'])
  })

  it('refuses repeated signature headers, even where one is empty or the same', async () => {
    for (const name of ['x-service-key-id', 'x-service-timestamp', 'x-service-nonce', 'x-service-signature']) {
      const head = signedHead()
      const line = new RegExp(`${name}: (.*)\r\n`).exec(head)!
      for (const again of [line[0], `${name}:\r\n`, `${name.toUpperCase()}: ${line[1]}\r\n`]) {
        const response = await raw(get('/api/partner/v1/me', head + again))
        expect([name, again.length, ...statuses(response), response.includes('invalid_signature')]).toEqual([
          name,
          again.length,
          401,
          true,
        ])
      }
    }
  })

  it('answers Expect: 100-continue, ignores other expectations, and keeps pipelined answers in order', async () => {
    const body = GOOD
    const head = `Host: x\r\nAuthorization: Bearer ${service.operatorToken}\r\nContent-Type: application/json\r\n`
    expect(
      statuses(
        await raw(
          `POST /api/operator/v1/partners HTTP/1.1\r\n${head}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      ),
    ).toEqual([100, 201])
    const other = await raw(get('/healthz', 'Expect: the-unexpected\r\n'))
    expect([...statuses(other), other.includes('x-request-id')]).toEqual([200, true])
    const three = await raw(
      `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n${get('/api/partner/v1/me', signedHead())}`,
    )
    expect(statuses(three)).toEqual([200, 404, 200])
  })

  it('takes a chunked body as the bytes that it carries, and stops reading one that is too long', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const head = `POST /api/operator/v1/partners HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.operatorToken}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    expect(statuses(await raw(`${head}${chunk(GOOD.slice(0, 10))}${chunk(GOOD.slice(10))}0\r\n\r\n`))).toEqual([201])
    expect(statuses(await raw(`${head}${chunk('x'.repeat(60_000)).repeat(6)}0\r\n\r\n`))).toEqual([413])
    expect(
      statuses(await raw(`POST /api/operator/v1/partners HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n`)),
    ).toEqual([413])
  })

  it('ignores a body on GET, and does not take it for the next request', async () => {
    const smuggled = get('/api/operator/v1/partners')
    const response = await raw(
      `GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}${get('/healthz')}`,
    )
    expect(statuses(response)).toEqual([200, 200])
  })

  it('survives a client that leaves in the middle of its body, without calling it our fault', async () => {
    const before = service.logged.length
    await new Promise<void>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write(
          'POST /api/operator/v1/partners HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
        )
        setTimeout(() => socket.resetAndDestroy(), 50)
      })
      socket.on('error', () => {})
      socket.on('close', () => setTimeout(resolve, 200))
    })
    expect(service.logged.slice(before).filter((line) => line.includes('"level":50'))).toEqual([])
    expect((await service.send({ method: 'GET', url: '/healthz' })).status).toBe(200)
  })
})
