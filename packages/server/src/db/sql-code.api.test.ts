// Functions and triggers on both engines: applied once, whole or not at all, never by an older process over a newer one.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseKind, openTestDatabase } from '../../test/harness.ts'
import { createDatabase } from '../../test/postgres.ts'
import { openEmbedded } from './embedded.ts'
import { isMigrated, loadMigrations, type Migration, migrate, upgradeDatabase } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { type Database, sql } from './sql.ts'
import { loadSqlCode, type SqlCode, type SqlFile } from './sql-code.ts'

const onPostgres = databaseKind === 'postgres'

const file = (name: string, text: string): SqlFile => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
})
const makeFile = (name: string, value: number) =>
  file(
    `${name}.sql`,
    `create or replace function ${name}() returns integer language sql immutable as 'select ${value}';`,
  )

/** Later than this service's own, which stay as they are beside them. */
const EDITION = loadSqlCode().edition + 1000

describe('SQL code', () => {
  let db: Database
  let url: string | null
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ db, url, remove } = await openTestDatabase(`freehold_code_${process.pid}`))
  })
  afterAll(() => remove())

  const apply = async (edition: number, ...files: SqlFile[]) => (await upgradeDatabase(db, [], { edition, files })).code
  const call = async (name: 'code_one' | 'code_two') =>
    (
      await db.one<{ value: number }>(
        name === 'code_one' ? sql`select code_one() as value` : sql`select code_two() as value`,
      )
    )?.value
  const recorded = () =>
    db.many<{ name: string; edition: number }>(sql`select name, edition from sql_code order by name`)

  it('of this service is applied with the migrations, and not again', async () => {
    const { edition, files } = loadSqlCode()
    const rows = await recorded()
    expect(rows).toEqual(files.map(({ name }) => ({ name, edition })).sort((a, b) => (a.name < b.name ? -1 : 1)))
    expect(await upgradeDatabase(db)).toEqual({ migrations: [], code: [] })
  })

  it('is applied once, in its order; afterwards only what changed', async () => {
    expect(await apply(EDITION, makeFile('code_one', 1), makeFile('code_two', 2))).toEqual([
      'code_one.sql',
      'code_two.sql',
    ])
    expect(await apply(EDITION, makeFile('code_one', 1), makeFile('code_two', 2))).toEqual([])
    expect(await apply(EDITION + 1, makeFile('code_one', 1), makeFile('code_two', 22))).toEqual(['code_two.sql'])
    expect([await call('code_one'), await call('code_two')]).toEqual([1, 22])
    expect(await recorded()).toEqual([
      { name: 'code_one.sql', edition: EDITION + 1 },
      { name: 'code_two.sql', edition: EDITION + 1 },
    ])
  })

  it('changes whole: a file that fails leaves the others and the record as they were', async () => {
    const before = await recorded()
    const broken = file(
      'broken.sql',
      'create or replace function broken() returns integer language sql as $$ select nothing $$;',
    )
    const failing = apply(EDITION + 2, makeFile('code_one', 111), broken, makeFile('code_two', 222))
    await expect(failing).rejects.toThrow(/^SQL code broken\.sql: column "nothing" does not exist/)
    expect([await call('code_one'), await call('code_two')]).toEqual([1, 22])
    expect(await recorded()).toEqual(before)
    expect(await apply(EDITION + 2, makeFile('code_one', 111), makeFile('code_two', 222))).toHaveLength(2)
    expect([await call('code_one'), await call('code_two')]).toEqual([111, 222])
  })

  it('of an older process does not replace what a newer one applied', async () => {
    expect(await apply(EDITION + 1, makeFile('code_one', 1), makeFile('code_two', 22))).toEqual([])
    expect([await call('code_one'), await call('code_two')]).toEqual([111, 222])
    expect((await recorded()).map(({ edition }) => edition)).toEqual([EDITION + 2, EDITION + 2])
  })

  it('decides about readiness: a newer process waits for its edition, an older one does not', async () => {
    expect(await isMigrated(db, [], EDITION + 1)).toBe(true)
    expect(await isMigrated(db, [], EDITION + 2)).toBe(true)
    expect(await isMigrated(db, [], EDITION + 3)).toBe(false)
  })

  it('raises the edition although no text changed, and forgets a file that is gone', async () => {
    expect(await apply(EDITION + 3, makeFile('code_one', 111))).toEqual([])
    expect(await recorded()).toEqual([{ name: 'code_one.sql', edition: EDITION + 3 }])
    expect(await isMigrated(db, [], EDITION + 3)).toBe(true)
  })

  it('is applied once by two processes at once, the newer one last in effect', async () => {
    const other = url === null ? db : openPostgres({ url, poolSize: 2 })
    const [older, newer] = [makeFile('code_two', 4), makeFile('code_two', 5)]
    const results = await Promise.all([
      upgradeDatabase(db, [], { edition: EDITION + 5, files: [newer] }),
      upgradeDatabase(other, [], { edition: EDITION + 5, files: [newer] }),
      upgradeDatabase(other, [], { edition: EDITION + 4, files: [older] }),
    ])
    expect(results.slice(0, 2).flatMap(({ code }) => code)).toEqual(['code_two.sql'])
    expect(await call('code_two')).toBe(5)
    if (other !== db) await other.close()
  })

  it.runIf(onPostgres)('waits for a writer without failing, and lets other writers pass', async () => {
    const trigger = file(
      'trigger.sql',
      `create or replace function code_trigger() returns trigger language plpgsql as 'begin return new; end';
       create or replace trigger code_trigger before update on service_state for each row execute function code_trigger();`,
    )
    let applying: Promise<string[]> | undefined
    await db.tx(async (tx) => {
      await tx.run(sql`insert into service_state (key, value) values ('writer', '1')`)
      applying = apply(EDITION + 6, trigger)
      const started = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await db.run(sql`insert into service_state (key, value) values ('another', '1')`)
      expect(performance.now() - started).toBeLessThan(20_000)
      await new Promise((resolve) => setTimeout(resolve, 1500))
    })
    expect(await applying).toEqual(['trigger.sql'])
  })
})

