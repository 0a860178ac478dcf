// Deliveries by processes of their own: whatever was sold arrives, also when the process that sold it is gone.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { computeSignature, type Receiver, respondWith, startReceiver, until } from '../packages/server/test/receiver.ts'
import { sign } from '../packages/server/test/signer.ts'
import { cleanUp, newFolder, run, type Service, START, startService, usedDatabase } from './process.ts'

afterAll(cleanUp)

const SECRET = 'a-secret-of-sixteen-or-more'
let serial = 0
const onPostgres = () => usedDatabase(inject('postgresUrl'))

const receivers: Receiver[] = []
async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const one = await startReceiver(...args)
  receivers.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((one) => one.stop()))
})

async function signed(service: Service, method: string, path: string, body?: unknown) {
  const { key_id: keyId, secret } = service.credentials().partner
  const request = sign({ keyId, secret }, method, path, {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { 'idempotency-key': randomUUID() },
  })
  const reply = await fetch(service.url + path, {
    method,
    headers: request.headers,
    ...(request.body ? { body: request.body } : {}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  const json = (await reply.json()) as any
  if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
  return json
}

/** Sells a name and answers the id of the order. */
async function sell(service: Service): Promise<string> {
  const domain = `sold-${process.pid}-${serial++}.test`
  const listed = await fetch(`${service.url}/api/operator/v1/listings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.credentials().operator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ environment: 'sandbox', domain, price_cents: 100_000, currency: 'USD' }),
  })
  expect(listed.status).toBe(201)
  const order = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'e2e' }
  return (await signed(service, 'POST', '/api/partner/v1/orders', order)).public_id as string
}

const register = (service: Service, url: string) =>
  signed(service, 'PUT', '/api/partner/webhooks', { url, secret: SECRET })

const readOrderId = ({ body }: { body: string }): string =>
  (JSON.parse(body) as { data: { order: { public_id: string } } }).data.order.public_id

function expectAll(target: Receiver, orders: readonly string[]): void {
  expect(new Set(target.received.map(readOrderId))).toEqual(new Set(orders))
  for (const { headers, body } of target.received)
    expect(headers['x-service-signature']).toBe(computeSignature(SECRET, body))
}

describe('workers of their own', () => {
  const ready = (worker: ReturnType<typeof run>) =>
    until('the worker is ready', () => worker.output.stdout.includes('worker is ready'))

  it('do what a serving process leaves to them, go on when it is killed, and drain on SIGTERM', async () => {
    const env = { ...(await onPostgres()), RATE_LIMITS: 'off', LOG_LEVEL: 'warn', BACKGROUND: 'off' }
    const service = await startService(env)
    const target = await receiver(respondWith(200))
    await register(service, target.url)
    const orders = await Promise.all(Array.from({ length: 10 }, () => sell(service)))
    // With background work in this process, they would have arrived by now.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(target.received).toEqual([])
    const worker = run([...START, 'worker'], { ...env, DATA_DIR: newFolder() })
    await ready(worker)
    await service.stop('SIGKILL')
    await until('all arrive', () => new Set(target.ids()).size === orders.length)
    expectAll(target, orders)
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toMatchObject({ code: 0, signal: null })
  })

  it('say in one line that they need PostgreSQL', async () => {
    const ended = await run([...START, 'worker'], { DATA_DIR: newFolder() }).ended
    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/^freehold: Separate workers require PostgreSQL.*\n$/)
  })
})
