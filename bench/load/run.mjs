// An open load on two serving processes: the highest rate at which 99 of 100 answers take less than 100 ms, what twice that rate does,
// how soon all is well afterwards, whether a rollout loses anything, and whether memory grows.
// `node bench/load/run.mjs [--from 40] [--factor 1.25] [--step 10] [--overload 10] [--soak 0] [--names 8000, and 32 a second of soaking]`
import '../from-source.mjs'
import { parseArgs } from 'node:util'

const { createBenchDatabase, createSeller, FOR_SALE_FROM, postgresVersion, query, startBenchPostgres } = await import(
  '../orders/fixture.mjs'
)
const { benchDeps, openBenchDatabase } = await import('../orders/server.mjs')
const { freePort } = await import('../../packages/server/test/ports.ts')
const { figureRow, ratioRow, report } = await import('../result.mjs')
const { startCallers, startServing } = await import('./processes.mjs')
const { fitLine } = await import('./slope.mjs')

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '40' },
    factor: { type: 'string', default: '1.25' },
    step: { type: 'string', default: '10' },
    overload: { type: 'string', default: '10' },
    soak: { type: 'string', default: '0' },
    names: { type: 'string' },
  },
})
const [from, factor, stepSeconds, overloadSeconds, soakSeconds] = ['from', 'factor', 'step', 'overload', 'soak'].map(
  (name) => Number(options[name]),
)
/** Each order takes one. Search embeds all of them before the load begins. */
const names = Number(options.names ?? 8_000 + 32 * soakSeconds)
const P99_MILLISECONDS = 100
const SELLERS = 8
const READ_NAMES = 500
const RECOVERY_SECONDS_MOST = 10
/** Longer than the limit, so that a service which does not recover at all is seen to miss it. */
const recoverySeconds = Math.max(RECOVERY_SECONDS_MOST + 5, 3 * overloadSeconds)
const SOAK_SHARE = 0.6
const sampleSeconds = Math.min(5, soakSeconds / 20)
/** Of the memory halfway, in an hour: more would be a leak that a day shows. */
const GROWTH_PERCENT_MOST = 10
const SETTLE_SECONDS = 5
/** What a client repeats without harm: the connection was refused or closed, and writes carry an idempotency key. */
const RETRYABLE = /^no answer: (ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)/

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const acknowledged = []
const rows = []
const figure = (what, unit, figures, limit = null) => rows.push(figureRow({ what, unit, figures, limit }))
const failureCount = ({ failures }) => Object.values(failures).reduce((sum, count) => sum + count, 0)

async function prepareSellers(target) {
  const db = await openBenchDatabase(target, 2)
  const deps = await benchDeps(db)
  const sellers = []
  for (let n = 0; n < SELLERS; n++) sellers.push(await createSeller(deps))
  await db.close()
  // Nobody receives: what a delivery costs is measured elsewhere.
  await query(target.url, 'delete from webhook_endpoints')
  return sellers
}

/** Search embeds what is new in the background; the load begins when it is done. */
async function waitForSearch(url) {
  for (;;) {
    const [{ waiting }] = await query(
      url,
      `select count(*)::int as waiting from listings l left join listing_vectors v on v.listing_id = l.id
       where v.listing_id is null and l.status = 'listed'`,
    )
    if (waiting === 0) return
    await wait(1)
  }
}

function tell({ label, rate, seconds }, result) {
  const failures = failureCount(result)
  console.log(
    `${label}: ${rate.toFixed(0)}/s for ${seconds} s (99 of 100 sent within ${result.lateP99.toFixed(0)} ms of their time): ${result.answered} answered, p50 ${result.p50.toFixed(0)} ms, p99 ${result.p99.toFixed(0)} ms, ` +
      `${result.refused} refused (p99 ${result.refusedP99.toFixed(0)} ms), ${failures} failed${failures > 0 ? ` ${JSON.stringify(result.failures)}` : ''}`,
  )
}

