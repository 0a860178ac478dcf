// SIGKILL at any moment, under fifty buyers: nothing that was acknowledged is lost or doubled, and nothing is half done. On PostgreSQL,
// 32 more pay at checkouts meanwhile: their receipts and credit notes are numbered without gaps.
// KILL_ROUNDS_EMBEDDED and KILL_ROUNDS_POSTGRES lengthen it; `npm run prove` does.
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, expect, inject, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Receiver, startReceiver, until } from '../packages/server/test/receiver.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { brokenNumbers, CHECKOUTS_AT_A_TIME, checkOutAll, newConfirmed } from './faults/checkouts.ts'
import { type Acknowledged, amidPurchases, listNames, newWriters, type Writers } from './faults/writers.ts'
import {
  cleanUp,
  newFolder,
  type Running,
  run,
  type Service,
  START,
  startService,
  usedDatabase,
  usedFolder,
} from './process.ts'

afterAll(cleanUp)

const ROUNDS = {
  embedded: Number(process.env.KILL_ROUNDS_EMBEDDED ?? 1),
  postgres: Number(process.env.KILL_ROUNDS_POSTGRES ?? 1),
}
const ORDERS_A_ROUND = 60
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 120)
const timeoutFor = (rounds: number) => 120_000 + rounds * 30_000

const makeNames = (round: number): string[] =>
  Array.from({ length: ORDERS_A_ROUND }, (_, index) => `killed-${round}-${index}.test`)

const makeCheckoutNames = (round: number): string[] =>
  Array.from({ length: CHECKOUTS_AT_A_TIME }, (_, index) => `paid-${round}-${index}.test`)

let receiver: Receiver
afterEach(async () => receiver?.stop())

async function prepare(service: Service): Promise<void> {
  receiver = await startReceiver()
  await service.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
}

async function expectAllSold(service: Service, writers: Writers, rounds: number): Promise<void> {
  expect(writers.refused).toEqual([])
  expect(writers.acknowledged.size).toBe(rounds * ORDERS_A_ROUND)
  await expectAllArrive(service, writers, receiver)
}

type Kill = { underWay: number; readySeconds: number }

function report(what: string, writers: Writers, kills: readonly Kill[]): void {
  const slowest = Math.max(...kills.map(({ readySeconds }) => readySeconds))
  const amid = kills.filter(({ underWay }) => underWay > 0).length
  const { acknowledged, retried } = writers
  console.log(
    `${what}: ${kills.length} kills, ${amid} of them amid purchases; the slowest start after one ${slowest.toFixed(1)} s; ${acknowledged.size} orders, ${retried} retries`,
  )
  // A machine that stalls may let a round end first; most of them must not.
  expect(amid).toBeGreaterThan(kills.length / 2)
  expect(slowest).toBeLessThan(READY_SECONDS_MAX)
}

it(
  'embedded: the service is killed in every round',
  async () => {
    const env = { DATA_DIR: await usedFolder(), RATE_LIMITS: 'off' }
    let service: Service | null = await startService(env)
    await prepare(service)
    const credentials = service.credentials().partner
    const writers = newWriters()
    const kills: Kill[] = []
    const audit = async (when: string, directory: string, acknowledged: Acknowledged) => {
      const db = await openEmbedded({ directory })
      expect(await brokenPromises(db, acknowledged), when).toEqual([])
      await db.close()
    }
    const database = path.join(env.DATA_DIR, 'database')
    for (let round = 0; round < ROUNDS.embedded; round++) {
      await listNames(service, makeNames(round))
      const urls = () => (service ? [service.url] : [])
      const { buying, underWay } = await amidPurchases(writers, makeNames(round), { urls, credentials })
      await service.stop('SIGKILL')
      service = null
      // A copy is audited: whoever opens the folder itself would mend what the service is to mend at its start.
      const copy = newFolder()
      cpSync(database, copy, { recursive: true })
      const acknowledged = new Map(writers.acknowledged)
      service = await startService(env)
      kills.push({ underWay, readySeconds: service.readySeconds })
      await audit(`after kill ${round + 1}`, copy, acknowledged)
      rmSync(copy, { recursive: true })
      await buying
    }
    await expectAllSold(service, writers, ROUNDS.embedded)
    expect(await service.stop()).toMatchObject({ code: 0 })
    await audit('at the end', database, writers.acknowledged)
    report('embedded', writers, kills)
  },
  timeoutFor(ROUNDS.embedded),
)

it(
  'PostgreSQL: one of two serving processes or the worker is killed in every round, and documents have no gaps',
  async () => {
    const env = { ...(await usedDatabase(inject('postgresUrl'))), RATE_LIMITS: 'off' }
    const work = async (): Promise<Running> => {
      const worker = run([...START, 'worker'], { ...env, DATA_DIR: newFolder(), LOG_LEVEL: 'warn' })
      await until('the worker is ready', () => worker.output.stdout.includes('worker is ready'))
      return worker
    }
    const db = openPostgres({ url: env.DATABASE_URL, poolSize: 2 })
    const serving: (Service | null)[] = await Promise.all([startService(env), startService(env)])
    let worker = await work()
    await prepare(serving[0]!)
    const credentials = serving[0]!.credentials().partner
    const urls = () => serving.flatMap((service) => service?.url ?? [])
    const writers = newWriters()
    const confirmed = newConfirmed()
    const kills: Kill[] = []
    for (let round = 0; round < ROUNDS.postgres; round++) {
      const names = makeCheckoutNames(round)
      await listNames(serving[0]!, [...makeNames(round), ...names])
      const paying = checkOutAll({ urls, credentials: serving[0]!.credentials() }, confirmed, names)
      const { buying, underWay } = await amidPurchases(writers, makeNames(round), { urls, credentials })
      // Each of the two that serve first, then the worker.
      const victim = round % 3
      if (victim === 2) {
        worker.child.kill('SIGKILL')
        await worker.ended
        const begun = performance.now()
        worker = await work()
        kills.push({ underWay, readySeconds: (performance.now() - begun) / 1000 })
      } else {
        const killed = serving[victim]!
        serving[victim] = null
        await killed.stop('SIGKILL')
        const next = await startService(env)
        serving[victim] = next
        kills.push({ underWay, readySeconds: next.readySeconds })
      }
      await Promise.all([buying, paying])
      expect(await brokenPromises(db, writers.acknowledged), `after kill ${round + 1}`).toEqual([])
      expect(await brokenNumbers(db, confirmed), `after kill ${round + 1}`).toEqual([])
    }
    expect(confirmed.paid.size).toBe(ROUNDS.postgres * CHECKOUTS_AT_A_TIME)
    await expectAllSold(serving[0]!, writers, ROUNDS.postgres)
    worker.child.kill('SIGTERM')
    const ended = await Promise.all([worker.ended, ...serving.map((service) => service!.stop())])
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    await db.close()
    report('PostgreSQL', writers, kills)
    const { paid, refunded, retried } = confirmed
    console.log(
      `PostgreSQL: ${paid.size} paid checkouts, ${CHECKOUTS_AT_A_TIME} at a time, with as many receipts and ${refunded.size} credit notes numbered without gaps; ${retried} retries`,
    )
  },
  timeoutFor(ROUNDS.postgres),
)
