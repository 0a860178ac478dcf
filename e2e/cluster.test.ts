// The whole cluster amid purchases: PostgreSQL with a synchronous replica, PgBouncer, Redis or Valkey with a replica, two web processes
// and, in the long form, two search processes. Each is killed, promoted or cleared in turn. The test does what a manager of such a cluster does.
// CLUSTER_FAULTS lengthens it; `npm run prove -- cluster` does.
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { NONCE_LOSS_SECONDS } from '../packages/server/src/kernel/limits.ts'
import { findPgBouncer, type PgBouncer, startPgBouncer } from '../packages/server/test/pgbouncer.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { type Receiver, startReceiver, until } from '../packages/server/test/receiver.ts'
import { findRedis, type RedisReplica, type RedisServer, startRedis } from '../packages/server/test/redis-server.ts'
import {
  type ReplicatedPostgres,
  replicationBinaries,
  startReplicatedPostgres,
} from '../packages/server/test/replicated-postgres.ts'
import { sign } from '../packages/server/test/signer.ts'
import { openVirtualAddress, type VirtualAddress } from '../packages/server/test/virtual-address.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { acceptedAgain, amidPurchases, listNames, newWriters } from './faults/writers.ts'
import {
  type Credentials,
  cleanUp,
  newFolder,
  type Running,
  run,
  type Service,
  START,
  startService,
} from './process.ts'

const FAULTS = Number(process.env.CLUSTER_FAULTS ?? 3)
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 120)
const ORDERS_A_FAULT = 30
const BUYERS = 10
/** Two models take a while to load, and clearing Redis costs six minutes by design. */
const IS_LONG = FAULTS > 10
const DATABASE = 'freehold_cluster'

const KINDS = [
  'the primary crashes',
  'PgBouncer is killed',
  'Redis is replaced by its replica',
  'a web process is killed',
  'the replica is killed',
  'Redis is killed',
  'the primary is switched',
  ...(IS_LONG ? (['a search process is killed'] as const) : []),
] as const
type Kind = (typeof KINDS)[number] | 'a search process is killed'

/** The last one of the long form is the cleared server. */
const CASES = Array.from(
  { length: IS_LONG ? FAULTS - 1 : FAULTS },
  (_, fault) => [fault + 1, KINDS[fault % KINDS.length] as Kind] as const,
)

const binaries = replicationBinaries()
const [pgBouncer, redisProgram] = [findPgBouncer(), findRedis()]
const missing = [
  binaries ? [] : ['PostgreSQL 15 or later with pg_basebackup'],
  pgBouncer ? [] : ['pgbouncer'],
  redisProgram ? [] : ['valkey-server or redis-server'],
].flat()
if (missing.length > 0) console.log(`not run: faults of a whole cluster. Install ${missing.join(', ')}.`)

const makeNames = (fault: number) =>
  Array.from({ length: ORDERS_A_FAULT }, (_, index) => `cluster-${fault}-${index}.test`)
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