/** Parts that follow one another without a pause; each is counted by the requests that were due in it. */
async function runParts(callers, parts) {
  const results = await callers.run(parts.map(({ rate, seconds }) => ({ rate, seconds })))
  results.forEach((result, index) => {
    for (const order of result.orders) acknowledged.push(order)
    tell(parts[index], result)
  })
  return results
}

const runStep = async (callers, rate, seconds, label) => (await runParts(callers, [{ label, rate, seconds }]))[0]

/** Each step runs twice before it counts as missed: one hiccup of the machine is not the limit of the service. */
async function findHeldRate(callers) {
  let held = null
  for (let rate = from; ; rate *= factor) {
    const isHeld = async () => {
      const result = await runStep(callers, rate, stepSeconds, 'step')
      return result.p99 <= P99_MILLISECONDS && failureCount(result) === 0 && result.refused === 0 ? result : null
    }
    const result = (await isHeld()) ?? (await isHeld())
    if (!result) return held
    held = { rate, result }
  }
}

/** In one run: callers do not wait for what the overload left before they go on at half the rate. */
async function overload(callers, serving, rate) {
  const [result, after] = await runParts(callers, [
    { label: 'overload', rate: 2 * rate, seconds: overloadSeconds },
    { label: 'afterwards', rate: rate / 2, seconds: recoverySeconds },
  ])
  console.log(`p99 of each second afterwards: ${after.p99BySecond.map((p99) => p99.toFixed(0)).join(' ')} ms`)
  const bad = after.p99BySecond.findLastIndex((p99) => p99 > P99_MILLISECONDS)
  figure('twice the sustainable rate: share rejected with Retry-After', '%', [(100 * result.refused) / result.sent])
  figure('twice the sustainable rate: share that failed otherwise', '%', [(100 * failureCount(result)) / result.sent], {
    most: 0,
  })
  figure('twice the sustainable rate: p99 of accepted requests', 'ms', [result.p99])
  if (result.refused > 0) figure('twice the sustainable rate: p99 of rejected requests', 'ms', [result.refusedP99])
  figure(
    'twice the sustainable rate: processes that ended',
    'processes',
    [serving.filter((one) => !one.isAlive()).length],
    {
      most: 0,
    },
  )
  figure(`from twice to half the sustainable rate: until p99 stays below ${P99_MILLISECONDS} ms`, 's', [bad + 1], {
    most: RECOVERY_SECONDS_MOST,
  })
}

/** One process after the other is told to stop and started again, while callers go on at a quarter of the sustainable rate: one serves alone,
 * on cores that it shares with the start of the other. Between them there is a pause, as the manifests say: a process that has just started is slow, and would have the whole load to itself. */
async function rollOut(callers, serving, rate) {
  const seconds = 30
  const load = runStep(callers, rate / 4, seconds, 'rollout')
  await wait(2)
  const codes = []
  for (const one of serving) {
    codes.push(await one.restart())
    await wait(SETTLE_SECONDS)
  }
  const { failures, passedOn, sent } = await load
  const lasting = Object.entries(failures).filter(([kind]) => !RETRYABLE.test(kind))
  const count = (entries) => entries.reduce((sum, [, number]) => sum + number, 0)
  figure('rollout: requests that a load balancer retried on the other process', '%', [(100 * passedOn) / sent])
  figure('rollout: requests that a client must retry', '%', [(100 * count(Object.entries(failures))) / sent])
  figure('rollout: failures that a client cannot retry', 'requests', [count(lasting)], { most: 0 })
  figure('rollout: processes that did not exit cleanly', 'processes', [codes.filter((code) => code !== 0).length], {
    most: 0,
  })
}

async function countLost(url) {
  const [{ found }] = await query(url, 'select count(*)::int as found from orders where id = any($1)', [acknowledged])
  figure('orders lost of those acknowledged in the whole run', 'orders', [acknowledged.length - found], { most: 0 })
  console.log(`${acknowledged.length} orders were acknowledged, ${found} are in the database`)
}

