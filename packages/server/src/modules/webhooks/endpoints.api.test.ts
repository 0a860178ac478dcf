// Several endpoints of a partner: each with its own secret, event types, health and end.
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
import { type Db, Sql, sql } from '../../db/sql.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../kernel/limits.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type EventType, emitEvents, PUSHED_BY_DEFAULT } from './index.ts'
import { GIVE_UP_SECONDS, RETRY_SECONDS_MAX } from './rules/deliveries.ts'
import { listEndpoints } from './store/endpoints.ts'

const service = await startTestService({}, { background: true })
const REGISTRATION = '/api/partner/webhooks'
const V1 = '/api/partner/v1/webhooks'
const SECRET = 'the-secret-of-the-default'
const OTHER_SECRET = 'the-secret-of-another-one'
const URL = 'https://hooks.partner.example/in'

const receivers: Receiver[] = []
async function receiver(behaviour?: Behaviour): Promise<Receiver> {
  const one = await startReceiver(behaviour)
  receivers.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((one) => one.stop()))
})

const register = (partner: TestPartner, url: string) =>
  service.signed(partner, 'PUT', REGISTRATION, { url, secret: SECRET })
const create = (partner: TestPartner, url: string, more: Record<string, unknown> = {}) =>
  service.signed(partner, 'POST', `${V1}/endpoints`, { url, secret: OTHER_SECRET, ...more })
const change = (partner: TestPartner, id: string, body: Record<string, unknown>) =>
  service.signed(partner, 'PATCH', `${V1}/endpoints/${id}`, body)
const remove = (partner: TestPartner, id: string) => service.signed(partner, 'DELETE', `${V1}/endpoints/${id}`)
const list = async (partner: TestPartner) => (await service.signed(partner, 'GET', `${V1}/endpoints`)).json.endpoints
const deliveries = async (partner: TestPartner, query = '') =>
  (await service.signed(partner, 'GET', `${V1}/deliveries?limit=100${query}`)).json.deliveries

function emit({ partnerId, environment }: TestPartner, ...types: EventType[]) {
  const events = (types.length === 0 ? (['order.recorded'] as const) : types).map((type) => ({ type, data: {} }))
  const now = service.clock.now()
  return service.db.tx((tx) => emitEvents(tx, { partnerId, environment } as Owner, events, now, now))
}

describe('endpoints', () => {
  it('are created beside the default one, listed with their health, and never show a secret', async () => {
    const partner = await service.partner()
    expect(await list(partner)).toEqual([])
    const made = await create(partner, URL, { event_types: ['order.paid', 'order.held'] })
    expect([made.status, made.json]).toMatchObject([
      201,
      { url: URL, default: false, active: true, event_types: ['order.paid', 'order.held'], paused: false },
    ])
    const standard = (await register(partner, `${URL}/default`)).json
    const endpoints = await list(partner)
    expect(endpoints).toMatchObject([
      { endpoint_id: standard.endpoint_id, default: true, event_types: PUSHED_BY_DEFAULT },
      { endpoint_id: made.json.endpoint_id, default: false },
    ])
    expect(endpoints[1].health).toEqual({
      succeeded: 0,
      failed: 0,
      pending: 0,
      last_success_at: null,
      last_delivery_at: null,
    })
    const shown = await service.signed(partner, 'GET', `${V1}/endpoints/${made.json.endpoint_id}`)
    expect(shown.json).toEqual(endpoints[1])
    const rows = await service.db.many({ text: 'select * from webhook_receivers', values: [], name: undefined })
    for (const text of [made.text, JSON.stringify(rows), service.logged.join('')])
      expect(text).not.toContain(OTHER_SECRET)
  })

  it('belong to their partner and environment', async () => {
    const [owner, stranger] = [await service.partner(), await service.partner()]
    const { endpoint_id: id } = (await create(owner, URL)).json
    const live = await service.credential(owner, 'live')
    for (const other of [stranger, { ...owner, ...live, environment: 'live' as const }]) {
      expect((await service.signed(other, 'GET', `${V1}/endpoints/${id}`)).status).not.toBe(200)
      expect((await change(other, id, { active: false })).status).not.toBe(200)
      expect((await remove(other, id)).status).not.toBe(200)
    }
    expect(await list(owner)).toMatchObject([{ endpoint_id: id, active: true }])
    for (const wrong of ['whe_', 'dlv_01k9zq4x7v3m8n2p5r6s7t8w9y', `${id}0`])
      expect((await change(owner, wrong, { active: false })).status).toBe(404)
  })

  it(`are at most ${WEBHOOK_ENDPOINTS_MAX}, also when they are created at the same time`, async () => {
    const partner = await service.partner()
    expect((await register(partner, URL)).status).toBe(200)
    const made = await Promise.all(
      Array.from({ length: WEBHOOK_ENDPOINTS_MAX + 3 }, (_, n) => create(partner, `${URL}/${n}`)),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(WEBHOOK_ENDPOINTS_MAX - 1)
    const refused = made.find(({ status }) => status !== 201)!
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'too_many_endpoints'])
    // The default endpoint can still be changed, and one that is deleted makes room.
    expect((await register(partner, `${URL}/again`)).status).toBe(200)
    expect((await remove(partner, (await list(partner))[1].endpoint_id)).status).toBe(200)
    expect((await create(partner, URL)).status).toBe(201)
    // Without a default endpoint there is room for one more, and then none for a default one.
    expect((await service.signed(partner, 'DELETE', REGISTRATION)).status).toBe(200)
    expect((await create(partner, URL)).status).toBe(201)
    expect((await register(partner, URL)).json.error.reason).toBe('too_many_endpoints')
  })

  it.each([
    ['no field', {}],
    ['a private address', { url: 'https://10.0.0.1/' }],
    ['a short secret', { secret: 'short' }],
    ['an unknown event type', { event_types: ['order.exploded'] }],
    ['no event type', { event_types: [] }],
    ['a field that cannot be changed', { default: true }],
  ])('refuse a change with %s', async (_, body) => {
    const partner = await service.partner()
    const { endpoint_id: id } = (await create(partner, URL)).json
    expect((await change(partner, id, body)).json.error.code).toBe('validation_error')
  })

  it('create an endpoint once for one idempotency key', async () => {
    const partner = await service.partner()
    const send = () =>
      service.signed(
        partner,
        'POST',
        `${V1}/endpoints`,
        { url: URL, secret: OTHER_SECRET },
        { headers: { 'idempotency-key': 'endpoint-1' } },
      )
    const [first, second] = [await send(), await send()]
    expect(second.text).toBe(first.text)
    expect(await list(partner)).toHaveLength(1)
  })
})

