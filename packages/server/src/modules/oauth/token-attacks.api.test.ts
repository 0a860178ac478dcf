// Attacks on the token, revocation and resource endpoints, each by name, each refused.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import {
  type Account,
  type Application,
  CALLBACK,
  newAccount,
  newApplication,
  newPkce,
  type Reply,
} from '../../../test/oauth.ts'

let service: TestService
let transport: Transport
let application: Application
let other: Application
let account: Account
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
  application = await newApplication(transport)
  other = await newApplication(transport)
  account = await newAccount(service)
})

const api = (token: string) =>
  service.send({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${token}` } })
const form = (body: string): Promise<Reply> =>
  application.send('/api/oauth/token', body, 'application/x-www-form-urlencoded')
const outcome = ({ status, json }: Reply): unknown[] => [status, json.error]

function expectRefused(response: Reply, error: string, status = 400): void {
  expect(outcome(response)).toEqual([status, error])
  expect(Object.keys(response.json)).toEqual(['error', 'error_description'])
  expect(response.headers['cache-control']).toBe('no-store')
}

describe('a code', () => {
  it('used twice is refused, and takes back at once what it gave: access and refresh', async () => {
    const given = await application.obtainCode(account)
    const { json } = await application.redeem(given)
    expect((await api(json.access_token)).status).toBe(200)
    expectRefused(await application.redeem(given), 'invalid_grant')
    expect((await api(json.access_token)).status).toBe(401)
    expectRefused(await application.refresh(json.refresh_token), 'invalid_grant')
  })

  it('used again long after takes back also what was refreshed since', async () => {
    const given = await application.obtainCode(account)
    const first = await application.redeem(given)
    service.clock.advance(86_400)
    const second = await application.refresh(first.json.refresh_token)
    expectRefused(await application.redeem(given), 'invalid_grant')
    expect((await api(second.json.access_token)).status).toBe(401)
  })

  it('is dead after 60 seconds, and alive a second before', async () => {
    const early = await application.obtainCode(account)
    service.clock.advance(59)
    expect((await application.redeem(early)).status).toBe(200)
    const late = await application.obtainCode(account)
    service.clock.advance(60)
    expectRefused(await application.redeem(late), 'invalid_grant')
  })

  it.each([
    ['a wrong verifier', { code_verifier: newPkce().verifier }],
    ['a verifier that is too short', { code_verifier: 'short' }],
    ['another redirect URI', { redirect_uri: CALLBACK.replace('7777', '7778') }],
  ])('with %s is refused and stays unspent', async (_, extra) => {
    const given = await application.obtainCode(account)
    expectRefused(await application.redeem(given, extra), 'invalid_grant')
    expect((await application.redeem(given)).status).toBe(200)
  })

  it('with its challenge in place of the verifier is refused', async () => {
    const { challenge } = newPkce()
    const end = await openBrowser(transport).decide(application.authorizePath(challenge), account)
    const code = end.left!.searchParams.get('code')!
    expectRefused(await application.redeem({ code, verifier: challenge }), 'invalid_grant')
  })

  it('without a verifier is refused, although no challenge can have been left out', async () => {
    const { code } = await application.obtainCode(account)
    const fields = { grant_type: 'authorization_code', client_id: application.clientId, code }
    expectRefused(await application.postForm('/api/oauth/token', fields), 'invalid_request')
  })

  it('of another application is refused, and stays good for its own', async () => {
    const given = await application.obtainCode(account)
    expectRefused(await other.redeem(given), 'invalid_grant')
    expect((await application.redeem(given)).status).toBe(200)
  })

  it('for a resource elsewhere is refused, and stays unspent', async () => {
    const given = await application.obtainCode(account)
    expectRefused(await application.redeem(given, { resource: 'https://evil.example' }), 'invalid_target')
    expect((await application.redeem(given)).status).toBe(200)
  })

  it.each([
    ['unknown', `fh_ac_${'0'.repeat(64)}`],
    ['with NUL', 'fh_ac_\u0000'],
    ['with half a character', 'fh_ac_\ud800'],
    ['very long', 'x'.repeat(20_000)],
  ])('%s is refused', async (_, code) => {
    expectRefused(await application.redeem({ code, verifier: newPkce().verifier }), 'invalid_grant')
  })
})

describe('a refresh token', () => {
  it('used again after 10 seconds ends its whole family', async () => {
    const first = await application.obtainTokens(account)
    const second = await application.refresh(first.refresh_token)
    service.clock.advance(10)
    expectRefused(await application.refresh(first.refresh_token), 'invalid_grant')
    expectRefused(await application.refresh(second.json.refresh_token), 'invalid_grant')
    expect((await api(second.json.access_token)).status).toBe(401)
    expect((await api(first.access_token)).status).toBe(401)
  })

  it('used again at once, but after its successor was used, ends its whole family', async () => {
    const first = await application.obtainTokens(account)
    const second = await application.refresh(first.refresh_token)
    const third = await application.refresh(second.json.refresh_token)
    expectRefused(await application.refresh(first.refresh_token), 'invalid_grant')
    expectRefused(await application.refresh(third.json.refresh_token), 'invalid_grant')
    expect((await api(third.json.access_token)).status).toBe(401)
  })

  it('used again late is recognised whatever scope it asks for', async () => {
    const first = await application.obtainTokens(account)
    const second = await application.refresh(first.refresh_token)
    service.clock.advance(60)
    expectRefused(await application.refresh(first.refresh_token, { scope: 'admin' }), 'invalid_grant')
    expect((await api(second.json.access_token)).status).toBe(401)
  })

  it('leaves other grants of the same person and application alone when its family ends', async () => {
    const kept = await application.obtainTokens(account)
    const lost = await application.obtainTokens(account)
    await application.refresh(lost.refresh_token)
    service.clock.advance(11)
    await application.refresh(lost.refresh_token)
    expect((await api(kept.access_token)).status).toBe(200)
    expect((await application.refresh(kept.refresh_token)).status).toBe(200)
  })

  it('in the hands of another application is refused, and stays good for its own', async () => {
    const { refresh_token: token } = await application.obtainTokens(account)
    expectRefused(await other.refresh(token), 'invalid_grant')
    expect((await application.refresh(token)).status).toBe(200)
  })

  it.each(['domains:manage', 'pricing:read domains:manage', 'admin'])(
    'cannot be made to reach further (%s), and stays unspent',
    async (scope) => {
      const { refresh_token: token } = await application.obtainTokens(account)
      expectRefused(await application.refresh(token, { scope }), 'invalid_scope')
      expect((await application.refresh(token)).status).toBe(200)
    },
  )

  it('is neither an access token nor a code, nor is one of those a refresh token', async () => {
    const given = await application.obtainCode(account)
    expectRefused(await application.refresh(given.code), 'invalid_grant')
    const { json } = await application.redeem(given)
    expectRefused(await application.refresh(json.access_token), 'invalid_grant')
    expectRefused(await application.redeem({ code: json.refresh_token, verifier: given.verifier }), 'invalid_grant')
    expect((await api(json.refresh_token)).status).toBe(401)
    expect((await api(given.code)).status).toBe(401)
  })

  it('cannot be guessed from the one before without the key of the service', async () => {
    const { createHmac } = await import('node:crypto')
    const first = await application.obtainTokens(account)
    const second = await application.refresh(first.refresh_token)
    for (const key of ['', application.clientId, Buffer.alloc(32)])
      expect(second.json.refresh_token).not.toContain(
        createHmac('sha256', key).update(first.refresh_token).digest('hex'),
      )
  })
})

describe('the token endpoint', () => {
  const id = () => application.clientId
  it.each([
    ['nothing at all', () => '', 'invalid_request', 400],
    ['no grant type', () => `client_id=${id()}`, 'invalid_request', 400],
    ['a password', () => `grant_type=password&username=a&password=b&client_id=${id()}`, 'unsupported_grant_type', 400],
    ['credentials of its own', () => `grant_type=client_credentials&client_id=${id()}`, 'unsupported_grant_type', 400],
    ['no application', () => 'grant_type=refresh_token&refresh_token=x', 'invalid_request', 400],
    ['an empty application', () => 'grant_type=refresh_token&refresh_token=x&client_id=', 'invalid_request', 400],
    ['an unknown application', () => 'grant_type=refresh_token&refresh_token=x&client_id=nope', 'invalid_client', 401],
    ['NUL in the application', () => 'grant_type=refresh_token&refresh_token=x&client_id=%00', 'invalid_client', 401],
    ['a refresh without a token', () => `grant_type=refresh_token&client_id=${id()}`, 'invalid_request', 400],
    [
      'a repeated token',
      () => `grant_type=refresh_token&refresh_token=x&refresh_token=y&client_id=${id()}`,
      'invalid_request',
      400,
    ],
    [
      'a repeated application',
      () => `grant_type=refresh_token&refresh_token=x&client_id=${id()}&client_id=${id()}`,
      'invalid_request',
      400,
    ],
    [
      'a repeated grant type',
      () => `grant_type=refresh_token&grant_type=refresh_token&client_id=${id()}`,
      'invalid_request',
      400,
    ],
    [
      'bytes that are no text',
      () => `grant_type=refresh_token&refresh_token=%ff%fe&client_id=${id()}`,
      'invalid_grant',
      400,
    ],
  ])('refuses %s', async (_, body, error, status) => {
    expectRefused(await form(body()), error, status)
  })

  it('refuses JSON that repeats, nests or is none, other types, and a body that is too large', async () => {
    const send = (body: string, type = 'application/json') => application.send('/api/oauth/token', body, type)
    const good = { grant_type: 'refresh_token', client_id: id(), refresh_token: 'x' }
    expectRefused(await send(JSON.stringify({ ...good, refresh_token: ['x', 'y'] })), 'invalid_request')
    expectRefused(await send(JSON.stringify({ ...good, refresh_token: { a: 1 } })), 'invalid_request')
    expectRefused(await send(JSON.stringify({ ...good, refresh_token: 7 })), 'invalid_request')
    for (const body of ['[]', 'null', '{', '"x"']) expectRefused(await send(body), 'invalid_request')
    for (const type of ['text/plain', 'application/json; charset=utf-16'])
      expectRefused(await send(JSON.stringify(good), type), 'invalid_request')
    expectRefused(await send(JSON.stringify({ ...good, x: 'x'.repeat(40_000) })), 'invalid_request', 413)
    expectRefused(await send(JSON.stringify(good)), 'invalid_grant')
  })

  it('ignores parameters in the address, and what it does not know', async () => {
    const given = await application.obtainCode(account)
    const query = new URLSearchParams({ grant_type: 'authorization_code', client_id: id(), code: given.code })
    expectRefused(await application.postForm(`/api/oauth/token?${query}`, {}), 'invalid_request')
    expect((await application.redeem(given, { audience: 'x', client_secret: 'x' })).status).toBe(200)
  })

  it('refuses a client that comes with a secret in a header, and says by which scheme', async () => {
    const response = await transport.send({
      method: 'POST',
      url: '/api/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${id()}:secret`).toString('base64')}`,
      },
      body: 'grant_type=refresh_token&refresh_token=x',
    })
    expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Basic realm="oauth"'])
  })
})

describe('revocation', () => {
  it('refuses an application the tokens of another, one that is unknown, and a request without a token', async () => {
    const tokens = await application.obtainTokens(account)
    const revoke = (fields: Record<string, string>) => application.postForm('/api/oauth/revoke', fields)
    for (const token of [tokens.access_token, tokens.refresh_token])
      expectRefused(await revoke({ token, client_id: other.clientId }), 'invalid_grant')
    expectRefused(await revoke({ token: tokens.access_token, client_id: 'nope' }), 'invalid_client', 401)
    expectRefused(await revoke({ client_id: application.clientId }), 'invalid_request')
    expect((await api(tokens.access_token)).status).toBe(200)
  })
})

describe('the protected resource', () => {
  it('takes no bad token for an anonymous call, whatever is wrong with it', async () => {
    const { access_token: token } = await application.obtainTokens(account)
    const bad = ['garbage', `${token}x`, token.slice(0, -1), token.toUpperCase(), '']
    const headers = [
      ...bad.map((text) => `Bearer ${text}`),
      `Basic ${token}`,
      token,
      `Bearer ${token}, Bearer ${token}`,
    ]
    for (const authorization of headers) {
      const response = await service.send({ method: 'GET', url: '/api', headers: { authorization } })
      expect([authorization, response.status, response.json.error.code]).toEqual([authorization, 401, 'invalid_token'])
      expect(response.headers['www-authenticate']).toMatch(
        /^Bearer resource_metadata="[^"]+", error="invalid_token", scope="pricing:read"$/,
      )
    }
  })

  it('takes no token from the address, and no cookie from another site', async () => {
    const { access_token: token } = await application.obtainTokens(account)
    expect((await service.send({ method: 'GET', url: `/api?access_token=${token}` })).status).toBe(401)
    const browser = openBrowser(transport)
    await browser.signIn(account)
    const get = (headers: Record<string, string>) => browser.request({ method: 'GET', url: '/api', headers })
    expect((await get({})).status).toBe(200)
    expect((await get({ origin: 'https://evil.example' })).status).toBe(401)
    expect((await get({ 'sec-fetch-site': 'cross-site' })).status).toBe(401)
  })
})