/** Memory of both every few seconds until the work is done, as pairs of seconds and megabytes. */
async function sampleMemory(serving, work) {
  const megabytes = () => serving.reduce((sum, one) => sum + one.megabytes(), 0)
  const started = performance.now()
  const samples = [[0, megabytes()]]
  const timer = setInterval(
    () => samples.push([(performance.now() - started) / 1000, megabytes()]),
    sampleSeconds * 1000,
  )
  const result = await work.finally(() => clearInterval(timer))
  return { samples, result }
}

async function soak(callers, serving, rate) {
  const { samples, result } = await sampleMemory(serving, runStep(callers, SOAK_SHARE * rate, soakSeconds, 'soak'))
  // The first half warms up; what grows after it would go on growing.
  const half = soakSeconds / 2
  const later = samples.filter(([at]) => at >= half && at <= soakSeconds)
  const { slope, standardError, at: fitted } = fitLine(later)
  const [middle, end] = [later[0][1], later.at(-1)[1]]
  const growth = (3600 * slope) / fitted(half)
  const label = `${soakSeconds} s at ${100 * SOAK_SHARE} % of the sustainable rate`
  console.log(`memory of both every ${sampleSeconds} s: ${samples.map(([, one]) => one.toFixed(0)).join(' ')} MB`)
  console.log(
    `slope of the second half: ${(3600 * slope).toFixed(0)} MB an hour, standard error ${(3600 * standardError).toFixed(0)}, ${later.length} samples`,
  )
  rows.push(
    ratioRow({
      what: `memory of both after ${label} : halfway`,
      unit: 'MB',
      ours: [end],
      peer: [middle],
      limit: { most: 1.1 },
    }),
  )
  figure(`memory of both at the start of ${label}`, 'MB', [samples[0][1]])
  figure(`requests served in ${label}`, 'requests', [result.answered])
  figure(`slope of memory in the second half of ${label}`, 'MB an hour', [3600 * slope])
  figure(`standard error of the slope in the second half of ${label}`, 'MB an hour', [3600 * standardError])
  figure(`memory growth per hour at that slope, of the memory halfway of ${label}`, '%', [100 * growth], {
    most: GROWTH_PERCENT_MOST,
  })
}

const postgres = await startBenchPostgres()
const serving = []
let callers
try {
  const target = await createBenchDatabase(postgres, 'bench_load', { past: 1000, forSale: names })
  const sellers = await prepareSellers(target)
  // Nothing of the past is for sale: search has only the names that are asked for.
  await query(
    target.url,
    `update listings set status = 'withdrawn' where status = 'listed' and id < 'lst_01bench' || lpad('${FOR_SALE_FROM}', 19, '0')`,
  )
  for (let n = 0; n < 2; n++) serving.push(await startServing(target.url, await freePort()))
  await waitForSearch(target.url)
  callers = await startCallers({
    ports: serving.map(({ port }) => port),
    sellers,
    firstName: FOR_SALE_FROM,
    reads: READ_NAMES,
    forSale: names - READ_NAMES,
  })
  await runStep(callers, from, 2 * stepSeconds, 'warm-up')
  const held = await findHeldRate(callers)
  if (!held) throw new Error(`not even ${from} a second were held; the machine is busy, or --from is too high`)
  figure(`highest rate with p99 below ${P99_MILLISECONDS} ms, two processes, open model`, 'requests a second', [
    held.rate,
  ])
  figure('p99 at that rate, from the scheduled time', 'ms', [held.result.p99])
  await overload(callers, serving, held.rate)
  await rollOut(callers, serving, held.rate)
  if (soakSeconds > 0) await soak(callers, serving, held.rate)
  await countLost(target.url)
  report({ name: 'load', database: 'PostgreSQL', rows, versions: { postgresql: await postgresVersion(postgres.url) } })
} finally {
  callers?.end()
  for (const one of serving) if (one.isAlive()) await one.end()
  await postgres.stop()
}
