// Numbered migrations, applied in order, each in a transaction, by one process at a time; then the SQL code.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { lazy } from '../kernel/lazy.ts'
import { createReadOnlyError } from './failures.ts'
import type { Database, Db, Session } from './sql.ts'
import { sql, sqlState } from './sql.ts'
import { applySqlCode, loadSqlCode, type SqlCode } from './sql-code.ts'
import { changeInTurns, isTableBusy } from './wait-for-tables.ts'

/** What whoever runs the service must mend; the message says it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type Migration = { version: number; name: string; text: string; checksum: string }

const DIRECTORY = new URL('../../migrations/', import.meta.url)
/** Any fixed number: whoever holds this advisory lock migrates. */
const LOCK = 7_264_100

/**
 * Six migrations once held functions and triggers, which are SQL code now (sql-code.ts). Databases remember the checksum of the
 * text that held them, and so do databases made since: then a process of an earlier version starts on either.
 */
const MOVED_CODE = new Map([
  [
    '7bcdde70b2086c01e12777df6a5cc977a774a39443232e1e1480c1a720dd93c8',
    '45e676303547b3c3a9345c3ef3468ffdcde64b38464e7b58ea5773951a84796c',
  ],
  [
    '4c1d1ef478728ca6b618a2c1e8746de72beea6dd2f409396ae3157fbf24e9f8b',
    'b38bcbf5c6b0b1299021eec4cc8f6b8131edb22612e551d81f069cb099300c82',
  ],
  [
    'cc61a198f9e681c08f2d953a0e7c6506481db1dc56c593f5adc8d5d9338172da',
    'aec1da64e69e099ef3feb021f7d952276143fa46859a90c7f0b3f00d0ed8eba1',
  ],
  [
    'cff6ca39aedc7a07daca0aaac535f28bc17148f7b70e0721b62e4ef90d1fe8fd',
    '1713f3499466fbadc1c62b829ad18e2298b09b18d51bae901c52ad4b851d034d',
  ],
  [
    'e39a945a60785f3097b1bb7a57149d61f0a61d662b4c012544d24436d3da4240',
    'b1a71e269010de8828e42351f87e9b2d3360cbaa617e4c1c281a2a9c09618a53',
  ],
  [
    'ed54f0d7ca7f3ee2b7fc9ca547a1a90d71d799ae97af936e901cdd96cc27db7f',
    '219761e590199701ab00eb8d973727cb05791ed481430a9d0abb722ae5549207',
  ],
])

function computeChecksum(text: string): string {
  const checksum = createHash('sha256').update(text).digest('hex')
  return MOVED_CODE.get(checksum) ?? checksum
}

export function loadMigrations(directory: URL = DIRECTORY): Migration[] {
  return readdirSync(directory)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, directory), 'utf8')
      return {
        version: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        text,
        checksum: computeChecksum(text),
      }
    })
}

type Applied = { version: number; checksum: string }

async function tryMigration(session: Session, migration: Migration, lockMs: number): Promise<void> {
  await session.script(`begin; set local statement_timeout = 0; set local lock_timeout = ${lockMs}`)
  try {
    await session.script(migration.text)
    await session.run(sql`
      insert into schema_migrations (version, name, checksum)
      values (${migration.version}, ${migration.name}, ${migration.checksum})`)
    await session.script('commit')
  } catch (error) {
    await session.script('rollback')
    throw error
  }
}

const TABLE_BUSY = 'A table is in use, for example by a backup or a long report. Start again when it has ended'

async function applyMigration(session: Session, migration: Migration): Promise<void> {
  await changeInTurns((lockMs) => tryMigration(session, migration, lockMs)).catch((error: Error) => {
    const message = isTableBusy(error) ? `${TABLE_BUSY} (${error.message}).` : error.message
    throw new MigrationError(`migration ${migration.version}_${migration.name}: ${message}`, { cause: error })
  })
}

/** Answers the versions it applied. A changed old migration is refused: the file no longer says what the database is. */
async function applyMigrations(session: Session, migrations: Migration[]): Promise<number[]> {
  await session.run(sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    )`)
  const rows = await session.many<Applied>(sql`select version, checksum from schema_migrations`)
  const checksums = new Map(rows.map(({ version, checksum }) => [version, checksum]))
  const done: number[] = []
  for (const migration of migrations) {
    const known = checksums.get(migration.version)
    if (known === undefined) {
      await applyMigration(session, migration)
      done.push(migration.version)
    } else if (known !== migration.checksum) {
      throw new MigrationError(`migration ${migration.version}_${migration.name} was changed after it was applied`)
    }
  }
  return done
}

/** What was done: versions of migrations, and names of files of SQL code. */
export type Upgrade = { migrations: number[]; code: string[] }

export async function upgradeDatabase(
  db: Database,
  migrations = loadMigrations(),
  code: SqlCode = loadSqlCode(),
): Promise<Upgrade> {
  // Another process may migrate for longer than a request may take, and so may we.
  return db.exclusive(LOCK, async (session) => {
    const done = await applyMigrations(session, migrations)
    const files = await applySqlCode(session, code).catch((error: Error) => {
      throw new MigrationError(`SQL code ${error.message}`, { cause: error })
    })
    return { migrations: done, code: files }
  })
}

/** Answers the versions of the migrations that it applied. */
export const migrate = async (db: Database, migrations?: Migration[], code?: SqlCode): Promise<number[]> =>
  (await upgradeDatabase(db, migrations, code)).migrations

/** False in a database that no migration has run on. */
export const hasSchema = async (db: Database): Promise<boolean> =>
  (await db.one<{ found: boolean }>(sql`select to_regclass('schema_migrations') is not null as found`))?.found === true

/** Read once: what this process knows does not change when a newer version is unpacked over its files. */
const knownMigrations = lazy(() => loadMigrations())
const knownEdition = lazy(() => loadSqlCode().edition)

/** PostgreSQL: a table of this name does not exist. */
const UNDEFINED_TABLE = '42P01'

type Standing = { versions: number[]; edition: number | null; readOnly: boolean }

/** True when every migration that this program knows, and SQL code no older than its own, is in a database that can be written. */
export async function isMigrated(db: Db, migrations = knownMigrations(), edition = knownEdition()): Promise<boolean> {
  const standing = await db
    .one<Standing>(sql`
      select array(select version from schema_migrations) as versions, (select max(edition) from sql_code) as edition,
             current_setting('transaction_read_only') = 'on' as read_only`)
    .catch((error: unknown): undefined => {
      if (sqlState(error) !== UNDEFINED_TABLE) throw error
    })
  if (standing?.readOnly) throw createReadOnlyError()
  const versions = new Set(standing?.versions)
  return (standing?.edition ?? 0) >= edition && migrations.every((migration) => versions.has(migration.version))
}
