// The public API on PostgreSQL, as ratios within one run: page 1,000 of a million listings to page 1; a batch of twenty to its slowest
// operation behind a slow registry; a tool call of an agent to the same read; the availability of a hundred names to that of one; a
// bulk operation on a thousand names to one on a single name.
// `node bench/public/run.mjs [--rounds 5] [--listings 1000000]`
import '../from-source.mjs'
import { parseArgs } from 'node:util'

const { createSeller, median, postgresVersion, query, startBenchPostgres } = await import('../orders/fixture.mjs')
const { ratioRow, report } = await import('../result.mjs')
const { benchConfig, openBenchDatabase } = await import('../orders/server.mjs')
const { freePort } = await import('../../packages/server/test/ports.ts')
const { createDatabase } = await import('../../packages/server/test/postgres.ts')
const { sign } = await import('../../packages/server/test/signer.ts')
const { migrate } = await import('../../packages/server/src/db/migrate.ts')
const { createDeps } = await import('../../packages/server/src/service.ts')
const { createApp } = await import('../../packages/server/src/app.ts')
const { giveDomains } = await import('../../packages/server/src/modules/domains/index.ts')
const { signUp } = await import('../../packages/server/src/modules/accounts/index.ts')
const { openBrowser, overNetwork } = await import('../../packages/server/test/browser.ts')
const { createSimulatedRegistry } = await import('../../packages/server/src/integrations/registry/simulated.ts')
const { systemClock } = await import('../../packages/server/src/kernel/clock.ts')
const { default: pino } = await import('pino')

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, listings: { type: 'string', default: '1000000' } },
})
const rounds = Number(options.rounds)
const LISTINGS = Number(options.listings)

/** Answers as the simulated one, after so many milliseconds. */
function slowRegistry(milliseconds) {
  const quick = createSimulatedRegistry(systemClock)
  const later = (ask) => async (domain) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return ask.call(quick, domain)
  }
  return { ...quick, check: later(quick.check), lookup: later(quick.lookup) }
}

const makeListings = (count) => `
  insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status, listed_at, updated_at)
  select 'lst_' || lpad(n::text, 26, '0'), 'live', 'market' || n || '.com', 'market' || n || '.com', 'market' || n, 'com',
         1000 + (n::bigint * 7919) % 5000000, 1000, 'USD', 'listed', now(), now()
  from generate_series(1, ${count}) n`

const timed = async (work) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const rows = []

/** Both in turn, often enough that a hiccup of the machine hits both; the ratio of their medians, round by round. */
async function compare(name, most, times, one, other) {
  const ratios = []
  const costs = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = [[], []]
    for (let n = 0; n < times; n++) {
      a.push(await timed(one))
      b.push(await timed(other))
    }
    if (round === 0) continue
    ratios.push(median(b) / median(a))
    costs[0].push(median(a))
    costs[1].push(median(b))
  }
  const ratio = median(ratios)
  const show = (numbers) => numbers.map((number) => number.toFixed(2)).join(' ')
  console.log(
    `${name}: ${ratio.toFixed(2)} (${show(ratios)}), limit ${most}: ${ratio <= most ? 'held' : 'MISSED'}; ` +
      `${median(costs[0]).toFixed(1)} ms against ${median(costs[1]).toFixed(1)} ms`,
  )
  rows.push(ratioRow({ what: name, unit: 'ms', ours: costs[1], peer: costs[0], limit: { most } }))
}

