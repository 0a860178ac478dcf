// An import of listings over HTTP against the same rows written bare, in the same batches, into an equal table; and the memory it takes.
// `node bench/import/run.mjs [--rounds 3] [--small 100000] [--large 1000000] [--databases PostgreSQL,embedded]`
import '../from-source.mjs'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'

const { DATABASES, onEach } = await import('../databases.mjs')
const { inTurns, startServer } = await import('../orders/fixture.mjs')
const { openBenchDatabase } = await import('../orders/server.mjs')
const { ratioRow, report } = await import('../result.mjs')
const { migrate } = await import('../../packages/server/src/db/migrate.ts')
const { IMPORT_BATCH_LINES } = await import('../../packages/server/src/kernel/limits.ts')
const { issueOperatorToken } = await import('../../packages/server/src/modules/roles/index.ts')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '1000000' },
    databases: { type: 'string', default: DATABASES },
  },
})
const [rounds, small, large] = ['rounds', 'small', 'large'].map((name) => Number(options[name]))
const MEMORY_LIMIT = { most: 1.2 }
const SAMPLE_MILLISECONDS = 100
const CHUNK_LINES = 500

const shown = (number) => number.toLocaleString('en-US')
const makeName = (n) => `import-${n}`
const makePrice = (n) => 10_000 + ((n * 7919) % 500_000)

function* csv(from, count) {
  yield 'domain,price_cents,currency\n'
  for (let start = from; start < from + count; start += CHUNK_LINES) {
    let chunk = ''
    for (let n = start; n < Math.min(start + CHUNK_LINES, from + count); n++)
      chunk += `${makeName(n)}.com,${makePrice(n)},USD\n`
    yield chunk
  }
}

async function overHttp(server, token, from, count) {
  const started = performance.now()
  const request = http.request({
    port: server.port,
    method: 'POST',
    path: '/api/operator/v1/listings/import?environment=live',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  })
  const answered = new Promise((resolve, reject) => request.on('response', resolve).on('error', reject))
  await pipeline(Readable.from(csv(from, count)), request)
  const response = await answered
  const text = Buffer.concat(await response.toArray()).toString()
  if (response.statusCode !== 200 || JSON.parse(text).created !== count)
    throw new Error(`${response.statusCode} ${text}`)
  return { perSecond: count / ((performance.now() - started) / 1000) }
}

/** A statement a batch, each its own transaction, the values as arrays: as fast as the driver writes rows without a COPY. */
async function written(db, from, count) {
  const started = performance.now()
  for (let start = from; start < from + count; start += IMPORT_BATCH_LINES) {
    const numbers = Array.from({ length: Math.min(IMPORT_BATCH_LINES, from + count - start) }, (_, n) => start + n)
    await db.run({
      name: 'write',
      text: `insert into bare_listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency,
               status, listed_at, updated_at)
             select id, 'live', label || '.com', label || '.com', label, 'com', price, price, 'USD', 'listed', now(), now()
             from unnest($1::text[], $2::text[], $3::bigint[]) as r(id, label, price)`,
      values: [numbers.map((n) => `lst_${String(n).padStart(26, '0')}`), numbers.map(makeName), numbers.map(makePrice)],
    })
  }
  return { perSecond: count / ((performance.now() - started) / 1000) }
}

/** Resident megabytes of a process, now. */
const residentMegabytes = (pid) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000

/** The highest that was seen while the work went on. */
async function withPeak(pid, work) {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, residentMegabytes(pid))
  }
  const timer = setInterval(look, SAMPLE_MILLISECONDS)
  const result = await work()
  look()
  clearInterval(timer)
  return { ...result, peak }
}

/** The bare rows go into a database of their own: the embedded one serves a single process. */
async function openBare(target) {
  const db = await openBenchDatabase(target, 2)
  await migrate(db)
  await db.session((session) => session.script('create table bare_listings (like listings including all)'))
  return db
}

async function compareOn({ database, create, versions }) {
  const target = await create('bench_import')
  const db = await openBenchDatabase(target, 2)
  await migrate(db)
  const { token } = await db.tx((tx) =>
    issueOperatorToken(tx, { name: 'bench', role: 'admin', userId: null, createdBy: 'bench' }, new Date()),
  )
  await db.close()
  const bare = await openBare(await create('bench_import_bare'))

  let next = { imported: 0, bare: 0 }
  const takeFrom = (kind, count) => {
    const from = next[kind]
    next = { ...next, [kind]: from + count }
    return from
  }
  /** A process of its own for each size, so that the peak of one is not the floor of the other. */
  async function compare(count, times) {
    const server = await startServer(target)
    await overHttp(server, token, takeFrom('imported', IMPORT_BATCH_LINES), IMPORT_BATCH_LINES)
    const pairs = await inTurns(
      times,
      () => withPeak(server.pid, () => overHttp(server, token, takeFrom('imported', count), count)),
      () => written(bare, takeFrom('bare', count), count),
    )
    await server.stop()
    const row = ratioRow({
      what: `names imported over HTTP, ${shown(count)} of them : the same rows written bare`,
      unit: 'a second',
      ours: pairs.map(([one]) => one.perSecond),
      peer: pairs.map(([, one]) => one.perSecond),
    })
    return { row, peak: Math.max(...pairs.map(([one]) => one.peak)) }
  }
  const few = await compare(small, rounds)
  const many = await compare(large, 1)
  const memory = ratioRow({
    what: `highest memory while ${shown(large)} names are imported : ${shown(small)}`,
    unit: 'MB',
    ours: [many.peak],
    peer: [few.peak],
    limit: MEMORY_LIMIT,
  })
  report({ name: 'import', database, rows: [few.row, many.row, memory], versions })
  await bare.close()
}

await onEach(options.databases, compareOn)
