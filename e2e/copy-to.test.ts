// Moving from the embedded database to PostgreSQL: everything arrives, to the byte, and the service goes on there.
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, Sql, sql } from '../packages/server/src/db/sql.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { type OneProcess, openOneProcess } from './one-process.ts'
import { cleanUp, finish, newFolder, START, startService, usedFolder } from './process.ts'

let dataDir: string
let url: string
let order: string
let one: OneProcess

beforeAll(async () => {
  one = openOneProcess()
  const service = await startService({ DATA_DIR: await usedFolder() })
  dataDir = service.dataDir
  const { quote_id: quoteId } = await service.sdk().quotes.create({ domain: 'held.test' })
  order = (await service.sdk().orders.record({ quote_id: quoteId, external_payment_ref: 'before the move' })).public_id
  await service.stop()
  url = await createDatabase(inject('postgresUrl'), `freehold_copy_${process.pid}`)
})
afterAll(async () => {
  one.stop()
  await cleanUp()
})

const copyTo = (target: string) => finish([...START, 'copy-to', target], { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })

/** Every row of every table, as the database writes it. */
async function digests(db: Database): Promise<Record<string, string>> {
  const tables = await db.many<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not in ('schema_migrations', 'sql_code')`)
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as digest
                  from (select row_to_json(t)::text as row from "${name}" t) rows`
    found[name] = (await db.one<{ digest: string }>(new Sql(text, [])))?.digest ?? ''
  }
  return found
}

it('refuses what is not a PostgreSQL URL, in one line', async () => {
  expect(await one.run({ DATA_DIR: dataDir }, 'copy-to', 'elsewhere')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^freehold: DATABASE_URL must start with [^\n]+\n$/),
  })
})

it('copies every row of every table, with the same bytes', async () => {
  const done = await copyTo(url)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toMatch(/^copied \d+ rows in \d+ tables; row counts and ledger agree\n/)
  const source = await openEmbedded({ directory: path.join(dataDir, 'database') })
  const wanted = await digests(source)
  await source.close()
  const target = openPostgres({ url, poolSize: 1 })
  expect(await digests(target)).toEqual(wanted)
  await target.close()
})

it('refuses a database that is in use, and changes nothing', async () => {
  const again = await one.run({ DATA_DIR: dataDir }, 'copy-to', url)
  expect(again.code).toBe(1)
  expect(again.stderr).toBe('freehold: The target database is not empty. Create a new database and copy to it.\n')
})

it('lets the service go on there, with the same keys', async () => {
  const service = await startService({ DATA_DIR: dataDir, DATABASE_URL: url })
  expect(await service.sdk().orders.get(order)).toMatchObject({ external_payment_ref: 'before the move' })
  const { quote_id: quoteId } = await service.sdk().quotes.create({ domain: 'price-changes.test' })
  expect(quoteId).toMatch(/^quo_/)
  expect(await service.stop()).toMatchObject({ code: 0 })
})

it('does not copy a database that is on PostgreSQL already', async () => {
  const ended = await one.run({ DATABASE_URL: url, DATA_DIR: newFolder() }, 'copy-to', url)
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^freehold: DATABASE_URL is set/) })
})
