// Before all tests: one PostgreSQL server and one migrated template of each database, which test files copy.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import type { Database } from '../src/db/sql.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { prepareTlds } from '../src/modules/registry/index.ts'
import { createDatabase, startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    embeddedTemplate: string
  }
}

export const TEMPLATE = 'freehold_template'

/**
 * No statement of a test is worth compiling, and with hundreds of databases autovacuum would start several processes a second. Nothing
 * here outlives the run: tests of crashes and replicas start their own servers.
 */
const FOR_SHORT_LIVES = [
  'jit=off',
  'autovacuum_naptime=1h',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

/** What every service finds at its start: the schema and the reference data. */
async function prepare(db: Database): Promise<void> {
  await migrate(db)
  await db.tx((tx) => prepareTlds(tx, systemClock.now()))
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Pure rules need no database.
  if (project.vitest.projects.every(({ name }) => name === 'rules')) return undefined
  const postgres = await startPostgres(FOR_SHORT_LIVES)
  console.log(`PostgreSQL for the tests: ${postgres.origin}`)
  const template = openPostgres({ url: await createDatabase(postgres.url, TEMPLATE), poolSize: 2 })
  await prepare(template)
  await template.close()

  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-embedded-'))
  const embedded = await openEmbedded({ directory: path.join(folder, 'template') })
  await prepare(embedded)
  await embedded.close()

  // Workers are ended from outside and cannot tidy up: what outlives a file of tests lies in here.
  process.env.FREEHOLD_TEST_FOLDER = folder
  project.provide('postgresUrl', postgres.url)
  project.provide('embeddedTemplate', path.join(folder, 'template'))
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
