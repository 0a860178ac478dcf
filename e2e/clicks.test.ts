// Clicks are counted behind their redirects; a killed service loses those of its last second at most.
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { sign } from '../packages/server/test/signer.ts'
import { cleanUp, type Env, type Service, startService } from './process.ts'
import { usedPlace } from './used-service.ts'

afterAll(cleanUp)

async function signed(service: Service, method: string, path: string, body?: object) {
  const { key_id: keyId, secret } = service.credentials().partner
  const request = sign({ keyId, secret }, method, path, body ? { body: JSON.stringify(body) } : {})
  const response = await fetch(service.url + path, {
    method,
    headers: request.headers,
    ...(request.body ? { body: request.body } : {}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  return (await response.json()) as any
}

async function click(service: Service, code: string, visitor: number): Promise<void> {
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'x-forwarded-for': `198.51.100.${visitor}`,
  }
  const response = await fetch(`${service.url}/r/${code}`, { redirect: 'manual', headers })
  expect(response.status).toBe(302)
}

/** A second of the service's own life: on a busy machine its timers and its answers are late together. */
async function liveForASecond(service: Service): Promise<void> {
  for (let n = 0; n < 20; n++) {
    await setTimeout(50)
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  }
}

/** Visitors are told apart by their network, so each has an address of its own, as behind a proxy. */
const start = (place: Env) => startService({ ...place, TRUST_PROXY: '1' })

it('keeps every click that is older than a second through SIGKILL, and counts none twice', async () => {
  const place = await usedPlace()
  const first = await start(place)
  const { code } = await signed(first, 'POST', '/api/partner/v1/links', { kind: 'generic' })
  for (let visitor = 0; visitor < 30; visitor++) await click(first, code, visitor)
  await liveForASecond(first)
  for (let visitor = 30; visitor < 35; visitor++) await click(first, code, visitor)
  expect((await first.stop('SIGKILL')).signal).toBe('SIGKILL')

  const second = await start(place)
  const counted = await signed(second, 'GET', '/api/partner/v1/me/clicks')
  expect(counted.total_clicks).toBeGreaterThanOrEqual(30)
  expect(counted.total_clicks).toBeLessThanOrEqual(35)
  expect(counted.unique_clicks).toBe(counted.total_clicks)

  // A stop that is asked for loses none at all.
  for (let visitor = 100; visitor < 110; visitor++) await click(second, code, visitor)
  expect((await second.stop()).code).toBe(0)
  const third = await start(place)
  const { total_clicks } = await signed(third, 'GET', '/api/partner/v1/me/clicks')
  expect(total_clicks).toBe(counted.total_clicks + 10)
})
