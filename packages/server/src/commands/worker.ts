// `node scripts/start.mjs worker`: deliveries and periodic jobs only, beside the processes that serve. PostgreSQL only.

import { constants, setPriority } from 'node:os'
import type { Logger } from 'pino'
import { createBackground } from '../background.ts'
import { type Config, ConfigError } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { createLogger } from '../http/logger.ts'
import { createServer, mountSystem } from '../http/server.ts'
import { followInventory, openSearchEngine } from '../modules/search/index.ts'
import { createDeps, ensureDataDirectory, openDatabase, prepareCluster } from '../service.ts'
import { drainOnSignal } from './drain.ts'

/** Where processes share a processor, requests come first. Some systems forbid the change; then the worker runs as it is. */
function lowerPriority({ workerPriority }: Pick<Config, 'workerPriority'>, log: Logger): void {
  if (workerPriority === 'normal') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    log.info({ err: error }, 'the priority of the worker cannot be lowered')
  }
}

export async function worker(config: Config): Promise<void> {
  if (!config.databaseUrl)
    throw new ConfigError(
      'Separate workers require PostgreSQL. Set DATABASE_URL. With the embedded database, npm start runs the jobs itself.',
    )
  const log = createLogger(config)
  lowerPriority(config, log)
  ensureDataDirectory(config)
  const db = await openDatabase(config, log)
  try {
    await migrate(db)
    await prepareCluster(db)
    const deps = await createDeps(config, { log, db, processMetrics: true })
    const background = createBackground(deps)
    // Only where it is told to: it has no index, so it needs no model otherwise.
    const embedder = config.searchEmbedding ? openSearchEngine(config, { db, log }) : null
    const embedding = embedder && followInventory(deps, embedder, { holdsIndex: false })
    const app = createServer(deps)
    mountSystem(app, deps, { isPublic: false })
    drainOnSignal(config, log, async () => {
      await app.close()
      await background.stop()
      await embedding?.stop()
      await embedder?.close()
      await db.close()
    })
    await background.start()
    if (config.workerPort !== null) await app.listen({ host: config.host, port: config.workerPort })
    process.stdout.write(`\n  Freehold ${config.version} worker is ready\n\n`)
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
