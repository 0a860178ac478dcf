// The OAuth flow as a sound client meets it: discovery, registration, consent, tokens, refresh, revocation.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, readForm, strangeScripts, type Transport } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { type Account, type Application, CALLBACK, newAccount, newApplication, newPkce } from '../../../test/oauth.ts'
import { startVariant } from '../../../test/variant.ts'
import { sql } from '../../db/sql.ts'

const BASE = 'http://localhost:8080'

let service: TestService
let transport: Transport
let application: Application
let account: Account
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
  application = await newApplication(transport)
  account = await newAccount(service)
})

const get = (url: string, headers: Record<string, string> = {}) => service.send({ method: 'GET', url, headers })
const api = (token: string) => get('/api', { authorization: `Bearer ${token}` })

describe('discovery', () => {
  it('describes the authorization server as RFC 8414 says', async () => {
    const response = await get('/.well-known/oauth-authorization-server')
    expect(response.status).toBe(200)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.json).toMatchObject({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/api/oauth/token`,
      registration_endpoint: `${BASE}/api/oauth/register`,
      revocation_endpoint: `${BASE}/api/oauth/revoke`,
      scopes_supported: ['pricing:read', 'domains:manage'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(Object.keys(response.json).filter((name) => /jwks|id_token|userinfo|subject|claims/.test(name))).toEqual([])
  })

  it.each(['', '/api', '/mcp'])('describes the protected resource at its path form "%s" (RFC 9728)', async (path) => {
    const response = await get(`/.well-known/oauth-protected-resource${path}`)
    expect(response.json).toMatchObject({
      resource: `${BASE}${path}`,
      authorization_servers: [BASE],
      bearer_methods_supported: ['header'],
    })
    // MCP clients ask for all that is listed: theirs lists the least.
    expect(response.json.scopes_supported).toEqual(
      path === '/mcp' ? ['pricing:read'] : ['pricing:read', 'domains:manage'],
    )
  })

  it('answers GET /api without a token with a challenge whose metadata can be read', async () => {
    const response = await get('/api')
    expect([response.status, response.json.error.code]).toEqual([401, 'invalid_token'])
    const [, url = ''] =
      /^Bearer resource_metadata="([^"]+)", scope="pricing:read"$/.exec(response.headers['www-authenticate'] ?? '') ??
      []
    expect((await get(url.slice(BASE.length))).json.resource).toBe(`${BASE}/api`)
  })

  it('lets browsers of any origin call what applications call, and other methods not at all', async () => {
    const paths = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp']
    for (const url of [...paths, '/api/oauth/register', '/api/oauth/token', '/api/oauth/revoke']) {
      const preflight = await service.send({ method: 'OPTIONS', url, headers: { origin: 'https://app.example' } })
      expect([url, preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([url, 204, '*'])
      expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
      expect((await service.send({ method: 'DELETE', url })).status).toBe(405)
    }
    expect((await service.send({ method: 'PUT', url: '/oauth/authorize' })).headers.allow).toBe('GET, HEAD, POST')
  })
})

describe('registration', () => {
  it('answers what was registered, with an id and no secret', () => {
    const { status, json, headers } = application.registered
    expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
    expect(json).toEqual({
      client_id: expect.stringMatching(/^oac_/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Price watcher',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
  })

  it('takes what it does not know, and gives no secret to who asks for one', async () => {
    const response = await application.send(
      '/api/oauth/register',
      JSON.stringify({
        redirect_uris: ['com.example.app:/callback', 'https://app.example/cb?x=1', 'http://[::1]/cb'],
        token_endpoint_auth_method: 'client_secret_basic',
        software_id: 'x',
        logo_uri: 'https://app.example/logo.png',
      }),
      'application/json; charset=utf-8',
    )
    expect([response.status, response.json.token_endpoint_auth_method]).toEqual([201, 'none'])
    expect(response.json).not.toHaveProperty('client_secret')
  })
})

describe('the flow', () => {
  it('asks whoever is not signed in to do so, then to agree, and hands over a code with state and iss', async () => {
    const { challenge } = newPkce()
    const browser = openBrowser(transport)
    const signIn = await browser.open(application.authorizePath(challenge))
    expect(signIn.path).toMatch(/^\/sign-in\?next=/)
    const consent = await browser.submit(signIn, account)
    expect([consent.status, consent.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(consent.text).toContain('Price watcher')
    expect(consent.text).toContain('127.0.0.1:7777')
    expect(strangeScripts(consent.text)).toEqual([])
    // Browsers hold the redirect that answers a form to this policy, and send no Origin under no-referrer.
    expect(consent.headers['content-security-policy']).toContain("form-action 'self' http://127.0.0.1:7777;")
    expect(consent.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(consent.headers['referrer-policy']).toBe('same-origin')
    expect(readForm(consent.text).buttons).toEqual(['allow', 'deny'])
    const end = await browser.submit(consent, { decision: 'allow' })
    expect(end.status).toBe(303)
    expect(Object.fromEntries(end.left!.searchParams)).toEqual({
      code: expect.stringMatching(/^fh_ac_[0-9a-f]{64}$/),
      state: 'state-1',
      iss: BASE,
    })
    // Consent is asked for every time.
    expect((await browser.open(application.authorizePath(challenge))).text).toContain('Authorize application')
  })

  it('tells the application when the person does not agree', async () => {
    const end = await openBrowser(transport).decide(application.authorizePath(newPkce().challenge), account, 'deny')
    expect(end.left?.searchParams.get('error')).toBe('access_denied')
    expect(end.left?.searchParams.get('state')).toBe('state-1')
  })

  it('trades a code for tokens, by form or JSON, with redirect_uri or without', async () => {
    const bodies = [{}, { redirect_uri: CALLBACK }, { resource: `${BASE}/mcp` }, { resource: `${BASE}/` }]
    for (const extra of bodies) {
      const response = await application.redeem(await application.obtainCode(account), extra as Record<string, string>)
      expect(response.status).toBe(200)
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.json).toEqual({
        access_token: expect.stringMatching(/^fh_at_/),
        token_type: 'Bearer',
        expires_in: 1800,
        refresh_token: expect.stringMatching(/^fh_rt_/),
        scope: 'pricing:read',
      })
    }
    const { code, verifier } = await application.obtainCode(account)
    const json = { grant_type: 'authorization_code', client_id: application.clientId, code, code_verifier: verifier }
    // Members that mean nothing here are ignored, whatever they hold.
    const odd = JSON.stringify({ ...json, extra: { a: 1 } })
    expect((await application.send('/api/oauth/token', odd, 'application/json')).status).toBe(200)
  })

  it('takes a challenge without a method for S256, any port on loopback, and the only redirect URI for granted', async () => {
    const otherPort = CALLBACK.replace('7777', '49152')
    for (const extra of [
      { code_challenge_method: undefined },
      { redirect_uri: otherPort },
      { redirect_uri: undefined },
    ]) {
      const { code, verifier } = await application.obtainCode(account, extra)
      expect((await application.redeem({ code, verifier })).status).toBe(200)
    }
  })

  it('keeps the query of a redirect URI, and encodes whatever state it is given', async () => {
    const app = await newApplication(transport, ['https://app.example/cb?tenant=a%20b'])
    const state = `ä&b=c#d "<'>${'x'.repeat(500)}`
    const { challenge } = newPkce()
    const end = await openBrowser(transport).decide(app.authorizePath(challenge, { state }), account)
    expect(end.left?.href.startsWith('https://app.example/cb?tenant=a%20b&code=')).toBe(true)
    expect(end.left?.searchParams.get('state')).toBe(state)
  })

  it('grants domains:manage when it is asked for, and shows what that means', async () => {
    const tokens = await application.obtainTokens(account, { scope: 'domains:manage pricing:read' })
    expect(tokens.scope).toBe('pricing:read domains:manage')
    const index = await api(tokens.access_token)
    expect([index.status, index.json.scopes]).toEqual([200, ['pricing:read', 'domains:manage']])
  })

  it('serves whoever holds an access token for 30 minutes', async () => {
    const { access_token: token } = await application.obtainTokens(account)
    expect((await api(token)).status).toBe(200)
    service.clock.advance(1799)
    expect((await api(token)).status).toBe(200)
    service.clock.advance(2)
    const late = await api(token)
    expect([late.status, late.headers['www-authenticate']]).toEqual([401, expect.stringContaining('invalid_token')])
  })
})

describe('refresh', () => {
  it('rotates, for 30 days from each', async () => {
    let { refresh_token: token } = await application.obtainTokens(account)
    for (const days of [29, 29]) {
      service.clock.advance(days * 86_400)
      const response = await application.refresh(token)
      expect([response.status, response.json.scope]).toEqual([200, 'pricing:read'])
      expect(response.json.refresh_token).not.toBe(token)
      expect((await api(response.json.access_token)).status).toBe(200)
      token = response.json.refresh_token
    }
    service.clock.advance(30 * 86_400)
    expect((await application.refresh(token)).json.error).toBe('invalid_grant')
  })

  it('narrows the access token when asked to, and not the grant', async () => {
    const first = await application.obtainTokens(account, { scope: 'pricing:read domains:manage' })
    const narrow = await application.refresh(first.refresh_token, { scope: 'pricing:read' })
    expect(narrow.json.scope).toBe('pricing:read')
    const whole = await application.refresh(narrow.json.refresh_token)
    expect(whole.json.scope).toBe('pricing:read domains:manage')
  })
})

describe('revocation', () => {
  it('ends the family with a refresh token, an access token alone, and nothing with what is not known', async () => {
    const revoke = (fields: Record<string, string>) => application.postForm('/api/oauth/revoke', fields)
    const first = await application.obtainTokens(account)
    const second = await application.refresh(first.refresh_token)
    const client_id = application.clientId
    expect((await revoke({ token: first.access_token, client_id })).status).toBe(200)
    expect((await api(first.access_token)).status).toBe(401)
    expect((await api(second.json.access_token)).status).toBe(200)
    expect((await revoke({ token: second.json.refresh_token, client_id, token_type_hint: 'x' })).status).toBe(200)
    expect((await api(second.json.access_token)).status).toBe(401)
    expect((await application.refresh(second.json.refresh_token)).json.error).toBe('invalid_grant')
    expect((await revoke({ token: 'fh_rt_unknown', client_id })).status).toBe(200)
    expect((await revoke({ token: first.access_token })).status).toBe(200)
  })
})

describe('what is kept', () => {
  it('is hashes: no code, token, session or password stands in any table', async () => {
    const { code, verifier } = await application.obtainCode(account)
    const { json } = await application.redeem({ code, verifier })
    const browser = openBrowser(transport)
    await browser.signIn(account)
    const secrets = [code, json.access_token, json.refresh_token, ...browser.cookies.values(), account.password]
    const tables = ['users', 'sessions', 'oauth_grants', 'oauth_codes', 'oauth_access_tokens', 'oauth_refresh_tokens']
    for (const table of tables) {
      const [row] = await service.db.many<{ all: string }>({
        ...sql`select 1`,
        text: `select coalesce(string_agg(t::text, ' '), '') as all from ${table} t`,
        name: undefined,
      })
      for (const secret of secrets) expect(row!.all.includes(secret)).toBe(false)
    }
    for (const line of service.logged) for (const secret of secrets) expect(line.includes(secret)).toBe(false)
  })

  it('goes when it has ended: tokens and grants at once, an application after 30 days without use', async () => {
    const app = await newApplication(transport)
    const unused = await newApplication(transport)
    await app.obtainTokens(account)
    const count = async (table: 'oauth_grants' | 'oauth_clients', id: string) =>
      (
        await service.db.one<{ n: number }>(
          table === 'oauth_grants'
            ? sql`select count(*)::int as n from oauth_grants where client_id = ${id}`
            : sql`select count(*)::int as n from oauth_clients where id = ${id}`,
        )
      )?.n
    const purge = async () => {
      for (const name of ['access_tokens', 'refresh_tokens', 'grants', 'clients'])
        await service.background.runJobNow(`oauth_${name}.purge`)
      await service.background.runJobNow('sessions.purge')
    }
    service.clock.advance(29 * 86_400)
    await purge()
    expect([await count('oauth_grants', app.clientId), await count('oauth_clients', unused.clientId)]).toEqual([1, 1])
    service.clock.advance(2 * 86_400)
    await purge()
    expect(await count('oauth_grants', app.clientId)).toBe(0)
    expect([await count('oauth_clients', app.clientId), await count('oauth_clients', unused.clientId)]).toEqual([0, 0])
    const response = await app.refresh('fh_rt_x')
    expect([response.status, response.json.error]).toEqual([401, 'invalid_client'])
    expect(
      await service.db.one(sql`select 1 as one from sessions where expires_at <= ${service.clock.now()}`),
    ).toBeUndefined()
  })
})

describe('whoever tries too often is told to wait:', () => {
  let limited: Transport
  beforeAll(async () => {
    const limits = { RATE_OAUTH_REGISTER: '2', RATE_OAUTH_TOKEN: '3', RATE_SIGN_IN: '4', RATE_SIGN_IN_ACCOUNT: '4' }
    limited = await startVariant(service, { RATE_LIMITS: 'on', TRUST_PROXY: '1', ...limits })
  })

  it('an address registers so many applications an hour', async () => {
    const app = await newApplication(limited)
    const body = JSON.stringify({ redirect_uris: [CALLBACK] })
    await app.send('/api/oauth/register', body, 'application/json')
    const third = await app.send('/api/oauth/register', body, 'application/json')
    expect([third.status, third.json.error]).toEqual([429, 'rate_limited'])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(60)
    const responses = []
    for (let tries = 0; tries < 4; tries++) responses.push(await app.refresh('guess'))
    expect(responses.map(({ json }) => json.error)).toEqual([...Array(3).fill('invalid_grant'), 'rate_limited'])
    expect(responses[3]!.status).toBe(429)
    expect(Number(responses[3]!.headers['retry-after'])).toBeGreaterThan(0)
  })

  const tryFrom = (address: string, email: string, password = 'wrong password') =>
    openBrowser(limited).post('/sign-in', { email, password }, { 'x-forwarded-for': address })

  it('an address tries so many sign-ins a minute, whoever it pretends to be', async () => {
    const statuses = []
    for (let tries = 0; tries < 5; tries++)
      statuses.push((await tryFrom('192.0.2.1', `nobody-${tries}@mail.example`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429])
    const page = await tryFrom('192.0.2.1', account.email, account.password)
    expect([page.status, page.headers['set-cookie']]).toEqual([429, undefined])
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('an account is tried so often an hour, from wherever and in whatever spelling, known or not', async () => {
    for (const email of [account.email, 'unknown@mail.example']) {
      const statuses = []
      for (let tries = 0; tries < 5; tries++) {
        const spelling = tries % 2 === 0 ? email : ` ${email.toUpperCase()} `
        statuses.push((await tryFrom(`198.51.100.${email.length}${tries}`, spelling)).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 429])
    }
  })
})