describe('an event', () => {
  it('goes to every endpoint that wants it, each signed with its own secret, with the same body', async () => {
    const [standard, other, third] = [await receiver(), await receiver(), await receiver()]
    const partner = await service.partner()
    await register(partner, standard.url)
    const made = (await create(partner, other.url, { event_types: ['order.recorded', 'order.held'] })).json
    await create(partner, third.url, { event_types: ['order.held'] })
    const ids = await emit(partner, 'order.recorded', 'order.held', 'transfer.started')
    await until('all arrive', () => standard.received.length + other.received.length + third.received.length === 4)
    expect(standard.ids()).toEqual([ids[0]])
    expect(other.ids().sort()).toEqual([ids[0], ids[1]].sort())
    expect(third.ids()).toEqual([ids[1]])
    const sent = other.received.find(({ headers }) => headers['x-service-event-id'] === ids[0])!
    expect(sent.body).toBe(standard.received[0]!.body)
    expect(sent.headers['x-service-signature']).toBe(computeSignature(OTHER_SECRET, sent.body))
    expect(standard.received[0]!.headers['x-service-signature']).toBe(computeSignature(SECRET, sent.body))
    await until('all are written', async () => (await deliveries(partner, '&status=succeeded')).length === 4)
    const toOther = await deliveries(partner, `&endpoint_id=${made.endpoint_id}`)
    expect(toOther).toHaveLength(2)
    expect(toOther).toMatchObject([
      { endpoint_id: made.endpoint_id, url: other.url },
      { endpoint_id: made.endpoint_id, url: other.url },
    ])
    const [first, second] = await list(partner)
    expect([first.health.succeeded, second.health.succeeded]).toEqual([1, 2])
    expect(second.health.last_success_at).not.toBeNull()
    expect(await deliveries(partner, `&endpoint_id=${first.endpoint_id}`)).toHaveLength(1)
    const unknown = await service.signed(partner, 'GET', `${V1}/deliveries?endpoint_id=whe_nothing`)
    expect(unknown.status).toBe(404)
  })

  it('reaches one endpoint while another is dead, and only the dead one is disabled', async () => {
    const good = await receiver()
    const partner = await service.partner()
    await register(partner, `http://127.0.0.1:${await freePort()}/`)
    const made = (await create(partner, good.url)).json
    for (let n = 0; n < 20; n++) await emit(partner)
    await until('the good endpoint has all', () => good.received.length === 20)
    await until('the dead one was tried', async () => (await list(partner))[0].failing_since !== null)
    // The dispatcher may note the first failure after the clock moved, and once more if a retry was under way: then the next step counts.
    await until('the dead one is disabled', async () => {
      await service.signed(partner, 'POST', '/api/partner/v1/sandbox/clock/advance', { seconds: GIVE_UP_SECONDS })
      await emit(partner)
      return !(await list(partner))[0].active
    })
    expect(await list(partner)).toMatchObject([
      { active: false, paused: false },
      { endpoint_id: made.endpoint_id, active: true, failing_since: null },
    ])
  })

  it('is not queued for an endpoint that its partner disabled, and is for one that failed', async () => {
    const gone = await receiver(respondWith(410))
    const partner = await service.partner()
    const paused = (await create(partner, URL, { active: false })).json
    const failing = (await create(partner, gone.url)).json
    expect(paused).toMatchObject({ active: false, paused: true, disabled_reason: 'Disabled by the partner.' })
    await emit(partner)
    await until('410 disables the other', async () => !(await list(partner))[1].active)
    await emit(partner)
    expect(await deliveries(partner, `&endpoint_id=${paused.endpoint_id}`)).toEqual([])
    expect(await deliveries(partner, `&endpoint_id=${failing.endpoint_id}`)).toMatchObject([
      { status: 'pending', next_attempt_at: null, planned_attempts: [] },
      { status: 'pending', next_attempt_at: null, planned_attempts: [] },
    ])
    const test = { endpoint_id: failing.endpoint_id }
    expect((await service.signed(partner, 'POST', `${V1}/test`, test)).json.error.code).toBe('conflict')
    // Enabled again, it gets what it missed.
    gone.behave(respondWith(200))
    const enabled = await change(partner, failing.endpoint_id, { active: true })
    expect(enabled.json).toMatchObject({ active: true, disabled_reason: null, failing_since: null })
    await until('both arrive', () => gone.accepted.size === 2)
  })
})

