// `copy-to DATABASE_URL`: copies the embedded database to an empty PostgreSQL database, and checks rows and ledger there.
import { type Config, ConfigError } from '../config.ts'
import { copyDatabase, isUsed } from '../db/copy.ts'
import { migrate } from '../db/migrate.ts'
import { makePartitions } from '../db/partitions.ts'
import type { Database, Db } from '../db/sql.ts'
import { createLogger } from '../http/logger.ts'
import { readSandboxMonths } from '../jobs/partition-job.ts'
import { systemClock } from '../kernel/clock.ts'
import { parseDatabaseUrl } from '../kernel/settings/database.ts'
import { checkLedger } from '../modules/audit/index.ts'
import { MAIL_ATTEMPT_PARTITIONS, MAIL_PARTITIONS } from '../modules/mail/index.ts'
import { EVENT_PARTITIONS } from '../modules/webhooks/index.ts'
import { ensureDataDirectory, openDatabase } from '../service.ts'

async function checkCopy(db: Db): Promise<void> {
  const findings = await checkLedger(db)
  if (findings.length > 0)
    throw new ConfigError(
      `The ledger check failed on the copy (${findings[0]?.invariant}). Nothing was written. Fix the ledger of the source database, then copy again.`,
    )
}

/** For rows on sandbox clocks, which would fill the default partition. */
async function makeAhead(source: Database, target: Database): Promise<void> {
  const ahead = await readSandboxMonths(source)
  for (const spec of [EVENT_PARTITIONS, MAIL_PARTITIONS, MAIL_ATTEMPT_PARTITIONS])
    await makePartitions(target, { ...spec, ahead }, systemClock.now())
}

export async function copyTo(config: Config, url: string | undefined): Promise<void> {
  const databaseUrl = parseDatabaseUrl(url)
  if (!databaseUrl) throw new ConfigError('Usage: copy-to postgres://USER:PASSWORD@HOST:PORT/DATABASE')
  if (config.databaseUrl)
    throw new ConfigError(
      'DATABASE_URL is set. Unset it: copy-to copies from the embedded database in DATA_DIR to the URL in its argument.',
    )
  ensureDataDirectory(config)
  const log = createLogger(config)
  const source = await openDatabase(config, log)
  let target: Database | undefined
  try {
    target = await openDatabase({ ...config, databaseUrl }, log)
    await migrate(source)
    await migrate(target)
    if (await isUsed(target))
      throw new ConfigError('The target database is not empty. Create a new database and copy to it.')
    await makeAhead(source, target)
    const tables = await copyDatabase(source, target, checkCopy)
    const rows = tables.reduce((sum, one) => sum + one.rows, 0)
    process.stdout.write(
      `copied ${rows} rows in ${tables.length} tables; row counts and ledger agree\n` +
        'Set DATABASE_URL to this database and start the service. Keep DATA_DIR: it has the master key and credentials.json.\n',
    )
  } finally {
    await target?.close()
    await source.close()
  }
}
