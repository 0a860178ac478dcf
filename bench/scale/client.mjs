// The callers, in a process of their own: connections to all serving processes that send one request after another, in given shares.
import { Pool } from 'undici'
import { createRequests } from './requests.mjs'

const { ports, ...names } = JSON.parse(process.argv[2])
const kinds = createRequests(names)
const EXPECTED = { click: 302, order: 201 }

function pickKind(shares) {
  let left = Math.random() * Object.values(shares).reduce((sum, share) => sum + share, 0)
  for (const [kind, share] of Object.entries(shares)) {
    left -= share
    if (left < 0) return kind
  }
  return Object.keys(shares)[0]
}

async function run({ shares, seconds, connections }) {
  const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 }))
  const done = Object.fromEntries(Object.keys(shares).map((kind) => [kind, 0]))
  const cpu = process.cpuUsage()
  const started = performance.now()
  const end = started + seconds * 1000
  let bytes = 0
  const lane = async (pool) => {
    while (performance.now() < end) {
      const kind = pickKind(shares)
      const { statusCode, body } = await pool.request(kinds[kind]())
      const text = await body.text()
      if (statusCode !== (EXPECTED[kind] ?? 200)) throw new Error(`${kind}: ${statusCode} ${text.slice(0, 200)}`)
      bytes += text.length
      done[kind]++
    }
  }
  await Promise.all(pools.flatMap((pool) => Array.from({ length: connections }, () => lane(pool))))
  const elapsed = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  await Promise.all(pools.map((pool) => pool.close()))
  return { done, seconds: elapsed, clientMicros: user + system, responseBytes: bytes }
}

process.send({ ready: true })
process.on('disconnect', () => process.exit(0))
process.on('message', async (task) => {
  try {
    process.send(await run(task))
  } catch (error) {
    process.send({ failed: error.message })
  }
})
