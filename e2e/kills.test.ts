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

/** How many of a round's purchases are still under way when some of them have been acknowledged: a kill strikes there. */
async function amidPurchases(
  writers: Writers,
  round: number,
  start: (onAcknowledged: () => void) => Promise<void>,
): Promise<{ buying: Promise<void>; underWay: number }> {
  const some = round * ORDERS_A_ROUND + 1 + Math.floor((Math.random() * ORDERS_A_ROUND) / 2)
  let buying = Promise.resolve()
  const reached = new Promise<void>((resolve) => {
    buying = start(() => writers.acknowledged.size >= some && resolve())
  })
  // Should the buyers give up, their refusals tell why.
  await Promise.race([reached, buying])
  // Not always right after an answer: a little later other statements are at work.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
  return { buying, underWay: (round + 1) * ORDERS_A_ROUND - writers.acknowledged.size }
}

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
    const audit = async (when: string) => {
      const db = await openEmbedded({ directory: path.join(env.DATA_DIR, 'database') })
      expect(await brokenPromises(db, writers.acknowledged), when).toEqual([])
      await db.close()
    }
    for (let round = 0; round < ROUNDS.embedded; round++) {
      await listNames(service, namesOf(round))
      const urls = () => (service ? [service.url] : [])
      const { buying, underWay } = await amidPurchases(writers, round, (onAcknowledged) =>
        buyAll(writers, namesOf(round), { urls, credentials, onAcknowledged }),
      )
      await service.stop('SIGKILL')
      service = null
      await audit(`after kill ${round + 1}`)
      service = await startService(env)
      kills.push({ underWay, readySeconds: service.readySeconds })
      await buying
    }
    await expectAllSold(writers, ROUNDS.embedded)
    expect(await service.stop()).toMatchObject({ code: 0 })
    await audit('at the end')
    report('embedded', writers, kills)
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
    const kills: Kill[] = []
    for (let round = 0; round < ROUNDS.postgres; round++) {
      await listNames(serving[0]!, namesOf(round))
      const { buying, underWay } = await amidPurchases(writers, round, (onAcknowledged) =>
        buyAll(writers, namesOf(round), { urls, credentials, onAcknowledged }),
      )
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
      await buying
      expect(await brokenPromises(db, writers.acknowledged), `after kill ${round + 1}`).toEqual([])
    }
    await expectAllSold(writers, ROUNDS.postgres)
    worker.child.kill('SIGTERM')
    const ended = await Promise.all([worker.ended, ...serving.map((service) => service!.stop())])
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    await db.close()
    report('PostgreSQL', writers, kills)
  },
  timeoutFor(ROUNDS.postgres),
)
