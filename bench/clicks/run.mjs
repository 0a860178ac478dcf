// What a click redirect costs against a bare route that answers the same 302, in one run.
// `node bench/clicks/run.mjs [--rounds 7] [--seconds 3] [--connections 16] [--links 200] [--visitors 2000]`
import '../from-source.mjs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { drive, request } = await import('../orders/load.mjs')
const { median, ratioRow, report } = await import('../result.mjs')
const { createDatabase, startPostgres } = await import('../../packages/server/test/postgres.ts')

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    links: { type: 'string', default: '200' },
    visitors: { type: 'string', default: '2000' },
  },
})
const [rounds, seconds, connections, links, visitors] = ['rounds', 'seconds', 'connections', 'links', 'visitors'].map(
  (name) => Number(values[name]),
)
const TARGET = 1.5
const REQUESTS_MAX = 60_000 * seconds

async function start(kind, url) {
  const execArgv = [
    '--import',
    fileURLToPath(new URL('../orders/typescript.mjs', import.meta.url)),
    '-C',
    'freehold-source',
  ]
  const child = fork(fileURLToPath(new URL('./server.mjs', import.meta.url)), [JSON.stringify({ kind, url, links })], {
    execArgv,
  })
  const [{ port, codes }] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the ${kind} server ended with code ${code}`))),
  ])
  const cpu = async () => {
    child.send('cpu')
    const [{ cpu: used }] = await once(child, 'message')
    return used.user + used.system
  }
  const stop = async () => {
    child.send('stop')
    const [{ counted }] = await once(child, 'message')
    return counted
  }
  const requests = Array.from({ length: Math.max(links, visitors) }, (_, index) =>
    request('GET', `/r/${codes[index % links] ?? 'bench00000'}`, '', {
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${index % visitors}.0) Gecko/20100101 Firefox/${index % visitors}.0`,
      // A visitor is a network: each has an address from the range for benchmarks (RFC 2544).
      'x-forwarded-for': `198.18.${Math.floor((index % visitors) / 250)}.${(index % visitors) % 250}`,
    }),
  )
  const many = Array.from({ length: REQUESTS_MAX }, (_, index) => requests[index % requests.length])
  const run = async () => {
    const before = await cpu()
    const result = await drive({ port, connections, seconds, requests: many, status: 302 })
    return { ...result, cpuMicros: ((await cpu()) - before) / result.done }
  }
  return { kind, run, stop, done: 0 }
}

const postgres = await startPostgres()
const servers = []
for (const kind of ['framework', 'bare', 'clicks'])
  servers.push(await start(kind, kind === 'framework' ? null : await createDatabase(postgres.url, `bench_${kind}`)))
for (const server of servers) server.done += (await server.run()).done
const results = servers.map(() => [])
for (let round = 0; round < rounds; round++) {
  // The order turns from round to round, so that none always finds the machine as another left it.
  for (let turn = 0; turn < servers.length; turn++) {
    const which = (round + turn) % servers.length
    const result = await servers[which].run()
    servers[which].done += result.done
    results[which].push(result)
  }
}
const counted = []
for (const server of servers) counted.push(await server.stop())
await postgres.stop()

const [framework, bare, clicks] = results
const ratios = (of, against, figure) =>
  of.map((one, round) =>
    figure === 'perSecond' ? against[round][figure] / one[figure] : one[figure] / against[round][figure],
  )
const show = (name, rows) =>
  console.log(
    `${name.padEnd(34)} ${Math.round(median(rows.map((row) => row.perSecond)))
      .toString()
      .padStart(7)} a second   ${median(rows.map((row) => row.cpuMicros))
      .toFixed(1)
      .padStart(6)} µs of CPU   p99 ${median(rows.map((row) => row.p99)).toFixed(1)} ms`,
  )
console.log(
  `${rounds} rounds of ${seconds} s, ${connections} connections, ${links} links, ${visitors} visitors; ${cpus().length} cores, Node ${process.version}`,
)
show('bare framework', framework)
show('bare route of the service', bare)
show('click redirect', clicks)
const line = (name, of, against) =>
  console.log(
    `${name}: CPU ×${median(ratios(of, against, 'cpuMicros')).toFixed(2)}, time ×${median(ratios(of, against, 'perSecond')).toFixed(2)}`,
  )
line('click against a bare route of the service', clicks, bare)
line('click against the bare framework', clicks, framework)
line('bare route of the service against the framework', bare, framework)
const [, , sums] = counted
console.log(`clicks sent ${servers[2].done}, counted ${sums.clicks}, unique ${sums.uniqueClicks}`)
const whole = sums.clicks === servers[2].done
console.log(whole ? 'no click was lost' : 'CLICKS WERE LOST')
/** The limit has two readings: against the framework with nothing in it, and against a route that shares the service's hooks. */
const verdict = (name, against) => {
  const ratio = median(ratios(clicks, against, 'cpuMicros'))
  console.log(`${ratio <= TARGET ? 'held' : 'MISSED'}: ×${ratio.toFixed(2)}, at most ×${TARGET}, ${name}`)
  return ratio <= TARGET
}
const strictly = verdict('against a bare route of the framework, without request ids, log and metrics', framework)
const fairly = verdict('against a bare route of the service, which has them', bare)
const row = (what, of, against, limit) =>
  ratioRow({
    what,
    unit: 'µs of CPU',
    ours: of.map(({ cpuMicros }) => cpuMicros),
    peer: against.map(({ cpuMicros }) => cpuMicros),
    limit,
  })
report({
  name: 'clicks',
  database: 'PostgreSQL',
  rows: [
    row('a click : a bare route of the service', clicks, bare, { most: TARGET }),
    row('a click : a bare Fastify', clicks, framework, { most: TARGET }),
    row('a bare route of the service : a bare Fastify', bare, framework, null),
  ],
})
process.exit(whole && (strictly || fairly) ? 0 : 1)
