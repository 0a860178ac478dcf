// Orders a second through HTTP against pgbench sending the same statements, or a bare loop on the embedded database; the price of a
// long past, and of a domain that a person sells.
// `node bench/orders/run.mjs [--rounds 5] [--seconds 6] [--only ratio,past,sellers,embedded] [--concurrency 32,1,8,128] [--past 1000000] [--no-call]`
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SOURCE_ARGS } from '../from-source.mjs'
import { figureRow, ratioRow, report } from '../result.mjs'

const {
  createBenchDatabase,
  CURRENCY,
  inTurns,
  median,
  postgresVersion,
  prepare,
  PRICE,
  query,
  startBenchPostgres,
  startLoad,
  startServer,
} = await import('./fixture.mjs')
const { pgbenchVersion, runPgbench } = await import('./pgbench.mjs')
const { compareWithSellers } = await import('./sellers.mjs')

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    only: { type: 'string', default: 'ratio,past,sellers,embedded' },
    concurrency: { type: 'string', default: '32,1,8,128' },
    past: { type: 'string', default: '1000000' },
    // Beside the statements one by one, pgbench calls the function as the service does.
    call: { type: 'boolean', default: process.env.BENCH_SIZE !== 'quick' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const wanted = new Set(options.only.split(','))
const LEAST_OF_PEER = 0.7
const MOST_FOR_PAST = 1.3
const EMBEDDED_LEAST = 500
/** More than this machine does; it bounds the names that a run takes. */
const PER_SECOND_MAX = 4000
const EMBEDDED_PER_SECOND_MAX = 1200

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
    tld: target.tld,
  }
  const result = await load.run({ ...task, credential: { keyId, secret } })
  target.giveBack(count - result.sent)
  return { ...result, cpuMicros: ((await server.cpu()) - cpu) / result.done }
}

const show = (numbers, digits = 2) => numbers.map((number) => number.toFixed(digits)).join(' ')

