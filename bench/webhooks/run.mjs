// Deliveries against a bare loop of signed POSTs to the same endpoint, and what 10,000 waiting ones of a dead endpoint cost.
// `node bench/webhooks/run.mjs [--rounds 5] [--count 20000] [--dead 10000] [--only ratio,dead,silent] [--databases PostgreSQL,embedded]`

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SOURCE_ARGS } from '../from-source.mjs'
import { median, ratioRow, report } from '../result.mjs'

const { DATABASES, onEach } = await import('../databases.mjs')
const { inTurns } = await import('../orders/fixture.mjs')
const { DEAD, fill, GOOD, register } = await import('./rows.mjs')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    count: { type: 'string', default: '20000' },
    dead: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'ratio,dead,silent' },
    databases: { type: 'string', default: DATABASES },
  },
})
const rounds = Number(options.rounds)
const count = Number(options.count)
const dead = Number(options.dead).toLocaleString('en-US')
const wanted = new Set(options.only.split(','))

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
  }
}

/** CPU time of PostgreSQL's processes in microseconds, where the system tells; the embedded one is part of the worker's. */
async function databaseCpu(query) {
  const rows = await query('select pid from pg_stat_activity')
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

/** What a run cost the receiver: it shares the processors with the two that are compared. */
async function withReceiver(receiver, work) {
  const before = await receiver.run({})
  const result = await work()
  const after = await receiver.run({})
  const micros = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system
  return { ...result, receiverMicros: micros / (after.count - before.count) }
}

const forget = (query, partner) =>
  query(`update webhook_deliveries set status = 'failed' where partner_id = $1 and status = 'pending'`, [partner])

function printRow(name, pairs, [a, b], limit) {
  const ratios = pairs.map(([one, other]) => one.perSecond / other.perSecond)
  const middle = (index, key) => median(pairs.map((pair) => pair[index][key] ?? 0)).toFixed(0)
  const rate = (index) =>
    `${middle(index, 'perSecond')}/s (CPU ${middle(index, 'cpuMicros')} µs each${pairs[0][index].databaseMicros === undefined ? '' : `, ${middle(index, 'databaseMicros')} in the database`}, ${middle(index, 'receiverMicros')} in the receiver)`
  console.log(`${name}: ratio ${median(ratios).toFixed(2)} (${show(ratios)}), ${a} ${rate(0)}, ${b} ${rate(1)}`)
  const of = (side) => pairs.map((pair) => pair[side].perSecond)
  return ratioRow({ what: name, unit: 'a second', ours: of(0), peer: of(1), limit })
}

async function compare({ database, create, versions }) {
  const [embedded, rows] = [database === 'embedded', []]
  const receiver = await start('receiver')
  const silent = await start('receiver', { silent: true })
  const url = `http://127.0.0.1:${receiver.port}/hook`
  const bare = await start('bareLoop', { url })
  const worker = await start('worker', await create('bench_webhooks'))
  const query = async (text, values = []) => (await worker.run({ query: { text, values } })).rows
  await register(query, GOOD, url)

  const deliver = async () => {
    await fill(query, GOOD, count)
    await query('vacuum analyze webhook_deliveries, events, webhook_endpoints, webhook_attempts')
    const run = () => withReceiver(receiver, () => worker.run({ count }))
    if (embedded) return run()
    const before = await databaseCpu(query)
    const result = await run()
    return { ...result, databaseMicros: ((await databaseCpu(query)) - before) / count }
  }
  await bare.run({ count })
  await deliver()

  if (wanted.has('ratio'))
    rows.push(
      printRow(
        'deliveries : a bare loop of signed POSTs to the same endpoint',
        await inTurns(rounds, deliver, () => withReceiver(receiver, () => bare.run({ count }))),
        ['worker', 'bare loop'],
        { least: embedded ? 0.7 : 0.85 },
      ),
    )

  const beside = (where) => async () => {
    await register(query, DEAD, where)
    await fill(query, DEAD, Number(options.dead))
    const result = await deliver()
    await forget(query, DEAD)
    return result
  }
  for (const [kind, who, where] of [
    ['dead', 'a dead endpoint', 'http://127.0.0.1:9/hook'],
    ['silent', 'an endpoint that never responds', `http://127.0.0.1:${silent.port}/`],
  ])
    if (wanted.has(kind))
      rows.push(
        printRow(
          `deliveries beside ${dead} waiting for ${who} : alone`,
          await inTurns(rounds, beside(where), deliver),
          ['beside', 'alone'],
          { least: 0.9 },
        ),
      )
  report({ name: 'webhooks', database, rows, versions })
  for (const child of children.splice(0)) child.disconnect()
}

try {
  await onEach(options.databases, compare)
} finally {
  for (const child of children) if (child.connected) child.disconnect()
}
