// Deliveries through the whole service: a worker, PostgreSQL and a registry behind EPP, against a bare loop of the same frames over
// the same number of sessions, and what the deliveries cost the callers of a process that serves requests beside them.
// `node bench/deliveries/run.mjs [--rounds 3] [--deliveries 1000] [--sessions 10] [--delay 20] [--rate 60] [--only instant,delayed,beside]`
import '../from-source.mjs'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { freePort } = await import('../../packages/server/test/ports.ts')
const { createDeps } = await import('../../packages/server/src/service.ts')
const { createLogger } = await import('../../packages/server/src/http/logger.ts')
const { SOURCE_ARGS } = await import('../from-source.mjs')
const { startCallers } = await import('../load/processes.mjs')
const { createBenchDatabase, createSeller, FOR_SALE_FROM, postgresVersion, startBenchPostgres } = await import(
  '../orders/fixture.mjs'
)
const { openBenchDatabase } = await import('../orders/server.mjs')
const { figureRow, ratioRow, report } = await import('../result.mjs')
const { familyMicros, processMicros } = await import('../scale/meters.mjs')
const { repeatCommands } = await import('./bare.mjs')
const { countDone, queueDeliveries, releaseDeliveries } = await import('./prepare.mjs')
const { CLIENTS, createBenchSettings } = await import('./settings.mjs')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    deliveries: { type: 'string', default: '1000' },
    sessions: { type: 'string', default: '10' },
    delay: { type: 'string', default: '20' },
    rate: { type: 'string', default: '60' },
    only: { type: 'string', default: 'instant,delayed,beside' },
  },
})
const [rounds, deliveries, sessions, delay, rate] = ['rounds', 'deliveries', 'sessions', 'delay', 'rate'].map((name) =>
  Number(options[name]),
)
const wanted = new Set(options.only.split(','))
const TARGET = 0.8
/** A p99 rests on the six slowest of 600 requests, so it takes more rounds than a throughput. */
const besideRounds = 3 * rounds
const P99_MOST = 1.3
const READ_NAMES = 500
/** The bare loop has sessions of its own, beside those of the worker. */
const SESSIONS_OF_BOTH = 2 * sessions
/** Of a round of callers: warm, calm, beside the deliveries, beside the bare loop. */
const PARTS = 4
/** More than the share of orders in the mix of requests. */
const BOUGHT_SHARE = 0.12
const READY_SECONDS = 120
const DONE_SECONDS = 300

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const file = (name) => fileURLToPath(new URL(`./${name}`, import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'freehold-bench-deliveries-'))
const children = []

async function startRegistry() {
  const settings = { clients: CLIENTS, delay, sessions: SESSIONS_OF_BOTH }
  const child = fork(file('registry.mjs'), [JSON.stringify(settings)], { execArgv: SOURCE_ARGS })
  children.push(child)
  const [{ port, ca }] = await once(child, 'message')
  const ask = async (task, given = {}) => {
    child.send({ task, ...given })
    return (await once(child, 'message'))[0].result
  }
  return { port, ca, ask, pid: child.pid }
}