async function compareWithPgbench(postgres) {
  const target = await createBenchDatabase(postgres, 'bench_ratio', { past: 10_000, forSale: 800_000 })
  const rows = []
  for (const connections of options.concurrency.split(',').map(Number)) {
    const server = await startServer(target)
    await overHttp(target, server, connections)
    const pgbench = (sent) => () =>
      runPgbench(target, { clients: connections, seconds, perSecondMax: PER_SECOND_MAX, ...sent })
    const yardsticks = [{ nonce: true }, { nonce: false }, ...(options.call ? [{ nonce: true, called: true }] : [])]
    const pairs = await inTurns(
      rounds,
      () => overHttp(target, server, connections),
      ...yardsticks.map((sent) => pgbench(sent)),
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
    rows.push(
      ratioRow({
        what: `orders over HTTP, ${connections} at a time : pgbench sending the same statements`,
        unit: 'a second',
        ours: pairs.map(([one]) => one.perSecond),
        peer: pairs.map(([, one]) => one.perSecond),
        limit: { least: LEAST_OF_PEER },
      }),
      ratioRow({
        what: `orders over HTTP, ${connections} at a time : pgbench without the nonce`,
        unit: 'a second',
        ours: pairs.map(([one]) => one.perSecond),
        peer: pairs.map(([, , one]) => one.perSecond),
      }),
    )
    if (options.call)
      rows.push(
        ratioRow({
          what: `orders over HTTP, ${connections} at a time : pgbench calling record_order`,
          unit: 'a second',
          ours: pairs.map(([one]) => one.perSecond),
          peer: pairs.map(([, , , one]) => one.perSecond),
        }),
      )
  }
  return rows
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
  const cost = (side) => pairs.map((pair) => 1000 / pair[side].perSecond)
  return [
    ratioRow({
      what: `cost of an order after ${Number(options.past).toLocaleString('en-US')} past orders : after 10,000`,
      unit: 'ms an order, 32 at a time',
      ours: cost(1),
      peer: cost(0),
      limit: { most: MOST_FOR_PAST },
    }),
    figureRow({
      what: `all ledger checks over ${Number(options.past).toLocaleString('en-US')} orders`,
      unit: 's',
      figures: [await checkSpeed(many)],
    }),
  ]
}

/** How long the running check of the books takes on all that. */
async function checkSpeed(target) {
  const { LEDGER_CHECKS } = await import('../../packages/server/src/modules/audit/store/ledger-checks.ts')
  let total = 0
  for (const { name, statement } of LEDGER_CHECKS) {
    const started = performance.now()
    const findings = await query(target.url, statement.text, statement.values)
    const took = performance.now() - started
    total += took
    console.log(`  check ${name}: ${took.toFixed(0)} ms${findings.length > 0 ? `, ${findings.length} findings` : ''}`)
  }
  console.log(`  all checks: ${(total / 1000).toFixed(1)} s`)
  return total / 1000
}

/** Its own process and its own database, equal to the one that is served. */
async function startEmbeddedLoop(target) {
  const { directory, partnerId } = target
  const file = fileURLToPath(new URL('./embedded-loop.mjs', import.meta.url))
  const child = fork(file, [JSON.stringify({ directory, partnerId })], { execArgv: SOURCE_ARGS })
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the loop ended with code ${code}`)))
  died.catch(() => {})
  const nextMessage = () => Promise.race([once(child, 'message'), died])
  await nextMessage()
  return {
    async run(connections, limit) {
      const count = limit * seconds
      const from = target.take(count)
      child.send({ from, count, connections, seconds })
      const [result] = await nextMessage()
      target.giveBack(count - result.sent)
      return result
    },
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

/** As many as the rounds can sell, and those that a round sets aside: making them takes the embedded database long. */
const embeddedNames = () =>
  options.concurrency.split(',').length * (rounds + 1) * seconds * 800 + EMBEDDED_PER_SECOND_MAX * seconds

async function embedded() {
  const directory = mkdtempSync(path.join(tmpdir(), 'freehold-bench-'))
  const make = (name) => prepare({ directory: path.join(directory, name) }, { past: 10_000, forSale: embeddedNames() })
  const served = await make('served')
  const looped = await make('looped')
  const server = await startServer(served)
  const loop = await startEmbeddedLoop(looped)
  const rows = []
  for (const connections of options.concurrency.split(',').map(Number)) {
    const overNetwork = () => overHttp(served, server, connections, EMBEDDED_PER_SECOND_MAX)
    const bare = () => loop.run(connections, EMBEDDED_PER_SECOND_MAX)
    await overNetwork()
    await bare()
    const pairs = await inTurns(rounds, overNetwork, bare)
    const of = (side) => pairs.map((pair) => pair[side].perSecond)
    console.log(
      `embedded, ${connections} connections: ${median(of(0)).toFixed(0)} orders a second (${show(of(0), 0)}), bare loop ${median(of(1)).toFixed(0)} (${show(of(1), 0)}), ` +
        `p99 ${median(pairs.map(([one]) => one.p99)).toFixed(0)} ms, CPU of service and database ${median(pairs.map(([one]) => one.cpuMicros)).toFixed(0)} µs an order`,
    )
    rows.push(
      ratioRow({
        what: `orders over HTTP, ${connections} at a time : a bare loop sending the same statements`,
        unit: 'a second',
        ours: of(0),
        peer: of(1),
        limit: { least: LEAST_OF_PEER },
      }),
    )
    if (connections === 32)
      rows.push(
        figureRow({
          what: 'orders over HTTP, 32 at a time',
          unit: 'a second',
          figures: of(0),
          limit: { least: EMBEDDED_LEAST },
        }),
      )
  }
  await server.stop()
  await loop.stop()
  rmSync(directory, { recursive: true, force: true })
  return rows
}

console.log(
  `Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model ?? process.arch}, ${await pgbenchVersion()}`,
)
const postgres = ['ratio', 'past', 'sellers'].some((part) => wanted.has(part)) ? await startBenchPostgres() : null
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
  const rows = [
    ...(wanted.has('ratio') ? await compareWithPgbench(postgres) : []),
    ...(wanted.has('past') ? await compareWithLongPast(postgres) : []),
    ...(wanted.has('sellers') ? await compareWithSellers(postgres, { overHttp, rounds, seconds }) : []),
  ]
  if (rows.length > 0)
    report({
      name: 'orders',
      database: 'PostgreSQL',
      rows,
      versions: { postgresql: await postgresVersion(postgres.url), pgbench: await pgbenchVersion() },
    })
  if (wanted.has('embedded')) report({ name: 'orders', database: 'embedded', rows: await embedded() })
} finally {
  load.stop()
  await postgres?.stop()
}
