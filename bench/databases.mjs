// The databases a bench runs on, one after the other: PostgreSQL that reaches the disk with every commit, and the embedded one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { postgresVersion, startBenchPostgres } from './orders/fixture.mjs'

export const DATABASES = 'PostgreSQL,embedded'

async function onPostgres(work) {
  const postgres = await startBenchPostgres()
  try {
    await work({
      database: 'PostgreSQL',
      create: async (name) => ({ url: await createDatabase(postgres.url, name) }),
      versions: { postgresql: await postgresVersion(postgres.url) },
    })
  } finally {
    await postgres.stop()
  }
}

async function onEmbedded(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-bench-'))
  try {
    await work({
      database: 'embedded',
      create: async (name) => ({ directory: path.join(folder, name) }),
      versions: {},
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const WAYS = new Map([
  ['PostgreSQL', onPostgres],
  ['embedded', onEmbedded],
])

/** `wanted` as given on the command line; `create` makes a target of a new, empty database. */
export async function onEach(wanted, work) {
  for (const name of wanted.split(',')) {
    const on = WAYS.get(name)
    if (!on) throw new Error(`there is no database ${name}; there are ${DATABASES}`)
    await on(work)
  }
}
