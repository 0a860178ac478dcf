// Tests the OAuth helpers against the RFCs: URLs, forms, and responses that must be rejected.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Loopback, refusal, startLoopback } from '../test/loopback.ts'
import { FreeholdError, OAuthFlowError } from './errors.ts'
import {
  authorizationUrl,
  computeChallenge,
  createPkce,
  discover,
  exchangeCode,
  readCallback,
  refreshTokens,
  registerClient,
  revokeToken,
} from './oauth.ts'
import type { AuthorizationServerMetadata } from './types.gen.ts'

let loopback: Loopback
let server: AuthorizationServerMetadata
beforeAll(async () => {
  loopback = await startLoopback()
  server = {
    issuer: loopback.url,
    authorization_endpoint: `${loopback.url}/oauth/authorize`,
    token_endpoint: `${loopback.url}/api/oauth/token`,
    registration_endpoint: `${loopback.url}/api/oauth/register`,
    revocation_endpoint: `${loopback.url}/api/oauth/revoke`,
  } as AuthorizationServerMetadata
})
afterAll(() => loopback.close())

const TOKENS = { access_token: 'at_1', token_type: 'Bearer', expires_in: 1800, refresh_token: 'rt_1', scope: 's' }
const form = () => Object.fromEntries(new URLSearchParams(loopback.arrived.at(-1)?.body))

describe('discovery and registration', () => {
  it('accepts metadata whose issuer is the requested URL', async () => {
    loopback.respondWith(json(200, server))
    expect(await discover(`${loopback.url}/`)).toEqual(server)
    expect(loopback.arrived[0]).toMatchObject({ path: '/.well-known/oauth-authorization-server' })
    loopback.respondWith(json(200, { ...server, issuer: 'https://elsewhere.example' }))
    await expect(discover(loopback.url)).rejects.toMatchObject({ name: 'OAuthFlowError', code: 'issuer_mismatch' })
  })

  it('registers as JSON', async () => {
    loopback.respondWith(json(201, { client_id: 'client-1' }))
    const client = { client_name: 'Price watcher', redirect_uris: ['http://127.0.0.1/cb'] }
    expect(await registerClient(server, client)).toEqual({ client_id: 'client-1' })
    expect(loopback.arrived[0]).toMatchObject({ method: 'POST', path: '/api/oauth/register' })
    expect(JSON.parse(loopback.arrived[0]?.body ?? '')).toEqual(client)
  })
})

describe('PKCE', () => {
  it('creates the challenge of RFC 7636, appendix B', async () => {
    expect(await computeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
  })

  it('is new each time and has 43 unreserved characters', async () => {
    const [one, two] = [await createPkce(), await createPkce()]
    expect(one.verifier).toMatch(/^[\w-]{43}$/u)
    expect(one.challenge).toBe(await computeChallenge(one.verifier))
    expect(one.verifier).not.toBe(two.verifier)
  })
})

describe('authorization and callback', () => {
  const redirectUri = 'http://127.0.0.1:7777/callback?from=us'

  it('requests a code with S256', () => {
    const request = { clientId: 'client-1', redirectUri, challenge: 'c', state: 's t', scope: ['a', 'b'] }
    expect(Object.fromEntries(new URL(authorizationUrl(server, request)).searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: redirectUri,
      code_challenge: 'c',
      code_challenge_method: 'S256',
      state: 's t',
      scope: 'a b',
    })
  })

  it('returns the code only if state and issuer match', () => {
    const back = (query: Record<string, string>) => `${redirectUri}&${new URLSearchParams(query).toString()}`
    const good = { code: 'code-1', state: 'ours', iss: server.issuer }
    expect(readCallback(server, back(good), 'ours')).toBe('code-1')
    const code = (query: Record<string, string>) => {
      try {
        return readCallback(server, back(query), 'ours')
      } catch (error) {
        expect(error).toBeInstanceOf(OAuthFlowError)
        return (error as OAuthFlowError).code
      }
    }
    expect(code({ ...good, state: 'theirs' })).toBe('state_mismatch')
    const { state: _, ...stateless } = good
    for (const lost of ['', null as unknown as string])
      for (const query of [stateless, { ...good, state: '' }])
        expect(() => readCallback(server, back(query), lost)).toThrow(OAuthFlowError)
    expect(code({ ...good, iss: 'https://elsewhere.example' })).toBe('issuer_mismatch')
    expect(code({ code: 'code-1', state: 'ours' })).toBe('issuer_mismatch')
    expect(code({ state: 'ours', iss: server.issuer, error: 'access_denied' })).toBe('access_denied')
    expect(code({ state: 'ours', iss: server.issuer })).toBe('malformed')
  })
})

describe('tokens', () => {
  it('are requested as forms, with a code or a refresh token', async () => {
    loopback.respondWith(json(200, TOKENS))
    expect(await exchangeCode(server, { clientId: 'client-1', code: 'a+b', verifier: 'v' })).toEqual(TOKENS)
    expect(form()).toEqual({
      grant_type: 'authorization_code',
      client_id: 'client-1',
      code: 'a+b',
      code_verifier: 'v',
    })
    expect(loopback.arrived[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    await refreshTokens(server, { clientId: 'client-1', refreshToken: 'rt_1', scope: 'pricing:read' })
    expect(form()).toEqual({
      grant_type: 'refresh_token',
      client_id: 'client-1',
      refresh_token: 'rt_1',
      scope: 'pricing:read',
    })
  })

  it('are requested once: reusing a code or refresh token would revoke the grant', async () => {
    loopback.respondWith(refusal(503, 'upstream_unavailable'))
    await expect(refreshTokens(server, { clientId: 'c', refreshToken: 'r' })).rejects.toMatchObject({ status: 503 })
    expect(loopback.arrived).toHaveLength(1)
    loopback.respondWith(json(400, { error: 'invalid_grant', error_description: 'The code is spent.' }))
    const exchange = exchangeCode(server, { clientId: 'c', code: 'x', verifier: 'v' })
    await expect(exchange).rejects.toBeInstanceOf(FreeholdError)
    await expect(exchange).rejects.toMatchObject({ code: 'invalid_grant', message: 'The code is spent.' })
  })

  it('are revoked', async () => {
    loopback.respondWith((response) => void response.writeHead(200).end())
    expect(await revokeToken(server, { clientId: 'c', token: 'rt_1' })).toBeUndefined()
    expect(form()).toEqual({ client_id: 'c', token: 'rt_1' })
  })

  it('are sent with Public API calls, always the current one', async () => {
    loopback.respondWith(json(200, {}))
    let current = 'at_1'
    const freehold = loopback.client({ accessToken: async () => current })
    await freehold.public.search('example.com')
    current = 'at_2'
    await freehold.public.domains.list()
    await freehold.me.get()
    expect(loopback.arrived.map((one) => one.headers.authorization)).toEqual(['Bearer at_1', 'Bearer at_2', undefined])
  })
})
