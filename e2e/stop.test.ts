// How the service ends: it drains when asked, and survives when it is not asked.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { sign } from '../packages/server/test/signer.ts'
import { cleanUp, type Service, startService, usedFolder } from './process.ts'
import { usedPlace } from './used-service.ts'

afterAll(cleanUp)

const LINE = (domain: string) => `${JSON.stringify({ domain, price_cents: 100_000, currency: 'USD' })}\n`

/** An import whose body is not complete yet: a request that stays open for as long as the test wants. */
function openImport(service: Service) {
  const request = http.request(`${service.url}/api/operator/v1/listings/import?environment=sandbox`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.credentials().operator.token}`,
      'content-type': 'application/x-ndjson',
      'transfer-encoding': 'chunked',
      // Answered when the service has read the head: from then on the request is open there, however slow the machine is.
      expect: '100-continue',
    },
  })
  const taken = new Promise<void>((resolve, reject) => {
    request.once('error', reject)
    request.once('continue', () => {
      request.write(LINE('drained-one.test'))
      resolve()
    })
  })
  const reply = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode, text }))
    })
  })
  return { request, taken, response: reply }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The folder of the last one that was stopped below. */
let drained: string

describe.each([
  ['node scripts/start.mjs, on PostgreSQL', undefined, usedPlace],
  ['npm start, on the embedded database', ['npm', 'start'], async () => ({ DATA_DIR: await usedFolder() })],
])('%s', (_, command, place) => {
  it('finishes the open request on SIGTERM, takes no other, and exits 0', async () => {
    const service = await startService(await place(), command)
    const { request, taken, response } = openImport(service)
    await taken
    service.child.kill('SIGTERM')
    const health = () =>
      fetch(`${service.url}/healthz`).then(
        () => 'answered',
        () => 'refused',
      )
    await expect.poll(health, { timeout: 60_000 }).toBe('refused')
    expect(service.child.exitCode).toBeNull()
    request.end(LINE('drained-two.test'))
    const { status, text } = await response
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ status: 'completed', created: 2 })
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
    drained = service.dataDir
  })
})

describe('a service that was stopped', () => {
  it('starts again with all it had acknowledged, and stops at once when nothing is open', async () => {
    const next = await startService({ DATA_DIR: drained }, ['npm', 'start'])
    const listed = await next.sdk().get('/api/partner/v1/availability', { domain: 'drained-one.test' })
    expect(listed).toMatchObject({ available: true })
    // Nothing is under way: it does not wait for the whole of its time to drain, after which it would end with 1.
    expect(await next.stop()).toMatchObject({ code: 0, signal: null })
  })
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
