// Reads from a streaming replica: within the bound of its lag, and from the primary when it lags or is gone. Nobody misses own writes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { until } from '../packages/server/test/receiver.ts'
import {
  type ReplicatedPostgres,
  replicationBinaries,
  startReplicatedPostgres,
} from '../packages/server/test/replicated-postgres.ts'
import { listNames } from './faults/writers.ts'
import { cleanUp, type Service, startService } from './process.ts'

const DATABASE = 'freehold_replica'
const LAG_SECONDS_MAX = 2

const binaries = replicationBinaries()
if (!binaries) console.log('not run: reads from a replica. Install PostgreSQL 15 or later with pg_basebackup.')

describe.runIf(binaries)('reads from a replica', () => {
  let servers: ReplicatedPostgres
  let service: Service
  beforeAll(async () => {
    servers = await startReplicatedPostgres(binaries as string)
    await createDatabase(servers.primaryUrl('postgres'), DATABASE)
    service = await startService({
      DATABASE_URL: servers.primaryUrl(DATABASE),
      DATABASE_REPLICA_URL: servers.replicaUrl(DATABASE),
      REPLICA_MAX_LAG_SECONDS: String(LAG_SECONDS_MAX),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
    })
  })
  afterAll(async () => {
    await cleanUp()
    await servers?.stop()
  })

  type Ready = { status: string; replica: { in_use: boolean; lag_seconds: number | null } }
  async function readReady(): Promise<Ready> {
    const response = await fetch(`${service.url}/readyz`)
    expect(response.status).toBe(200)
    return (await response.json()) as Ready
  }
  const isUsed = async () => (await readReady()).replica.in_use

  async function readMarket(query = ''): Promise<string[]> {
    const response = await fetch(`${service.url}/api/market/listings?limit=100${query}`)
    expect(response.status).toBe(200)
    const { items } = (await response.json()) as { items: { domain: string }[] }
    return items.map(({ domain }) => domain)
  }
  /** Reads until the domain is there. A read that starts after the bound must have it. */
  const waitUntilShown = (domain: string, listedAt: number) =>
    until(
      `${domain} is shown`,
      async () => {
        const isLate = performance.now() - listedAt > LAG_SECONDS_MAX * 1000
        const isShown = (await readMarket('&sort=newest')).includes(domain)
        if (isLate) expect(isShown, `${domain} is shown after ${LAG_SECONDS_MAX} s`).toBe(true)
        return isShown
      },
      30,
    )
  async function countReads(server: 'replica' | 'primary'): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    return Number(new RegExp(`^freehold_replica_reads_total\\{server="${server}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  }
  const setPaused = (isPaused: boolean) => servers.onReplica(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)

  async function order(domain: string) {
    const sdk = service.sdk()
    const quote = await sdk.quotes.create({ domain })
    return sdk.orders.record({ quote_id: quote.quote_id, external_payment_ref: `paid-${domain}` })
  }

  it('serves the market from the replica while it is close, and says so', async () => {
    await until('the replica is used', isUsed, 30)
    const before = await countReads('replica')
    await readMarket()
    expect(await countReads('replica')).toBeGreaterThan(before)
    expect((await readReady()).replica.lag_seconds).toBeLessThan(LAG_SECONDS_MAX)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(Number(/^freehold_replica_lag_seconds (\S+)$/m.exec(metrics)?.[1])).toBeLessThan(LAG_SECONDS_MAX)
  })

  it('never shows the market older than the bound, and a partner always sees its own order', async () => {
    await until('the replica is used', isUsed, 30)
    await listNames(service, ['order-me.test'])
    await setPaused(true)
    const countOrders = async () =>
      (await service.sdk().analytics.get({})).orders.reduce((sum, { count }) => sum + count, 0)
    const before = await countOrders()
    const placed = await order('order-me.test')
    // Right after the write: neither may come from a replica that has not replayed it.
    expect((await service.sdk().orders.get(placed.public_id)).public_id).toBe(placed.public_id)
    expect(await countOrders()).toBe(before + 1)
    await listNames(service, ['paused-listing.com'], 'live')
    const listedAt = performance.now()
    await waitUntilShown('paused-listing.com', listedAt)
    expect(await isUsed()).toBe(false)
    await setPaused(false)
    await until('the replica is used again', isUsed, 30)
    // While it catches up, it may be used before it has replayed a listing that is younger than the bound.
    await waitUntilShown('paused-listing.com', listedAt)
  })

  it('loses no read when the replica is killed, stays ready, and uses it again when it is back', async () => {
    await until('the replica is used', isUsed, 30)
    // A primary that waits for it would not commit any more.
    await servers.onPrimary('alter system reset synchronous_standby_names')
    await servers.onPrimary('select pg_reload_conf()')
    let reading = true
    let reads = 0
    const reader = (async () => {
      for (; reading; reads++) await readMarket()
    })()
    await until('reading is under way', () => reads > 2)
    await servers.killReplica()
    await until('the primary is used', async () => !(await isUsed()), 30)
    const before = reads
    await until('reading goes on', () => reads > before + 2)
    reading = false
    await reader
    await listNames(service, ['after-kill.test'])
    expect((await order('after-kill.test')).domain).toBe('after-kill.test')
    await servers.rebuildReplica()
    await until('the rebuilt replica is used', isUsed, 60)
    await readMarket()
  })
})
