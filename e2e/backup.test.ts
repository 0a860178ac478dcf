// Runs the backup commands of the operating guide for PostgreSQL: the ledger stays consistent, an old key reads an old order, and what
// was still to be delivered arrives once. backup-embedded.test.ts does the same on the embedded database.
import { chownSync, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type OwnServer, postgresBinaries, startServer } from '../packages/server/test/postgres.ts'
import { type Before, expectAllIsThere, fill, paste } from './faults/backups.ts'
import { cleanUp, newFolder, startService } from './process.ts'
import { listCases } from './whole.ts'

const MASTER_KEY = Buffer.alloc(32, 'a key of the test').toString('base64')

afterAll(cleanUp)

const binaries = postgresBinaries()
const hasDump = (folder: string | null) => folder !== null && existsSync(path.join(folder, 'pg_dump'))
const dumping = hasDump(binaries) ? binaries : ((process.env.PATH ?? '').split(':').find(hasDump) ?? null)

describe(`PostgreSQL (${dumping ? 'with' : 'WITHOUT'} pg_dump on this machine)`, () => {
  const servers: OwnServer[] = []
  const PATH = `${dumping}:${process.env.PATH}`
  let first: OwnServer
  let before: Before
  const folder = newFolder()

  const newServer = async (copyOf?: string) => {
    if (!binaries) throw new Error('backups are tested on servers of their own: install PostgreSQL 15 or later')
    const server = await startServer(binaries, copyOf ? { copyOf } : {})
    servers.push(server)
    return server
  }
  const start = (database: string) =>
    startService({ DATABASE_URL: database, MASTER_KEY, RATE_LIMITS: 'off', DATA_DIR: newFolder() })

  beforeAll(async () => {
    first = await newServer()
    const DATABASE_URL = await createDatabase(first.url, 'market')
    const service = await start(DATABASE_URL)
    before = await fill(service)
    // While the service runs.
    if (dumping) await paste('postgresql-dump', folder, { DATABASE_URL, PATH })
    expect(await service.stop()).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    for (const server of servers) {
      await server.stop()
      server.remove()
    }
  })

  const dumped = async () => {
    const DATABASE_URL = await createDatabase((await newServer()).url, 'market')
    await paste('postgresql-restore', folder, { DATABASE_URL, PATH })
    return DATABASE_URL
  }
  const copied = async () => {
    await first.stop()
    servers.splice(servers.indexOf(first), 1)
    await paste('postgresql-stopped', folder, { PGDATA: first.folder })
    const restored = path.join(folder, 'restored')
    const { uid, gid } = statSync(path.join(restored, 'PG_VERSION'))
    chownSync(restored, uid, gid)
    first.remove()
    return (await newServer(restored)).url.replace(/postgres$/, 'market')
  }
  // Where there is no pg_dump the guide's other way is all there is, and it is always tested.
  const ways = [
    ...(dumping ? [['a dump, on another server', dumped] as const] : []),
    ['a copy of its folder', copied] as const,
  ]

  it.each(listCases(ways))('is restored from %s', async (_, restore) => {
    await expectAllIsThere(await start(await restore()), before)
  })
})
