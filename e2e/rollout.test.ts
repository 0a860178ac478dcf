// A new version is rolled out under load: its migration runs first, then each process is drained and replaced. The processes of
// before and those that are rolled back to live on a database that is ahead of them. The code is the same before and after, unless
// OLD_VERSION names the folder of an older one that is installed and built: then it serves until it is replaced.
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { startReceiver, until } from '../packages/server/test/receiver.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { buyAll, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, type Service, START, startService, usedDatabase } from './process.ts'

afterAll(cleanUp)

/** More than are sold: buyers are at work from before the first process ends until after the last has begun. */
const NAMES = Array.from({ length: 4000 }, (_, index) => `rollout-${index}.test`)
const SOLD_BY_EACH_AT_LEAST = 50
const { OLD_VERSION } = process.env
const startOld = OLD_VERSION ? [process.execPath, path.join(OLD_VERSION, 'scripts/start.mjs')] : START

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
  const serving: (Service | null)[] = await Promise.all([startService(env, startOld), startService(env, startOld)])
  const [first] = serving as [Service]
  const receiver = await startReceiver()
  await first.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
  await listNames(first, NAMES)
  const writers = newWriters()
  const urls = () => serving.flatMap((service) => service?.url ?? [])
  let enough = false
  const buying = buyAll(writers, NAMES, {
    urls,
    credentials: first.credentials().partner,
    pauseMs: 800,
    until: () => enough,
  })
  const soldSince = (count: number) => () => writers.acknowledged.size >= count + SOLD_BY_EACH_AT_LEAST
  await until('selling has begun', soldSince(0))
  await migrateAhead(env.DATABASE_URL)
  for (const place of serving.keys()) {
    const old = serving[place] as Service
    serving[place] = null
    const before = writers.acknowledged.size
    const { code } = await old.stop()
    // How an older version ends is not ours to mend any more.
    if (!OLD_VERSION) expect(code).toBe(0)
    const stopped = writers.acknowledged.size
    serving[place] = await startService(env)
    expect(writers.acknowledged.size, 'the other process sold on').toBeGreaterThan(before)
    await until('selling goes on', soldSince(stopped))
  }
  enough = true
  await buying
  expect(writers.refused).toEqual([])
  expect(writers.acknowledged.size).toBeLessThan(NAMES.length)
  await expectAllArrive(serving[0] as Service, writers, receiver)
  const db = openPostgres({ url: env.DATABASE_URL, poolSize: 1 })
  expect(await brokenPromises(db, writers.acknowledged)).toEqual([])
  await db.close()
  await receiver.stop()
  for (const service of serving) expect(await service?.stop()).toMatchObject({ code: 0 })
})
