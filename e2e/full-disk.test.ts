// A full disk under the embedded database: what was acknowledged stays, what cannot be written is refused, and space cures it.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { startReceiver, until } from '../packages/server/test/receiver.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { buyAll, listNames, newWriters, post } from './faults/writers.ts'
import { cleanUp, newFolder, type Service, startService, usedFolder } from './process.ts'

afterAll(cleanUp)

const NAMES = Array.from({ length: 200 }, (_, index) => `full-${index}.test`)
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 120)
const PRELOAD = `--require ${fileURLToPath(new URL('./faults/full-disk.cjs', import.meta.url))}`

const fetchStatus = (service: Service, path: string) =>
  fetch(service.url + path, { signal: AbortSignal.timeout(10_000) }).then(({ status }) => status)

it('loses nothing, refuses with a clear answer, and goes on when there is room again', async () => {
  const env = {
    DATA_DIR: await usedFolder(),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: PRELOAD,
    FULL_DISK: path.join(newFolder(), 'full'),
  }
  const service = await startService(env)
  const receiver = await startReceiver()
  await service.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
  await listNames(service, NAMES)
  const writers = newWriters()
  const { partner } = service.credentials()
  const purchases = { urls: () => [service.url], credentials: partner }
  const buying = buyAll(writers, NAMES, purchases)
  await until('some are sold', () => writers.acknowledged.size > 20)
  writeFileSync(env.FULL_DISK, '')
  await until('the disk is felt', () => writers.retried > 0)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const sold = writers.acknowledged.size
  expect(sold).toBeLessThan(NAMES.length)
  expect(await fetchStatus(service, '/healthz')).toBe(200)
  expect(await fetchStatus(service, '/readyz')).toBe(503)
  const refused = await post(service.url, purchases, 'full-0.test')
  expect(refused).toMatchObject({
    status: 503,
    retryAfter: expect.stringMatching(/^\d+$/),
    json: { error: { code: 'upstream_unavailable' } },
  })
  rmSync(env.FULL_DISK)
  const over = performance.now()
  await until('ready again', async () => (await fetchStatus(service, '/readyz')) === 200)
  expect((performance.now() - over) / 1000).toBeLessThan(READY_SECONDS_MAX)
  await buying
  expect(writers.refused).toEqual([])
  expect(writers.acknowledged.size).toBe(NAMES.length)
  await expectAllArrive(service, writers, receiver)
  expect(await service.stop()).toMatchObject({ code: 0 })
  const db = await openEmbedded({ directory: path.join(env.DATA_DIR, 'database') })
  expect(await brokenPromises(db, writers.acknowledged)).toEqual([])
  await db.close()
  await receiver.stop()
})
