// The life of a service: open the database, migrate, unlock the secrets, serve, drain, close.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { createApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { lockDataDirectory } from './db/data-lock.ts'
import { openEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openPostgres } from './db/postgres.ts'
import { type Database, sql } from './db/sql.ts'
import type { Deps } from './deps.ts'
import { createAdmission } from './http/admission.ts'
import { createMetrics } from './http/metrics.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { createSecretBox } from './kernel/secret-box.ts'

export type Service = { app: FastifyInstance; deps: Deps; close(): Promise<void> }

export function ensureDataDirectory(config: Config): void {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const probe = path.join(config.dataDir, '.writable')
    writeFileSync(probe, '')
    readFileSync(probe)
  } catch (error) {
    throw new ConfigError(`the data folder ${config.dataDir} cannot be used: ${(error as Error).message}`)
  }
}

export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const onError = (error: Error) => log.error({ err: error }, 'database connection failed')
  if (config.databaseUrl) return openPostgres({ url: config.databaseUrl, poolSize: config.databasePoolSize, onError })
  const lock = await lockDataDirectory(config.dataDir)
  if (!lock)
    throw new ConfigError(
      `another process uses the data folder ${config.dataDir}; stop it, set DATA_DIR, or use PostgreSQL (DATABASE_URL)`,
    )
  const db = await openEmbedded({ directory: path.join(config.dataDir, 'database'), onError })
  return {
    ...db,
    close: async () => {
      await db.close()
      lock.release()
    },
  }
}

/**
 * In production the key comes from the environment. In development it is made once, in the data folder; a second
 * development process that has a folder of its own finds it in the shared database.
 */
async function masterKey(config: Config, db: Database): Promise<Buffer> {
  if (config.masterKey) return config.masterKey
  const file = path.join(config.dataDir, 'master.key')
  const local = existsSync(file) ? readFileSync(file, 'utf8').trim() : randomBytes(32).toString('base64')
  const row = await db.one<{ value: string }>(sql`
    insert into service_state as s (key, value) values ('development_master_key', to_jsonb(${local}::text))
    on conflict (key) do update set value = s.value returning s.value`)
  const key = row?.value ?? local
  if (!existsSync(file)) writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return Buffer.from(key, 'base64')
}

export const createLogger = (config: Config): Logger =>
  pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.secret', '*.password', '*.token', '*.authorization'], censor: '[redacted]' },
  })

export async function createDeps(
  config: Config,
  parts: { log: Logger; db: Database; clock?: Clock; processMetrics?: boolean },
): Promise<Deps> {
  const { log, db, clock = systemClock } = parts
  const metrics = createMetrics({ process: parts.processMetrics ?? false })
  metrics.up.set({ version: config.version }, 1)
  const secrets = createSecretBox(await masterKey(config, db))
  const admission = createAdmission({ db, clock, metrics })
  return { config, db, clock, log, secrets, metrics, admission }
}

export async function createService(config: Config): Promise<Service> {
  const log = createLogger(config)
  ensureDataDirectory(config)
  const db = await openDatabase(config, log)
  try {
    await migrate(db)
    const deps = await createDeps(config, { log, db, processMetrics: true })
    const app = await createApp(deps)
    return {
      app,
      deps,
      close: async () => {
        await app.close()
        await db.close()
      },
    }
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
