// What one operation of each kind costs in CPU and bytes, and whether a model made of these costs predicts a mixed load on several
// processes. docs/scale.md computes machines from it.
// `node bench/scale/run.mjs [--seconds 5] [--rounds 3] [--processes 2] [--connections 16] [--listings 20000] [--deliveries 6000]`
import '../from-source.mjs'
import { parseArgs } from 'node:util'

const { createBenchDatabase, createSeller, FOR_SALE_FROM, postgresVersion, query, startBenchPostgres } = await import(
  '../orders/fixture.mjs'
)
const { SOURCE_ARGS } = await import('../from-source.mjs')
const { benchDeps, openBenchDatabase } = await import('../orders/server.mjs')
const { figureRow, ratioRow, report } = await import('../result.mjs')
const { fill, GOOD, register } = await import('../webhooks/rows.mjs')
const { computeNonceBytes, COSTS, MIX, predictRate } = await import('./model.mjs')
const { endChildren, startChild, startWeb, wait } = await import('./processes.mjs')
const { familyMicros, processMicros } = await import('./meters.mjs')
const { saveCopiedVectors } = await import('./vectors.mjs')
const { issueOperatorToken } = await import('../../packages/server/src/modules/roles/index.ts')

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    processes: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    listings: { type: 'string', default: '20000' },
    deliveries: { type: 'string', default: '6000' },
  },
})
const { seconds, rounds, processes, connections, listings, deliveries } = Object.fromEntries(
  Object.entries(options).map(([name, value]) => [name, Number(value)]),
)
const NAMES = 500
const SELLERS = 8
const CODE = 'bench00000'
const IMPORTED = 3000
const EMBEDDED = 100
/** Of the measured rate. */
const ERROR_PERCENT_MOST = 25
/** The request log and clicks are written in batches, a moment later. */
const SETTLE_SECONDS = 2
/** Of all serving processes in a second. */
const IDLE_MICROS_MOST = 60_000
const IDLE_SECONDS_MOST = 90

const postgres = await startBenchPostgres()
const web = []
const taken = {}
let server
let target