describe('a change', () => {
  it('rotates the secret of one endpoint, which signs with both for a day', async () => {
    const [standard, other] = [await receiver(), await receiver()]
    const partner = await service.partner()
    await register(partner, standard.url)
    const { endpoint_id: id } = (await create(partner, other.url)).json
    const rotated = await change(partner, id, { secret: 'the-next-secret-of-it' })
    expect(rotated.json.previous_secret_until).not.toBeNull()
    await emit(partner)
    await until('both arrive', () => standard.received.length + other.received.length === 2)
    const [sent] = other.received
    expect(sent!.headers['x-service-signature']).toBe(computeSignature('the-next-secret-of-it', sent!.body))
    expect(sent!.headers['x-service-signature-previous']).toBe(computeSignature(OTHER_SECRET, sent!.body))
    expect(standard.received[0]!.headers['x-service-signature-previous']).toBeUndefined()
    expect((await change(partner, id, { secret: 'the-next-secret-of-it' })).json).toMatchObject({
      updated_at: rotated.json.updated_at,
    })
  })

  it('of the default endpoint is the same by PATCH as by PUT', async () => {
    const partner = await service.partner()
    const { endpoint_id: id } = (await register(partner, URL)).json
    expect((await change(partner, id, { event_types: ['order.paid'], active: false })).status).toBe(200)
    expect((await service.signed(partner, 'GET', REGISTRATION)).json).toMatchObject({
      endpoint_id: id,
      active: false,
      event_types: ['order.paid'],
    })
    expect((await register(partner, URL)).json).toMatchObject({ endpoint_id: id, active: true })
    expect((await remove(partner, id)).json).toMatchObject({ endpoint_id: id, active: false })
    expect((await service.signed(partner, 'GET', REGISTRATION)).status).toBe(404)
  })
})

