// The database goes away in every way that databases do, under twenty buyers: cut, slow, silent, refused, killed.
// FAULT_ROUNDS lengthens it; `npm run prove` does.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { createDatabase, type MortalPostgres, startMortalPostgres } from '../packages/server/test/postgres.ts'
import { type Receiver, startReceiver, until } from '../packages/server/test/receiver.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { type FaultyProxy, startProxy } from './faults/proxy.ts'
import { amidPurchases, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, type Service, startService } from './process.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 120)
/** No buyer waits out the thirty seconds after which clients give up on an answer. */
const SOLD_SECONDS_MAX = Number(process.env.SOLD_SECONDS_MAX ?? 120)
const FAULTS = ['cut', 'slow', 'mute', 'refuse', 'kill'] as const
const ORDERS_A_FAULT = 60

let postgres: MortalPostgres
let proxy: FaultyProxy
let service: Service
let receiver: Receiver
/** Beside the proxy: it sees what is there, whatever the service sees. */
let direct: Database
const writers = newWriters()
const makeNames = (fault: string, round: number) =>
  Array.from({ length: ORDERS_A_FAULT }, (_, index) => `${fault}-${round}-${index}.test`)
const CASES = Array.from({ length: ROUNDS }, (_, round) => FAULTS.map((fault) => [fault, round] as const)).flat()

beforeAll(async () => {
  // The log is written as in production: what a killed server acknowledged must be there.
  postgres = await startMortalPostgres(['fsync=on', 'full_page_writes=on'])
  const url = await createDatabase(postgres.url, 'freehold_network')
  proxy = await startProxy(url)
  direct = openPostgres({ url, poolSize: 2, onError: () => {} })
  service = await startService({ DATABASE_URL: proxy.url, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' })
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
  await proxy?.close()
  await postgres?.stop()
})

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const STRIKES: Record<(typeof FAULTS)[number], () => Promise<void>> = {
  cut: async () => proxy.cut(),
  slow: async () => {
    proxy.set('slow')
    await pause(2)
  },
  // The connections of that time stay deaf for good: they must be noticed, also after it.
  mute: async () => {
    proxy.set('mute')
    await pause(6)
  },
  refuse: async () => {
    proxy.set('refuse')
    proxy.cut()
    await pause(2)
  },
  kill: async () => {
    await postgres.kill()
    await pause(1)
    await postgres.start()
  },
}

const readyStatus = () =>
  fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => 0,
  )

it.each(CASES)(
  '%s, round %i: nothing acknowledged is lost, and the service is soon ready again',
  async (fault, round) => {
    const credentials = service.credentials().partner
    const purchases = { urls: () => [service.url], credentials }
    const { buying, underWay } = await amidPurchases(writers, makeNames(fault, round), purchases)
    expect(underWay).toBeGreaterThan(0)
    await STRIKES[fault]()
    proxy.set('pass')
    const over = performance.now()
    await until('ready again', async () => (await readyStatus()) === 200, 120)
    const ready = (performance.now() - over) / 1000
    await buying
    const sold = (performance.now() - over) / 1000
    console.log(
      `${fault}, amid ${underWay} purchases: ready again after ${ready.toFixed(1)} s, all sold after ${sold.toFixed(1)} s`,
    )
    expect(writers.refused).toEqual([])
    expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
    expect(service.child.exitCode).toBeNull()
    expect(ready).toBeLessThan(READY_SECONDS_MAX)
    expect(sold).toBeLessThan(SOLD_SECONDS_MAX)
  },
)

it('a statement that takes long is not taken for a silent connection', async () => {
  expect(await direct.one<{ done: number }>(sql`select 1 as done from pg_sleep(6.5)`)).toEqual({ done: 1 })
})

it('everything that was sold arrives', async () => {
  expect(writers.acknowledged.size).toBe(CASES.length * ORDERS_A_FAULT)
  await expectAllArrive(service, writers, receiver)
})
