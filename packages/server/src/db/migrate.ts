// Numbered migrations, applied in order, each in a transaction, by one process at a time.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from './sql.ts'
import { sql, sqlState } from './sql.ts'

/** What whoever runs the service must mend; the message says it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type Migration = { version: number; name: string; text: string; checksum: string }

const DIRECTORY = new URL('../../migrations/', import.meta.url)
/** Any fixed number: whoever holds this advisory lock migrates. */
const LOCK = 7_264_100

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
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    })
}

type Applied = { version: number; checksum: string }

/** Answers the versions it applied. A changed old migration is refused: the file no longer says what the database is. */
export async function migrate(db: Database, migrations = loadMigrations()): Promise<number[]> {
  return db.session(async (session) => {
    // Another process may migrate for longer than a request may take, and so may we.
    await session.script('set statement_timeout = 0')
    await session.run(sql`select pg_advisory_lock(${LOCK})`)
    try {
      await session.run(sql`
        create table if not exists schema_migrations (
          version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
        )`)
      const applied = new Map(
        (await session.many<Applied>(sql`select version, checksum from schema_migrations`)).map((row) => [
          row.version,
          row,
        ]),
      )
      const done: number[] = []
      for (const migration of migrations) {
        const known = applied.get(migration.version)
        if (known) {
          if (known.checksum !== migration.checksum)
            throw new MigrationError(
              `migration ${migration.version}_${migration.name} was changed after it had been applied`,
            )
          continue
        }
        await session.script('begin')
        try {
          await session.script(migration.text)
          await session.run(sql`
            insert into schema_migrations (version, name, checksum)
            values (${migration.version}, ${migration.name}, ${migration.checksum})`)
          await session.script('commit')
        } catch (error) {
          await session.script('rollback')
          throw new MigrationError(`migration ${migration.version}_${migration.name}: ${(error as Error).message}`, {
            cause: error,
          })
        }
        done.push(migration.version)
      }
      return done
    } finally {
      await session.run(sql`select pg_advisory_unlock(${LOCK})`)
      await session.script('reset statement_timeout')
    }
  })
}

/** Read once: what this process knows does not change when a newer version is unpacked over its files. */
let known: Migration[] | undefined
const knownMigrations = (): Migration[] => {
  known ??= loadMigrations()
  return known
}

/** PostgreSQL: a table of this name does not exist. */
const UNDEFINED_TABLE = '42P01'

/** True when every migration this program knows is in the database. One query. */
export async function isMigrated(db: Database, migrations = knownMigrations()): Promise<boolean> {
  const rows = await db
    .many<{ version: number }>(sql`select version from schema_migrations`)
    .catch((error: unknown): { version: number }[] => {
      if (sqlState(error) === UNDEFINED_TABLE) return []
      throw error
    })
  const versions = new Set(rows.map((row) => row.version))
  return migrations.every((migration) => versions.has(migration.version))
}
