// Orders a second through HTTP against pgbench sending the same statements; the price of a long past; the embedded database.
// `node bench/orders/run.mjs [--rounds 5] [--seconds 6] [--only ratio,past,embedded] [--concurrency 32,1,8,128] [--past 1000000]`
import '../from-source.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const {
  createBenchDatabase,
  CURRENCY,
  inTurns,
  median,
  prepare,
  PRICE,
  query,
  startBenchPostgres,
  startLoad,
  startServer,
} = await import('./fixture.mjs')
const { pgbenchVersion, runPgbench } = await import('./pgbench.mjs')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    only: { type: 'string', default: 'ratio,past,embedded' },
    concurrency: { type: 'string', default: '32,1,8,128' },
    past: { type: 'string', default: '1000000' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const wanted = new Set(options.only.split(','))
/** More than this machine does; it bounds the names that a run takes. */
const PER_SECOND_MAX = 4000

const load = startLoad()

async function overHttp(target, server, connections, limit = PER_SECOND_MAX) {
  const count = limit * seconds
  const from = target.take(count)
  const { keyId, secret } = target
  const cpu = await server.cpu()
  const task = {
    kind: 'orders',
    port: server.port,
    connections,
    seconds,
    from,
    count,
    price: PRICE,
    currency: CURRENCY,
  }
  const result = await load.run({ ...task, credential: { keyId, secret } })
  target.giveBack(count - result.sent)
  return { ...result, cpuMicros: ((await server.cpu()) - cpu) / result.done }
}

const show = (numbers, digits = 2) => numbers.map((number) => number.toFixed(digits)).join(' ')

async function compareWithPgbench(postgres) {
  const target = await createBenchDatabase(postgres, 'bench_ratio', { past: 10_000, forSale: 600_000 })
  for (const connections of options.concurrency.split(',').map(Number)) {
    const server = await startServer(target)
    await overHttp(target, server, connections)
    const pairs = await inTurns(
      rounds,
      () => overHttp(target, server, connections),
      () => runPgbench(target, { clients: connections, seconds, perSecondMax: PER_SECOND_MAX }),
    )
    await server.stop()
    const ratios = pairs.map(([http, bench]) => http.perSecond / bench.perSecond)
    const http = (pick) => median(pairs.map(([one]) => pick(one)))
    console.log(
      `${connections} connections: ratio ${median(ratios).toFixed(2)} (${show(ratios)}), ` +
        `HTTP ${http((one) => one.perSecond).toFixed(0)}/s, pgbench ${median(pairs.map(([, one]) => one.perSecond)).toFixed(0)}/s, ` +
        `p50 ${http((one) => one.p50).toFixed(1)} ms, p99 ${http((one) => one.p99).toFixed(1)} ms, ` +
        `server CPU ${http((one) => one.cpuMicros).toFixed(0)} µs an order`,
    )
  }
}

async function compareWithLongPast(postgres) {
  const few = await createBenchDatabase(postgres, 'bench_few', { past: 10_000, forSale: 250_000 })
  const started = performance.now()
  const many = await createBenchDatabase(postgres, 'bench_many', { past: Number(options.past), forSale: 250_000 })
  const [{ size }] = await query(many.url, 'select pg_size_pretty(pg_database_size(current_database())) as size')
  console.log(`${options.past} past orders made in ${((performance.now() - started) / 1000).toFixed(0)} s: ${size}`)
  const servers = [await startServer(few), await startServer(many)]
  const runs = [() => overHttp(few, servers[0], 32), () => overHttp(many, servers[1], 32)]
  for (const run of runs) await run()
  const pairs = await inTurns(rounds, ...runs)
  for (const server of servers) await server.stop()
  const ratios = pairs.map(([a, b]) => a.perSecond / b.perSecond)
  console.log(
    `cost at ${options.past} past orders / at 10000: ${median(ratios).toFixed(2)} (${show(ratios)}), ` +
      `${median(pairs.map(([, b]) => b.perSecond)).toFixed(0)}/s against ${median(pairs.map(([a]) => a.perSecond)).toFixed(0)}/s`,
  )
  await checkSpeed(many)
}

/** How long the running check of the books takes on all that. */
async function checkSpeed(target) {
  const { LEDGER_CHECKS } = await import('../../packages/server/src/modules/ledger/checks.ts')
  let total = 0
  for (const { name, statement } of LEDGER_CHECKS) {
    const started = performance.now()
    const findings = await query(target.url, statement.text, statement.values)
    const took = performance.now() - started
    total += took
    console.log(`  check ${name}: ${took.toFixed(0)} ms${findings.length > 0 ? `, ${findings.length} findings` : ''}`)
  }
  console.log(`  all checks: ${(total / 1000).toFixed(1)} s`)
}

async function embedded() {
  const directory = mkdtempSync(path.join(tmpdir(), 'freehold-bench-'))
  const target = await prepare({ directory: path.join(directory, 'database') }, { past: 10_000, forSale: 60_000 })
  const server = await startServer(target)
  await overHttp(target, server, 32, 2000)
  const results = []
  for (let round = 0; round < rounds; round++) results.push(await overHttp(target, server, 32, 2000))
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
  const rates = results.map(({ perSecond }) => perSecond)
  console.log(
    `embedded, 32 connections: ${median(rates).toFixed(0)} orders a second (${show(rates, 0)}), p99 ${median(results.map(({ p99 }) => p99)).toFixed(0)} ms, ` +
      `CPU of service and database ${median(results.map(({ cpuMicros }) => cpuMicros)).toFixed(0)} µs an order`,
  )
}

console.log(
  `Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model ?? process.arch}, ${await pgbenchVersion()}`,
)
const postgres = wanted.has('ratio') || wanted.has('past') ? await startBenchPostgres() : null
try {
  if (postgres) {
    const [row] = await query(
      postgres.url,
      "select current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync",
    )
    console.log(
      `PostgreSQL ${row.version} (${postgres.origin}), fsync ${row.fsync}, synchronous_commit ${row.sync}; ${rounds} rounds of ${seconds} s`,
    )
  }
  if (wanted.has('ratio')) await compareWithPgbench(postgres)
  if (wanted.has('past')) await compareWithLongPast(postgres)
  if (wanted.has('embedded')) await embedded()
} finally {
  load.stop()
  await postgres?.stop()
}
