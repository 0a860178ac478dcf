// The peer in a process of its own: oidc-provider with opaque tokens, PKCE, public clients and rotated refresh tokens, as ours has them.
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { adapterOn, openStore } from './adapter.mjs'
import { serve } from './side.mjs'

const { target, poolSize, redirectUri, scope, lifetimes } = JSON.parse(process.argv[2])
const clientId = 'oac_bench'
const store = await openStore(target, poolSize)

const provider = new Provider('http://127.0.0.1', {
  adapter: adapterOn(store),
  scopes: [scope],
  clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  ttl: {
    AuthorizationCode: lifetimes.code,
    AccessToken: lifetimes.access,
    RefreshToken: lifetimes.refresh,
    Grant: lifetimes.refresh,
  },
  cookies: { keys: ['a-key-of-the-bench'] },
})

const Adapter = adapterOn(store)
await new Adapter('Client').upsert(clientId, {
  client_id: clientId,
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})
const client = await provider.Client.find(clientId)

/** What consent leaves behind: a grant and a code of it, through the library's own models. */
async function newCode(challenge) {
  const grant = new provider.Grant({ accountId: 'usr_bench', clientId })
  grant.addOIDCScope(scope)
  const code = new provider.AuthorizationCode({
    accountId: 'usr_bench',
    client,
    clientId,
    grantId: await grant.save(),
    redirectUri,
    scope,
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
    gty: 'authorization_code',
  })
  return code.save()
}

const server = createServer(provider.callback())
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

serve({ port: server.address().port, clientId, newCode, close: () => store.close() })
