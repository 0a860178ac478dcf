// PostgreSQL with a synchronous replica, amid purchases: the primary turns read-only, and the replica takes over.
// CLUSTER_ROUNDS lengthens it; `npm run prove -- cluster` does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { type Receiver, startReceiver, until } from '../packages/server/test/receiver.ts'
import {
  type ReplicatedPostgres,
  replicationBinaries,
  startReplicatedPostgres,
} from '../packages/server/test/replicated-postgres.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { acceptedAgain, amidPurchases, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, type Service, startService } from './process.ts'

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 1)
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 120)
const ORDERS_A_FAULT = 60
const FAULTS = ['read-only', 'switchover', 'crash'] as const
const CASES = Array.from({ length: ROUNDS }, (_, round) => FAULTS.map((fault) => [fault, round] as const)).flat()
const DATABASE = 'freehold_failover'

const binaries = replicationBinaries()
if (!binaries) console.log('not run: failover of PostgreSQL. Install PostgreSQL 15 or later with pg_basebackup.')

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const makeNames = (fault: string, round: number) =>
  Array.from({ length: ORDERS_A_FAULT }, (_, index) => `${fault}-${round}-${index}.test`)

describe.runIf(binaries)('a failover of PostgreSQL', () => {
  let servers: ReplicatedPostgres
  let service: Service
  /** Beside the service, on the same servers. */
  let direct: Database
  let receiver: Receiver
  const writers = newWriters()

  beforeAll(async () => {
    servers = await startReplicatedPostgres(binaries as string)
    await createDatabase(servers.primaryUrl('postgres'), DATABASE)
    const url = servers.url(DATABASE)
    direct = openPostgres({ url, poolSize: 2, onError: () => {} })
    service = await startService({ DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' })
    receiver = await startReceiver()
    await service.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
    await listNames(
      service,
      CASES.flatMap(([fault, round]) => makeNames(fault, round)),
    )
  })
  afterAll(async () => {
    await receiver?.stop()
    await cleanUp()
    await direct?.close()
    await servers?.stop()
  })

  const readyStatus = () =>
    fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ status }) => status,
      () => 0,
    )

  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    await servers.onPrimary(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await servers.onPrimary('select pg_reload_conf()')
  }

  const STRIKES: Record<(typeof FAULTS)[number], () => Promise<void>> = {
    // An administrator, or a manager of clusters that prepares a switch; the connections live on.
    'read-only': async () => {
      await setReadOnly(true)
      await until('not ready', async () => (await readyStatus()) === 503, 20)
      await pause(1)
      await setReadOnly(false)
    },
    switchover: async () => {
      await setReadOnly(true)
      await pause(0.5)
      await servers.promote()
      await servers.killReplica()
    },
    crash: async () => {
      await servers.killPrimary()
      await servers.promote()
    },
  }

  it.each(CASES)(
    '%s, round %i: no acknowledged order is lost, no nonce is accepted again, and no response is a 500',
    async (fault, round) => {
      const purchases = { urls: () => [service.url], credentials: service.credentials().partner, buyers: 20 }
      const { buying, underWay } = await amidPurchases(writers, makeNames(fault, round), purchases)
      expect(underWay).toBeGreaterThan(0)
      await STRIKES[fault]()
      const over = performance.now()
      await until('ready again', async () => (await readyStatus()) === 200, 120)
      const ready = (performance.now() - over) / 1000
      await buying
      console.log(`${fault}, amid ${underWay} purchases: ready again after ${ready.toFixed(1)} s`)
      // Any response but success and 503 counts as refused.
      expect(writers.refused).toEqual([])
      expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
      expect(await acceptedAgain(writers, [service.url])).toEqual([])
      expect(service.child.exitCode).toBeNull()
      expect(ready).toBeLessThan(READY_SECONDS_MAX)
      // The next fault meets a pair again.
      if (fault !== 'read-only') await servers.rebuildReplica()
    },
  )

  it('sold every domain once, and every event arrives', async () => {
    expect(writers.acknowledged.size).toBe(CASES.length * ORDERS_A_FAULT)
    expect(
      await direct.one(sql`
        select count(distinct domain)::int as domains, count(*)::int as orders from orders
        where external_payment_ref like 'paid-%'`),
    ).toEqual({ domains: writers.acknowledged.size, orders: writers.acknowledged.size })
    await expectAllArrive(service, writers, receiver)
  })
})
