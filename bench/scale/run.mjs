// What one operation of each kind costs in CPU and bytes, and whether a model made of these costs predicts a mixed load on several
// processes: on one PostgreSQL, and in a cluster with replica, PgBouncer and Redis. docs/scale.md computes machines from it.
// `node bench/scale/run.mjs [--seconds 5] [--rounds 3] [--processes 2] [--connections 16] [--listings 20000] [--deliveries 6000] [--only one|cluster]`
import '../from-source.mjs'
import { parseArgs } from 'node:util'

const { createBenchDatabase, createSeller, FOR_SALE_FROM, query } = await import('../orders/fixture.mjs')
const { SOURCE_ARGS } = await import('../from-source.mjs')
const { benchDeps, openBenchDatabase } = await import('../orders/server.mjs')
const { figureRow, ratioRow, report } = await import('../result.mjs')
const { fill, GOOD, register } = await import('../webhooks/rows.mjs')
const { createMeter, perOperation, sumMicros, waitUntilIdle } = await import('./measure.mjs')
const { processMicros } = await import('./meters.mjs')
const { CLUSTER_COSTS, COSTS, MIX, predictRate } = await import('./model.mjs')
const { startCluster, startOne } = await import('./parts.mjs')
const { endChildren, startChild, startWeb, wait } = await import('./processes.mjs')
const { CLUSTER } = await import('./tables.mjs')
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
    only: { type: 'string', default: '' },
  },
})
const { only, ...sizes } = options
const { seconds, rounds, processes, connections, listings, deliveries } = Object.fromEntries(
  Object.entries(sizes).map(([name, value]) => [name, Number(value)]),
)
const NAMES = 500
const SELLERS = 8
const CODE = 'bench00000'
const IMPORTED = 3000
const EMBEDDED = 100
/** Of the measured rate. */
const ERROR_PERCENT_MOST = 25

async function prepareDatabase(parts) {
  const target = await createBenchDatabase(parts.postgres, 'bench_scale', { past: 2000, forSale: listings })
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
  return { target, sellers, token, ask }
}

/** By a worker alone: in the serving processes, deliveries to this machine are refused. */
async function measureDeliveries({ target, ask, measure, taken }) {
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

async function importNames({ web, token }, prefix, count) {
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
async function measureImport(bench) {
  const { target, web, measure, taken } = bench
  web.push(await startWeb(target.url, { searchEngine: 'keyword' }))
  await importNames(bench, 'warm', 500)
  taken.listing = []
  for (let round = 0; round < rounds; round++) {
    const used = await measure(() => importNames(bench, `imported-${round}`, IMPORTED))
    taken.listing.push(perOperation({ ...used, result: null }, IMPORTED))
  }
  await web.pop().stop()
}

/** Bytes of a vector, from thousands of them. */
async function measureVectors({ target, measure }) {
  const db = await openBenchDatabase(target, 2)
  const { stored, result } = await measure(() => saveCopiedVectors(db))
  await db.close()
  return stored / result
}

async function measureEmbedding(bench, storedBytes) {
  const { ask, measure, taken } = bench
  const count = async () =>
    (
      await ask(
        "select count(*)::int as n from listing_vectors v join listings l on l.id = v.listing_id where l.domain like 'embedded-%'",
      )
    )[0].n
  const used = await measure(async () => {
    await importNames(bench, 'embedded', EMBEDDED)
    while ((await count()) < EMBEDDED) await wait(0.2)
  })
  taken.embedding = [{ ...perOperation({ ...used, result: null }, EMBEDDED), storedBytes }]
}

const showMicros = (costs) =>
  Object.entries(costs)
    .filter(([cost]) => cost.endsWith('Micros'))
    .map(([cost, one]) => `${cost.replace('Micros', '')} ${one.toFixed(0)}`)
    .join(', ')

/** Each kind alone, then all of them in their shares. */
async function measureRequests({ measure, taken, sellers, web }) {
  const callers = await startChild('./client.mjs', {
    ports: web.map(({ port }) => port),
    sellers,
    firstName: FOR_SALE_FROM,
    names: NAMES,
    forSale: listings - NAMES,
    code: CODE,
  })
  await waitUntilIdle(web)
  const idle = await measure(() => wait(4))
  const load = (shares, time = seconds) => callers.run({ shares, seconds: time, connections })
  await load(MIX)
  for (const kind of Object.keys(MIX)) {
    await load({ [kind]: 1 }, 1)
    taken[kind] = []
    for (let round = 0; round < rounds; round++) {
      const used = await measure(() => load({ [kind]: 1 }))
      const count = used.result.done[kind]
      taken[kind].push(perOperation(used, count, idle))
      const rate = (count / used.result.seconds).toFixed(0)
      console.log(`${kind}: ${rate} a second, µs: ${showMicros(taken[kind].at(-1))}`)
    }
  }
  const mixed = []
  for (let round = 0; round < rounds; round++) {
    const { result, ...used } = await measure(() => load(MIX, 2 * seconds))
    const count = Object.values(result.done).reduce((sum, one) => sum + one, 0)
    // Other programs of the machine use the rest.
    const cores = (sumMicros(used) + result.clientMicros) / (result.seconds * 1e6)
    mixed.push({ rate: count / result.seconds, cores })
    console.log(`mixed: ${(count / result.seconds).toFixed(0)} a second on ${cores.toFixed(2)} cores`)
  }
  return mixed
}

function reportAll({ taken }, mixed, { costs, database, versions }) {
  const nameRow = (kind, cost) => `${kind}: ${costs[cost].text}`
  const rows = Object.entries(taken).flatMap(([kind, list]) =>
    Object.entries(costs).map(([cost, { unit }]) =>
      figureRow({ what: nameRow(kind, cost), unit, figures: list.map((one) => one[cost]) }),
    ),
  )
  const find = (kind, cost) => rows.find(({ what }) => what === nameRow(kind, cost)).ours
  const measured = Object.fromEntries(
    Object.keys(MIX).map((kind) => [
      kind,
      Object.fromEntries(Object.keys(costs).map((cost) => [cost, find(kind, cost)])),
    ]),
  )
  const rates = mixed.map(({ rate }) => rate)
  const predicted = mixed.map(({ cores }) => predictRate(measured, MIX, cores))
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
  report({ name: 'scale', database, rows, versions })
  if (rows.at(-1).held === false) process.exitCode = 1
}

/** `isCluster`: only requests. Deliveries, imports and embedding use nothing but the primary. */
async function runOn(parts, isCluster) {
  const web = []
  try {
    const prepared = await prepareDatabase(parts)
    const { url, more } = await parts.join(prepared.target)
    const measure = createMeter({ url: prepared.target.url, web, parts })
    const bench = { ...prepared, web, measure, taken: {} }
    if (!isCluster) {
      await measureDeliveries(bench)
      await measureImport(bench)
    }
    const vectorBytes = await measureVectors(bench)
    for (let n = 0; n < processes; n++) web.push(await startWeb(url, more))
    const mixed = await measureRequests(bench)
    if (!isCluster) await measureEmbedding(bench, vectorBytes)
    const costs = isCluster ? CLUSTER_COSTS : COSTS
    const database = isCluster ? CLUSTER : 'PostgreSQL'
    reportAll(bench, mixed, { costs, database, versions: await parts.versions() })
  } finally {
    endChildren()
    for (const one of web) await one.stop()
    await parts.stop()
  }
}

if (only !== 'cluster') await runOn(await startOne(), false)
if (only !== 'one') {
  const cluster = await startCluster()
  if (cluster) await runOn(cluster, true)
}
