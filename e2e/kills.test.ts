// SIGKILL at any moment of processes on PostgreSQL, under twenty buyers: nothing that was acknowledged is lost or doubled, and nothing is
// half done. 32 more pay at checkouts meanwhile: their receipts and credit notes are numbered without gaps. KILL_ROUNDS_POSTGRES lengthens
// it; `npm run prove -- faults` does. kills-embedded.test.ts does the same on the embedded database.
import { afterAll, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { until } from '../packages/server/test/receiver.ts'
import { brokenPromises } from './faults/audit.ts'
import { brokenNumbers, CHECKOUTS_AT_A_TIME, checkOutAll, newConfirmed } from './faults/checkouts.ts'
import { expectAllSold, type Kill, makeNames, openReceiver, report, timeoutFor } from './faults/kill-rounds.ts'
import { amidPurchases, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, newFolder, type Running, run, type Service, START, startService, usedDatabase } from './process.ts'

afterAll(cleanUp)

const ROUNDS = Number(process.env.KILL_ROUNDS_POSTGRES ?? 1)

const makeCheckoutNames = (round: number): string[] =>
  Array.from({ length: CHECKOUTS_AT_A_TIME }, (_, index) => `paid-${round}-${index}.test`)

it(
  'one of two serving processes or the worker is killed in every round, and documents have no gaps',
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
    const receiver = await openReceiver(serving[0]!)
    const credentials = serving[0]!.credentials().partner
    const urls = () => serving.flatMap((service) => service?.url ?? [])
    const writers = newWriters()
    const confirmed = newConfirmed()
    const kills: Kill[] = []
    for (let round = 0; round < ROUNDS; round++) {
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
    expect(confirmed.paid.size).toBe(ROUNDS * CHECKOUTS_AT_A_TIME)
    await expectAllSold(serving[0]!, writers, receiver, ROUNDS)
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
  timeoutFor(ROUNDS),
)
