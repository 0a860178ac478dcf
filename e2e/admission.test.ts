// Two processes that keep nonces in Redis or Valkey, while the server is restarted amid purchases. The real server where one is
// installed, and a stand-in that runs the same scripts everywhere.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type AdmissionTestServer, startAdmissionStandin } from '../packages/server/test/admission-standin.ts'
import { startReceiver } from '../packages/server/test/receiver.ts'
import { findRedis, startRedis } from '../packages/server/test/redis-server.ts'
import { sign } from '../packages/server/test/signer.ts'
import { brokenPromises } from './faults/audit.ts'
import { amidPurchases, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, newFolder, type Service, startService, usedDatabase } from './process.ts'

afterAll(cleanUp)

const program = findRedis()
if (!program) console.log('not run: nonces in a real Redis or Valkey. Install valkey-server or redis-server.')
const SERVERS: [string, () => Promise<AdmissionTestServer>][] = [['a stand-in', startAdmissionStandin]]
if (program) SERVERS.push([path.basename(program), () => startRedis(program)])

describe.each(SERVERS)('nonces in %s', (_, startServer) => {
  it('are accepted once through a restart amid purchases, and never after the server was cleared', async () => {
    const server = await startServer()
    const env = await usedDatabase(inject('postgresUrl'))
    const settings = { ...env, ADMISSION_URL: server.url, LOG_LEVEL: 'fatal' }
    const other = { ...settings, DATA_DIR: newFolder() }
    const [first, second] = (await Promise.all([startService(settings), startService(other)])) as [Service, Service]
    const { partner } = first.credentials()
    const receiver = await startReceiver()
    // The database was used before: what was signed then is refused until its timestamps are too old. Nothing was, here.
    await first.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })

    const request = sign({ keyId: partner.key_id, secret: partner.secret }, 'GET', '/api/partner/v1/me', {
      nonce: randomUUID(),
    })
    const send = async (service: Service) =>
      (await fetch(service.url + request.url, { headers: request.headers })).status
    expect(await send(first)).toBe(200)
    expect(await send(second)).toBe(401)

    const names = Array.from({ length: 60 }, (_, index) => `admitted-${index}.test`)
    await listNames(first, names)
    const writers = newWriters()
    const urls = [first.url, second.url]
    const purchases = { urls: () => urls, credentials: partner, buyers: 10 }
    const { buying, underWay } = await amidPurchases(writers, names, purchases)
    expect(underWay).toBeGreaterThan(0)
    const begun = performance.now()
    await server.restart()
    await buying
    console.log(
      `restarted amid ${underWay} purchases: all sold after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    )
    expect(writers.refused).toEqual([])
    expect([await send(first), await send(second)]).toEqual([401, 401])
    const direct = openPostgres({ url: env.DATABASE_URL, poolSize: 2 })
    expect(await brokenPromises(direct, writers.acknowledged)).toEqual([])
    await direct.close()

    await server.flush()
    expect([await send(first), await send(second)]).toEqual([503, 503])
    // Pages need no signature: their limits are counted meanwhile.
    expect((await fetch(`${first.url}/`)).status).toBe(200)
    await receiver.stop()
    expect((await Promise.all([first.stop(), second.stop()])).map(({ code }) => code)).toEqual([0, 0])
    await server.close()
  })
})
