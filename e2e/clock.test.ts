// A clock that jumps under a selling service: forward, back and far away; nothing is lost, sold twice or replayed.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { type Receiver, respondWith, startReceiver, until } from '../packages/server/test/receiver.ts'
import { sign } from '../packages/server/test/signer.ts'
import { expectAllArrive } from './faults/arrivals.ts'
import { brokenPromises } from './faults/audit.ts'
import { amidPurchases, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, newFolder, type Service, startService, usedFolder } from './process.ts'

/** Seconds by which the clock is wrong, one after the other, and right at the end: forward, so that no retry waits for it. */
const JUMPS = [3600, -3600, -60, 40 * 86_400, -86_400, 0]
const NAMES_A_JUMP = 60
const PRELOAD = `--require ${fileURLToPath(new URL('./faults/clock.cjs', import.meta.url))}`

const folder = newFolder()
const file = path.join(folder, 'offset')
let offset = 0
const now = () => new Date(Date.now() + offset * 1000)
let service: Service
let receiver: Receiver
const writers = newWriters()
/** The service looks at its clock far more often. */
const JUMP_SEEN_MS = 200
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const makeNames = (jump: number) => Array.from({ length: NAMES_A_JUMP }, (_, index) => `jump${jump}-${index}.test`)

beforeAll(async () => {
  const env = { NODE_OPTIONS: PRELOAD, CLOCK_OFFSET: file, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' }
  service = await startService({ ...env, DATA_DIR: await usedFolder() })
  receiver = await startReceiver()
  await service.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
  await listNames(
    service,
    JUMPS.flatMap((_, jump) => makeNames(jump)),
  )
})
afterAll(async () => {
  await receiver?.stop()
  await cleanUp()
})

it('sells on at every time, each name once', async () => {
  const { partner } = service.credentials()
  for (const [jump, seconds] of JUMPS.entries()) {
    // In the middle of buying: some requests were signed at the time before, and are signed again.
    const purchases = { urls: () => [service.url], credentials: partner, now }
    const { buying, underWay } = await amidPurchases(writers, makeNames(jump), purchases)
    expect(underWay).toBeGreaterThan(0)
    const accepted = receiver.accepted.size
    offset = seconds
    writeFileSync(file, String(seconds))
    // What the receiver refuses while the clock runs ahead is planned by that clock. It begins after the jump: a failure from
    // before would seem to have lasted through it, and five days of failures end a registration.
    await pause(JUMP_SEEN_MS)
    receiver.behave(respondWith(seconds > 0 ? 500 : 200))
    await buying
    if (seconds <= 0) await until('a delivery succeeds again', () => receiver.accepted.size > accepted)
    expect((await fetch(`${service.url}/readyz`)).status, `${seconds} s off`).toBe(200)
  }
  expect(writers.refused).toEqual([])
  expect(writers.acknowledged.size).toBe(JUMPS.length * NAMES_A_JUMP)
})

it('refuses a nonce again after the clock went back', async () => {
  const { key_id: keyId, secret } = service.credentials().partner
  const request = sign({ keyId, secret }, 'GET', '/api/partner/v1/me')
  const send = async () => {
    const response = await fetch(service.url + request.url, { headers: request.headers })
    return ((await response.json()) as { error?: { code: string } }).error?.code ?? response.status
  }
  expect(await send()).toBe(200)
  writeFileSync(file, '-120')
  await pause(JUMP_SEEN_MS)
  expect(await send()).toBe('replay_detected')
  writeFileSync(file, '0')
})

it('delivers everything once the clock is right, and its books hold', async () => {
  await expectAllArrive(service, writers, receiver)
  expect(await service.stop()).toMatchObject({ code: 0 })
  const db = await openEmbedded({ directory: path.join(service.dataDir, 'database') })
  expect(await brokenPromises(db, writers.acknowledged)).toEqual([])
  await db.close()
})
