// `node scripts/start.mjs search`: holds the search index, serves it to web processes and embeds. PostgreSQL only.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import { type Config, ConfigError } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { createLogger } from '../http/logger.ts'
import { createServer, mountSystem } from '../http/server.ts'
import { followInventory, mountSearchServer, openSearchEngine } from '../modules/search/index.ts'
import { createDeps, ensureDataDirectory, openDatabase, prepareCluster } from '../service.ts'
import { drainOnSignal } from './drain.ts'

/** A process that was killed leaves its socket behind. One that nobody listens on is removed. */
async function removeDeadSocket(path: string): Promise<void> {
  const probe = net.connect(path)
  try {
    await once(probe, 'connect')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') await rm(path, { force: true })
    return
  } finally {
    probe.destroy()
  }
  throw new ConfigError(
    `The socket ${path} (SEARCH_LISTEN) is in use by another process. Stop it, or use another path.`,
  )
}

export async function search(settings: Config): Promise<void> {
  if (!settings.databaseUrl)
    throw new ConfigError(
      'Search processes require PostgreSQL. Set DATABASE_URL. With the embedded database, npm start searches itself.',
    )
  if (settings.searchEngine === 'keyword')
    throw new ConfigError('Search processes need an index. Remove SEARCH_ENGINE=keyword.')
  // Processes often share their settings. This one holds the index that SEARCH_URL leads others to, and only they connect: each web
  // process with many connections, and several from one machine.
  const config: Config = { ...settings, searchUrls: [], connectionsPerAddress: 0 }
  const { searchListen: listen } = config
  const log = createLogger(config)
  ensureDataDirectory(config)
  const db = await openDatabase(config, log)
  try {
    await migrate(db)
    await prepareCluster(db)
    const engine = openSearchEngine(config, { db, log })!
    const deps = await createDeps(config, { log, db, processMetrics: true, searchEngine: engine })
    const app = createServer(deps)
    const findObstacle = () =>
      deps.search.ready.size > 0 ? null : 'The search index is not complete yet. It is loaded in the background.'
    mountSystem(app, deps, { isPublic: false, findObstacle })
    mountSearchServer(app, deps, engine)
    const sync = followInventory(deps, engine)
    drainOnSignal(config, log, async () => {
      await app.close()
      await sync.stop()
      await engine.close()
      await deps.admission.close()
      await db.close()
    })
    if ('path' in listen) await removeDeadSocket(listen.path)
    const address = await app.listen('path' in listen ? listen : { host: config.host, port: listen.port })
    process.stdout.write(`\n  Freehold ${config.version} search process is ready at ${address}\n\n`)
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
