// The token endpoint against oidc-provider's on the same kind of database: codes exchanged with PKCE, refresh tokens rotated.
// `node bench/oauth/run.mjs [--rounds 7] [--codes 2000] [--refreshes 4000] [--connections 16] [--databases PostgreSQL,embedded]`
import '../from-source.mjs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { DATABASES, onEach } = await import('../databases.mjs')
const { SOURCE_ARGS } = await import('../from-source.mjs')
const { inTurns, median } = await import('../orders/fixture.mjs')
const { benchConfig } = await import('../orders/server.mjs')
const { request } = await import('../orders/load.mjs')
const { ratioRow, report } = await import('../result.mjs')
const { converse } = await import('./talk.mjs')
const { newPkce } = await import('../../packages/server/test/oauth.ts')
const { OAUTH_ACCESS_SECONDS, OAUTH_CODE_SECONDS, OAUTH_REFRESH_SECONDS } = await import(
  '../../packages/server/src/kernel/limits.ts'
)

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    codes: { type: 'string', default: '2000' },
    refreshes: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '16' },
    databases: { type: 'string', default: DATABASES },
  },
})
const [rounds, codes, refreshes, connections] = ['rounds', 'codes', 'refreshes', 'connections'].map((name) =>
  Number(options[name]),
)
const REDIRECT = 'http://127.0.0.1:7777/callback'
const SCOPE = 'pricing:read'
const LIMIT = { least: 1 }

const settings = {
  poolSize: benchConfig().databasePoolSize,
  redirectUri: REDIRECT,
  scope: SCOPE,
  lifetimes: { code: OAUTH_CODE_SECONDS, access: OAUTH_ACCESS_SECONDS, refresh: OAUTH_REFRESH_SECONDS },
}

/** One of the two, in a process of its own. */
async function startSide(program, path, target) {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [JSON.stringify({ ...settings, target })], {
    execArgv: SOURCE_ARGS,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${program} ended with code ${code}`)))
  died.catch(() => {})
  const nextMessage = async () => (await Promise.race([once(child, 'message'), died]))[0]
  const ask = (message) => {
    child.send(message)
    return nextMessage()
  }
  const { port, clientId } = await nextMessage()
  return {
    path,
    port,
    clientId,
    cpu: async () => {
      const { cpu } = await ask('cpu')
      return cpu.user + cpu.system
    },
    newCodes: async (challenges) => (await ask({ challenges })).codes,
    stop: () => {
      child.send('stop')
      return once(child, 'exit')
    },
  }
}

const form = (side, fields) =>
  request('POST', side.path, new URLSearchParams({ ...fields, client_id: side.clientId }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })

/** Exchanges every code; the answers' refresh tokens stay for the rounds of refreshing. */
async function exchange(side) {
  const pairs = Array.from({ length: codes }, newPkce)
  const made = await side.newCodes(pairs.map(({ challenge }) => challenge))
  const requests = made.map((code, index) =>
    form(side, {
      grant_type: 'authorization_code',
      code,
      code_verifier: pairs[index].verifier,
      redirect_uri: REDIRECT,
    }),
  )
  side.tokens = []
  const begin = () => (response) => {
    if (response) side.tokens.push(response.refresh_token)
    return requests.pop() ?? null
  }
  return measured(side, begin)
}

/** Each connection rotates one family, always with the token that it was given last. */
function refresh(side) {
  let left = refreshes
  const begin = () => {
    let token = side.tokens.pop()
    return (response) => {
      if (response?.refresh_token === token) throw new Error('a refresh token was not rotated')
      token = response?.refresh_token ?? token
      if (left-- > 0) return form(side, { grant_type: 'refresh_token', refresh_token: token })
      side.tokens.push(token)
      return null
    }
  }
  return measured(side, begin)
}

async function measured(side, begin) {
  const before = await side.cpu()
  const result = await converse({ port: side.port, connections, begin })
  return { ...result, cpuMicros: ((await side.cpu()) - before) / result.answered }
}

const printRow = (what, pairs) => {
  const of = (side, key) => pairs.map((pair) => pair[side][key])
  console.log(
    `${what}: CPU ${median(of(0, 'cpuMicros')).toFixed(0)} and ${median(of(1, 'cpuMicros')).toFixed(0)} µs a request`,
  )
  return ratioRow({ what, unit: 'a second', ours: of(0, 'perSecond'), peer: of(1, 'perSecond'), limit: LIMIT })
}

async function compare({ database, create, versions }) {
  const ours = await startSide('./ours.mjs', '/api/oauth/token', await create('bench_oauth'))
  const peer = await startSide('./provider.mjs', '/token', await create('bench_oidc_provider'))
  for (const side of [ours, peer]) {
    await exchange(side)
    await refresh(side)
  }
  const exchanges = await inTurns(
    rounds,
    () => exchange(ours),
    () => exchange(peer),
  )
  const rotations = await inTurns(
    rounds,
    () => refresh(ours),
    () => refresh(peer),
  )
  const { version } = createRequire(import.meta.url)('oidc-provider/package.json')
  report({
    name: 'oauth',
    database,
    rows: [
      printRow(`codes exchanged with PKCE, ${connections} at a time : oidc-provider`, exchanges),
      printRow(`refresh tokens rotated, ${connections} at a time : oidc-provider`, rotations),
    ],
    versions: { ...versions, 'oidc-provider': version },
  })
  await ours.stop()
  await peer.stop()
}

await onEach(options.databases, compare)
