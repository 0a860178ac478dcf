// The sandbox as a laboratory: a clock of the partner's own, and every status, event and error of orders without a human.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { ORDER_STATUSES } from '../orders/rules/orders.ts'

let service: TestService
let partner: TestPartner
let other: TestPartner
let live: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  other = await service.partner()
  live = await service.partner({ environment: 'live' })
  for (const name of ['held.test', 'price-changes.test', 'sold-elsewhere.test', 'transfer-fails.test'])
    await service.list('sandbox', name)
})

const V1 = '/api/partner/v1'
const DAY = 86_400
const freshName = async () => (await service.list('sandbox', `lab-${randomUUID().slice(0, 13)}.test`)).domain
const clock = (who: TestPartner) => service.signed(who, 'GET', `${V1}/sandbox/clock`)
const advance = (who: TestPartner, seconds: unknown, headers: Record<string, string> = {}) =>
  service.signed(who, 'POST', `${V1}/sandbox/clock/advance`, { seconds }, { headers })
const quote = (who: TestPartner, domain: string) => service.signed(who, 'POST', `${V1}/quotes`, { domain })
const order = (who: TestPartner, body: object, key: string = randomUUID()) =>
  service.signed(
    who,
    'POST',
    `${V1}/orders`,
    { external_payment_ref: 'r', ...body },
    { headers: { 'idempotency-key': key } },
  )
const byName = (domain: string, extra: object = {}) => ({ domain, expected_price: 100_000, currency: 'USD', ...extra })
const move = (who: TestPartner, id: string, action: string, body?: object) =>
  service.signed(who, 'POST', `${V1}/sandbox/orders/${id}/${action}`, body)
const refund = (who: TestPartner, id: string) =>
  service.signed(who, 'POST', `${V1}/refunds`, { order_public_id: id, reason: 'requested_by_customer' })
const ahead = (iso: string) => (Date.parse(iso) - service.clock.now().getTime()) / 1000
const nearly = (seconds: number, expected: number) => expect(Math.abs(seconds - expected)).toBeLessThan(60)
const listEvents = (who: TestPartner) =>
  service.db.many<{ type: string; createdAt: Date }>(sql`
    select type, created_at from events where partner_id = ${who.partnerId} order by xid, id`)

