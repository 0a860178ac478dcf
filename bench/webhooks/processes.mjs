// The three processes of the bench: a receiver, a bare loop of signed POSTs, and the delivery worker itself.
import { createServer } from 'node:http'
import pino from 'pino'

const PAYLOAD = JSON.stringify({
  id: 'evt_01bench000000000000000000',
  type: 'order.recorded',
  created_at: '2026-01-01T00:00:00.000Z',
  partner_id: 'ptn_01bench000000000000000000',
  data: {
    order: {
      public_id: 'ord_01bench000000000000000000',
      domain: 'quickwheels.com',
      status: 'EXTERNALLY_PAID',
      sale_price_cents: 100_000,
      currency: 'USD',
    },
  },
})
export const DATA = JSON.stringify(JSON.parse(PAYLOAD).data)
export const SECRET = 'a-secret-of-the-bench'

/** Answers 200 at once, or never. */
async function receiver({ silent }) {
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    count++
    if (!silent) request.on('end', () => response.end())
  })
  server.keepAliveTimeout = 60_000
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The load of the receiver is on the same processors as what it is compared with.
  return { port: server.address().port, run: async () => ({ count, cpu: process.cpuUsage() }) }
}

/** Sign and send, as many at a time as a lane does, and nothing else. */
async function bareLoop({ url }) {
  const { Agent, request } = await import('undici')
  const { deliveryHeaders, signingKey } = await import('../../packages/server/src/modules/webhooks/rules/signing.ts')
  const { LANE_MAX } = await import('../../packages/server/src/modules/webhooks/rules/pace.ts')
  const dispatcher = new Agent()
  const keys = { current: signingKey(SECRET), previous: null }
  const event = JSON.parse(PAYLOAD)
  return {
    async run({ count }) {
      let left = count
      const started = performance.now()
      const cpu = process.cpuUsage()
      await Promise.all(
        Array.from({ length: LANE_MAX }, async () => {
          while (left-- > 0) {
            const headers = deliveryHeaders(
              { eventId: event.id, eventType: event.type, attempt: 1, body: PAYLOAD },
              keys,
              new Date(),
            )
            const { statusCode, body } = await request(url, { method: 'POST', headers, body: PAYLOAD, dispatcher })
            if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
            await body.dump()
          }
        }),
      )
      return finished(count, started, cpu)
    },
  }
}

function finished(count, started, cpu) {
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: count / seconds, cpuMicros: (user + system) / count }
}

/** The worker as it runs in the service; what it has written counts. */
async function worker(target) {
  const { openBenchDatabase } = await import('../orders/server.mjs')
  const { migrate } = await import('../../packages/server/src/db/migrate.ts')
  const { readConfig } = await import('../../packages/server/src/config.ts')
  const { createDeps } = await import('../../packages/server/src/service.ts')
  const { createDispatcher } = await import('../../packages/server/src/modules/webhooks/index.ts')
  const db = await openBenchDatabase(target, 10)
  await migrate(db)
  const config = readConfig({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }, '/tmp')
  const deps = await createDeps(config, { db, log: pino({ level: 'error' }) })
  const succeeded = async () => {
    const { values } = await deps.metrics.jobs.get()
    return values.find(({ labels }) => labels.kind === 'webhook_delivery' && labels.outcome === 'succeeded')?.value ?? 0
  }
  return {
    async run({ count, query }) {
      // The embedded database is this process's alone, so what the bench has to ask is asked here.
      if (query) return { rows: await db.many(query) }
      const before = await succeeded()
      const started = performance.now()
      const cpu = process.cpuUsage()
      const dispatcher = createDispatcher(deps)
      await dispatcher.start()
      while ((await succeeded()) - before < count) await new Promise((resolve) => setTimeout(resolve, 5))
      const result = finished(count, started, cpu)
      await dispatcher.stop()
      return result
    },
  }
}

const ROLES = { receiver, bareLoop, worker }

if (process.send) {
  const { role, ...options } = JSON.parse(process.argv[2])
  const made = await ROLES[role](options)
  process.send({ ready: true, port: made.port })
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (message) => process.send(await made.run(message)))
}
