// SQL that is code: functions and triggers live beside the TypeScript that calls them. Here they are put into the database, after
// the migrations, all in one transaction.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Session, sql } from './sql.ts'
import { changeInTurns } from './wait-for-tables.ts'

export type SqlFile = { name: string; text: string; checksum: string }

/** The files in the order in which they are applied. The edition grows with every change of their text. */
export type SqlCode = { edition: number; files: SqlFile[] }

/** `files` maps each name below src/ to its checksum; the order of its lines is the order of application. */
type Manifest = { edition: number; files: Record<string, string> }

const MANIFEST = new URL('../../sql-code.json', import.meta.url)
/** The build copies the .sql files, so they are at the same place below src/ and dist/. */
const SOURCES = new URL('../', import.meta.url)

export function loadSqlCode(): SqlCode {
  const { edition, files } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest
  return {
    edition,
    files: Object.keys(files).map((name) => {
      const text = readFileSync(new URL(name, SOURCES), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  }
}

type Applied = { name: string; checksum: string; edition: number }

async function replaceCode(
  session: Session,
  { edition, files }: SqlCode,
  changed: SqlFile[],
  lockMs: number,
): Promise<void> {
  // A trigger locks its table. Writers must not queue behind a lock that waits for a long transaction.
  await session.script(`begin; set local statement_timeout = 0; set local lock_timeout = ${lockMs}`)
  try {
    for (const { name, text, checksum } of changed) {
      await session.script(text).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error })
      })
      await session.run(sql`
        insert into sql_code (name, checksum, edition) values (${name}, ${checksum}, ${edition})
        on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`)
    }
    await session.run(sql`update sql_code set edition = ${edition} where edition <> ${edition}`)
    await session.run(sql`delete from sql_code where name <> all (${files.map(({ name }) => name)}::text[])`)
    await session.script('commit')
  } catch (error) {
    await session.script('rollback')
    throw error
  }
}

/**
 * Answers the names of the files it applied. The caller holds the lock of migrations. A process whose edition is older than the
 * database's changes nothing: while a new version is rolled out, one of before may still restart.
 */
export async function applySqlCode(session: Session, code: SqlCode): Promise<string[]> {
  const applied = await session.many<Applied>(sql`select name, checksum, edition from sql_code`)
  const edition = Math.max(0, ...applied.map((row) => row.edition))
  if (code.edition < edition) return []
  const checksums = new Map(applied.map((row) => [row.name, row.checksum]))
  const changed = code.files.filter(({ name, checksum }) => checksums.get(name) !== checksum)
  if (changed.length === 0 && code.edition === edition) return []
  await changeInTurns((lockMs) => replaceCode(session, code, changed, lockMs))
  return changed.map(({ name }) => name)
}
