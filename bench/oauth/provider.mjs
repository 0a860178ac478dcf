// The peer in a process of its own: oidc-provider with opaque tokens, PKCE, public clients and rotated refresh tokens, as ours has them.
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import pg from 'pg'
import { adapterOn, createTables } from './adapter.mjs'

const { url, poolSize, clientId, redirectUri, scope, lifetimes } = JSON.parse(process.argv[2])
const pool = new pg.Pool({ connectionString: url, max: poolSize })
await pool.query(createTables())

const provider = new Provider('http://127.0.0.1', {
  adapter: adapterOn(pool),
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

const Adapter = adapterOn(pool)
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
process.send({ port: server.address().port })
process.on('disconnect', () => process.exit(1))
process.on('message', async (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() })
  else if (message === 'stop') {
    await pool.end()
    process.exit(0)
  } else process.send({ codes: await Promise.all(message.challenges.map(newCode)) })
})
