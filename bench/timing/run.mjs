// Can a stranger tell from the time of a refusal whether a key, an account or a client exists? Pairs of refusals over one connection, one
// after the other in an order left to chance; the last row differs by nothing, and shows what this machine calls alike.
// `node bench/timing/run.mjs [--samples 600] [--sign-ins 400]`
import '../from-source.mjs'
import http from 'node:http'
import { parseArgs } from 'node:util'

const { mannWhitney } = await import('./mann-whitney.mjs')
const { figureRow, report } = await import('../result.mjs')
const { median, startBenchPostgres } = await import('../orders/fixture.mjs')
const { benchDeps, openBenchDatabase } = await import('../orders/server.mjs')
const { createDatabase } = await import('../../packages/server/test/postgres.ts')
const { sign } = await import('../../packages/server/test/signer.ts')
const { newApplication } = await import('../../packages/server/test/oauth.ts')
const { overNetwork } = await import('../../packages/server/test/browser.ts')
const { migrate } = await import('../../packages/server/src/db/migrate.ts')
const { createApp } = await import('../../packages/server/src/app.ts')
const { sql } = await import('../../packages/server/src/db/sql.ts')
const { issueOperatorToken, signUp } = await import('../../packages/server/src/modules/accounts/index.ts')
const { createPartner, issueCredential } = await import('../../packages/server/src/modules/partners/index.ts')

const { values: options } = parseArgs({
  options: { samples: { type: 'string', default: '600' }, 'sign-ins': { type: 'string', default: '400' } },
})
const WARM_UP = 50
/** A difference that chance makes less often than this is one that can be told. */
const P_LEAST = 0.01
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds from the first byte sent to the last byte received. */
function time(baseUrl, { method, url, headers, body }) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const request = http.request(new URL(url, baseUrl), { method, headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode, milliseconds: performance.now() - started }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

const rows = []

/** Which of the two comes first is left to chance, so that neither always pays for the other. */
async function compare(baseUrl, { name, samples, status, one, other }) {
  const times = [[], []]
  for (let round = -WARM_UP; round < samples; round++) {
    const order = Math.random() < 0.5 ? [0, 1] : [1, 0]
    for (const which of order) {
      const { milliseconds, status: got } = await time(baseUrl, (which === 0 ? one : other)())
      if (got !== status) throw new Error(`${name}: expected ${status}, got ${got}`)
      if (round >= 0) times[which].push(milliseconds)
    }
  }
  const spread = median(times[0].map((value) => Math.abs(value - median(times[0]))))
  const { p, share } = mannWhitney(...times)
  const [a, b] = times.map(median)
  rows.push(
    figureRow({ what: name, unit: 'share of pairs in which the other takes longer', figures: [share] }),
    figureRow({ what: `${name}, p of Mann-Whitney`, unit: '(p)', figures: [p], limit: { least: P_LEAST } }),
  )
  const shown = [a, b].map((value) => `${value.toFixed(3)} ms`).join(' | ')
  console.log(
    `| ${name} | ${samples} | ${shown} | ${(((b - a) / spread) * 100).toFixed(0)} % | ${share.toFixed(3)} | ${p.toFixed(3)} |`,
  )
}

const formPost = (url, fields) => () => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

const postgres = await startBenchPostgres()
try {
  const url = await createDatabase(postgres.url, 'bench_timing')
  const db = await openBenchDatabase({ url })
  await migrate(db)
  const deps = await benchDeps(db)
  const app = await createApp(deps)
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const now = new Date()
  const keyId = await db.tx(async (tx) => {
    const partner = await createPartner(
      tx,
      { name: 'Bench', email: 'b@c.example', merchantOfRecord: true, affiliate: true },
      now,
    )
    const made = await issueCredential(deps, tx, partner.id, { environment: 'sandbox', scopes: ['search'] }, now)
    return made.credential.keyId
  })
  const account = { email: 'somebody@mail.example', password: 'correct horse battery' }
  await signUp(deps, account)
  const application = await newApplication({ ...overNetwork(baseUrl), baseUrl: deps.config.baseUrl })
  const { access_token: revoked } = await application.obtainTokens(account)
  await application.postForm('/api/oauth/revoke', { token: revoked, client_id: application.clientId })

  // As many other keys as a stranger would try: each unknown one is met for the first time.
  let tried = 0
  const strangers = () => `pk_sandbox_${String(tried++).padStart(24, '0')}`
  const refused = (id) => () => sign({ keyId: id(), secret: 'sk_sandbox_wrong' }, 'GET', '/api/partner/v1/me')
  const signIn = (email) => formPost('/sign-in', { email: email, password: 'this is not the password' })
  const code = { grant_type: 'authorization_code', code: 'fh_ac_unknown', code_verifier: 'v'.repeat(43) }
  const token = (clientId) => formPost('/api/oauth/token', { ...code, client_id: clientId })
  const bearer = (text) => () => ({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${text}` } })
  const operator = (text) => () => ({ ...bearer(text)(), url: '/api/operator/v1/partners' })
  const { id, token: operatorToken } = await db.tx((tx) => issueOperatorToken(tx, { name: 'bench', userId: null }, now))
  await db.run(sql`update operator_tokens set revoked_at = ${now} where id = ${id}`)
  const unknownClient = `oac_${'0'.repeat(26)}`

  console.log('| what | pairs | median of one | of the other | difference : spread | share longer | p |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  const samples = Number(options.samples)
  for (const row of [
    {
      name: 'wrong signature of a known key : of an unknown one',
      status: 401,
      one: refused(() => keyId),
      other: refused(strangers),
    },
    {
      name: 'wrong password of an account : of an unknown email address',
      samples: Number(options['sign-ins']),
      status: 401,
      one: signIn(account.email),
      other: signIn('nobody@mail.example'),
    },
    {
      name: 'revoked operator token : unknown one',
      status: 401,
      one: operator(operatorToken),
      other: operator(`op_${'0'.repeat(64)}`),
    },
    {
      name: 'revoked access token : unknown one',
      status: 401,
      one: bearer(revoked),
      other: bearer(`fh_at_${'0'.repeat(64)}`),
    },
    {
      name: 'the same rejection twice',
      status: 401,
      one: refused(() => keyId),
      other: refused(() => keyId),
    },
  ])
    await compare(baseUrl, { samples, ...row })
  console.log('\nClients of applications have no secret and their ids are no secret either; who is unknown is told so:')
  const known = await time(baseUrl, token(application.clientId)())
  const unknown = await time(baseUrl, token(unknownClient)())
  console.log(`a known client with a wrong code gets ${known.status}, an unknown client ${unknown.status}.`)
  report({ name: 'timing', database: 'PostgreSQL', rows })
  agent.destroy()
  await app.close()
  await db.close()
} finally {
  await postgres.stop()
}
