// A request that stays open while the service is told to end.
import http from 'node:http'
import { expect } from 'vitest'
import type { Service } from '../process.ts'

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

/** Told to end while a request is open: it finishes that one, takes no other, and exits 0. */
export async function expectDrained(service: Service): Promise<void> {
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
}
