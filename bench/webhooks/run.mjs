// Deliveries against a bare loop of signed POSTs to the same receiver, and what 10,000 waiting ones of a dead receiver cost.
// `node bench/webhooks/run.mjs [--rounds 5] [--count 20000] [--dead 10000] [--only ratio,dead,silent]`

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SOURCE_ARGS } from '../from-source.mjs'
import { median, ratioRow, report as reportResult } from '../result.mjs'

const pg = (await import('pg')).default
const { migrate } = await import('../../packages/server/src/db/migrate.ts')
const { openPostgres } = await import('../../packages/server/src/db/postgres.ts')
const { createSecretBox } = await import('../../packages/server/src/kernel/secret-box.ts')
const { sealContext } = await import('../../packages/server/src/modules/webhooks/service.ts')
const { createDatabase, startPostgres } = await import('../../packages/server/test/postgres.ts')
const { DATA, SECRET } = await import('./processes.mjs')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    count: { type: 'string', default: '20000' },
    dead: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'ratio,dead,silent' },
  },
})
const rounds = Number(options.rounds)
const count = Number(options.count)
const dead = Number(options.dead).toLocaleString('en-US')
const wanted = new Set(options.only.split(','))

const rows = []
const show = (numbers) => numbers.map((number) => number.toFixed(2)).join(' ')

const children = []
async function start(role, more = {}) {
  const child = fork(fileURLToPath(new URL('./processes.mjs', import.meta.url)), [JSON.stringify({ role, ...more })], {
    execArgv: SOURCE_ARGS,
  })
  children.push(child)
  const [{ port }] = await once(child, 'message')
  return {
    port,
    async run(message) {
      child.send(message)
      return (await once(child, 'message'))[0]
    },
    end: () => child.disconnect(),
  }
}

const GOOD = 'ptn_01bench000000000000000good'
const DEAD = 'ptn_01bench000000000000000dead'
let serial = 0

async function register(client, partner, url) {
  const box = createSecretBox(Buffer.alloc(32, 7))
  const owner = { partnerId: partner, environment: 'live' }
  await client.query(
    `insert into partners (id, name, email, merchant_of_record, commission_bps, brokerage_bps, referral_bps, created_at, updated_at)
    values ($1, 'Bench', 'b@bench.example', true, 1500, 1000, 1000, now(), now()) on conflict do nothing`,
    [partner],
  )
  await client.query(
    `insert into webhook_endpoints (partner_id, environment, url, secret_sealed, event_types, active, created_at, updated_at)
    values ($1, 'live', $2, $3, '{order.recorded}', true, now(), now())
    on conflict (partner_id, environment) do update set url = $2, active = true, failing_since = null`,
    [partner, url, box.seal(SECRET, sealContext(owner))],
  )
}

/** Events and their deliveries, due now. */
async function fill(client, partner, number) {
  const from = serial
  serial += number
  const id = (prefix) => `'${prefix}_01bench' || lpad(n::text, 19, '0')`
  const series = `generate_series(${from}::bigint, ${serial - 1}::bigint) n`
  await client.query(`insert into events (id, partner_id, environment, type, created_at, data, generation)
    select ${id('evt')}, '${partner}', 'live', 'order.recorded', now(), '${DATA}', 1 from ${series}`)
  await client.query(`insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, next_attempt_at, created_at)
    select ${id('dlv')}, '${partner}', 'live', ${id('evt')}, 'order.recorded', 'pending', now(), now() from ${series}`)
}

/** CPU time of the database server's processes in microseconds, where the system tells. */
async function databaseCpu(client) {
  const { rows } = await client.query('select pid from pg_stat_activity')
  const ticks = rows.map(({ pid }) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return Number(fields[11]) + Number(fields[12])
    } catch {
      return 0
    }
  })
  return ticks.reduce((a, b) => a + b, 0) * 10_000
}

const forget = (client, partner) =>
  client.query(`update webhook_deliveries set status = 'failed' where partner_id = $1 and status = 'pending'`, [
    partner,
  ])

/** In turns, the first of each pair alternating, so that neither always finds the machine as the other left it. */
async function inTurns(first, second) {
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const results = new Map()
    for (const work of round % 2 === 0 ? [first, second] : [second, first]) results.set(work, await work())
    pairs.push([results.get(first), results.get(second)])
  }
  return pairs
}

function report(name, pairs, [a, b], least) {
  const ratios = pairs.map(([one, other]) => one.perSecond / other.perSecond)
  const middle = (index, key) => median(pairs.map((pair) => pair[index][key] ?? 0)).toFixed(0)
  const rate = (index) =>
    `${middle(index, 'perSecond')}/s (CPU ${middle(index, 'cpuMicros')} µs each${pairs[0][index].databaseMicros === undefined ? '' : ` and ${middle(index, 'databaseMicros')} in the database`})`
  console.log(`${name}: ratio ${median(ratios).toFixed(2)} (${show(ratios)}), ${a} ${rate(0)}, ${b} ${rate(1)}`)
  const of = (side) => pairs.map((pair) => pair[side].perSecond)
  rows.push(ratioRow({ what: name, unit: 'a second', ours: of(0), peer: of(1), limit: { least } }))
}

const postgres = await startPostgres([
  'fsync=on',
  'full_page_writes=on',
  'shared_buffers=512MB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
])
try {
  const database = await createDatabase(postgres.url, 'bench_webhooks')
  const db = openPostgres({ url: database, poolSize: 2 })
  await migrate(db)
  await db.close()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const [{ server_version: version }] = (await client.query('show server_version')).rows
  console.log(
    `Node ${process.version}, ${cpus().length} cores, PostgreSQL ${version} with fsync; ${rounds} rounds of ${count} deliveries`,
  )

  const receiver = await start('receiver')
  const silent = await start('receiver', { silent: true })
  const url = `http://127.0.0.1:${receiver.port}/hook`
  await register(client, GOOD, url)
  const bare = await start('bareLoop', { url })
  const worker = await start('worker', { database })

  const deliver = async () => {
    await fill(client, GOOD, count)
    await client.query('vacuum analyze webhook_deliveries, events, webhook_endpoints, webhook_attempts')
    const before = await databaseCpu(client)
    const result = await worker.run({ count })
    return { ...result, databaseMicros: ((await databaseCpu(client)) - before) / count }
  }
  await bare.run({ count })
  await deliver()

  if (wanted.has('ratio'))
    report(
      'deliveries : a bare loop of signed POSTs to the same receiver',
      await inTurns(deliver, () => bare.run({ count })),
      ['worker', 'bare loop'],
      0.75,
    )

  const beside = (where) => async () => {
    await register(client, DEAD, where)
    await fill(client, DEAD, Number(options.dead))
    const result = await deliver()
    await forget(client, DEAD)
    return result
  }
  const CLOSED = 'http://127.0.0.1:9/hook'
  if (wanted.has('dead'))
    report(
      `deliveries beside ${dead} waiting for a dead receiver : alone`,
      await inTurns(beside(CLOSED), deliver),
      ['beside', 'alone'],
      0.9,
    )
  if (wanted.has('silent'))
    report(
      `deliveries beside ${dead} waiting for a receiver that never answers : alone`,
      await inTurns(beside(`http://127.0.0.1:${silent.port}/`), deliver),
      ['beside', 'alone'],
      0.9,
    )
  reportResult({ name: 'webhooks', database: 'PostgreSQL', rows, versions: { postgresql: version.split(' ')[0] } })
  await client.end()
} finally {
  for (const child of children) if (child.connected) child.disconnect()
  await postgres.stop()
}
