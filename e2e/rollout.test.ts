// A new version is rolled out under load: its migration runs first, then each process is drained and replaced. The processes of
// before and those that are rolled back to live on a database that is ahead of them.
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { startReceiver, until } from '../packages/server/test/receiver.ts'
import { brokenPromises } from './faults/audit.ts'
import { buyAll, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, type Service, startService, usedDatabase } from './process.ts'

afterAll(cleanUp)

const NAMES = Array.from({ length: 400 }, (_, index) => `rollout-${index}.test`)

/** What the rule for migrations allows the next version: to add. */
const NEXT_MIGRATION = `
  alter table orders add column note_of_the_next_version text;
  create table things_of_the_next_version (id text primary key, order_id id_text references orders);
  create index concurrently_not_needed_here on orders (note_of_the_next_version) where note_of_the_next_version is not null;
  insert into schema_migrations (version, name, checksum) values (9001, 'the_next_version', 'of-the-next-version')`

async function migrateAhead(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; ${NEXT_MIGRATION}; commit`)
  await client.end()
}

it('loses nothing, and asks nobody for more than another try', async () => {
  const env = { ...(await usedDatabase(inject('postgresUrl'))), RATE_LIMITS: 'off' }
  const serving: (Service | null)[] = await Promise.all([startService(env), startService(env)])
  const [first] = serving as [Service]
  const receiver = await startReceiver()
  await first.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
  await listNames(first, NAMES)
  const writers = newWriters()
  const urls = () => serving.flatMap((service) => service?.url ?? [])
  const buying = buyAll(writers, NAMES, { urls, credentials: first.credentials().partner, pauseMs: 400 })
  await until('selling has begun', () => writers.acknowledged.size > 20)
  await migrateAhead(env.DATABASE_URL)
  for (const place of serving.keys()) {
    const old = serving[place] as Service
    serving[place] = null
    expect(await old.stop()).toMatchObject({ code: 0 })
    serving[place] = await startService(env)
  }
  await buying
  expect(writers.refused).toEqual([])
  expect(writers.acknowledged.size).toBe(NAMES.length)
  await until('every event arrives', () => new Set(receiver.ids()).size >= NAMES.length, 60)
  const db = openPostgres({ url: env.DATABASE_URL, poolSize: 1 })
  expect(await brokenPromises(db, writers.acknowledged)).toEqual([])
  await db.close()
  await receiver.stop()
  for (const service of serving) expect(await service?.stop()).toMatchObject({ code: 0 })
})
