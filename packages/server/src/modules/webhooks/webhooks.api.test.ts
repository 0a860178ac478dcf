// Registration, delivery and its schedule, through HTTP and against receivers that misbehave.
import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner } from '../../../test/harness.ts'
import { freePort } from '../../../test/ports.ts'
import {
  type Behaviour,
  computeSignature,
  type Receiver,
  respondWith,
  startReceiver,
  until,
} from '../../../test/receiver.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type EventType, emitEvents, PUSHED_BY_DEFAULT } from './index.ts'

const service = await startTestService({}, { background: true })
const SECRET = 'a-secret-of-the-partner'
const REGISTRATION = '/api/partner/webhooks'
const V1 = '/api/partner/v1'

const receivers: Receiver[] = []
async function receiver(behaviour?: Behaviour, port?: number): Promise<Receiver> {
  const one = await startReceiver(behaviour, port)
  receivers.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((one) => one.stop()))
})

const register = (partner: TestPartner, url: string, more: Record<string, unknown> = {}) =>
  service.signed(partner, 'PUT', REGISTRATION, { url, secret: SECRET, ...more })

const toOwner = ({ partnerId, environment }: TestPartner) => ({ partnerId, environment }) as Owner

function emit(partner: TestPartner, count = 1, type: EventType = 'order.recorded') {
  const events = Array.from({ length: count }, (_, n) => ({
    type,
    data: { order: { public_id: `ord_${n}`, sale_price_cents: 100 } },
  }))
  return service.db.tx((tx) => emitEvents(tx, toOwner(partner), events, service.clock.now(), service.clock.now()))
}

async function deliveries(partner: TestPartner, query = '') {
  const reply = await service.signed(partner, 'GET', `${V1}/webhooks/deliveries?limit=100${query}`)
  if (reply.status !== 200) throw new Error(reply.text + service.logged.slice(-2).join(''))
  return reply.json.deliveries
}

/** A partner registered with a receiver, and the delivery of one event to it. */
async function tried(behaviour: Behaviour | number) {
  const partner = await service.partner()
  const port = typeof behaviour === 'number' ? behaviour : undefined
  const target = port === undefined ? await receiver(behaviour as Behaviour) : undefined
  expect((await register(partner, target?.url ?? `http://127.0.0.1:${port}/hook`)).status).toBe(200)
  await emit(partner)
  return { partner, target: target as Receiver }
}

const attempted = async (partner: TestPartner, attempts = 1) => {
  await until(`${attempts} attempts`, async () => (await deliveries(partner))[0]?.attempts.length >= attempts)
  return (await deliveries(partner))[0]
}