describe('the clock', () => {
  it('shows real time until it is moved, and then runs ahead', async () => {
    const traveller = await service.partner()
    const before = (await clock(traveller)).json
    expect(before.offset_seconds).toBe(0)
    nearly(ahead(before.now), 0)
    const moved = await advance(traveller, 3 * DAY)
    expect(moved.status).toBe(200)
    expect(moved.json.offset_seconds).toBe(3 * DAY)
    nearly(ahead(moved.json.now), 3 * DAY)
    nearly(ahead(moved.json.real_now), 0)
    await advance(traveller, 1)
    const after = (await clock(traveller)).json
    expect(after.offset_seconds).toBe(3 * DAY + 1)
    expect((Date.parse(after.now) - Date.parse(after.real_now)) / 1000).toBeCloseTo(3 * DAY + 1, 0)
  })

  it.each([
    ['nothing', undefined],
    ['zero', 0],
    ['backwards', -1],
    ['a fraction', 1.5],
    ['text', '60'],
    ['more than 400 days', 400 * DAY + 1],
  ])('does not move by %s', async (_, seconds) => {
    const before = (await clock(partner)).json.offset_seconds
    const response = await advance(partner, seconds)
    expect([response.status, response.json.error.code]).toEqual([400, 'validation_error'])
    expect((await clock(partner)).json.offset_seconds).toBe(before)
  })

  it('moves 400 days a step, up to a hundred years', async () => {
    const traveller = await service.partner()
    expect((await advance(traveller, 400 * DAY)).json.offset_seconds).toBe(400 * DAY)
    await service.db.run(
      sql`update partners set sandbox_offset_seconds = ${100 * 366 * DAY - 1} where id = ${traveller.partnerId}`,
    )
    expect((await advance(traveller, 1)).status).toBe(200)
    const beyond = await advance(traveller, 1)
    expect([beyond.status, beyond.json.error.code]).toEqual([409, 'conflict'])
    expect((await clock(traveller)).json.offset_seconds).toBe(100 * 366 * DAY)
    expect((await order(traveller, byName(await freshName()))).status).toBe(201)
  })

  it('moves once for one Idempotency-Key, and adds up when moved by many at once', async () => {
    const traveller = await service.partner()
    const key = randomUUID()
    await advance(traveller, 60, { 'idempotency-key': key })
    const again = await advance(traveller, 60, { 'idempotency-key': key })
    expect([again.json.offset_seconds, again.headers['idempotent-replayed']]).toEqual([60, 'true'])
    await Promise.all(Array.from({ length: 10 }, () => advance(traveller, 1)))
    expect((await clock(traveller)).json.offset_seconds).toBe(70)
  })

  it("stamps quotes, orders, timelines, events and refunds, and nothing of anybody else's", async () => {
    const traveller = await service.partner()
    await advance(traveller, 10 * DAY)
    const quoted = await quote(traveller, await freshName())
    nearly(ahead(quoted.json.created_at), 10 * DAY)
    nearly(ahead(quoted.json.expires_at), 10 * DAY + 600)
    const placed = await order(traveller, { quote_id: quoted.json.quote_id })
    nearly(ahead(placed.json.created_at), 10 * DAY)
    nearly(ahead(placed.json.timeline[0].at), 10 * DAY)
    await advance(traveller, 5 * DAY)
    const started = await move(traveller, placed.json.public_id, 'start_transfer')
    nearly(ahead(started.json.transfer.started_at), 15 * DAY)
    nearly(ahead(started.json.updated_at), 15 * DAY)
    nearly(ahead(started.json.created_at), 10 * DAY)
    const refunded = await refund(traveller, placed.json.public_id)
    nearly(ahead(refunded.json.created_at), 15 * DAY)
    const events = await listEvents(traveller)
    nearly(ahead(events[0]!.createdAt.toISOString()), 10 * DAY)
    nearly(ahead(events.at(-1)!.createdAt.toISOString()), 15 * DAY)
    const theirs = await order(other, byName(await freshName()))
    nearly(ahead(theirs.json.created_at), 0)
    expect((await clock(other)).json.offset_seconds).toBe(0)
  })

  it('leaves request timestamps on real time', async () => {
    const traveller = await service.partner()
    await advance(traveller, DAY)
    const shown = await clock(traveller)
    expect(shown.status).toBe(200)
    expect(Date.parse(shown.json.now) - Date.parse(shown.json.real_now)).toBe(DAY * 1000)
    const onOwnClock = String(Math.floor(service.clock.now().getTime() / 1000) + DAY)
    const refused = await service.signed(traveller, 'GET', `${V1}/sandbox/clock`, undefined, { timestamp: onOwnClock })
    expect([refused.status, refused.json.error.code]).toEqual([401, 'invalid_timestamp'])
  })

  it('counts in the dates of filters as in those of the records', async () => {
    const traveller = await service.partner()
    await order(traveller, byName(await freshName()))
    await advance(traveller, 40 * DAY)
    await order(traveller, byName(await freshName()))
    const middle = new Date(service.clock.now().getTime() + 20 * DAY * 1000).toISOString()
    const [older, newer] = [`to=${middle}`, `from=${middle}`]
    for (const range of [older, newer])
      expect((await service.signed(traveller, 'GET', `${V1}/orders?${range}`)).json.orders).toHaveLength(1)
  })

  it("stamps the operator's moves of sandbox orders, and not those of live ones", async () => {
    const traveller = await service.partner()
    const placed = await order(traveller, byName(await freshName()))
    await advance(traveller, 7 * DAY)
    const held = await service.operator('POST', `/orders/${placed.json.public_id}/hold`, { note: 'looks odd' })
    nearly(ahead(held.json.timeline[1].at), 7 * DAY)
    expect(held.json.timeline[1].message).toContain('looks odd')
    const sold = `lab-${randomUUID().slice(0, 8)}.com`
    await service.list('live', sold)
    const real = await order(live, byName(sold))
    const started = await service.operator('POST', `/orders/${real.json.public_id}/start_transfer`)
    nearly(ahead(started.json.transfer.started_at), 0)
  })
})

describe('live credentials', () => {
  it.each([
    ['GET', '/sandbox/clock', undefined],
    ['POST', '/sandbox/clock/advance', { seconds: 60 }],
    ...['hold', 'clear', 'start_transfer', 'fail_transfer', 'complete_transfer'].map(
      (action) => ['POST', `/sandbox/orders/ord_01k9zq4x7v3m8n2p5r6s7t8w9y/${action}`, undefined] as const,
    ),
  ] as const)('get 403 sandbox_only for %s %s', async (method, path, body) => {
    const response = await service.signed(live, method, `${V1}${path}`, body)
    expect([response.status, response.json.error.code, response.json.error.reason]).toEqual([
      403,
      'forbidden',
      'sandbox_only',
    ])
  })

  it('are refused before the body is looked at', async () => {
    expect((await service.signed(live, 'POST', `${V1}/sandbox/clock/advance`, { nonsense: 1 })).status).toBe(403)
  })
})