async function readMeters() {
  const [{ wal, stored, nonces, rows }] = await query(
    target.url,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_database_size(current_database())::float8 as stored,
       (select sum(pg_total_relation_size(relid)) from pg_partition_tree('used_nonces'))::float8 as nonces,
       (select count(*) from used_nonces)::float8 as rows`,
  )
  return {
    web: web.reduce((sum, { pid }) => sum + processMicros(pid), 0),
    database: familyMicros(server),
    wal,
    stored: stored - nonces,
    nonces,
    rows,
    at: performance.now(),
  }
}

async function measure(work) {
  const before = await readMeters()
  const result = await work()
  await wait(SETTLE_SECONDS)
  const after = await readMeters()
  const used = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))
  return { ...used, result }
}

/** Without what the processes use when nothing is asked of them. */
function perOperation({ at, result, ...used }, count, idle = null) {
  const clean = (name) => Math.max(0, used[name] - (idle === null ? 0 : (idle[name] * at) / idle.at)) / count
  return {
    webMicros: clean('web'),
    databaseMicros: clean('database'),
    walBytes: clean('wal'),
    storedBytes: Math.max(0, used.stored) / count,
    nonceBytes: computeNonceBytes({ bytes: Math.max(0, used.nonces), rows: used.rows, requests: count }),
    clientMicros: (result?.clientMicros ?? 0) / count,
  }
}

async function prepareDatabase() {
  target = await createBenchDatabase(postgres, 'bench_scale', { past: 2000, forSale: listings })
  const db = await openBenchDatabase(target, 2)
  const deps = await benchDeps(db)
  const sellers = []
  for (let n = 0; n < SELLERS; n++) sellers.push(await createSeller(deps))
  const { token } = await db.tx((tx) =>
    issueOperatorToken(tx, { name: 'bench', role: 'admin', userId: null, createdBy: 'bench' }, new Date()),
  )
  await db.close()
  const ask = (text, values) => query(target.url, text, values)
  await ask('delete from webhook_endpoints')
  await ask(
    `update listings set status = 'withdrawn' where status = 'listed' and id < 'lst_01bench' || lpad('${FOR_SALE_FROM}', 19, '0')`,
  )
  await ask(
    `insert into referral_links (id, partner_id, environment, code, kind, destination, created_at)
     values ('lnk_01bench0000000000000000001', $1, 'live', $2, 'generic', '/', now())`,
    [sellers[0].partnerId, CODE],
  )
  const [{ pid }] = await ask("select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid")
  server = pid
  return { sellers, token, ask }
}

/** By a worker alone: in the serving processes, deliveries to this machine are refused. */
async function measureDeliveries(ask) {
  const receiver = await startChild('../webhooks/processes.mjs', { role: 'receiver' }, SOURCE_ARGS)
  const worker = await startChild('../webhooks/processes.mjs', { role: 'worker', url: target.url }, SOURCE_ARGS)
  await register(ask, GOOD, `http://127.0.0.1:${receiver.port}/hook`)
  const deliver = async () => {
    await fill(ask, GOOD, deliveries)
    const before = processMicros(worker.pid)
    const used = await measure(() => worker.run({ count: deliveries }))
    const own = (processMicros(worker.pid) - before) / deliveries
    return { ...perOperation({ ...used, result: null }, deliveries), webMicros: own }
  }
  await deliver()
  taken.delivery = []
  for (let round = 0; round < rounds; round++) taken.delivery.push(await deliver())
  await ask('delete from webhook_endpoints')
  endChildren()
}

async function importNames(token, prefix, count) {
  const lines = Array.from(
    { length: count },
    (_, n) => `{"domain":"${prefix}-${n}.com","price_cents":100000,"currency":"USD"}`,
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
  const place = `http://127.0.0.1:${web[0].port}/api/operator/v1/listings/import?environment=live`
  const text = await (await fetch(place, { method: 'POST', headers, body: lines.join('\n') })).text()
  if (JSON.parse(text).created !== count) throw new Error(text.slice(0, 300))
}

/** In a process without the language model, which would embed the names meanwhile. */
async function measureImport(token) {
  web.push(await startWeb(target.url, { searchEngine: 'keyword' }))
  await importNames(token, 'warm', 500)
  taken.listing = []
  for (let round = 0; round < rounds; round++) {
    const used = await measure(() => importNames(token, `imported-${round}`, IMPORTED))
    taken.listing.push(perOperation({ ...used, result: null }, IMPORTED))
  }
  await web.pop().stop()
}

/** Processes that have just started load the language model and the index: that is not what they use at rest. */
async function waitUntilIdle() {
  const read = () => web.reduce((sum, { pid }) => sum + processMicros(pid), 0)
  for (let seconds = 0; seconds < IDLE_SECONDS_MOST; seconds++) {
    const before = read()
    await wait(1)
    if (read() - before < IDLE_MICROS_MOST) return
  }
  throw new Error(`the serving processes did not come to rest within ${IDLE_SECONDS_MOST} s`)
}

/** Bytes of a vector, from thousands of them. */
async function measureVectors() {
  const db = await openBenchDatabase(target, 2)
  const { stored, result } = await measure(() => saveCopiedVectors(db))
  await db.close()
  return stored / result
}

async function measureEmbedding(token, ask, storedBytes) {
  const count = async () =>
    (
      await ask(
        "select count(*)::int as n from listing_vectors v join listings l on l.id = v.listing_id where l.domain like 'embedded-%'",
      )
    )[0].n
  const used = await measure(async () => {
    await importNames(token, 'embedded', EMBEDDED)
    while ((await count()) < EMBEDDED) await wait(0.2)
  })
  taken.embedding = [{ ...perOperation({ ...used, result: null }, EMBEDDED), storedBytes }]
}

/** Each kind alone, then all of them in their shares. */
async function measureRequests(callers, idle) {
  const load = (shares, time = seconds) => callers.run({ shares, seconds: time, connections })
  await load(MIX)
  for (const kind of Object.keys(MIX)) {
    await load({ [kind]: 1 }, 1)
    taken[kind] = []
    for (let round = 0; round < rounds; round++) {
      const used = await measure(() => load({ [kind]: 1 }))
      const count = used.result.done[kind]
      taken[kind].push(perOperation(used, count, idle))
      const { webMicros, databaseMicros, clientMicros } = taken[kind].at(-1)
      const [web, database, client] = [webMicros, databaseMicros, clientMicros].map((one) => one.toFixed(0))
      console.log(
        `${kind}: ${(count / used.result.seconds).toFixed(0)} a second, ${web} + ${database} + ${client} µs (web, PostgreSQL, caller)`,
      )
    }
  }
  const mixed = []
  for (let round = 0; round < rounds; round++) {
    const { result, ...used } = await measure(() => load(MIX, 2 * seconds))
    const count = Object.values(result.done).reduce((sum, one) => sum + one, 0)
    // Other programs of the machine use the rest.
    const cores = (used.web + used.database + result.clientMicros) / (result.seconds * 1e6)
    mixed.push({ rate: count / result.seconds, cores })
    console.log(`mixed: ${(count / result.seconds).toFixed(0)} a second on ${cores.toFixed(2)} cores`)
  }
  return mixed
}

const nameRow = (kind, cost) => `${kind}: ${COSTS[cost].text}`

async function reportAll(mixed) {
  const rows = Object.entries(taken).flatMap(([kind, list]) =>
    Object.entries(COSTS).map(([cost, { unit }]) =>
      figureRow({ what: nameRow(kind, cost), unit, figures: list.map((one) => one[cost]) }),
    ),
  )
  const find = (kind, cost) => rows.find(({ what }) => what === nameRow(kind, cost)).ours
  const costs = Object.fromEntries(
    Object.keys(MIX).map((kind) => [
      kind,
      Object.fromEntries(Object.keys(COSTS).map((cost) => [cost, find(kind, cost)])),
    ]),
  )
  const rates = mixed.map(({ rate }) => rate)
  const predicted = mixed.map(({ cores }) => predictRate(costs, MIX, cores))
  rows.push(
    figureRow({ what: 'cores that the mixed load got', unit: 'cores', figures: mixed.map(({ cores }) => cores) }),
    ratioRow({
      what: `predicted rate of a mixed load, ${processes} processes : measured`,
      unit: 'requests a second',
      ours: predicted,
      peer: rates,
    }),
    figureRow({
      what: 'error of the prediction',
      unit: '%',
      figures: rates.map((rate, round) => 100 * Math.abs(predicted[round] / rate - 1)),
      limit: { most: ERROR_PERCENT_MOST },
    }),
  )
  const versions = { postgresql: await postgresVersion(postgres.url) }
  report({ name: 'scale', database: 'PostgreSQL', rows, versions })
  if (rows.at(-1).held === false) process.exitCode = 1
}

try {
  const { sellers, token, ask } = await prepareDatabase()
  await measureDeliveries(ask)
  await measureImport(token)
  const vectorBytes = await measureVectors()
  for (let n = 0; n < processes; n++) web.push(await startWeb(target.url))
  const callers = await startChild('./client.mjs', {
    ports: web.map(({ port }) => port),
    sellers,
    firstName: FOR_SALE_FROM,
    names: NAMES,
    forSale: listings - NAMES,
    code: CODE,
  })
  await waitUntilIdle()
  const idle = await measure(() => wait(4))
  const mixed = await measureRequests(callers, idle)
  await measureEmbedding(token, ask, vectorBytes)
  await reportAll(mixed)
} finally {
  endChildren()
  for (const one of web) await one.stop()
  await postgres.stop()
}
