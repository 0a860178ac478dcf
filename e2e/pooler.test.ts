// The service behind a pooler in transaction mode: PgBouncer where it is installed, and a pooler of our own everywhere.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { sql } from '../packages/server/src/db/sql.ts'
import { createDatabase, freePort, serverUser, waitUntilReady } from '../packages/server/test/postgres.ts'
import { startReceiver } from '../packages/server/test/receiver.ts'
import { startTransactionPooler } from '../packages/server/test/transaction-pooler.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { buyAll, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, newFolder, startService } from './process.ts'

afterAll(cleanUp)

type Pooler = { url: string; close(): Promise<void> }

const findPgBouncer = (): string | undefined =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => path.join(folder, 'pgbouncer'))
    .find((file) => existsSync(file))

/** As an administrator installs it: transaction pooling, and nothing else that a service might ask for. */
async function startPgBouncer(program: string, target: string): Promise<Pooler> {
  const folder = newFolder()
  chmodSync(folder, 0o755)
  const { hostname, port, pathname } = new URL(target)
  const database = pathname.slice(1)
  const own = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(path.join(folder, 'users.txt'), '"freehold" ""\n')
  writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${hostname} port=${port} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'auth_type = trust',
      `auth_file = ${path.join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
      'unix_socket_dir =',
    ].join('\n'),
  )
  const child = spawn(program, [file], { stdio: 'ignore', ...serverUser() })
  const url = `postgres://freehold@127.0.0.1:${own}/${database}`
  await waitUntilReady(url, child)
  return {
    url,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
    },
  }
}

const pgBouncer = findPgBouncer()
if (!pgBouncer) console.log('not run: the service behind PgBouncer. Install pgbouncer.')

const POOLERS: [string, (target: string) => Promise<Pooler>][] = [
  ['a transaction pooler', startTransactionPooler],
  ...(pgBouncer
    ? ([['PgBouncer in transaction mode', (target: string) => startPgBouncer(pgBouncer, target)]] as [
        string,
        (target: string) => Promise<Pooler>,
      ][])
    : []),
]

let serial = 0

describe.each(POOLERS)('behind %s', (_, startPooler) => {
  it('two processes start on an empty database, sell, and leave nothing in a session', async () => {
    const target = await createDatabase(inject('postgresUrl'), `freehold_pooled_${process.pid}_${serial++}`)
    const pooler = await startPooler(target)
    const env = { DATABASE_URL: pooler.url, RATE_LIMITS: 'off' }
    const [one, other] = await Promise.all([startService(env), startService(env)])
    const receiver = await startReceiver()
    await one.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
    const names = Array.from({ length: 60 }, (_, index) => `pooled-${index}.test`)
    await listNames(one, names)
    const writers = newWriters()
    const urls = [one.url, other.url]
    const { partner } = one.credentials()
    await buyAll(writers, names, { urls: () => urls, credentials: partner, buyers: 20 })
    expect(writers).toMatchObject({ refused: [], retried: 0 })
    const direct = openPostgres({ url: target, poolSize: 2 })
    expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
    await expectAllArrive(one, writers, receiver)
    await receiver.stop()
    expect(
      await direct.many(sql`
      select 1 from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.pid <> pg_backend_pid()`),
    ).toEqual([])
    for (const service of [one, other]) expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    // A statement that takes long is not taken for a silent connection, although the pooler hides who is at work.
    const pooled = openPostgres({ url: pooler.url, poolSize: 2 })
    expect(await pooled.one(sql`select 1 as done from pg_sleep(6.5)`)).toEqual({ done: 1 })
    // Sessions that clients share keep no settings of one client.
    const limits = await pooled.many<{ setting: string }>(sql`
      select setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`)
    expect(limits.map(({ setting }) => setting)).toEqual(['0', '0'])
    await pooled.close()
    expect((await Promise.all([one.stop(), other.stop()])).map(({ code }) => code)).toEqual([0, 0])
    for (const { output } of [one, other]) {
      expect(output.stdout).toContain('the database is behind a pooler and has no statement_timeout')
      expect(output.stdout).not.toMatch(/"level":(50|60|"error"|"fatal")/)
    }
    await direct.close()
    await pooler.close()
  })
})

it('the pooler of the tests refuses settings at log-in and named statements, as PgBouncer does', async () => {
  const target = await createDatabase(inject('postgresUrl'), `freehold_pooled_${process.pid}_${serial++}`)
  const pooler = await startTransactionPooler(target)
  const strange = new pg.Client({ connectionString: pooler.url, statement_timeout: 1000 })
  strange.on('error', () => {})
  await expect(strange.connect()).rejects.toMatchObject({ code: '08P01' })
  expect(pooler.refused).toEqual(['statement_timeout'])
  const client = new pg.Client({ connectionString: pooler.url })
  await client.connect()
  const named = () => client.query({ name: 'one', text: 'select 1', values: [] })
  await named()
  await expect(named()).rejects.toMatchObject({ code: '26000' })
  await client.end()
  await pooler.close()
})
