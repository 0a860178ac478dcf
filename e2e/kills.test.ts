// SIGKILL at any moment, under fifty buyers: nothing that was acknowledged is lost or doubled, and nothing is half done.
// KILL_ROUNDS lengthens it; `npm run prove` does.
import path from 'node:path'
import { afterAll, afterEach, expect, inject, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Receiver, startReceiver, until } from '../packages/server/test/receiver.ts'
import { brokenPromises } from './faults/audit.ts'
import { buyAll, listNames, newWriters } from './faults/writers.ts'
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

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const ORDERS_A_ROUND = 60
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 60)
const TIMEOUT = 120_000 + ROUNDS * 30_000

const namesOf = (round: number): string[] =>
  Array.from({ length: ORDERS_A_ROUND }, (_, index) => `killed-${round}-${index}.test`)
const ALL = Array.from({ length: ROUNDS }, (_, round) => namesOf(round)).flat()

/** Early or late in a round, but within it. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 500))

let receiver: Receiver
afterEach(async () => receiver?.stop())

async function prepare(service: Service): Promise<void> {
  receiver = await startReceiver()
  await service.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
  await listNames(service, ALL)
}

const arrived = () => until('every event arrives', () => new Set(receiver.ids()).size >= ALL.length, 120)

function report(what: string, ready: readonly number[], retried: number): void {
  const [slowest = 0] = [...ready].sort((a, b) => b - a)
  console.log(
    `${what}: ${ROUNDS} kills, ${ALL.length} orders, ${retried} retries, ready again within ${slowest.toFixed(1)} s`,
  )
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
    const ready: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const buying = buyAll(writers, namesOf(round), { urls: () => (service ? [service.url] : []), credentials })
      await aMoment()
      await service.stop('SIGKILL')
      service = null
      const db = await openEmbedded({ directory: path.join(env.DATA_DIR, 'database') })
      expect(await brokenPromises(db, writers.acknowledged), `after kill ${round + 1}`).toEqual([])
      await db.close()
      service = await startService(env)
      ready.push(service.readySeconds)
      await buying
    }
    await arrived()
    expect(writers.refused).toEqual([])
    expect(writers.acknowledged.size).toBe(ALL.length)
    expect(await service.stop()).toMatchObject({ code: 0 })
    const db = await openEmbedded({ directory: path.join(env.DATA_DIR, 'database') })
    expect(await brokenPromises(db, writers.acknowledged)).toEqual([])
    await db.close()
    report('embedded', ready, writers.retried)
  },
  TIMEOUT,
)

it(
  'PostgreSQL: one of two serving processes or the worker is killed in every round',
  async () => {
    const env = { ...(await usedDatabase(inject('postgresUrl'))), RATE_LIMITS: 'off' }
    const serve = () => startService(env)
    const work = async (): Promise<Running> => {
      const worker = run([...START, 'worker'], { ...env, DATA_DIR: newFolder(), LOG_LEVEL: 'warn' })
      await until('the worker is ready', () => worker.output.stdout.includes('worker is ready'), 60)
      return worker
    }
    const db = openPostgres({ url: env.DATABASE_URL, poolSize: 2 })
    const serving: (Service | null)[] = await Promise.all([serve(), serve()])
    let worker = await work()
    await prepare(serving[0]!)
    const credentials = serving[0]!.credentials().partner
    const urls = () => serving.flatMap((service) => service?.url ?? [])
    const writers = newWriters()
    const ready: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const buying = buyAll(writers, namesOf(round), { urls, credentials })
      await aMoment()
      const victim = round % 3
      if (victim === 2) {
        worker.child.kill('SIGKILL')
        await worker.ended
        worker = await work()
      } else {
        const killed = serving[victim]!
        serving[victim] = null
        await killed.stop('SIGKILL')
        serving[victim] = await serve()
        ready.push(serving[victim]!.readySeconds)
      }
      await buying
      expect(await brokenPromises(db, writers.acknowledged), `after kill ${round + 1}`).toEqual([])
    }
    await arrived()
    expect(writers.refused).toEqual([])
    expect(writers.acknowledged.size).toBe(ALL.length)
    worker.child.kill('SIGTERM')
    const ended = await Promise.all([worker.ended, ...serving.map((service) => service!.stop())])
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    await db.close()
    report('PostgreSQL', ready, writers.retried)
  },
  TIMEOUT,
)
