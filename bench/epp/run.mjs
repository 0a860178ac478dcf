// How many commands a second the EPP client sends with a pool of sessions, against a bare loop of the same frames over the same
// number of connections. `node bench/epp/run.mjs [--rounds 7] [--commands 1000] [--sessions 10]`
import '../from-source.mjs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { EppPool, openSession } = await import('../../packages/epp/src/index.ts')
const { openBare, toBytes } = await import('./bare.mjs')
const { SOURCE_ARGS } = await import('../from-source.mjs')
const { median, ratioRow, report } = await import('../result.mjs')

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    commands: { type: 'string', default: '1000' },
    sessions: { type: 'string', default: '10' },
  },
})
const [rounds, commands, sessions] = ['rounds', 'commands', 'sessions'].map((name) => Number(values[name]))
const TARGET = 0.8
const CLIENT = { user: 'bench', password: 'bench-password' }

const child = fork(fileURLToPath(new URL('./server.mjs', import.meta.url)), [JSON.stringify(CLIENT)], {
  execArgv: SOURCE_ARGS,
})
const [{ port, ca }] = await once(child, 'message')

const register = (name) => ({
  action: 'create',
  object: 'domain',
  name,
  period: { value: 1, unit: 'y' },
  nameservers: null,
  registrant: null,
  contacts: [],
  authCode: 'bench-code',
  secDns: null,
})

let number = 0
const nextTransaction = () => `BENCH-${++number}`

const bares = await Promise.all(Array.from({ length: sessions }, () => openBare({ port, ca, ...CLIENT })))
const pool = new EppPool({
  open: () => openSession({ host: '127.0.0.1', port, ca, ...CLIENT, nextTransaction }),
  sessions,
})

async function runBare(prefix) {
  const frames = Array.from({ length: commands }, (_, index) =>
    toBytes(register(`${prefix}${index}.example`), nextTransaction()),
  )
  const started = performance.now()
  let done = 0
  await Promise.all(
    bares.map(async ({ exchange }) => {
      for (let frame = frames.pop(); frame; frame = frames.pop())
        if ((await exchange(frame)).includes('code="1000"')) done++
    }),
  )
  return { perSecond: (commands / (performance.now() - started)) * 1000, done }
}

async function runPool(prefix) {
  const started = performance.now()
  const sent = await Promise.all(
    Array.from({ length: commands }, (_, index) => pool.run(register(`${prefix}${index}.example`), nextTransaction())),
  )
  const seconds = (performance.now() - started) / 1000
  const done = sent.filter((one) => one.kind === 'response' && one.response.results[0].code === 1000).length
  return { perSecond: commands / seconds, done }
}

/** Microseconds of CPU of this process and of the registry. */
async function readCpu() {
  child.send('cpu')
  const [{ cpu }] = await once(child, 'message')
  const sum = ({ user, system }) => user + system
  return { client: sum(process.cpuUsage()), registry: sum(cpu) }
}

const kinds = [runPool, runBare]
const results = [[], []]
const costs = [
  { client: [], registry: [] },
  { client: [], registry: [] },
]
// The first rounds open sessions and compile.
const WARM_UP = 3
for (let round = -WARM_UP; round < rounds; round++)
  for (let turn = 0; turn < kinds.length; turn++) {
    const which = (round + WARM_UP + turn) % kinds.length
    const before = await readCpu()
    const result = await kinds[which](`r${round + WARM_UP}-${which}-`)
    const after = await readCpu()
    if (result.done !== commands) throw new Error(`${result.done} of ${commands} commands were carried out`)
    if (round < 0) continue
    results[which].push(result.perSecond)
    for (const side of ['client', 'registry']) costs[which][side].push((after[side] - before[side]) / commands)
  }
await pool.close()
for (const bare of bares) bare.close()
child.send('stop')

const [ours, peer] = results
console.log(
  `${commands} commands, ${sessions} sessions: client ${Math.round(median(ours))} a second, bare loop ${Math.round(median(peer))}`,
)
for (const [which, name] of ['client', 'bare loop'].entries())
  console.log(
    `${name}: ${Math.round(median(costs[which].client))} µs of CPU a command, and ${Math.round(median(costs[which].registry))} in the registry`,
  )
const row = ratioRow({
  what: 'registrations through the client : a bare loop of the same frames',
  unit: 'a second',
  ours,
  peer,
  limit: { least: TARGET },
})
report({ name: 'epp', database: null, rows: [row] })
process.exit(row.held ? 0 : 1)