describe('deliveries to an additional endpoint', () => {
  it('are retried on schedule by the sandbox clock, tested, redelivered and recovered', async () => {
    const target = await receiver(respondWith(500))
    const partner = await service.partner()
    await register(partner, URL)
    const { endpoint_id: id } = (await create(partner, target.url)).json
    const test = await service.signed(partner, 'POST', `${V1}/test`, { endpoint_id: id })
    expect([test.status, test.json]).toMatchObject([202, { endpoint_id: id, event_type: 'webhook.test' }])
    const read = async () => (await service.signed(partner, 'GET', `${V1}/deliveries/${test.json.delivery_id}`)).json
    expect((await read()).planned_attempts).toHaveLength(10)
    for (let attempts = 1; attempts <= 10; attempts++) {
      await until(`attempt ${attempts}`, async () => (await read()).attempts.length >= attempts)
      if (attempts < 10) expect((await read()).planned_attempts).toHaveLength(10 - attempts)
      await service.signed(partner, 'POST', '/api/partner/v1/sandbox/clock/advance', {
        seconds: Math.ceil(RETRY_SECONDS_MAX[attempts - 1] ?? 1),
      })
    }
    await until('it gave up', async () => (await read()).status === 'failed')
    expect(await read()).toMatchObject({ next_attempt_at: null, planned_attempts: [] })
    target.behave(respondWith(200))
    const elsewhere = { since: '2020-01-01', endpoint_id: (await list(partner))[0].endpoint_id }
    expect((await service.signed(partner, 'POST', `${V1}/recover`, elsewhere)).json).toEqual({ recovered: 0 })
    const all = { since: '2020-01-01' }
    expect((await service.signed(partner, 'POST', `${V1}/recover`, all)).json).toEqual({ recovered: 1 })
    await until('it arrives', async () => (await read()).status === 'succeeded')
    const again = await service.signed(partner, 'POST', `${V1}/deliveries/${test.json.delivery_id}/redeliver`)
    expect(again.json).toMatchObject({ status: 'pending', endpoint_id: id })
    await until('it arrives again', async () => (await read()).attempts.length === 12)
  })

  it('end with it, and cannot be sent again', async () => {
    const target = await receiver(respondWith(500))
    const partner = await service.partner()
    const { endpoint_id: id } = (await create(partner, target.url)).json
    await emit(partner)
    await until('it was tried', async () => (await deliveries(partner))[0]?.attempts.length === 1)
    expect((await remove(partner, id)).json).toMatchObject({ active: false })
    const [left] = await deliveries(partner)
    expect(left).toMatchObject({ endpoint_id: id, status: 'failed', planned_attempts: [] })
    const again = await service.signed(partner, 'POST', `${V1}/deliveries/${left.delivery_id}/redeliver`)
    expect([again.status, again.json.error.reason]).toEqual([409, 'endpoint_deleted'])
    expect((await service.signed(partner, 'POST', `${V1}/recover`, { since: '2020-01-01' })).status).toBe(404)
  })

  it('are never due for a process of the release before, which knows one endpoint only', async () => {
    const target = await receiver(respondWith(500))
    const partner = await service.partner()
    await register(partner, URL)
    await create(partner, target.url, { event_types: ['transfer.started'] })
    await emit(partner, 'transfer.started')
    await until('it was tried', async () => (await deliveries(partner))[0]?.attempts.length === 1)
    const due = sql`
      select 1 as one from webhook_deliveries
      where partner_id = ${partner.partnerId} and status = 'pending' and next_attempt_at <= now() + interval '9 days'`
    expect(await service.db.many(due)).toEqual([])
    // What that release does when a delivery is asked for again: the time goes where it does not look, and this release sends it.
    target.behave(respondWith(200))
    await service.db.run(sql`
      update webhook_deliveries set status = 'pending', next_attempt_at = now(), failures = 0, restarts = restarts + 1
      where partner_id = ${partner.partnerId}`)
    expect(await service.db.many(due)).toEqual([])
    await until('it arrives', () => target.accepted.size === 1)
  })
})

describe('a default endpoint that is registered after another one was deleted', () => {
  it('counts and lists what was sent to it, and none of what the other one got', async () => {
    const [old, fresh] = [await receiver(), await receiver()]
    const partner = await service.partner()
    const former = (await register(partner, old.url)).json
    await emit(partner)
    await until('it is delivered', async () => (await list(partner))[0].health.succeeded === 1)
    expect((await remove(partner, former.endpoint_id)).status).toBe(200)
    // The clock of these tests stands still.
    service.clock.advance(60)
    const { endpoint_id: id } = (await register(partner, fresh.url)).json
    const [endpoint] = await list(partner)
    expect(endpoint.health).toEqual({
      succeeded: 0,
      failed: 0,
      pending: 0,
      last_success_at: null,
      last_delivery_at: null,
    })
    expect(await deliveries(partner, `&endpoint_id=${id}`)).toEqual([])
    expect(await deliveries(partner)).toMatchObject([{ endpoint_id: null, url: old.url, status: 'succeeded' }])
    // Sent again, it goes to the endpoint that is registered now.
    const [{ delivery_id: delivery }] = await deliveries(partner)
    await service.signed(partner, 'POST', `${V1}/deliveries/${delivery}/redeliver`)
    await until('it arrives', async () => (await list(partner))[0].health.succeeded === 1)
    expect(await deliveries(partner, `&endpoint_id=${id}`)).toMatchObject([{ endpoint_id: id, url: fresh.url }])
  })

  it('gets what the other one had not received', async () => {
    const [old, fresh] = [await receiver(respondWith(500)), await receiver()]
    const partner = await service.partner()
    const former = (await register(partner, old.url)).json
    await emit(partner)
    await until('it was tried', async () => (await deliveries(partner))[0]?.attempts.length === 1)
    await remove(partner, former.endpoint_id)
    service.clock.advance(60)
    const { endpoint_id: id } = (await register(partner, fresh.url)).json
    await until('it arrives', async () => (await list(partner))[0].health.succeeded === 1)
    expect(await deliveries(partner, `&endpoint_id=${id}`)).toMatchObject([{ endpoint_id: id, url: fresh.url }])
  })
})

