// Clients that are known by a document: it is read safely, shown with its host, cached, and revocable like any other.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService } from '../../../test/harness.ts'
import { CALLBACK, newAccount, newPkce } from '../../../test/oauth.ts'
import { createTestOutbound } from '../../../test/outbound.ts'
import { CLIENT_DOCUMENT_BYTES_MAX, CLIENT_DOCUMENT_SECONDS } from '../../kernel/limits.ts'
import { documentUrlProblem, readClientDocument } from './rules/documents.ts'

/** The host of the documents: what each path responds with, and how often it was asked. */
const documents = new Map<string, { status?: number; headers?: Record<string, string>; body: string }>()
const asked: string[] = []
const host = createServer((request, response) => {
  asked.push(request.url ?? '')
  const { status = 200, headers = {}, body } = documents.get(request.url ?? '') ?? { status: 404, body: '' }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
})
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
afterAll(() => host.close())
const { port } = host.address() as AddressInfo

const outbound = createTestOutbound({
  allowLoopback: false,
  names: {
    'app.example': ['93.184.216.34'],
    'private.example': ['10.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'local.example': ['127.0.0.1'],
  },
  reach: { '93.184.216.34': { port } },
})
const service = await startTestService({}, { outbound })
const transport = overInject(service)

let serial = 0
/** Publishes a document at its own path and returns its URL, which is the client ID. */
function publish(fields: Record<string, unknown> = {}, body?: string): string {
  const path = `/client-${serial++}.json`
  const url = `https://app.example${path}`
  const document = { client_id: url, client_name: 'Bakery planner', redirect_uris: [CALLBACK], ...fields }
  documents.set(path, { body: body ?? JSON.stringify(document) })
  return url
}
const authorizePath = (clientId: string, challenge = newPkce().challenge, redirectUri = CALLBACK) =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    state: 's',
  })}`
const open = (clientId: string) => transport.send({ method: 'GET', url: authorizePath(clientId), headers: {} })
const countReads = (url: string) => asked.filter((path) => path === new URL(url).pathname).length

async function authorize(clientId: string, account: { email: string; password: string }) {
  const { verifier, challenge } = newPkce()
  const end = await openBrowser(transport).decide(authorizePath(clientId, challenge), account)
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: end.left?.searchParams.get('code') ?? '',
    code_verifier: verifier,
  }
  const response = await service.send({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  return response
}

describe('a client document', () => {
  it('is announced in the metadata', async () => {
    const { json } = await service.send({ method: 'GET', url: '/.well-known/oauth-authorization-server' })
    expect(json.client_id_metadata_document_supported).toBe(true)
  })

  it('lets a client in without registration, and its tokens work, refresh and end', async () => {
    const clientId = publish()
    const account = await newAccount(service)
    const { status, json } = await authorize(clientId, account)
    expect(status).toBe(200)
    const api = (token: string) =>
      service.send({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${token}` } })
    expect((await api(json.access_token)).status).toBe(200)
    const refreshed = await service.send({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', client_id: clientId, refresh_token: json.refresh_token }),
    })
    expect(refreshed.status).toBe(200)
    const browser = openBrowser(transport)
    await browser.signIn(account)
    const grants = JSON.parse((await browser.request({ method: 'GET', url: '/api/account/grants' })).text).grants
    expect(grants).toMatchObject([{ name: 'Bakery planner', host: 'app.example' }])
    const revoked = await browser.request({
      method: 'DELETE',
      url: `/api/account/grants/${grants[0].client_id}`,
      headers: { origin: service.deps.config.baseUrl },
    })
    expect(revoked.status).toBe(200)
    expect((await api(refreshed.json.access_token)).status).toBe(401)
  })

  it('is shown at consent with its host, and where the person will be sent', async () => {
    const browser = openBrowser(transport)
    await browser.signIn(await newAccount(service))
    const { text } = await browser.open(authorizePath(publish({ client_name: 'Evil & <b>Sons</b>' })))
    expect(text).toContain('app.example')
    expect(text).toContain(CALLBACK)
    expect(text).not.toContain('<b>Sons')
  })

  it('is read once an hour, and then again with what it says by then', async () => {
    const clientId = publish()
    for (let n = 0; n < 3; n++) expect((await open(clientId)).status).toBe(302)
    expect(countReads(clientId)).toBe(1)
    service.clock.advance(CLIENT_DOCUMENT_SECONDS + 1)
    documents.set(new URL(clientId).pathname, {
      body: JSON.stringify({ client_id: clientId, redirect_uris: ['https://app.example/other'] }),
    })
    expect((await open(clientId)).status).toBe(400)
    expect(countReads(clientId)).toBe(2)
  })

  it('on a private address is never asked for', async () => {
    const before = outbound.dialled.length
    for (const host of [
      'private.example',
      'metadata.example',
      'local.example',
      '127.0.0.1',
      '[::1]',
      '10.0.0.1',
      'localhost',
    ])
      expect([host, (await open(`https://${host}/client.json`)).status]).toEqual([host, 400])
    expect(outbound.dialled.slice(before)).toEqual([])
  })

  it.each([
    ['of another client', () => publish({ client_id: 'https://app.example/other.json' })],
    ['without redirect URIs', () => publish({ redirect_uris: [] })],
    ['with a redirect URI that cannot be used', () => publish({ redirect_uris: ['javascript:alert(1)'] })],
    ['with a secret', () => publish({ client_secret: 'x' })],
    ['for a client with a key', () => publish({ token_endpoint_auth_method: 'private_key_jwt' })],
    ['that is not JSON', () => publish({}, '<html>')],
    ['that is too large', () => publish({ more: 'x'.repeat(CLIENT_DOCUMENT_BYTES_MAX) })],
    ['that is missing', () => 'https://app.example/missing.json'],
    ['whose host does not resolve', () => 'https://nowhere.example/client.json'],
    ['in plain http', () => 'http://app.example/client.json'],
  ])('%s is refused with a page, and leads nowhere', async (_, make) => {
    const { status, headers } = await open(make())
    expect([status, headers.location]).toEqual([400, undefined])
  })

  it('that redirects is not followed', async () => {
    const clientId = publish()
    const path = new URL(clientId).pathname
    documents.set(path, { status: 302, headers: { location: publish() }, body: '' })
    const before = asked.length
    expect((await open(clientId)).status).toBe(400)
    expect(asked.slice(before)).toEqual([path])
  })

  it('cannot be used to make us read URLs without end', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_OAUTH_REGISTER: '2' }, { outbound })
    const statuses = []
    for (let n = 0; n < 4; n++)
      statuses.push((await limited.send({ method: 'GET', url: authorizePath(publish()), headers: {} })).status)
    expect(statuses).toEqual([302, 302, 429, 429])
  })

  it('gives no other client its codes', async () => {
    const account = await newAccount(service)
    const [first, second] = [publish(), publish()]
    await open(second)
    const { verifier, challenge } = newPkce()
    const end = await openBrowser(transport).decide(authorizePath(first, challenge), account)
    const form = {
      grant_type: 'authorization_code',
      code: end.left!.searchParams.get('code')!,
      code_verifier: verifier,
    }
    const response = await service.send({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, client_id: second }).toString(),
    })
    expect([response.status, response.json.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('rules', () => {
  it.each([
    'https://app.example/',
    'https://app.example',
    'https://app.example/c.json#x',
    'https://user@app.example/c.json',
    'https://APP.example/c.json',
    'https://app.example/a/../c.json',
    'https://app.example:443/c.json',
    `https://app.example/${'x'.repeat(1024)}`,
    'https:///c.json',
  ])('%s is not the URL of a document', (url) => {
    expect(documentUrlProblem(url)).toEqual(expect.any(String))
  })

  it('read what a good document says', () => {
    const url = 'https://app.example/c.json'
    expect(documentUrlProblem(url)).toBeNull()
    const text = JSON.stringify({ client_id: url, client_name: 'A', redirect_uris: ['cursor://x/cb'] })
    expect(readClientDocument(text, url)).toEqual({ name: 'A', redirectUris: ['cursor://x/cb'] })
  })
})
