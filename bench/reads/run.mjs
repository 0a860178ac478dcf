// A signed read against the same route unsigned: `node bench/reads/run.mjs [--rounds 7] [--seconds 4] [--concurrency 32,1,8,128]`
import '../from-source.mjs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'

const { createBenchDatabase, FOR_SALE_FROM, inTurns, median, startBenchPostgres, startLoad, startServer } =
  await import('../orders/fixture.mjs')
const { OPEN_PREFIX } = await import('./apps.mjs')
const { PARTNER_PREFIX } = await import('../../packages/server/src/areas/partner.ts')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    concurrency: { type: 'string', default: '32,1,8,128' },
  },
})
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
const NAMES = 5000
/** More than this machine answers; requests are made beforehand. */
const PER_SECOND_MAX = 10_000

console.log(
  `Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model ?? process.arch}; ${rounds} rounds of ${seconds} s`,
)
const load = startLoad()
const postgres = await startBenchPostgres()
try {
  const target = await createBenchDatabase(postgres, 'bench_reads', { forSale: NAMES })
  const server = await startServer(target, { reads: true })
  const { keyId, secret } = target
  const read = async (credential, prefix, connections) => {
    const cpu = await server.cpu()
    const task = {
      kind: 'reads',
      path: `${prefix}/domains`,
      from: FOR_SALE_FROM,
      names: NAMES,
      count: PER_SECOND_MAX * seconds,
    }
    const result = await load.run({ ...task, credential, port: server.port, connections, seconds })
    return { ...result, cpuMicros: ((await server.cpu()) - cpu) / result.done }
  }
  for (const connections of options.concurrency.split(',').map(Number)) {
    const signed = () => read({ keyId, secret }, PARTNER_PREFIX, connections)
    const open = () => read(null, OPEN_PREFIX, connections)
    await signed()
    await open()
    const pairs = await inTurns(rounds, signed, open)
    const ratios = pairs.map(([a, b]) => a.perSecond / b.perSecond)
    const of = (side, pick) => median(pairs.map((pair) => pick(pair[side])))
    console.log(
      `${connections} connections: ratio ${median(ratios).toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(' ')}), ` +
        `signed ${of(0, (one) => one.perSecond).toFixed(0)}/s, unsigned ${of(1, (one) => one.perSecond).toFixed(0)}/s, ` +
        `server CPU ${of(0, (one) => one.cpuMicros).toFixed(0)} and ${of(1, (one) => one.cpuMicros).toFixed(0)} µs, ` +
        `p99 ${of(0, (one) => one.p99).toFixed(1)} and ${of(1, (one) => one.p99).toFixed(1)} ms`,
    )
  }
  await server.stop()
} finally {
  load.stop()
  await postgres.stop()
}
