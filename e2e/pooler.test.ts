// The service behind a pooler: PgBouncer in both modes where it is installed, and a pooler of our own everywhere. Pooler and
// processes are killed amid purchases; CLUSTER_KILLS lengthens it, as `npm run prove -- cluster` does.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { findPgBouncer, GUIDED, type PgBouncer, startPgBouncer } from '../packages/server/test/pgbouncer.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { type Receiver, startReceiver, until } from '../packages/server/test/receiver.ts'
import { startTransactionPooler } from '../packages/server/test/transaction-pooler.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { acceptedAgain, amidPurchases, buyAll, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, project, type Service, startService } from './process.ts'

afterAll(cleanUp)

const KILLS = Number(process.env.CLUSTER_KILLS ?? 1)
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 120)
const ORDERS_A_KILL = 40

type Pooler = Pick<PgBouncer, 'url' | 'kill' | 'start' | 'close'>

async function startOwnPooler(target: string): Promise<Pooler> {
  let pooler = await startTransactionPooler(target)
  const { url } = pooler
  return {
    url,
    // To its clients and to PostgreSQL, a process that is gone.
    kill: () => pooler.close(),
    start: async () => {
      pooler = await startTransactionPooler(target, Number(new URL(url).port))
    },
    close: () => pooler.close(),
  }
}

const pgBouncer = findPgBouncer()
if (!pgBouncer) console.log('not run: the service behind PgBouncer. Install pgbouncer.')

/** A session holds its server connection: as many as two processes open, and those of this test. */
const SESSIONS = 80

const POOLERS: [string, (target: string) => Promise<Pooler>][] = [['a transaction pooler', startOwnPooler]]
if (pgBouncer)
  POOLERS.push(
    ['PgBouncer in transaction mode', (target) => startPgBouncer(pgBouncer, target)],
    [
      'PgBouncer in session mode',
      (target) => startPgBouncer(pgBouncer, target, { mode: 'session', poolSize: SESSIONS }),
    ],
  )

let serial = 0

describe.each(POOLERS)('behind %s', (name, startPooler) => {
  let target: string
  let pooler: Pooler
  let receiver: Receiver
  let direct: Database
  const serving: (Service | null)[] = []
  const env = () => ({ DATABASE_URL: pooler.url, RATE_LIMITS: 'off' })
  const listServing = () => serving.filter((service) => service !== null)

  beforeAll(async () => {
    target = await createDatabase(inject('postgresUrl'), `freehold_pooled_${process.pid}_${serial++}`)
    pooler = await startPooler(target)
    serving.push(...(await Promise.all([startService(env()), startService(env())])))
    receiver = await startReceiver()
    direct = openPostgres({ url: target, poolSize: 2 })
  })
  afterAll(async () => {
    await receiver?.stop()
    await cleanUp()
    await direct?.close()
    await pooler?.close()
  })

  it('two processes start on an empty database, sell, and leave nothing in a session', async () => {
    const [one] = serving as [Service, Service]
    await one.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
    const names = Array.from({ length: 60 }, (_, index) => `pooled-${index}.test`)
    await listNames(one, names)
    const writers = newWriters()
    const urls = listServing().map(({ url }) => url)
    const { partner } = one.credentials()
    await buyAll(writers, names, { urls: () => urls, credentials: partner, buyers: 20 })
    expect(writers).toMatchObject({ refused: [], retried: 0 })
    expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
    await expectAllArrive(one, writers, receiver)
    expect(
      await direct.many(sql`
      select 1 from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.pid <> pg_backend_pid()`),
    ).toEqual([])
    for (const service of listServing()) expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    // A statement that takes long is not taken for a silent connection, although the pooler hides who is at work.
    const pooled = openPostgres({ url: pooler.url, poolSize: 2 })
    expect(await pooled.one(sql`select 1 as done from pg_sleep(6.5)`)).toEqual({ done: 1 })
    // Sessions that clients share keep no settings of one client.
    const limits = await pooled.many<{ setting: string }>(sql`
      select setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`)
    expect(limits.map(({ setting }) => setting)).toEqual(['0', '0'])
    await pooled.close()
    for (const { output } of listServing()) {
      expect(output.stdout).toContain('the database is behind a pooler and has no statement_timeout')
      expect(output.stdout).not.toMatch(/"level":(50|60|"error"|"fatal")/)
    }
  })

  const readyStatus = ({ url }: Service) =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ status }) => status,
      () => 0,
    )

  async function killPooler(): Promise<void> {
    await pooler.kill()
    await pooler.start()
  }

  /** As an orchestrator does: the other process serves until the killed one is replaced. */
  async function killProcess(index: number): Promise<void> {
    const { dataDir: DATA_DIR, stop } = serving[index] as Service
    serving[index] = null
    expect((await stop('SIGKILL')).signal).toBe('SIGKILL')
    serving[index] = await startService({ ...env(), DATA_DIR })
  }

  it('no kill of the pooler or of a process amid purchases loses an order, doubles one, or returns a 500', async () => {
    const makeNames = (kill: number) => Array.from({ length: ORDERS_A_KILL }, (_, n) => `killed-${kill}-${n}.test`)
    const writers = newWriters()
    const credentials = (serving[0] as Service).credentials().partner
    const recoveries: number[] = []
    let amid = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await listNames(listServing()[0] as Service, makeNames(kill))
      const urls = () => listServing().map(({ url }) => url)
      const { buying, underWay } = await amidPurchases(writers, makeNames(kill), { urls, credentials, buyers: 20 })
      if (underWay > 0) amid++
      // The pooler, one process, the pooler, the other process.
      await (kill % 2 === 0 ? killPooler() : killProcess(((kill - 1) / 2) % 2))
      const over = performance.now()
      for (const service of listServing())
        await until('ready again', async () => (await readyStatus(service)) === 200, 120)
      recoveries.push((performance.now() - over) / 1000)
      await buying
      expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
      expect(await acceptedAgain(writers, urls())).toEqual([])
    }
    const slowest = Math.max(...recoveries)
    console.log(
      `${name}: ${KILLS} kills, ${amid} of them amid purchases; ready again after ${slowest.toFixed(1)} s at most; ` +
        `${writers.acknowledged.size} orders, ${writers.retried} retries`,
    )
    expect(writers.refused).toEqual([])
    expect(writers.acknowledged.size).toBe(KILLS * ORDERS_A_KILL)
    // A machine that stalls may let some rounds end first.
    expect(amid).toBeGreaterThan(KILLS / 2)
    expect(slowest).toBeLessThan(READY_SECONDS_MAX)
    expect(
      await direct.one(sql`
        select count(distinct domain)::int as domains, count(*)::int as orders from orders
        where external_payment_ref like 'paid-killed-%'`),
    ).toEqual({ domains: writers.acknowledged.size, orders: writers.acknowledged.size })
    await expectAllArrive(listServing()[0] as Service, writers, receiver)
    expect((await Promise.all(listServing().map((service) => service.stop()))).map(({ code }) => code)).toEqual([0, 0])
  })
})

it('PgBouncer has the settings of the guide', () => {
  const guide = readFileSync(path.join(project, 'docs/guides/scaling.md'), 'utf8')
  expect(['pool_mode = transaction', ...GUIDED].filter((line) => !guide.includes(`\n${line}\n`))).toEqual([])
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
