// Seconds until a started service is ready, and its memory when nothing is asked of it.
// `node bench/start/run.mjs [--rounds 5] [--idle 10]`
import '../from-source.mjs'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { cleanUp, newFolder, startService } = await import('../../e2e/process.ts')
const { postgresVersion, startBenchPostgres } = await import('../orders/fixture.mjs')
const { createDatabase } = await import('../../packages/server/test/postgres.ts')
const { ratioRow, report } = await import('../result.mjs')

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, idle: { type: 'string', default: '10' } },
})
const [rounds, idle] = [Number(options.rounds), Number(options.idle)]
const BARE = [process.execPath, fileURLToPath(new URL('./bare.mjs', import.meta.url))]

const residentMegabytes = ({ child }) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1000

/** Ready means that `/readyz` answers 200. */
async function start(env, command) {
  const service = await startService(env, command)
  await new Promise((resolve) => setTimeout(resolve, idle * 1000))
  const result = { seconds: service.readySeconds, megabytes: residentMegabytes(service) }
  await service.stop()
  return result
}

/** A first start on nothing, a later one on what that left, and the bare process, in each round. */
async function startAll(makeEnv) {
  const results = { first: [], later: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    const env = await makeEnv(round)
    results.bare.push(await start({ DATA_DIR: newFolder() }, BARE))
    results.first.push(await start(env))
    results.later.push(await start(env))
  }
  return results
}

function buildRows({ first, later, bare }) {
  const of = (results, key) => results.map((one) => one[key])
  const compare = (what, unit, ours, key) => ratioRow({ what, unit, ours: of(ours, key), peer: of(bare, key) })
  return [
    compare('first start until ready : a bare Fastify', 's', first, 'seconds'),
    compare('later start until ready : a bare Fastify', 's', later, 'seconds'),
    compare(`memory ${idle} s after a later start : a bare Fastify`, 'MB', later, 'megabytes'),
  ]
}

const postgres = await startBenchPostgres()
try {
  const embedded = buildRows(await startAll(async () => ({ DATA_DIR: newFolder() })))
  report({ name: 'start', database: 'embedded', rows: embedded })
  const onPostgres = async (round) => ({
    DATA_DIR: newFolder(),
    DATABASE_URL: await createDatabase(postgres.url, `bench_start_${round}`),
  })
  report({
    name: 'start',
    database: 'PostgreSQL',
    rows: buildRows(await startAll(onPostgres)),
    versions: { postgresql: await postgresVersion(postgres.url) },
  })
} finally {
  await cleanUp()
  await postgres.stop()
}