describe('helpers of orders', () => {
  it("move the partner's own orders only, with a note", async () => {
    const placed = await order(partner, byName(await freshName()))
    expect((await move(other, placed.json.public_id, 'hold')).status).toBe(404)
    expect((await move(partner, 'ord_nonsense', 'hold')).status).toBe(404)
    const held = await move(partner, placed.json.public_id, 'hold', { note: 'buyer called' })
    expect(held.json).toMatchObject({ status: 'MANUAL_REVIEW', held: true })
    expect(held.json.timeline.at(-1)).toMatchObject({
      event: 'order.held',
      actor: 'sandbox',
      message: expect.stringContaining('buyer called'),
    })
    expect((await move(partner, placed.json.public_id, 'hold')).json.error.reason).toBe('illegal_transition')
  })
})

/** What a partner can bring about without a human; settling comes with the settlement run. */
describe('every documented outcome of orders', () => {
  it('each status but those of money that the service itself moves', async () => {
    const reached = new Set<string>()
    const reach = (response: TestResponse) => {
      expect(response.status).toBeLessThan(300)
      reached.add((response.json.order ?? response.json).status)
      return response.json.public_id as string
    }
    const id = reach(await order(partner, byName('held.test')))
    reach(await move(partner, id, 'clear'))
    reach(await move(partner, id, 'start_transfer'))
    reach(await move(partner, id, 'fail_transfer'))
    reach(await move(partner, id, 'start_transfer'))
    reach(await move(partner, id, 'complete_transfer'))
    const second = reach(await order(partner, byName(await freshName())))
    reach(await refund(partner, second))
    // PAID comes with the hosted checkout, SETTLED with the settlement run; CANCELLED is the operator's alone.
    const others = ORDER_STATUSES.filter((status) => !reached.has(status))
    expect(others).toEqual(['PAID', 'SETTLED', 'CANCELLED'])
  })

  it('each event but those of checkout and settlement', async () => {
    const types = new Set((await listEvents(partner)).map(({ type }) => type))
    expect([...types].sort()).toEqual([
      'order.held',
      'order.manual_review_cleared',
      'order.recorded',
      'order.refunded',
      'order.transfer_completed',
      'order.transfer_started',
      'transfer.completed',
      'transfer.failed',
      'transfer.started',
    ])
  })

  const outcome = (response: TestResponse) =>
    `${response.status} ${response.json.error?.code ?? 'ok'} ${response.json.error?.reason ?? ''}`.trim()

  it.each<[string, () => Promise<TestResponse>]>([
    ['400 validation_error', async () => order(partner, { domain: 'held.test' })],
    ['400 missing_idempotency_key', async () => service.signed(partner, 'POST', `${V1}/orders`, byName('held.test'))],
    ['403 forbidden not_merchant_of_record', async () => order(await service.partner({ merchantOfRecord: false }), {})],
    ['404 not_found', async () => order(partner, byName('never-listed.test'))],
    ['404 not_found', async () => order(partner, { quote_id: 'quo_01k9zq4x7v3m8n2p5r6s7t8w9y' })],
    [
      '409 conflict domain_reserved',
      async () => {
        const domain = await freshName()
        await quote(other, domain)
        return order(partner, byName(domain))
      },
    ],
    [
      '409 conflict domain_sold',
      async () => order(partner, { quote_id: (await quote(partner, 'sold-elsewhere.test')).json.quote_id }),
    ],
    [
      '409 conflict quote_used',
      async () => {
        const { json } = await quote(partner, 'transfer-fails.test')
        await order(partner, { quote_id: json.quote_id })
        return order(partner, { quote_id: json.quote_id })
      },
    ],
    [
      '409 conflict idempotency_key_reused',
      async () => {
        const key = randomUUID()
        await order(partner, byName('transfer-fails.test'), key)
        return order(partner, byName('transfer-fails.test', { external_payment_ref: 'another' }), key)
      },
    ],
    [
      '409 conflict illegal_transition',
      async () => move(partner, (await order(partner, byName('transfer-fails.test'))).json.public_id, 'clear'),
    ],
    [
      '409 conflict order_not_refundable',
      async () => {
        const { json } = await order(partner, byName(await freshName()))
        await refund(partner, json.public_id)
        return refund(partner, json.public_id)
      },
    ],
    [
      '422 price_mismatch',
      async () => {
        const { json } = await quote(partner, 'price-changes.test')
        return order(partner, byName('price-changes.test', { expected_price: json.price_cents }))
      },
    ],
    [
      '422 quote_expired',
      async () => {
        const { json } = await quote(partner, await freshName())
        await advance(partner, 601)
        return order(partner, { quote_id: json.quote_id })
      },
    ],
  ])('the error %s', async (expected, provoke) => {
    expect(outcome(await provoke())).toBe(expected)
  })

  it('leaves the books in order', async () => {
    expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])
  })
})
