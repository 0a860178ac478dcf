// `npm run migrate`: bring the database up to date and say what was done.
import type { Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { createLogger } from '../http/logger.ts'
import { ensureDataDirectory, openDatabase } from '../service.ts'

export async function migrateCommand(config: Config): Promise<void> {
  ensureDataDirectory(config)
  const db = await openDatabase(config, createLogger(config))
  try {
    const applied = await migrate(db)
    process.stdout.write(applied.length > 0 ? `applied migrations ${applied.join(', ')}\n` : 'nothing to migrate\n')
  } finally {
    await db.close()
  }
}
