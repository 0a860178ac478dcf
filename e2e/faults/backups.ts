// What the tests of backups share: the commands of the operating guide, sales whose receiver does not listen yet, and what must be there
// after a restore.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { freePort } from '../../packages/server/test/ports.ts'
import { startReceiver, until } from '../../packages/server/test/receiver.ts'
import { sign } from '../../packages/server/test/signer.ts'
import { type Credentials, finish, project, type Service } from '../process.ts'

const GUIDE = readFileSync(path.join(project, 'docs/guides/operating.md'), 'utf8')

/** Runs the blocks with this mark as pasted, in their own folder. */
export async function paste(mark: string, folder: string, env: Record<string, string>): Promise<void> {
  const blocks = [...GUIDE.matchAll(new RegExp(`^\`\`\`sh needs=${mark}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
  expect(blocks.length).toBeGreaterThan(0)
  const script = [`cd ${folder}`, ...blocks.map(([, block = '']) => block)].join('\n')
  const done = await finish(['bash', '--norc', '-euo', 'pipefail', '-c', script], env)
  expect([mark, done.code, done.stderr]).toEqual([mark, 0, ''])
}

// Tests read answers freely.
// biome-ignore lint/suspicious/noExplicitAny: see above
type ResponseBody = any

async function signed(
  { url }: Service,
  { partner }: Credentials,
  method: string,
  at: string,
  body?: object,
): Promise<ResponseBody> {
  const key = { keyId: partner.key_id, secret: partner.secret }
  const request = sign(key, method, at, {
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: { 'idempotency-key': `${method} ${at} ${JSON.stringify(body)}`.slice(0, 200).replace(/[^\w-]/g, '-') },
  })
  const response = await fetch(url + request.url, { ...request, body: request.body ?? null })
  const json = await response.json()
  if (response.status >= 300) throw new Error(`${method} ${at}: ${response.status} ${JSON.stringify(json)}`)
  return json
}

async function operator(
  { url }: Service,
  { operator: { token } }: Credentials,
  method: string,
  at: string,
  body?: object,
) {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const init = { method, headers, body: body ? JSON.stringify(body) : null }
  return (await fetch(`${url}/api/operator/v1${at}`, init)).json() as ResponseBody
}

export type Before = { credentials: Credentials; port: number; orders: ResponseBody[]; events: string[] }

async function sell(service: Service, credentials: Credentials, domain: string): Promise<string> {
  await operator(service, credentials, 'POST', '/listings', {
    ...{ environment: 'sandbox', domain, price_cents: 100_000, currency: 'USD' },
  })
  const order = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: `for ${domain}` }
  return (await signed(service, credentials, 'POST', '/api/partner/v1/orders', order)).public_id
}

const listHistory = async (service: Service, credentials: Credentials): Promise<{ id: string; type: string }[]> =>
  (await signed(service, credentials, 'GET', '/api/partner/v1/events?limit=200')).events
const listEvents = async (service: Service, credentials: Credentials): Promise<string[]> =>
  (await listHistory(service, credentials)).map(({ id }) => id)

/** Three sales whose receiver does not listen yet: one of them delivered, one refunded. */
export async function fill(service: Service): Promise<Before> {
  const credentials = service.credentials()
  const port = await freePort()
  const hook = { url: `http://127.0.0.1:${port}/hook`, secret: 'a secret of the receiver' }
  await signed(service, credentials, 'PUT', '/api/partner/webhooks', hook)
  const ids = []
  for (const name of ['kept-one', 'kept-two', 'kept-three']) ids.push(await sell(service, credentials, `${name}.test`))
  const [moved, refunded] = ids
  for (const action of ['start_transfer', 'complete_transfer'])
    await signed(service, credentials, 'POST', `/api/partner/v1/sandbox/orders/${moved}/${action}`)
  const refund = { order_public_id: refunded, reason: 'requested_by_customer' }
  await signed(service, credentials, 'POST', '/api/partner/v1/refunds', refund)
  const orders = []
  for (const id of ids) orders.push(await signed(service, credentials, 'GET', `/api/partner/v1/orders/${id}`))
  // An event shows once every older transaction of the server has ended; the refund is the youngest.
  const isShown = async () => (await listHistory(service, credentials)).some(({ type }) => type === 'order.refunded')
  await until('the history is shown', isShown)
  return { credentials, port, orders, events: await listEvents(service, credentials) }
}

export async function expectAllIsThere(service: Service, { credentials, port, orders, events }: Before): Promise<void> {
  expect(await operator(service, credentials, 'GET', '/ledger/check')).toMatchObject({ ok: true, findings: [] })
  for (const order of orders)
    expect(await signed(service, credentials, 'GET', `/api/partner/v1/orders/${order.public_id}`)).toEqual(order)
  expect(await listEvents(service, credentials)).toEqual(events)

  const receiver = await startReceiver(undefined, port)
  try {
    // Whatever the schedule of retries waits for, an hour later it is due.
    await signed(service, credentials, 'POST', '/api/partner/v1/sandbox/clock/advance', { seconds: 3600 })
    const waiting = async () =>
      (await signed(service, credentials, 'GET', '/api/partner/v1/webhooks/deliveries?status=pending')).deliveries
        .length
    await until('everything is delivered', async () => receiver.received.length > 0 && (await waiting()) === 0)
    const pushed = new Set(['order.recorded', 'order.transfer_started', 'order.transfer_completed', 'order.refunded'])
    const types = receiver.received.map(({ headers }) => headers['x-service-event-type'])
    expect(types.filter((type) => !pushed.has(String(type)))).toEqual([])
    expect(new Set(receiver.ids()).size).toBe(receiver.ids().length)
    expect(receiver.ids().filter((id) => !events.includes(id))).toEqual([])
    expect(receiver.received).toHaveLength(6)

    await sell(service, credentials, 'sold-after-the-restore.test')
    const grown = async () => (await listEvents(service, credentials)).slice(0, -1)
    await expect.poll(grown, { timeout: 90_000 }).toEqual(events)
    await until('the new one is delivered', () => receiver.received.length === 7)
  } finally {
    await receiver.stop()
  }
  expect(await operator(service, credentials, 'GET', '/ledger/check')).toMatchObject({ ok: true, findings: [] })
  expect(await service.stop()).toMatchObject({ code: 0 })
}
