// The yardstick of the embedded database, where pgbench cannot go: a bare loop that sends it the same statements, in a process of its own.
import { orderStatements } from './pgbench.mjs'
import { openBenchDatabase } from './server.mjs'

const { directory, partnerId } = JSON.parse(process.argv[2])
const db = await openBenchDatabase({ directory })
const statements = orderStatements(partnerId).map((text, index) => ({ name: `bench_${index}`, text }))

const order = (n) =>
  db.tx(async (tx) => {
    for (const { name, text } of statements)
      await tx.run({ name, text, values: text.includes('$1') ? [String(n)] : [] })
  })

async function run({ from, count, connections, seconds }) {
  let next = 0
  const started = performance.now()
  const ends = started + seconds * 1000
  const lane = async () => {
    while (next < count && performance.now() < ends) await order(from + next++)
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return { sent: next, perSecond: next / ((performance.now() - started) / 1000) }
}

process.send({ ready: true })
process.on('disconnect', () => process.exit(1))
process.on('message', async (task) => {
  if (task !== 'stop') return process.send(await run(task))
  await db.close()
  process.exit(0)
})