async function startProcess(role, settings, line) {
  const args = [...SOURCE_ARGS, file('service.mjs'), JSON.stringify({ role, ...settings })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  for (let waited = 0; !output.includes(line); waited += 50) {
    if (child.exitCode !== null || waited > READY_SECONDS * 1000)
      throw new Error(`the ${role} did not start: ${output}`)
    await wait(50)
  }
  return child
}

const postgres = await startBenchPostgres()
/** How long each part of a round takes in which callers are measured: as long as the deliveries. */
const seconds = Math.ceil((deliveries * 5 * delay) / 1000 / sessions)
// As many as the callers can buy. Without the language model, a search reads up to 10,000 of them; the index of a market reads none.
const names = READ_NAMES + Math.ceil(rate * seconds * PARTS * besideRounds * BOUGHT_SHARE)
const target = await createBenchDatabase(postgres, 'bench_deliveries', { forSale: names })
const registry = await startRegistry()
const ca = path.join(folder, 'registry.pem')
writeFileSync(ca, registry.ca)
const settings = { url: target.url, dataDir: folder, registryPort: registry.port, ca, sessions }
const config = createBenchSettings(settings)
const db = await openBenchDatabase(target, 10)
const deps = await createDeps(config, { db, log: createLogger(config) })
const { partnerId } = await createSeller(deps, 'live')
await db.run({ text: 'delete from webhook_endpoints', values: [] })
const worker = await startProcess('worker', settings, 'worker is ready')

const { pid: postmaster } = await db.one({
  text: "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid",
  values: [],
})

let batches = 0
const nameBatch = (count, kind) => {
  const prefix = `${kind}-${batches++}-`
  return { prefix, domains: Array.from({ length: count }, (_, n) => `${prefix}${n}.com`) }
}

/** Deliveries that the worker does not have yet. */
async function prepare({ slow, count = deliveries }) {
  const { prefix, domains } = nameBatch(count, 'ours')
  await queueDeliveries(deps, partnerId, domains)
  await registry.ask('prepare', { names: domains, slow, keep: true })
  return { prefix, count }
}

/** The worker has all of them from one moment on. Milliseconds from its first command to the last delivery that is done. */
async function deliver({ prefix, count }, whileWaiting) {
  const beside = whileWaiting?.()
  await releaseDeliveries(db)
  const deadline = Date.now() + DONE_SECONDS * 1000
  for (;;) {
    const { counts } = await registry.ask('read')
    if (counts['domain:transfer:approve'] >= count && (await countDone(db, prefix)) === count) break
    if (Date.now() > deadline) throw new Error(`not delivered within ${DONE_SECONDS} s: ${JSON.stringify(counts)}`)
    await wait(20)
  }
  const doneAt = Date.now()
  const { counts, firstAt } = await registry.ask('read')
  return { milliseconds: doneAt - firstAt, counts, sent: await registry.ask('commands'), besideResult: await beside }
}

/** What the worker sent, again, about other domains. */
async function repeat({ sent, slow, prefix: kind = 'bare' }) {
  const { domains } = nameBatch(sent.length, kind)
  await registry.ask('prepare', { names: domains, slow, keep: false })
  const sequences = sent.map(([, commands], index) =>
    commands.map(({ command, clientTransaction }) => ({
      command: { ...command, name: domains[index] },
      clientTransaction: `${clientTransaction}-b`.slice(-64),
    })),
  )
  const login = { port: registry.port, ca: registry.ca, user: 'freehold', password: CLIENTS.freehold }
  return repeatCommands(login, sessions, sequences)
}

const rows = []
const perSecond = (milliseconds) => (deliveries / milliseconds) * 1000

const readCpu = () => ({ worker: processMicros(worker.pid), postgres: familyMicros(postmaster) })

const readShares = (pids) => ({
  at: performance.now(),
  used: {
    ...Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processMicros(pid)])),
    postgres: familyMicros(postmaster),
  },
})

/** How much of one processor each process used. */
const showShares = (before, after) =>
  Object.entries(after.used)
    .map(([name, micros]) => `${name} ${((micros - before.used[name]) / (after.at - before.at) / 10).toFixed(0)} %`)
    .join(', ')

async function compare(slow) {
  const [ours, peer, cpuOfWorker, cpuOfPostgres] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    const { milliseconds, counts, sent, besideResult: before } = await deliver(await prepare({ slow }), readCpu)
    const after = readCpu()
    cpuOfWorker.push((after.worker - before.worker) / deliveries)
    cpuOfPostgres.push((after.postgres - before.postgres) / deliveries)
    ours.push(perSecond(milliseconds))
    peer.push(perSecond(await repeat({ sent, slow })))
    const frames = sent.reduce((sum, [, commands]) => sum + commands.length, 0)
    console.log(
      `${slow ? `${delay} ms a response` : 'immediate responses'}: ${ours.at(-1).toFixed(0)} deliveries a second, bare loop ` +
        `${peer.at(-1).toFixed(0)}; ${(frames / deliveries).toFixed(2)} frames each ${JSON.stringify(counts)}`,
    )
  }
  const where = slow ? `a registry that takes ${delay} ms` : 'a registry that responds immediately'
  const what = `deliveries of the worker at ${where} : a bare loop of the same frames`
  rows.push(ratioRow({ what, unit: 'a second', ours, peer, limit: { least: TARGET } }))
  if (!slow) return
  rows.push(figureRow({ what: 'CPU of the worker a delivery', unit: 'µs', figures: cpuOfWorker }))
  rows.push(figureRow({ what: 'CPU of PostgreSQL a delivery', unit: 'µs', figures: cpuOfPostgres }))
}