const postgres = await startBenchPostgres()
try {
  const url = await createDatabase(postgres.url, 'bench_public')
  const db = await openBenchDatabase({ url })
  await migrate(db)
  await query(url, makeListings(LISTINGS))
  await query(url, 'vacuum analyze listings')
  const log = pino({ level: 'silent' })
  const registry = slowRegistry(100)
  const port = await freePort()
  // The door of agents takes only calls to its own address.
  const config = { ...benchConfig(), baseUrl: `http://127.0.0.1:${port}` }
  const deps = await createDeps(config, { db, log, registry })
  const app = await createApp(deps)
  const baseUrl = await app.listen({ host: '127.0.0.1', port })
  const get = async (path) => (await fetch(`${baseUrl}/api${path}`)).json()
  const post = async (path, body, headers = {}) =>
    (
      await fetch(`${baseUrl}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    ).json()

  for (const sort of ['newest', 'price_asc']) {
    let page = (await get(`/market/listings?sort=${sort}`)).page
    const second = page.next_cursor
    for (let n = 2; n < 1000; n++) page = (await get(`/market/listings?sort=${sort}&cursor=${page.next_cursor}`)).page
    const read = (cursor) => () => get(`/market/listings?sort=${sort}&cursor=${cursor}`)
    await compare(
      `page 1,000 of ${LISTINGS.toLocaleString('en-US')} listings by cursor, ${sort} : page 2`,
      1.5,
      60,
      read(second),
      read(page.next_cursor),
    )
    const first = () => get(`/market/listings?sort=${sort}`)
    await compare(
      `page 1,000 of ${LISTINGS.toLocaleString('en-US')} listings, ${sort} : page 1, which counts the total`,
      1.5,
      10,
      first,
      read(page.next_cursor),
    )
  }

  const ask = (n) => ({ id: `${n}`, op: 'whois_lookup', params: { domain: `taken-bench-${n}.com` } })
  const one = () => post('/batch', { operations: [ask(0)] })
  const twenty = () => post('/batch', { operations: Array.from({ length: 20 }, (_, n) => ask(n)) })
  await compare('a batch of 20 : its slowest operation, behind a registry that takes 100 ms', 1.3, 10, one, twenty)

  const call = { name: 'market_listings', arguments: { tld: 'com', limit: 6 } }
  const callTool = async () => {
    const response = await fetch(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    })
    const text = await response.text()
    if (!text.includes('"structuredContent"')) throw new Error(text.slice(0, 300))
  }
  // 0.7 of the calls per second is 1.43 of the time.
  await compare(
    'a read by MCP : the same read by REST',
    1.43,
    100,
    () => get('/market/listings?tld=com&limit=6'),
    callTool,
  )

  const partner = await createSeller(deps, 'live')
  const available = (names) => async () => {
    const { url, ...request } = sign(partner, 'POST', '/api/partner/v1/availability', {
      now: new Date(),
      body: JSON.stringify({ domains: names }),
    })
    const { results } = await (await fetch(baseUrl + url, request)).json()
    if (results?.length !== names.length) throw new Error('not every name was checked')
  }
  const hundred = Array.from({ length: 100 }, (_, n) => `market${n + 1}.com`)
  await compare('the availability of 100 names : of one', 3, 30, available(hundred.slice(0, 1)), available(hundred))

  const account = { email: 'bench@mail.example', password: 'correct horse battery' }
  const names = Array.from({ length: 1000 }, (_, n) => `owned-bench-${n}.com`)
  await signUp(deps, account)
  const [{ id: accountId }] = await query(url, 'update users set email_confirmed_at = now() returning id')
  await db.tx((tx) => giveDomains(tx, { accountId, email: null }, names, new Date()))
  const browser = openBrowser({ ...overNetwork(baseUrl) })
  await browser.signIn(account)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let enabled = false
  const bulk = (domains) => async () => {
    enabled = !enabled
    const response = await post(
      '/domains/bulk/set_privacy',
      { domains, params: { enabled } },
      { cookie, origin: baseUrl },
    )
    if (response.failed !== 0) throw new Error(JSON.stringify(response).slice(0, 300))
  }
  await compare('a bulk operation on 1,000 names : on one', 20, 10, bulk(names.slice(0, 1)), bulk(names))
  report({ name: 'public', database: 'PostgreSQL', rows, versions: { postgresql: await postgresVersion(url) } })
  await app.close()
  await db.close()
} finally {
  await postgres.stop()
}