describe('registration', () => {
  it('answers what is registered, never the secret, and is idempotent', async () => {
    const partner = await service.partner()
    expect((await service.signed(partner, 'GET', REGISTRATION)).status).toBe(404)
    const first = await register(partner, 'https://hooks.partner.example/in')
    expect(first.status).toBe(200)
    expect(first.json).toMatchObject({
      url: 'https://hooks.partner.example/in',
      active: true,
      event_types: PUSHED_BY_DEFAULT,
    })
    const second = await register(partner, 'https://hooks.partner.example/in')
    expect(second.json).toEqual(first.json)
    const shown = await service.signed(partner, 'GET', REGISTRATION)
    expect(shown.json).toEqual(first.json)
    expect(shown.json.previous_secret_until).toBeNull()
    expect(first.text + shown.text + service.logged.join('')).not.toContain(SECRET)
    const rows = await service.db.many({ text: 'select * from webhook_endpoints', values: [], name: undefined })
    expect(JSON.stringify(rows)).not.toContain(SECRET)
  })

  it('ends with DELETE and is per environment', async () => {
    const partner = await service.partner()
    await register(partner, 'https://hooks.partner.example/in')
    const other = await service.partner()
    expect((await service.signed(other, 'GET', REGISTRATION)).status).toBe(404)
    expect((await service.signed(partner, 'DELETE', REGISTRATION)).json.active).toBe(false)
    expect((await service.signed(partner, 'GET', REGISTRATION)).status).toBe(404)
    expect((await service.signed(partner, 'DELETE', REGISTRATION)).status).toBe(404)
  })

  it.each([
    ['no url', { url: undefined }],
    ['a short secret', { secret: 'fifteen-letters' }],
    ['a long secret', { secret: 'x'.repeat(256) }],
    ['an unknown event type', { event_types: ['order.exploded'] }],
    ['the test event as a type', { event_types: ['webhook.test'] }],
    ['no event type at all', { event_types: [] }],
    ['an unknown member', { active: true }],
    ['a relative address', { url: '/hook' }],
    ['another scheme', { url: 'ftp://hooks.partner.example/' }],
    ['a private address', { url: 'https://10.0.0.1/' }],
    ['credentials in the address', { url: 'https://u:p@hooks.partner.example/' }],
    ['a fragment', { url: 'https://hooks.partner.example/#x' }],
  ])('refuses %s', async (_, change) => {
    const partner = await service.partner()
    const reply = await register(partner, 'https://hooks.partner.example/in', change)
    expect([reply.status, reply.json.error.code]).toEqual([400, 'validation_error'])
  })

  it('needs the scope', async () => {
    const partner = await service.partner({ scopes: ['search', 'buy'] })
    expect((await register(partner, 'https://hooks.partner.example/')).status).toBe(403)
    expect((await service.signed(partner, 'GET', `${V1}/events`)).status).toBe(403)
  })

  it('survives concurrent first registrations', async () => {
    const partner = await service.partner()
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => register(partner, `https://h${n}.partner.example/`)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

describe('a delivery', () => {
  it('carries the headers and signatures of the contract, over the same bytes each time', async () => {
    let calls = 0
    const { partner, target } = await tried((_, response) => void response.writeHead(calls++ === 0 ? 500 : 204).end())
    await service.historyShown()
    const [id] = (await service.signed(partner, 'GET', `${V1}/events`)).json.events.map(
      (event: { id: string }) => event.id,
    )
    await until('the second attempt', () => target.received.length === 2)
    const [first, second] = target.received
    expect(second!.body).toBe(first!.body)
    for (const [index, { headers, body }] of [first!, second!].entries()) {
      expect(headers['x-service-signature']).toBe(computeSignature(SECRET, body))
      expect(headers['x-service-signature-previous']).toBeUndefined()
      expect(headers['x-service-event-id']).toBe(id)
      expect(headers['x-service-event-type']).toBe('order.recorded')
      expect(headers['x-service-attempt']).toBe(String(index + 1))
      expect(headers['content-type']).toBe('application/json')
      const timestamp = headers['x-service-timestamp']
      expect(Math.abs(Number(timestamp) - service.clock.now().getTime() / 1000)).toBeLessThan(30)
      expect([headers['webhook-id'], headers['webhook-timestamp']]).toEqual([id, timestamp])
      const standard = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${standard}`)
    }
    const payload = JSON.parse(first!.body)
    expect(Object.keys(payload)).toEqual(['id', 'type', 'created_at', 'partner_id', 'data'])
    expect(payload).toMatchObject({
      id,
      type: 'order.recorded',
      partner_id: partner.partnerId,
      data: { order: { public_id: 'ord_0' } },
    })
    expect(payload.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const gap = (second!.at - first!.at) / 1000
    expect(gap).toBeGreaterThan(4.4)
    expect(gap).toBeLessThan(6.5)
    await until('success', async () => (await deliveries(partner))[0].status === 'succeeded')
    expect((await deliveries(partner))[0]).toMatchObject({
      event_id: id,
      url: target.url,
      next_attempt_at: null,
      attempts: [
        { status_code: 500, error: null },
        { status_code: 204, error: null },
      ],
    })
  })

  it('is made of what the registration lists, exactly', async () => {
    const target = await receiver()
    const partner = await service.partner()
    await emit(partner)
    await register(partner, target.url, { event_types: ['order.held', 'order.settled'] })
    await emit(partner)
    await emit(partner, 1, 'order.held')
    await emit(partner, 1, 'order.settled')
    await until('two', () => target.received.length === 2)
    expect(target.received.map(({ headers }) => headers['x-service-event-type']).sort()).toEqual([
      'order.held',
      'order.settled',
    ])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(target.received).toHaveLength(2)
    await service.historyShown()
    expect((await service.signed(partner, 'GET', `${V1}/events`)).json.events).toHaveLength(4)
  })

  it.each<[string, Behaviour, { status_code: number | null; error: unknown }]>([
    ['a server error', respondWith(503), { status_code: 503, error: null }],
    [
      'a redirect, not followed',
      respondWith(302, { location: '/elsewhere' }),
      { status_code: 302, error: 'redirects are not followed' },
    ],
    [
      'a reset',
      (_, __, socket) => void socket.resetAndDestroy(),
      { status_code: null, error: expect.stringMatching(/connection/) },
    ],
    [
      'an answer that is not HTTP',
      (_, __, socket) => void socket.end('hello\r\n\r\n'),
      { status_code: null, error: expect.any(String) },
    ],
  ])('fails at %s', async (_, behaviour, attempt) => {
    const { partner, target } = await tried(behaviour)
    const delivery = await attempted(partner)
    expect(delivery).toMatchObject({ status: 'pending', attempts: [attempt] })
    expect(Date.parse(delivery.next_attempt_at)).toBeGreaterThan(service.clock.now().getTime() - 1000)
    expect(target.received).toHaveLength(1)
  })

  it('fails when nobody listens, and arrives when somebody does', async () => {
    const port = await freePort()
    const { partner } = await tried(port)
    expect((await attempted(partner)).attempts[0]).toMatchObject({
      status_code: null,
      error: expect.stringContaining('ECONNREFUSED'),
    })
    const target = await receiver(respondWith(200), port)
    await until('arrival', () => target.received.length === 1)
  })

  it('succeeds with a huge answer, of which little is read', async () => {
    const { partner, target } = await tried((_, response) => {
      response.writeHead(200)
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(64 * 1024)));
        response.once('drain', more)
      }
      more()
    })
    await until('success', async () => (await deliveries(partner))[0].status === 'succeeded')
    expect(target.received).toHaveLength(1)
  })

  it('ends after five seconds, with a receiver that is silent or drips', async () => {
    const silent = await tried(() => {})
    const dripping = await tried((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 200)
      response.on('close', () => clearInterval(timer))
    })
    for (const { partner } of [silent, dripping]) {
      const { attempts } = await attempted(partner)
      expect(attempts[0].error).toMatch(/within 5 seconds/)
      expect(attempts[0].duration_ms).toBeGreaterThan(4900)
    }
  })

  it('waits as long as Retry-After says, and no longer than an hour', async () => {
    const { partner } = await tried(respondWith(429, { 'retry-after': '120' }))
    const short = Date.parse((await attempted(partner)).next_attempt_at) - service.clock.now().getTime()
    expect(short / 1000).toBeGreaterThan(110)
    expect(short / 1000).toBeLessThan(121)
    const date = new Date(service.clock.now().getTime() + 5 * 3600_000).toUTCString()
    const { partner: other } = await tried(respondWith(503, { 'retry-after': date }))
    const long = Date.parse((await attempted(other)).next_attempt_at) - service.clock.now().getTime()
    expect(long / 1000).toBeGreaterThan(3500)
    expect(long / 1000).toBeLessThanOrEqual(3601)
  })
})

describe('a registration over time', () => {
  it('signs with both secrets for a day after one was replaced', async () => {
    const target = await receiver()
    const partner = await service.partner()
    await register(partner, target.url)
    const rotated = await register(partner, target.url, { secret: 'the-secret-that-follows' })
    expect(Date.parse(rotated.json.previous_secret_until) - service.clock.now().getTime()).toBeGreaterThan(86_390_000)
    await emit(partner)
    await until('one', () => target.received.length === 1)
    const { headers, body } = target.received[0]!
    expect(headers['x-service-signature']).toBe(computeSignature('the-secret-that-follows', body))
    expect(headers['x-service-signature-previous']).toBe(computeSignature(SECRET, body))
    const standard = (secret: string) =>
      `v1,${createHmac('sha256', secret).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`
    expect(headers['webhook-signature']).toBe(`${standard('the-secret-that-follows')} ${standard(SECRET)}`)

    await service.signed(partner, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 86_401 })
    expect((await service.signed(partner, 'GET', REGISTRATION)).json.previous_secret_until).toBeNull()
    await emit(partner)
    await until('two', () => target.received.length === 2)
    expect(target.received[1]!.headers['x-service-signature-previous']).toBeUndefined()
    expect(target.received[1]!.headers['x-service-signature']).toBe(
      computeSignature('the-secret-that-follows', target.received[1]!.body),
    )
  })

  it('is switched off by 410 and resumes what was not delivered when it is made again', async () => {
    const { partner, target } = await tried(respondWith(410))
    await until('off', async () => (await service.signed(partner, 'GET', REGISTRATION)).json.active === false)
    expect((await service.signed(partner, 'GET', REGISTRATION)).json.disabled_reason).toMatch(/410/)
    await emit(partner, 3)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(target.received).toHaveLength(1)
    const waiting = await deliveries(partner, '&status=pending')
    expect(waiting).toHaveLength(4)
    expect(waiting.every((one: { next_attempt_at: null }) => one.next_attempt_at === null)).toBe(true)
    expect((await service.signed(partner, 'POST', `${V1}/webhooks/test`)).status).toBe(409)
    expect(
      (await service.signed(partner, 'POST', `${V1}/webhooks/deliveries/${waiting[0].delivery_id}/redeliver`)).status,
    ).toBe(409)

    target.behave(respondWith(200))
    expect((await register(partner, target.url)).json).toMatchObject({
      active: true,
      disabled_reason: null,
      failing_since: null,
    })
    await until('all four', () => new Set(target.ids()).size === 4)
    await until('all written', async () => (await deliveries(partner, '&status=succeeded')).length === 4)
  })

  it('resumes at another address, and sends nothing more to the old one', async () => {
    const { partner, target: old } = await tried(respondWith(500))
    await attempted(partner)
    const fresh = await receiver()
    await register(partner, fresh.url)
    await until('arrival', () => fresh.received.length === 1)
    await emit(partner, 5)
    await until('the rest', () => fresh.received.length === 6)
    expect(old.received).toHaveLength(1)
    expect(fresh.received[0]!.headers['x-service-attempt']).toBe('2')
  })

  it('ends with DELETE: nothing more arrives until it is made again', async () => {
    const { partner, target } = await tried(respondWith(500))
    await attempted(partner)
    await service.signed(partner, 'DELETE', REGISTRATION)
    await emit(partner)
    await service.signed(partner, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 60 })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(target.received).toHaveLength(1)
    target.behave(respondWith(200))
    await register(partner, target.url)
    await until('what had been tried before', () => target.received.length === 2)
    expect(target.received[1]!.body).toBe(target.received[0]!.body)
  })

  it('walks the whole schedule by the sandbox clock and then gives up', async () => {
    const { partner, target } = await tried(respondWith(500))
    const waits: number[] = []
    for (let attempt = 1; attempt < 10; attempt++) {
      const delivery = await attempted(partner, attempt)
      const clock = (await service.signed(partner, 'GET', `${V1}/sandbox/clock`)).json
      waits.push((Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts.at(-1).at)) / 1000)
      const seconds = Math.ceil((Date.parse(delivery.next_attempt_at) - Date.parse(clock.now)) / 1000)
      if (seconds > 0) await service.signed(partner, 'POST', `${V1}/sandbox/clock/advance`, { seconds })
      await until(`attempt ${attempt + 1}`, () => target.received.length > attempt)
    }
    const ladder = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan(ladder[index]! * 0.9 - 1)
      expect(wait).toBeLessThan(ladder[index]! * 1.1 + 1)
    }
    await until('the end', async () => (await deliveries(partner))[0].status === 'failed')
    expect((await deliveries(partner))[0]).toMatchObject({ next_attempt_at: null })
    expect((await deliveries(partner))[0].attempts).toHaveLength(10)
    expect(target.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(
      Array.from({ length: 10 }, (_, n) => String(n + 1)),
    )
    expect((await service.signed(partner, 'GET', REGISTRATION)).json.active).toBe(true)

    await service.signed(partner, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 3 * 86_400 })
    await service.background.runJobNow('webhooks.switch_off_failing')
    expect((await service.signed(partner, 'GET', REGISTRATION)).json).toMatchObject({ active: false })
    target.behave(respondWith(200))
    await register(partner, target.url)
    await until('what was given up', () => target.received.length === 11)
  })

  it('moves nobody else by a sandbox clock', async () => {
    const { partner } = await tried(respondWith(500))
    const { partner: other, target } = await tried(respondWith(500, { 'retry-after': '600' }))
    await attempted(other)
    await service.signed(partner, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 3600 })
    await new Promise((resolve) => setTimeout(resolve, 1300))
    expect(target.received).toHaveLength(1)
  })
})

describe('on request', () => {
  it('redelivers what succeeded, counting on, and leaves strangers alone', async () => {
    const { partner, target } = await tried(respondWith(200))
    await until('success', async () => (await deliveries(partner))[0].status === 'succeeded')
    const { delivery_id: id } = (await deliveries(partner))[0]
    const stranger = await service.partner()
    const path = `${V1}/webhooks/deliveries/${id}/redeliver`
    expect((await service.signed(stranger, 'POST', path)).status).toBe(404)
    expect((await service.signed(partner, 'POST', `${V1}/webhooks/deliveries/dlv_nonsense/redeliver`)).status).toBe(404)
    expect((await service.signed(partner, 'POST', path)).json).toMatchObject({ delivery_id: id, status: 'pending' })
    await until('again', () => target.received.length === 2)
    expect(target.received[1]!.headers['x-service-attempt']).toBe('2')
    expect(target.received[1]!.body).toBe(target.received[0]!.body)
    const response = await service.operator('POST', `/webhooks/deliveries/${id}/redeliver`)
    expect([response.status, response.json.partner_id]).toEqual([202, partner.partnerId])
    await until('and again', () => target.received.length === 3)
    await until('written', async () => (await deliveries(partner))[0].attempts.length === 3)
    const listed = await service.operator(
      'GET',
      `/webhooks/deliveries?partner_id=${partner.partnerId}&status=succeeded`,
    )
    expect(listed.json.deliveries).toHaveLength(1)
    expect((await service.operator('GET', '/webhooks/deliveries?status=lost')).status).toBe(400)
  })

  it('sends a test event that stands in no history', async () => {
    const target = await receiver()
    const partner = await service.partner()
    expect((await service.signed(partner, 'POST', `${V1}/webhooks/test`)).status).toBe(404)
    await register(partner, target.url, { event_types: ['order.settled'] })
    const sent = await service.signed(partner, 'POST', `${V1}/webhooks/test`)
    expect([sent.status, sent.json.event_type]).toEqual([202, 'webhook.test'])
    await until('arrival', () => target.received.length === 1)
    const { headers, body } = target.received[0]!
    expect(headers['x-service-signature']).toBe(computeSignature(SECRET, body))
    expect(JSON.parse(body)).toMatchObject({
      id: sent.json.event_id,
      type: 'webhook.test',
      partner_id: partner.partnerId,
    })
    expect((await service.signed(partner, 'GET', `${V1}/events`)).json).toMatchObject({ events: [], next_cursor: null })
    expect((await deliveries(partner, `&event_id=${sent.json.event_id}`))[0]).toMatchObject({
      delivery_id: sent.json.delivery_id,
    })
  })

  it('lists deliveries in pages, by status and event', async () => {
    const { partner } = await tried(respondWith(200))
    const ids = await emit(partner, 4)
    await until('all', async () => (await deliveries(partner, '&status=succeeded')).length === 5)
    const first = (await service.signed(partner, 'GET', `${V1}/webhooks/deliveries?limit=3`)).json
    expect([first.deliveries.length, first.has_more]).toEqual([3, true])
    const second = (
      await service.signed(partner, 'GET', `${V1}/webhooks/deliveries?limit=3&cursor=${first.next_cursor}`)
    ).json
    expect([second.deliveries.length, second.has_more, second.next_cursor]).toEqual([2, false, null])
    expect(new Set([...first.deliveries, ...second.deliveries].map((one) => one.delivery_id)).size).toBe(5)
    expect(await deliveries(partner, `&event_id=${ids[2]}`)).toHaveLength(1)
    expect(await deliveries(partner, '&status=pending,failed')).toHaveLength(0)
    const wrong = await service.signed(
      partner,
      'GET',
      `${V1}/webhooks/deliveries?status=failed&cursor=${first.next_cursor}`,
    )
    expect(wrong.status).toBe(400)
  })
})
