// Two hundred open pages of the console on one process with PostgreSQL: each learns of each order in time, once, also when the
// service is replaced, and the memory of the service stays as it is. `npm run prove` makes more orders and allows less time.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { addSeconds } from '../packages/server/src/kernel/clock.ts'
import { newId } from '../packages/server/src/kernel/ids.ts'
import { tokenHash } from '../packages/server/src/kernel/secret-box.ts'
import { createUser } from '../packages/server/src/modules/accounts/index.ts'
import { insertSession } from '../packages/server/src/modules/accounts/store/sessions.ts'
import { type ChangeStream, openChangeStream } from '../packages/server/test/change-stream.ts'
import { cleanUp, type Service, startService } from './process.ts'
import { usedPlace } from './used-service.ts'

const OPERATORS = 10
const STREAMS_EACH = 20
const ORDERS = Number(process.env.CHANGE_ORDERS ?? 12)
const SECONDS_MAX = Number(process.env.CHANGE_SECONDS_MAX ?? 5)
/** Node frees memory late: growth below this is no leak. */
const GROWTH_BYTES_MAX = 48 * 1024 * 1024

let place: Awaited<ReturnType<typeof usedPlace>>
let service: Service
let cookies: string[]

const start = (PORT?: string) => startService({ ...place, RATE_LIMITS: 'off', ...(PORT ? { PORT } : {}) })

beforeAll(async () => {
  place = await usedPlace()
  service = await start()
  cookies = await createOperators()
})
afterAll(cleanUp)

/** Their sessions are written as a sign-in writes them: two hundred password hashes would take most of the time. */
async function createOperators(): Promise<string[]> {
  const db = openPostgres({ url: place.DATABASE_URL, poolSize: 1 })
  const now = new Date()
  const made: string[] = []
  for (let n = 0; n < OPERATORS; n++) {
    const token = randomUUID()
    await db.tx(async (tx) => {
      const user = { email: `watcher-${n}@market.example`, passwordHash: 'none', isConfirmed: true }
      const { id: userId } = await createUser(tx, { ...user, operatorRole: 'viewer' }, now)
      await insertSession(tx, {
        id: newId('session', now),
        tokenHash: tokenHash(token),
        userId,
        createdAt: now,
        expiresAt: addSeconds(now, 3600),
        authenticatedAt: now,
        secondFactorAt: null,
        lastUsedAt: now,
        ipAddress: null,
        userAgent: null,
      })
    })
    made.push(`freehold_session=${token}`)
  }
  await db.close()
  return made
}

const openAll = (lastIds: readonly (string | null)[] = []): Promise<ChangeStream[]> =>
  Promise.all(
    Array.from({ length: OPERATORS * STREAMS_EACH }, (_, n) =>
      openChangeStream(
        `${service.url}/api/operator/v1/changes`,
        { cookie: cookies[n % OPERATORS]! },
        lastIds[n] ?? undefined,
      ),
    ),
  )

async function sell(): Promise<string> {
  const domain = `live-${randomUUID().slice(0, 13)}.test`
  const { token } = service.credentials().operator
  const listed = await fetch(`${service.url}/api/operator/v1/listings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ environment: 'sandbox', domain, price_cents: 100_000, currency: 'USD' }),
  })
  expect(listed.status).toBe(201)
  const { quote_id: quoteId } = await service.sdk().quotes.create({ domain })
  return (await service.sdk().orders.record({ quote_id: quoteId, external_payment_ref: domain })).public_id
}

async function readMemory(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^freehold_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

const listOrders = (streams: readonly ChangeStream[]): string[][] =>
  streams.map(({ changes }) => changes.flatMap(({ kind, id }) => (kind === 'order.created' && id ? [id] : [])))

it('tells two hundred pages of every order in time and once, in constant memory, across a restart', async () => {
  const streams = await openAll()
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  await expect.poll(() => streams.every(({ lastId }) => lastId !== null)).toBe(true)

  const sold: string[] = []
  const waits: number[] = []
  let before = 0
  for (let n = 0; n < ORDERS; n++) {
    // After the first ones, everything that is needed once is there.
    if (n === Math.floor(ORDERS / 3)) before = await readMemory()
    const id = await sell()
    const at = performance.now()
    sold.push(id)
    await expect
      .poll(() => streams.every(({ changes }) => changes.some((change) => change.id === id)), { interval: 20 })
      .toBe(true)
    const arrived = streams.map(({ changes }) => changes.find((change) => change.id === id)!.at)
    waits.push(Math.max(...arrived) - at)
  }
  waits.sort((a, b) => a - b)
  expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(SECONDS_MAX * 1000)
  expect((await readMemory()) - before).toBeLessThan(GROWTH_BYTES_MAX)

  const { code } = await service.stop()
  expect(code).toBe(0)
  await Promise.all(streams.map(({ ended }) => ended))
  service = await start(String(service.port))
  sold.push(await sell())
  const resumed = await openAll(streams.map(({ lastId }) => lastId))
  sold.push(await sell())
  await expect
    .poll(() => {
      const later = listOrders(resumed)
      return listOrders(streams).every((first, n) => [...first, ...later[n]!].join() === sold.join())
    })
    .toBe(true)
  for (const stream of resumed) stream.close()
})
