// The service behind nginx with the configuration of deploy/nginx: TLS, TRUST_PROXY, body limits, streams. The real nginx where it
// is installed, and a stand-in that reads the same file everywhere.
import { readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate } from '../packages/epp/src/simulator/certificate.ts'
import { AREAS } from '../packages/server/src/areas/areas.ts'
import { fullPath } from '../packages/server/src/http/pipeline.ts'
import { BODY_BYTES_MAX, BULK_BODY_BYTES_MAX } from '../packages/server/src/kernel/limits.ts'
import { startListeningService } from '../packages/server/test/listening.ts'
import { newOperator } from '../packages/server/test/operators.ts'
import { freePort } from '../packages/server/test/ports.ts'
import {
  findDirectives,
  findLocation,
  findNginx,
  parseNginx,
  startNginx,
  startStandin,
  type TlsProxy,
} from './nginx.ts'
import { cleanUp, newFolder, project } from './process.ts'

const example = readFileSync(path.join(project, 'deploy/nginx/freehold.conf'), 'utf8')
const program = findNginx()
if (!program) console.log('not run: the service behind nginx. Install nginx.')

const MEBIBYTE = 1024 * 1024
const tls = createCertificate()
afterAll(cleanUp)

/** Ports, certificate and process of this machine instead of those of the example; everything else as it is. */
function adapt(service: string, ports: { plain: number; secure: number }, folder: string): string {
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') }
  writeFileSync(files.key, tls.key)
  writeFileSync(files.cert, tls.cert)
  return example
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.secure} ssl http2;`)
    .replace('127.0.0.1:8080', service.replace('http://', ''))
    .replace(/\/etc\/nginx\/tls\/\S+\.pem/, files.cert)
    .replace(/\/etc\/nginx\/tls\/\S+\.key/, files.key)
}

type Response = { status: number; headers: Record<string, unknown>; text: string }
type Request = { method?: string; headers?: Record<string, string>; body?: Buffer; from?: string }

function ask(port: number, target: string, { body, from, ...rest }: Request = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { ...rest, host: '127.0.0.1', port, path: target, ca: tls.cert, localAddress: from, agent: false }
    const request = https.request(options, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    request.on('error', reject)
    request.end(body)
  })
}

describe('the example configuration of nginx', () => {
  const [, secure] = findDirectives(parseNginx(example), 'server')
  const locations = findDirectives(secure?.block ?? [], 'location')

  it('sets the IP address of the client itself, and forwards the host', () => {
    const headers = findDirectives(secure?.block ?? [], 'proxy_set_header').map(({ args }) => args)
    expect(headers).toContainEqual(['X-Forwarded-For', '$remote_addr'])
    expect(headers).toContainEqual(['Host', '$host'])
    // A location with a header of its own would lose these.
    expect(locations.flatMap(({ block }) => findDirectives(block, 'proxy_set_header'))).toEqual([])
  })

  it('streams the requests that the service reads as they arrive, and buffers all others', () => {
    const streamed = AREAS.flatMap(({ prefix, routes }) =>
      routes.filter((route) => route.streamed).map((route) => fullPath(route, prefix)),
    )
    const unbuffered = locations.filter(({ block }) => findDirectives(block, 'proxy_request_buffering').length > 0)
    expect(unbuffered.map(({ args }) => args)).toEqual(streamed.map((route) => ['=', route]))
    for (const { block } of unbuffered)
      expect(findDirectives(block, 'client_max_body_size').map(({ args }) => args)).toEqual([['0']])
  })

  it('repeats no signed request: the second process would take it for a replay', () => {
    const { prefix } = AREAS.find(({ name }) => name === 'partner')!
    const location = findLocation(secure!, `${prefix}/me`)
    expect(findDirectives(location?.block ?? [], 'proxy_next_upstream').map(({ args }) => args)).toEqual([['off']])
  })

  it('accepts twice the largest body of the service, so that the service explains its limit', () => {
    const [limit] = findDirectives(secure?.block ?? [], 'client_max_body_size')
    expect(limit?.args).toEqual([`${(2 * Math.max(BODY_BYTES_MAX, BULK_BODY_BYTES_MAX)) / MEBIBYTE}m`])
  })

  it('is in the deployment guide by its path', () => {
    expect(readFileSync(path.join(project, 'docs/guides/deploying.md'), 'utf8')).toContain('deploy/nginx/freehold.conf')
    expect(findLocation(secure!, '/api/operator/v1/changes')?.args[0]).toBe('=')
  })
})

const WAYS: [string, (config: string, folder: string, port: number) => Promise<TlsProxy>][] = [
  ['a stand-in for nginx', (config) => startStandin(config, tls)],
  ...(program
    ? ([['nginx', (config: string, folder: string, port: number) => startNginx(program, config, folder, port)]] as [
        string,
        (config: string, folder: string, port: number) => Promise<TlsProxy>,
      ][])
    : []),
]

describe.each(WAYS)('behind %s', (_, start) => {
  let service: Awaited<ReturnType<typeof startListeningService>>
  let proxy: TlsProxy
  let ports: { plain: number; secure: number }

  beforeAll(async () => {
    ports = { plain: await freePort(), secure: await freePort() }
    const env = {
      RATE_LIMITS: 'on',
      RATE_PUBLIC_READS: '3',
      RATE_PAGES: '3',
      TRUST_PROXY: '1',
      METRICS_TOKEN: 'x'.repeat(24),
    }
    service = await startListeningService(env, { background: true })
    const folder = newFolder()
    proxy = await start(adapt(service.baseUrl, ports, folder), folder, ports.secure)
  })
  afterAll(async () => {
    await proxy?.close()
  })

  it('redirects to TLS, and keeps metrics inside', async () => {
    const plain = await fetch(`http://127.0.0.1:${ports.plain}/search?q=a`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/search?q=a'])
    expect((await ask(ports.secure, '/metrics')).status).toBe(404)
    expect((await ask(ports.secure, '/healthz')).status).toBe(200)
  })

  it('counts each client by its own IP address, whatever it claims', async () => {
    const read = async (from: string, claimed: string) =>
      (await ask(ports.secure, '/api/market/listings', { from, headers: { 'x-forwarded-for': claimed } })).status
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push(await read('127.0.0.21', `192.0.2.${n}`))
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(await read('127.44.0.1', '127.0.0.21')).toBe(200)
  })

  it('lets the service reject a large body, rejects a larger one, and passes imports of any size', async () => {
    const post = (target: string, bytes: number, headers: Record<string, string>) =>
      ask(ports.secure, target, { method: 'POST', body: Buffer.alloc(bytes, '\n'), headers, from: '127.0.0.31' })
    const json = { 'content-type': 'application/json', authorization: `Bearer ${service.operatorToken}` }
    const large = await post('/api/operator/v1/listings', 1.5 * MEBIBYTE, json)
    expect([large.status, JSON.parse(large.text).error.code]).toEqual([413, 'payload_too_large'])
    const larger = await post('/api/operator/v1/listings', 3 * MEBIBYTE, json)
    expect(larger.status).toBe(413)
    expect(larger.text).not.toContain('payload_too_large')
    const body = Buffer.concat([
      Buffer.from('domain,price_cents,currency\nbehind-nginx.com,1000,USD\n'),
      // Blank lines.
      Buffer.alloc(3 * MEBIBYTE, `${' '.repeat(1023)}\n`),
    ])
    const csv = { ...json, 'content-type': 'text/csv' }
    const imported = await ask(ports.secure, '/api/operator/v1/listings/import?environment=live', {
      method: 'POST',
      body,
      headers: csv,
      from: '127.0.0.32',
    })
    expect(JSON.parse(imported.text)).toMatchObject({ status: 'completed', created: 1 })
  })

  it('passes events on as they happen', async () => {
    const operator = await newOperator(service, 'viewer')
    const began = performance.now()
    const first = await new Promise<string>((resolve, reject) => {
      const headers = { ...operator.headers, accept: 'text/event-stream', origin: service.baseUrl }
      const options = { host: '127.0.0.1', port: ports.secure, path: '/api/operator/v1/changes', ca: tls.cert, headers }
      const request = https.get(options, (response) => {
        response.once('data', (chunk) => {
          resolve(`${response.statusCode} ${chunk}`)
          request.destroy()
        })
      })
      request.on('error', reject)
    })
    expect(first).toMatch(/^200 /)
    // The stream is still open; a buffering proxy would have sent nothing.
    expect(performance.now() - began).toBeLessThan(14_000)
  })
})
