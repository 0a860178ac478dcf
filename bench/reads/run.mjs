// A signed read against the same route unsigned, that one against a bare Fastify with the same statement, and both against a bare Fastify
// with the same response; what signature and nonce cost alone.
// `node bench/reads/run.mjs [--rounds 7] [--seconds 4] [--concurrency 32,1,8,128] [--databases PostgreSQL,embedded]`
import '../from-source.mjs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'

const { DATABASES, onEach } = await import('../databases.mjs')
const { FOR_SALE_FROM, inTurns, median, prepare, startLoad, startServer } = await import('../orders/fixture.mjs')
const { figureRow, ratioRow, report } = await import('../result.mjs')
const { costsAlone } = await import('./alone.mjs')
const { OPEN_PREFIX } = await import('./apps.mjs')
const { PARTNER_PREFIX } = await import('../../packages/server/src/areas/partner.ts')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    concurrency: { type: 'string', default: '32,1,8,128' },
    databases: { type: 'string', default: DATABASES },
  },
})
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
const NAMES = 5000
/** Of signed to unsigned. One connection waits for its nonce alone; several share the wait. */
const leastOfUnsigned = (connections) => (connections === 1 ? 0.65 : 0.85)
/** Of unsigned to a bare Fastify that sends the same statement. */
const LEAST_OF_YARDSTICK = 0.65
/** More than this machine answers; requests are made beforehand. */
const PER_SECOND_MAX = 10_000

console.log(
  `Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model ?? process.arch}; ${rounds} rounds of ${seconds} s`,
)
const load = startLoad()

async function compare({ database, create, versions }) {
  const target = await prepare(await create('bench_reads'), { forSale: NAMES })
  const server = await startServer(target, { reads: true })
  const { keyId, secret } = target
  const response = await fetch(`http://127.0.0.1:${server.port}${OPEN_PREFIX}/domains/bench-${FOR_SALE_FROM}.test`)
  const framework = await startServer(target, { framework: true, bareResponse: await response.text() })
  // The driver reaches the embedded database only inside the service.
  const yardstick = target.url ? await startServer(target, { framework: true }) : null
  const read = async (from, credential, prefix, connections) => {
    const cpu = await from.cpu()
    const task = {
      kind: 'reads',
      path: `${prefix}/domains`,
      from: FOR_SALE_FROM,
      names: NAMES,
      count: PER_SECOND_MAX * seconds,
    }
    const result = await load.run({ ...task, credential, port: from.port, connections, seconds })
    return { ...result, cpuMicros: ((await from.cpu()) - cpu) / result.done }
  }
  const rows = []
  for (const connections of options.concurrency.split(',').map(Number)) {
    const signed = () => read(server, { keyId, secret }, PARTNER_PREFIX, connections)
    const open = () => read(server, null, OPEN_PREFIX, connections)
    const bare = () => read(framework, null, OPEN_PREFIX, connections)
    const sameStatement = yardstick ? () => read(yardstick, null, OPEN_PREFIX, connections) : async () => null
    const works = [signed, open, bare, sameStatement]
    for (const work of works) await work()
    const pairs = await inTurns(rounds, ...works)
    const of = (side, pick) => median(pairs.map((pair) => pick(pair[side])))
    const all = (side, key) => pairs.map((pair) => pair[side][key])
    const ratios = pairs.map(([a, b]) => a.perSecond / b.perSecond)
    console.log(
      `${database}, ${connections} connections: ratio ${median(ratios).toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(' ')}), ` +
        `signed ${of(0, (one) => one.perSecond).toFixed(0)}/s, unsigned ${of(1, (one) => one.perSecond).toFixed(0)}/s, ` +
        `server CPU ${of(0, (one) => one.cpuMicros).toFixed(0)} and ${of(1, (one) => one.cpuMicros).toFixed(0)} µs, ` +
        `p99 ${of(0, (one) => one.p99).toFixed(1)} and ${of(1, (one) => one.p99).toFixed(1)} ms`,
    )
    rows.push(
      ratioRow({
        what: `a signed read, ${connections} at a time : the same unsigned`,
        unit: 'a second',
        ours: all(0, 'perSecond'),
        peer: all(1, 'perSecond'),
        limit: { least: leastOfUnsigned(connections) },
      }),
      ...(yardstick
        ? [
            ratioRow({
              what: `an unsigned read, ${connections} at a time : a bare Fastify with the same statement`,
              unit: 'a second',
              ours: all(1, 'perSecond'),
              peer: all(3, 'perSecond'),
              limit: { least: LEAST_OF_YARDSTICK },
            }),
          ]
        : []),
      ratioRow({
        what: `CPU of the process a signed read, ${connections} at a time : a bare Fastify with the same response`,
        unit: 'µs',
        ours: all(0, 'cpuMicros'),
        peer: all(2, 'cpuMicros'),
      }),
      figureRow({
        what: `CPU of the process for signature and nonce, ${connections} at a time: signed less unsigned`,
        unit: 'µs',
        figures: pairs.map(([a, b]) => a.cpuMicros - b.cpuMicros),
      }),
    )
  }
  await server.stop()
  await framework.stop()
  await yardstick?.stop()
  rows.push(...(await costsAlone(target, rounds)))
  report({ name: 'reads', database, rows, versions })
}

try {
  await onEach(options.databases, compare)
} finally {
  load.stop()
}
