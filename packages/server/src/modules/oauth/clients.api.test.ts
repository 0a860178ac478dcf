// Clients of other houses, unmodified, and the guide as pasted: the whole way over the network.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, overNetwork } from '../../../test/browser.ts'
import { startListeningService } from '../../../test/listening.ts'
import { type Account, CALLBACK, newAccount } from '../../../test/oauth.ts'

let baseUrl: string
let account: Account
beforeAll(async () => {
  const service = await startListeningService()
  baseUrl = service.baseUrl
  account = await newAccount(service)
})

/** The person's part: where their browser ends up. */
async function agree(authorizationUrl: URL): Promise<URL> {
  const end = await openBrowser(overNetwork(baseUrl)).decide(
    authorizationUrl.pathname + authorizationUrl.search,
    account,
  )
  if (end.left === null) throw new Error(`not sent back: ${end.status} ${end.text}`)
  return end.left
}

const status = async (token: string): Promise<number> =>
  (await fetch(`${baseUrl}/api`, { headers: { authorization: `Bearer ${token}` } })).status

it('oauth4webapi finds its way from a refused call to a token, refreshes it and revokes it', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const challenge = (await fetch(`${baseUrl}/api`)).headers.get('www-authenticate')
  expect(challenge).toContain(`${baseUrl}/.well-known/oauth-protected-resource/api`)
  for (const path of ['', '/api', '/mcp']) {
    const resource = new URL(`${baseUrl}${path}`)
    const metadata = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, insecure),
    )
    expect(metadata.authorization_servers).toEqual([baseUrl])
  }
  const issuer = new URL(baseUrl)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  )
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: [CALLBACK], client_name: 'oauth4webapi', token_endpoint_auth_method: 'none' },
      insecure,
    ),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint!)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: `${baseUrl}/api`,
  }).toString()
  const parameters = oauth.validateAuthResponse(server, client, await agree(url), state)
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, CALLBACK, verifier, insecure),
  )
  expect([tokens.token_type, tokens.expires_in, tokens.scope]).toEqual(['bearer', 1800, 'pricing:read'])
  expect(await status(tokens.access_token)).toBe(200)
  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, insecure),
  )
  expect(await status(refreshed.access_token)).toBe(200)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.None(), refreshed.refresh_token!, insecure),
  )
  expect(await status(refreshed.access_token)).toBe(401)
  // What is refused is refused in words that the client understands.
  const refused = oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshed.refresh_token!, insecure),
  )
  await expect(refused).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
})

it('openid-client registers, gets its tokens and refreshes them', async () => {
  const config = await openid.dynamicClientRegistration(
    new URL(baseUrl),
    { redirect_uris: [CALLBACK], client_name: 'openid-client', token_endpoint_auth_method: 'none' },
    openid.None(),
    { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' },
  )
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const expectedState = openid.randomState()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'pricing:read domains:manage',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  })
  const tokens = await openid.authorizationCodeGrant(config, await agree(url), { pkceCodeVerifier, expectedState })
  expect([tokens.scope, await status(tokens.access_token)]).toEqual(['pricing:read domains:manage', 200])
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  expect(await status(refreshed.access_token)).toBe(200)
  await openid.tokenRevocation(config, refreshed.refresh_token!)
  expect(await status(refreshed.access_token)).toBe(401)
})

it('the guide registers, lets itself in, and gets, refreshes and revokes a token, pasted into a shell', async () => {
  const guide = readFileSync(new URL('../../../../../docs/guides/oauth.md', import.meta.url), 'utf8')
  const commands = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('\n')
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-guide-'))
  writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify({ user: account }))
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
    env: { ...process.env, BASE: baseUrl, DATA_DIR: folder },
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
  const [address, index, scope, revoked] = stdout.trim().split('\n')
  expect(stderr).toBe('')
  expect(address).toContain(`${baseUrl}/oauth/authorize?response_type=code&client_id=oac_`)
  expect(JSON.parse(index ?? '')).toMatchObject({ scopes: ['pricing:read', 'domains:manage'] })
  expect([scope, revoked]).toEqual(['pricing:read domains:manage', 'revoked: 200'])
})
