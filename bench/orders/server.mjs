// The service under load, in a process of its own: settings as in production, log lines written to nowhere.
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { createApp } from '../../packages/server/src/app.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { openEmbedded } from '../../packages/server/src/db/embedded.ts'
import { openPostgres } from '../../packages/server/src/db/postgres.ts'
import { createLogger } from '../../packages/server/src/http/logger.ts'
import { createDeps } from '../../packages/server/src/service.ts'

/** Production refuses RATE_LIMITS=off, and checks no answer against its schema: take the one and set the other. */
export function benchConfig() {
  const env = {
    RATE_LIMITS: 'off',
    // The load comes from one address, over as many connections as a balancer would have.
    CONNECTIONS_PER_ADDRESS: '0',
    REGISTRY: 'simulated',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  return { ...readConfig(env, tmpdir()), production: true }
}

export async function openBenchDatabase({ url, directory }, poolSize = benchConfig().databasePoolSize) {
  return url ? openPostgres({ url, poolSize }) : openEmbedded({ directory })
}

export const benchDeps = (db) =>
  createDeps(benchConfig(), {
    db,
    log: createLogger(benchConfig(), pino.destination('/dev/null')),
    processMetrics: true,
  })

/** The framework of the bench of reads: alone, or with the driver and the statement of the read. */
async function startFramework({ bareResponse, url, poolSize = benchConfig().databasePoolSize }) {
  const { createBareApp, createYardstickApp } = await import('../reads/apps.mjs')
  const app = bareResponse === undefined ? createYardstickApp(url, poolSize) : createBareApp(bareResponse)
  return { app, close: async () => {} }
}

/** The whole service, or for the bench of reads the route that it is about, or what it is compared with. */
async function start({ reads, framework, ...target }) {
  if (framework) return startFramework(target)
  const db = await openBenchDatabase(target, target.poolSize)
  const deps = await benchDeps(db)
  const close = () => db.close()
  if (!reads) return { app: await createApp(deps), close }
  const { createReadsApp } = await import('../reads/apps.mjs')
  return { app: await createReadsApp(deps), close }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { app, close } = await start(JSON.parse(process.argv[2]))
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send({ port: app.server.address().port })
  process.on('disconnect', () => process.exit(1))
  process.on('message', async (message) => {
    if (message === 'cpu') process.send({ cpu: process.cpuUsage() })
    if (message !== 'stop') return
    await app.close()
    await close()
    process.exit(0)
  })
}
