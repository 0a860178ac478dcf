// `npm run migrate`: bring the database up to date and say what was done.
import type { Config } from '../config.ts'
import { type Upgrade, upgradeDatabase } from '../db/migrate.ts'
import { createLogger } from '../http/logger.ts'
import { ensureDataDirectory, openDatabase } from '../service.ts'

/** New functions and triggers need no word of their own when migrations came with them. */
function describeUpgrade({ migrations, code }: Upgrade): string {
  if (migrations.length > 0) return `applied migrations ${migrations.join(', ')}`
  return code.length > 0 ? `replaced functions and triggers: ${code.join(', ')}` : 'the database is up to date'
}

export async function migrateCommand(config: Config): Promise<void> {
  ensureDataDirectory(config)
  const db = await openDatabase(config, createLogger(config))
  try {
    process.stdout.write(`${describeUpgrade(await upgradeDatabase(db))}\n`)
  } finally {
    await db.close()
  }
}
