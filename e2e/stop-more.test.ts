// How the service ends on PostgreSQL when it is asked, and on the embedded database when it is killed.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { sign } from '../packages/server/test/signer.ts'
import { expectDrained } from './faults/draining.ts'
import { cleanUp, type Service, startService, usedFolder } from './process.ts'
import { startUsed } from './used-service.ts'

afterAll(cleanUp)

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it('node scripts/start.mjs finishes the open request on SIGTERM, takes no other, and exits 0', async () => {
  await expectDrained(await startUsed())
})

describe('a service that was killed', () => {
  it('starts again at once, and still refuses a nonce used before', async () => {
    const first = await startService({ DATA_DIR: await usedFolder() })
    const { key_id: keyId, secret } = first.credentials().partner
    const request = sign({ keyId, secret }, 'GET', '/api/partner/v1/me', { nonce: randomUUID() })
    const send = (service: Service) => fetch(service.url + request.url, { headers: request.headers })
    // Nothing else is written after the nonce: the first request of a credential also notes that it was used.
    await first.sdk().get('/api/partner/v1/me')
    await pause(1000)
    expect((await send(first)).status).toBe(200)
    expect(await first.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })

    const second = await startService({ DATA_DIR: first.dataDir })
    const replay = await send(second)
    expect(replay.status).toBe(401)
    expect(await replay.json()).toMatchObject({ error: { code: 'replay_detected' } })
    expect(await second.sdk().get('/api/partner/v1/me')).toMatchObject({ environment: 'sandbox' })
    await second.stop()
  })
})