/**
 * Callers of a serving process, without deliveries, beside them, and beside the bare loop of the same frames: that one uses the processor
 * for the simulator and for TLS, and no database. Every part has the same length.
 */
async function measureBeside() {
  const port = await freePort()
  const serving = await startProcess('serve', { ...settings, port }, 'is ready at')
  const reads = { firstName: FOR_SALE_FROM, reads: READ_NAMES, forSale: names - READ_NAMES }
  const callers = await startCallers({ ports: [port], sellers: [target], ...reads })
  const pids = {
    serving: serving.pid,
    worker: worker.pid,
    registry: registry.pid,
    callers: callers.pid,
    bench: process.pid,
  }
  const call = async () => {
    const before = readShares(pids)
    const [called] = await callers.run([{ rate, seconds }])
    return { ...called, cpu: showShares(before, readShares(pids)) }
  }
  const [calm, busy, bare] = [[], [], []]
  const medians = { calm: [], busy: [] }
  for (let round = 0; round < besideRounds; round++) {
    // Both see the same tables: what preparing leaves behind is over before the first.
    const prepared = await prepare({ slow: true })
    await call()
    const alone = await call()
    const { besideResult, milliseconds, sent } = await deliver(prepared, call)
    const besideLoop = call()
    await repeat({ sent, slow: true })
    const besideBare = await besideLoop
    medians.calm.push(alone.p50)
    medians.busy.push(besideResult.p50)
    calm.push(alone.p99)
    busy.push(besideResult.p99)
    bare.push(besideBare.p99)
    const failures = { ...alone.failures, ...besideResult.failures, ...besideBare.failures }
    const show = ({ p99, p50, cpu }) => `${p99.toFixed(1)} ms (median ${p50.toFixed(1)}; ${cpu})`
    console.log(
      `p99 of ${rate} requests a second: ${show(alone)}, beside ${perSecond(milliseconds).toFixed(0)} deliveries a second ` +
        `${show(besideResult)}, beside the bare loop ${show(besideBare)} ${JSON.stringify(failures)}`,
    )
    if (Object.keys(failures).length > 0) throw new Error('requests failed')
  }
  const what = `p99 of requests to a serving process beside deliveries at a registry that takes ${delay} ms : without`
  rows.push(ratioRow({ what, unit: 'ms', ours: busy, peer: calm, limit: { most: P99_MOST } }))
  const whatOfMedian = `median of requests to a serving process beside deliveries at a registry that takes ${delay} ms : without`
  rows.push(ratioRow({ what: whatOfMedian, unit: 'ms', ours: medians.busy, peer: medians.calm }))
  const whatOfLoop = 'p99 of requests to a serving process beside deliveries : beside a bare loop of the same frames'
  rows.push(ratioRow({ what: whatOfLoop, unit: 'ms', ours: busy, peer: bare }))
  callers.end()
}

try {
  // The first deliveries open sessions and compile.
  await deliver(await prepare({ slow: false, count: Math.ceil(deliveries / 2) }))
  if (wanted.has('delayed')) await compare(true)
  if (wanted.has('instant')) await compare(false)
  if (wanted.has('beside')) await measureBeside()
  report({
    name: 'deliveries',
    database: 'PostgreSQL',
    rows,
    versions: { postgresql: await postgresVersion(postgres.url) },
  })
} finally {
  for (const child of children) {
    if (child.connected) child.disconnect()
    else child.kill('SIGTERM')
  }
  await deps.registrars.live.close()
  await db.close()
  await wait(2000)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(rows.every(({ held }) => held !== false) ? 0 : 1)