describe('the times of deliveries', () => {
  it('stay where they were on the sandbox clock when it moves, and the filters by date agree', async () => {
    const target = await receiver()
    const partner = await service.partner()
    const { endpoint_id: id } = (await register(partner, target.url)).json
    const advance = (seconds: number) =>
      service.signed(partner, 'POST', '/api/partner/v1/sandbox/clock/advance', { seconds })
    await advance(86_400)
    const before = new Date(service.clock.now().getTime() + 86_400_000).toISOString()
    expect((await service.signed(partner, 'POST', `${V1}/test`)).status).toBe(202)
    await until('it arrives', async () => (await list(partner))[0].health.succeeded === 1)
    const read = async () => ({ deliveries: await deliveries(partner), health: (await list(partner))[0].health })
    const then = await read()
    const [{ created_at: created, attempts }] = then.deliveries
    expect(Math.abs(Date.parse(created) - Date.parse(before))).toBeLessThan(60_000)
    expect(then.health).toMatchObject({ last_delivery_at: created, last_success_at: attempts[0].at })
    await advance(10 * 86_400)
    expect(await read()).toEqual(then)
    const after = new Date(Date.parse(created) + 1).toISOString()
    expect(await deliveries(partner, `&from=${created}&to=${after}`)).toEqual(then.deliveries)
    for (const query of [`&from=${after}`, `&to=${created}`]) expect(await deliveries(partner, query)).toEqual([])
    const shown = await service.operator('GET', `/webhooks/deliveries?endpoint_id=${id}&from=${created}&to=${after}`)
    expect(shown.json.deliveries).toMatchObject([{ created_at: created }])
  })
})

describe('operators', () => {
  it('see every endpoint of a partner, page through them, and its deliveries', async () => {
    const target = await receiver()
    const partner = await service.partner()
    const standard = (await register(partner, URL)).json
    const made = (await create(partner, target.url)).json
    const first = await service.operator('GET', `/webhooks/endpoints?partner_id=${partner.partnerId}&limit=1`)
    const next = await service.operator(
      'GET',
      `/webhooks/endpoints?partner_id=${partner.partnerId}&limit=1&cursor=${first.json.next_cursor}`,
    )
    const shown = [...first.json.endpoints, ...next.json.endpoints]
    expect(shown.map(({ endpoint_id: id }) => id).sort()).toEqual([standard.endpoint_id, made.endpoint_id].sort())
    expect(next.json.has_more).toBe(false)
    await service.signed(partner, 'POST', `${V1}/test`, { endpoint_id: made.endpoint_id })
    const path = `/webhooks/deliveries?endpoint_id=${made.endpoint_id}`
    await until('it arrives', async () => {
      const { json } = await service.operator('GET', path)
      return json.deliveries[0]?.status === 'succeeded'
    })
    expect(
      (await service.operator('GET', `/webhooks/deliveries?endpoint_id=${standard.endpoint_id}`)).json,
    ).toMatchObject({ deliveries: [] })
    expect((await service.operator('GET', '/webhooks/deliveries?endpoint_id=whe_nothing')).status).toBe(404)
  })

  it('are listed along the indexes of failing ones', async () => {
    const asked: Sql[] = []
    const many = async (statement: Sql) => {
      asked.push(statement)
      return []
    }
    const recorder = { many } as unknown as Db
    const all = { partnerId: undefined, active: undefined, before: undefined, limit: 10, environment: 'live' } as const
    await listEndpoints(recorder, { ...all, failing: true })
    const plan = await service.db.tx(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`)
      return tx.many(new Sql(`explain (costs off) ${asked[0]!.text}`, asked[0]!.values))
    })
    expect(JSON.stringify(plan)).toContain('using webhook_endpoints_failing')
    expect(JSON.stringify(plan)).toContain('using webhook_additional_endpoints_failing')
  })
})
