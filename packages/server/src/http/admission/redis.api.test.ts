// Nonces and rate limits in Redis: shared by all processes, and no nonce is accepted twice, whatever the server loses. In the real server
// where one is installed, and in a stand-in everywhere.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdmissionTestServer, startAdmissionStandin } from '../../../test/admission-standin.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { findRedis, startRedis } from '../../../test/redis-server.ts'
import { sql } from '../../db/sql.ts'
import { openAdmissionServer } from '../../integrations/admission-server.ts'
import { NONCE_LOSS_SECONDS, NONCE_SETTLE_SECONDS } from '../../kernel/limits.ts'
import { sandboxOffset } from '../../modules/partners/index.ts'
import type { Admission, Asked } from './admission.ts'
import { createAdmission } from './admission.ts'
import { leaveRedis, noteArrival, readArrival, withLoss } from './place.ts'
import { createRedisAdmission } from './redis.ts'

const program = findRedis()
if (!program) console.log('not run: nonces in a real Redis or Valkey. Install valkey-server or redis-server.')
const SERVERS: [string, () => Promise<AdmissionTestServer>][] = [['a stand-in', startAdmissionStandin]]
if (program) SERVERS.push([path.basename(program), () => startRedis(program)])

describe.each(SERVERS)('in %s', (_server, startServer) => {
  let service: TestService
  let server: AdmissionTestServer
  let opened: Admission[] = []
  beforeAll(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    server = await startServer()
    await service.db.run(sql`delete from service_state where key = 'nonces_kept_in'`)
    await service.db.run(sql`delete from used_nonces`)
  })
  afterEach(async () => {
    await Promise.all(opened.map((admission) => admission.close()))
    opened = []
    await server.close()
  })

  /** One more process of the service. */
  async function join(): Promise<Admission> {
    const { db, clock, metrics, log } = service.deps
    const connection = openAdmissionServer({
      url: server.url,
      prefix: 'test:',
      log,
      readArrival: () => readArrival(db),
      noteArrival: () => noteArrival(db),
    })
    await connection.start()
    const fallback = createAdmission({ db, clock, metrics, clockOffset: sandboxOffset })
    const admission = createRedisAdmission({ db, server: connection, fallback, clockOffset: sandboxOffset })
    opened.push(admission)
    return admission
  }

  const nowSeconds = () => Math.floor(Date.now() / 1000)
  const signed = (nonce: string = randomUUID(), signedAt = nowSeconds()): Asked => ({
    nonce,
    signedAt,
    bucket: null,
    partnerId: null,
    durable: false,
  })
  const limit = { name: 'test', capacity: 10, perSeconds: 60 }
  const limited = (key: string, amount = 1, isWhole = false): Asked => ({
    nonce: null,
    bucket: { key, limit, amount, isWhole },
    partnerId: null,
    durable: false,
  })

  /** The seconds to wait when refused, or whether the nonce was fresh. */
  const attempt = (admission: Admission, asked: Asked): Promise<boolean | number> =>
    admission.admit(asked).then(
      ({ fresh }) => fresh,
      (error: { status?: number; headers?: Record<string, string> }) => {
        expect(error.status).toBe(503)
        return Number(error.headers?.['retry-after'])
      },
    )
  const settled = (admission: Admission) =>
    expect.poll(() => attempt(admission, signed()), { timeout: 20_000, interval: 100 }).toBe(true)

  describe('nonces', () => {
    it('are fresh once, over two processes and a hundred attempts at the same time', async () => {
      const both = [await join(), await join()]
      const asked = signed()
      const verdicts = await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(both[index % 2]!, asked)))
      expect(verdicts.filter((verdict) => verdict === true)).toHaveLength(1)
      expect(verdicts.filter((verdict) => verdict === false)).toHaveLength(99)
    })

    it('take no token when they are not fresh', async () => {
      const admission = await join()
      const asked = { ...signed(), bucket: { key: randomUUID(), limit } }
      expect(await admission.admit(asked)).toMatchObject({ fresh: true, granted: true, remaining: 9 })
      expect(await admission.admit(asked)).toMatchObject({ fresh: false })
      expect(await admission.remaining([asked.bucket.key])).toEqual(new Map([[asked.bucket.key, 9]]))
    })

    it('stay used when the server restarts with its data, and requests continue soon', async () => {
      const both = [await join(), await join()]
      const used = [signed(), signed()]
      for (const [index, asked] of used.entries()) expect(await attempt(both[index]!, asked)).toBe(true)
      await server.restart()
      await settled(both[0]!)
      for (const admission of both) {
        await settled(admission)
        for (const asked of used) expect(await attempt(admission, asked)).toBe(false)
      }
    })

    it('are refused while the server is unavailable, and limits of unsigned requests still count', async () => {
      const admission = await join()
      await server.stop()
      expect(await attempt(admission, signed())).toBe(1)
      const key = randomUUID()
      expect(await admission.admit(limited(key))).toMatchObject({ granted: true, remaining: 9 })
      expect(await admission.remaining([key])).toEqual(new Map([[key, 9]]))
      await server.start()
      await settled(admission)
    })

    it('wait for processes to compare after a restart', async () => {
      const admission = await join()
      await attempt(admission, signed())
      await server.restart()
      // A process that starts now knows nothing; it must not begin before the others had their say.
      const late = await join()
      expect(await attempt(late, signed())).toBeLessThanOrEqual(NONCE_SETTLE_SECONDS)
      await settled(late)
    })
  })

  describe('a server that lost nonces', () => {
    const isLong = (seconds: boolean | number) => typeof seconds === 'number' && seconds > NONCE_LOSS_SECONDS - 30

    it.each([
      ['was cleared', async () => server.flush()],
      [
        'was cleared and restarted',
        async () => {
          await server.flush()
          await server.restart()
        },
      ],
    ])('and %s accepts no request that could have been used before', async (_, lose) => {
      const admission = await join()
      const used = signed()
      expect(await attempt(admission, used)).toBe(true)
      await lose()
      await expect.poll(async () => isLong(await attempt(admission, used))).toBe(true)
      expect(isLong(await attempt(admission, signed()))).toBe(true)
      // A clock that runs ahead may have signed it up to five minutes later.
      expect(isLong(await attempt(admission, signed(randomUUID(), nowSeconds() + 300)))).toBe(true)
      expect(await attempt(admission, signed(randomUUID(), nowSeconds() + NONCE_LOSS_SECONDS + 5))).toBe(true)
    })

    it('is recognized when a replica that lagged behind takes over, whichever process reconnects first', async () => {
      const [one, other] = [await join(), await join()]
      await attempt(one, signed())
      const promote = await server.snapshot()
      const lost = signed()
      expect(await attempt(other, lost)).toBe(true)
      await promote()
      const verdicts: (boolean | number)[] = []
      const tryAgain = async () => {
        verdicts.push(await attempt(one, lost))
        return isLong(verdicts.at(-1)!)
      }
      await expect.poll(tryAgain, { timeout: 20_000, interval: 20 }).toBe(true)
      expect(verdicts).not.toContain(true)
      expect(isLong(await attempt(other, lost))).toBe(true)
    })

    it('is assumed when nobody can say what it had', async () => {
      const admission = await join()
      await attempt(admission, signed())
      await admission.close()
      await server.restart()
      const next = await join()
      await expect.poll(async () => isLong(await attempt(next, signed())), { timeout: 20_000 }).toBe(true)
    })

    it.each([
      ['evicts keys', { policy: 'allkeys-lru' }],
      ['is a replica', { role: 'slave' }],
    ])('is not used if it %s', async (_, fields: { policy?: string; role?: string }) => {
      await server.set(fields)
      const admission = await join()
      expect(await attempt(admission, signed())).toBe(1)
    })
  })

  describe('a change of place', () => {
    it('from PostgreSQL refuses what could have been used there, and nothing on a new installation', async () => {
      const { db, clock, metrics } = service.deps
      const inDatabase = createAdmission({ db, clock, metrics, clockOffset: sandboxOffset })
      const used = signed()
      expect(await attempt(inDatabase, used)).toBe(true)
      const admission = await join()
      expect(await attempt(admission, used)).toBeGreaterThan(1)
      expect(await attempt(admission, signed(randomUUID(), nowSeconds() + NONCE_LOSS_SECONDS + 5))).toBe(true)
    })

    it('back to PostgreSQL refuses what could have been used in Redis', async () => {
      const admission = await join()
      const used = signed()
      expect(await attempt(admission, used)).toBe(true)
      const { db, clock, metrics } = service.deps
      const leftAt = await leaveRedis(db, clock.now())
      const back = withLoss(createAdmission({ db, clock, metrics, clockOffset: sandboxOffset }), leftAt)
      expect(await attempt(back, used)).toBeGreaterThan(1)
      expect(await attempt(back, signed(randomUUID(), nowSeconds() + NONCE_LOSS_SECONDS + 5))).toBe(true)
      expect(await leaveRedis(db, clock.now())).toBe(leftAt)
    })
  })

  describe('a bucket', () => {
    it('grants exactly its capacity to 50 who ask at the same time, over two processes', async () => {
      const both = [await join(), await join()]
      const key = randomUUID()
      const verdicts = await Promise.all(Array.from({ length: 50 }, (_, index) => both[index % 2]!.admit(limited(key))))
      expect(verdicts.filter(({ granted }) => granted)).toHaveLength(10)
      expect(verdicts.find(({ granted }) => !granted)).toMatchObject({ remaining: 0, retryAfter: 6 })
    })

    it('gives all tokens that are asked for together or none, and takes tokens back', async () => {
      const admission = await join()
      const key = randomUUID()
      expect(await admission.admit(limited(key, 4, true))).toMatchObject({ granted: true, remaining: 6 })
      expect(await admission.admit(limited(key, 8, true))).toMatchObject({ granted: false, retryAfter: 12 })
      await admission.giveBack(key)
      expect(await admission.remaining([key, randomUUID()])).toEqual(new Map([[key, 7]]))
      expect(await admission.admit(limited(key, 8))).toMatchObject({ granted: false })
      expect(await admission.remaining([key])).toEqual(new Map([[key, 0]]))
    })
  })
})
