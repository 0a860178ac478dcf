// SIGKILL at any moment, under fifty buyers: nothing that was acknowledged is lost or doubled, and nothing is half done.
// KILL_ROUNDS_EMBEDDED and KILL_ROUNDS_POSTGRES lengthen it; `npm run prove` does.
import path from 'node:path'
import { afterAll, afterEach, expect, inject, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Receiver, startReceiver, until } from '../packages/server/test/receiver.ts'
import { brokenPromises } from './faults/audit.ts'
import { buyAll, listNames, newWriters, type Writers } from './faults/writers.ts'
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
  embedded: Number(process.env.KILL_ROUNDS_EMBEDDED ?? 2),
  postgres: Number(process.env.KILL_ROUNDS_POSTGRES ?? 3),
}
const ORDERS_A_ROUND = 60
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 60)
const timeoutFor = (rounds: number) => 120_000 + rounds * 30_000

const namesOf = (round: number): string[] =>
  Array.from({ length: ORDERS_A_ROUND }, (_, index) => `killed-${round}-${index}.test`)

/** Early or late in a round, but within it. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 500))

let receiver: Receiver
afterEach(async () => receiver?.stop())

async function prepare(service: Service): Promise<void> {
  receiver = await startReceiver()
  await service.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
}

async function expectAllSold(writers: Writers, rounds: number): Promise<void> {
  expect(writers.refused).toEqual([])
  expect(writers.acknowledged.size).toBe(rounds * ORDERS_A_ROUND)
  const all = () => new Set(receiver.ids()).size >= rounds * ORDERS_A_ROUND
  await until('every event arrives', all, 120)
}

function report(what: string, writers: Writers, ready: readonly number[]): void {
  const [slowest = 0] = [...ready].sort((a, b) => b - a)
  const { acknowledged, retried } = writers
  console.log(
    `${what}: ${ready.length} starts after a kill, the slowest ${slowest.toFixed(1)} s; ${acknowledged.size} orders, ${retried} retries`,
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
    const audit = async (when: string) => {
      const db = await openEmbedded({ directory: path.join(env.DATA_DIR, 'database') })
      expect(await brokenPromises(db, writers.acknowledged), when).toEqual([])
      await db.close()
    }
    for (let round = 0; round < ROUNDS.embedded; round++) {
      await listNames(service, namesOf(round))
      const buying = buyAll(writers, namesOf(round), { urls: () => (service ? [service.url] : []), credentials })
      await aMoment()
      await service.stop('SIGKILL')
      service = null
      await audit(`after kill ${round + 1}`)
      service = await startService(env)
      ready.push(service.readySeconds)
      await buying
    }
    await expectAllSold(writers, ROUNDS.embedded)
    expect(await service.stop()).toMatchObject({ code: 0 })
    await audit('at the end')
    report('embedded', writers, ready)
  },
  timeoutFor(ROUNDS.embedded),
)

it(
  'PostgreSQL: one of two serving processes or the worker is killed in every round',
  async () => {
    const env = { ...(await usedDatabase(inject('postgresUrl'))), RATE_LIMITS: 'off' }
    const work = async (): Promise<Running> => {
      const worker = run([...START, 'worker'], { ...env, DATA_DIR: newFolder(), LOG_LEVEL: 'warn' })
      await until('the worker is ready', () => worker.output.stdout.includes('worker is ready'), 60)
      return worker
    }
    const db = openPostgres({ url: env.DATABASE_URL, poolSize: 2 })
    const serving: (Service | null)[] = await Promise.all([startService(env), startService(env)])
    let worker = await work()
    await prepare(serving[0]!)
    const credentials = serving[0]!.credentials().partner
    const urls = () => serving.flatMap((service) => service?.url ?? [])
    const writers = newWriters()
    const ready: number[] = []
    for (let round = 0; round < ROUNDS.postgres; round++) {
      await listNames(serving[0]!, namesOf(round))
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
        const next = await startService(env)
        serving[victim] = next
        ready.push(next.readySeconds)
      }
      await buying
      expect(await brokenPromises(db, writers.acknowledged), `after kill ${round + 1}`).toEqual([])
    }
    await expectAllSold(writers, ROUNDS.postgres)
    worker.child.kill('SIGTERM')
    const ended = await Promise.all([worker.ended, ...serving.map((service) => service!.stop())])
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    await db.close()
    report('PostgreSQL', writers, ready)
  },
  timeoutFor(ROUNDS.postgres),
)