/** Every function and trigger as the database itself writes it. */
const CATALOG = sql`
  select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
  order by 1, 2`

async function emptyDatabase(name: string): Promise<{ db: Database; remove(): Promise<void> }> {
  if (onPostgres) {
    const db = openPostgres({ url: await createDatabase(inject('postgresUrl'), name), poolSize: 2 })
    return { db, remove: () => db.close() }
  }
  const folder = mkdtempSync(path.join(process.env.FREEHOLD_TEST_FOLDER ?? tmpdir(), 'freehold-empty-'))
  const db = await openEmbedded({ directory: path.join(folder, 'database') })
  const remove = async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { db, remove }
}

/** The migrations that held functions and triggers, as earlier versions had them. */
const EARLIER = JSON.parse(
  gunzipSync(readFileSync(new URL('../../test/earlier-migrations.json.gz', import.meta.url))).toString(),
) as Record<string, string>
const LAST_EARLIER = 21

function earlierMigrations(): Migration[] {
  const texts = new Map(Object.entries(EARLIER).map(([name, text]) => [Number(name.slice(0, 4)), text]))
  return loadMigrations()
    .filter(({ version }) => version <= LAST_EARLIER)
    .map((migration) => ({ ...migration, text: texts.get(migration.version) ?? migration.text }))
}

describe('a database of an earlier version', () => {
  it('remembers the checksums that today’s migrations answer to', () => {
    const now = new Map(loadMigrations().map(({ version, checksum }) => [version, checksum]))
    for (const [name, text] of Object.entries(EARLIER))
      expect([name, now.get(Number(name.slice(0, 4)))]).toEqual([name, file(name, text).checksum])
  })

  it('has, once upgraded, the same functions and triggers as a new one', async () => {
    const { db, remove } = await emptyDatabase(`freehold_earlier_${process.pid}`)
    const fresh = await openTestDatabase(`freehold_fresh_${process.pid}`)
    const none: SqlCode = { edition: 0, files: [] }
    // Migration 22, which remembers SQL code, is younger than they are.
    await db.run(sql`create table sql_code (name text, checksum text, edition integer)`)
    expect(await migrate(db, earlierMigrations(), none)).toHaveLength(LAST_EARLIER)
    await db.run(sql`drop table sql_code`)
    expect((await db.many(CATALOG)).length).toBeGreaterThan(30)
    expect(await upgradeDatabase(db)).toEqual({
      migrations: loadMigrations().flatMap(({ version }) => (version > LAST_EARLIER ? [version] : [])),
      code: loadSqlCode().files.map(({ name }) => name),
    })
    expect(await db.many(CATALOG)).toEqual(await fresh.db.many(CATALOG))
    await remove()
    await fresh.remove()
  })
})