describe.runIf(missing.length === 0)('a cluster', () => {
  let servers: ReplicatedPostgres
  let pooler: PgBouncer
  let replicaAddress: VirtualAddress
  let redis: RedisServer
  let redisReplica: RedisReplica
  let credentials: Credentials['partner']
  let direct: Database
  let receiver: Receiver
  const serving: (Service | null)[] = []
  const searching: { socket: string; running: Running }[] = []
  const writers = newWriters()
  const recoveries = new Map<Kind, number[]>()
  let amid = 0

  const listServing = () => serving.filter((service) => service !== null)
  const urls = () => listServing().map(({ url }) => url)
  const env = () => ({
    DATABASE_URL: pooler.url,
    DATABASE_REPLICA_URL: `postgres://freehold@127.0.0.1:${replicaAddress.port}/${DATABASE}`,
    ADMISSION_URL: redis.url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    ...(IS_LONG ? { SEARCH_ENGINE: 'memory', SEARCH_URL: searching.map(({ socket }) => `unix:${socket}`).join() } : {}),
  })

  const isSearchReady = (socketPath: string) =>
    new Promise<boolean>((resolve) => {
      http
        .get({ socketPath, path: '/readyz' }, (response) => resolve(response.resume().statusCode === 200))
        .on('error', () => resolve(false))
    })

  async function startSearch(socket: string): Promise<Running> {
    const { SEARCH_URL: _, DATABASE_REPLICA_URL: __, ADMISSION_URL: ___, ...settings } = env()
    const running = run([...START, 'search'], { ...settings, DATA_DIR: newFolder(), SEARCH_LISTEN: `unix:${socket}` })
    await until('a search process is ready', () => isSearchReady(socket))
    return running
  }

  beforeAll(async () => {
    servers = await startReplicatedPostgres(binaries as string)
    await createDatabase(servers.primaryUrl('postgres'), DATABASE)
    pooler = await startPgBouncer(pgBouncer as string, servers.primaryUrl(DATABASE), { poolSize: 10 })
    replicaAddress = await openVirtualAddress(Number(new URL(servers.replicaUrl(DATABASE)).port))
    // A kill loses no nonce that was acknowledged. What happens when it does is tested below, once: it takes six minutes.
    redis = await startRedis(redisProgram as string, 'always')
    redisReplica = await redis.addReplica()
    serving.push(await startService({ ...env(), SEARCH_URL: undefined, SEARCH_ENGINE: 'keyword' }))
    credentials = listServing()[0]!.credentials().partner
    if (IS_LONG) {
      for (const name of ['one', 'other']) {
        const socket = path.join(newFolder(), `${name}.sock`)
        searching.push({ socket, running: await startSearch(socket) })
      }
      const { dataDir: DATA_DIR, stop } = listServing()[0]!
      await stop()
      serving[0] = await startService({ ...env(), DATA_DIR })
    }
    serving.push(await startService({ ...env(), DATA_DIR: newFolder() }))
    direct = openPostgres({ url: servers.url(DATABASE), poolSize: 2, onError: () => {} })
    receiver = await startReceiver()
    await listServing()[0]!.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
  }, 600_000)
  afterAll(async () => {
    await receiver?.stop()
    await cleanUp()
    await direct?.close()
    await pooler?.close()
    await redis?.close()
    await replicaAddress?.close()
    await servers?.stop()
  })

  const leadToReplica = () => replicaAddress.leadTo(Number(new URL(servers.replicaUrl(DATABASE)).port))

  async function onPrimary(...statements: string[]): Promise<void> {
    for (const statement of [...statements, 'select pg_reload_conf()']) await servers.onPrimary(statement)
  }

  /** The end of each is the moment from which the service has what it needs again. */
  const STRIKES: Record<Kind, (fault: number) => Promise<void>> = {
    'the primary crashes': async () => {
      await servers.killPrimary()
      await servers.promote()
      pooler.leadTo(servers.primaryUrl(DATABASE))
    },
    'the primary is switched': async () => {
      await onPrimary('alter system set default_transaction_read_only = on')
      await servers.promote()
      await servers.killReplica()
      pooler.leadTo(servers.primaryUrl(DATABASE))
    },
    'the replica is killed': async () => {
      await servers.killReplica()
      await onPrimary('alter system reset synchronous_standby_names')
    },
    'PgBouncer is killed': async () => {
      await pooler.kill()
      await pooler.start()
    },
    'Redis is killed': () => redis.kill(),
    'Redis is replaced by its replica': () => redisReplica.promote(),
    // The other one serves until it is replaced.
    'a web process is killed': async (fault) => {
      const index = Math.floor(fault / KINDS.length) % 2
      const { dataDir: DATA_DIR, stop } = serving[index] as Service
      serving[index] = null
      await stop('SIGKILL')
      serving[index] = await startService({ ...env(), DATA_DIR })
    },
    'a search process is killed': async (fault) => {
      const killed = searching[Math.floor(fault / KINDS.length) % 2]!
      killed.running.child.kill('SIGKILL')
      await killed.running.ended
      killed.running = await startSearch(killed.socket)
    },
  }

  /** The next fault meets a whole cluster. */
  const REPAIRS: Partial<Record<Kind, () => Promise<void>>> = {
    'the primary crashes': async () => {
      await servers.rebuildReplica()
      leadToReplica()
    },
    'the primary is switched': async () => {
      await servers.rebuildReplica()
      leadToReplica()
    },
    'the replica is killed': () => servers.rebuildReplica(),
    'Redis is replaced by its replica': async () => {
      redisReplica = await redis.addReplica()
    },
  }

  /** Ready, and a signed request succeeds: it needs the pooler, the primary and Redis. */
  async function works({ url }: Service): Promise<boolean> {
    const { key_id: keyId, secret } = credentials
    const request = sign({ keyId, secret }, 'GET', '/api/partner/v1/me', {})
    const signal = AbortSignal.timeout(5000)
    const statuses = await Promise.all(
      [`${url}/readyz`, url + request.url].map((target) =>
        fetch(target, { headers: request.headers, signal }).then(
          async (response) => {
            await response.arrayBuffer()
            return response.status
          },
          () => 0,
        ),
      ),
    )
    return statuses.every((status) => status === 200)
  }
  const allWork = async () => (await Promise.all(listServing().map(works))).every(Boolean)

  it.each(CASES)('fault %i, %s: no order is lost or doubled, and no nonce is accepted twice', async (fault, kind) => {
    await listNames(listServing()[0]!, makeNames(fault))
    const { buying, underWay } = await amidPurchases(writers, makeNames(fault), { urls, credentials, buyers: BUYERS })
    if (underWay > 0) amid++
    const begun = performance.now()
    await STRIKES[kind](fault)
    const over = performance.now()
    await until('every web process works again', allWork)
    const recovery = (performance.now() - over) / 1000
    recoveries.set(kind, [...(recoveries.get(kind) ?? []), recovery])
    await buying
    console.log(
      `${fault}, ${kind}, amid ${underWay} purchases: works ${recovery.toFixed(1)} s after it was over, ` +
        `${((performance.now() - begun) / 1000).toFixed(1)} s until all was sold`,
    )
    // Any response but success and 503 counts as refused.
    expect(writers.refused).toEqual([])
    expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
    expect(await acceptedAgain(writers, urls())).toEqual([])
    for (const { child } of listServing()) expect(child.exitCode).toBeNull()
    expect(recovery).toBeLessThan(READY_SECONDS_MAX)
    await REPAIRS[kind]?.()
  })

  if (IS_LONG)
    it('a cleared Redis: nothing signed before is accepted, and after six minutes sales go on', async () => {
      await listNames(listServing()[0]!, makeNames(FAULTS))
      const purchases = { urls, credentials, buyers: 2, tries: 10_000 }
      const { buying, underWay } = await amidPurchases(writers, makeNames(FAULTS), purchases)
      if (underWay > 0) amid++
      const sent = [...writers.sent]
      await redis.flush()
      const begun = performance.now()
      const repeated: number[] = []
      // Again and again, until long after the service accepts requests: each was used before.
      for (let repeats = 0; performance.now() - begun < (NONCE_LOSS_SECONDS + 60) * 1000 && repeats < 200; repeats++) {
        for (const [index, { path: to, headers, body }] of sent.slice(0, 4).entries()) {
          const response = await fetch(urls()[index % 2] + to, { method: 'POST', headers, body })
          await response.arrayBuffer()
          repeated.push(response.status)
        }
        await new Promise((resolve) => setTimeout(resolve, 5000))
      }
      await buying
      console.log(`cleared amid ${underWay} purchases: ${repeated.length} repeated requests, none accepted`)
      expect(repeated.filter((status) => status !== 503 && status !== 401)).toEqual([])
      expect(repeated).toContain(503)
      expect(writers.refused).toEqual([])
      expect(await allWork()).toBe(true)
      expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
    })

  it('sold every domain once, and every event arrives', async () => {
    const slowest = [...recoveries].map(
      ([kind, list]) =>
        `${kind} ${list.length} times, works after ${median(list).toFixed(1)} s, at most ${Math.max(...list).toFixed(1)} s`,
    )
    console.log(
      `${FAULTS} faults, ${amid} amid purchases, ${writers.acknowledged.size} orders, ${writers.retried} retries:\n${slowest.join('\n')}`,
    )
    expect(writers.acknowledged.size).toBe(FAULTS * ORDERS_A_FAULT)
    // A machine that stalls may let some rounds end first.
    expect(amid).toBeGreaterThan(FAULTS / 2)
    expect(
      await direct.one(sql`
        select count(distinct domain)::int as domains, count(*)::int as orders from orders
        where external_payment_ref like 'paid-%'`),
    ).toEqual({ domains: writers.acknowledged.size, orders: writers.acknowledged.size })
    await expectAllArrive(listServing()[0]!, writers, receiver)
    expect((await Promise.all(listServing().map((service) => service.stop()))).map(({ code }) => code)).toEqual([0, 0])
  })
})
