// Orders through HTTP: both forms, every refusal, idempotency, the whole life, and one sale per name.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'

let service: TestService
let partner: TestPartner
let other: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  other = await service.partner()
  for (const name of ['held.test', 'price-changes.test', 'sold-elsewhere.test', 'transfer-fails.test'])
    await service.list('sandbox', name)
})

let serial = 0
const freshName = async (terms: Record<string, unknown> = {}) =>
  (await service.list('sandbox', `order-${serial++}-${databaseSafe()}.test`, terms)).domain
const databaseSafe = () => randomUUID().slice(0, 8)

const V1 = '/api/partner/v1'
const quote = (who: TestPartner, domain: string) => service.signed(who, 'POST', `${V1}/quotes`, { domain })
const order = (who: TestPartner, body: object, key: string = randomUUID()) =>
  service.signed(who, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': key } })
const byName = (domain: string, extra: object = {}) => ({
  domain,
  expected_price: 100_000,
  currency: 'USD',
  external_payment_ref: 'pi_1',
  ...extra,
})
const move = (who: TestPartner, id: string, action: string) =>
  service.signed(who, 'POST', `${V1}/sandbox/orders/${id}/${action}`)
const ledgerHolds = async () => {
  const check = await service.operator('GET', '/ledger/check')
  expect(check.json.findings).toEqual([])
}

describe('recording', () => {
  it('records a sale by name, flat, with every field of the contract', async () => {
    const domain = await freshName()
    const buyer = { email: 'Ada@example.com', name: 'Ada', country: 'de' }
    const response = await order(partner, byName(domain, { buyer, return_url: 'https://shop.example/ok' }))
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({
      domain,
      status: 'EXTERNALLY_PAID',
      sale_price_cents: 100_000,
      currency: 'USD',
      payment_model: 'partner_collected',
      quote_id: null,
      external_payment_ref: 'pi_1',
      buyer: { email: 'Ada@example.com', name: 'Ada', country: 'DE' },
      commission_cents: 15_000,
      amount_owed_cents: 85_000,
      return_url: 'https://shop.example/ok',
      cancel_url: null,
      held: false,
      transfer: { state: 'pending', started_at: null, completed_at: null },
      settlement_id: null,
      refund_id: null,
      refunded_cents: 0,
    })
    expect(response.json.timeline).toMatchObject([
      { status: 'EXTERNALLY_PAID', event: 'order.recorded', actor: 'partner' },
    ])
    const shown = await service.signed(partner, 'GET', `${V1}/orders/${response.json.public_id}`)
    const { actions, upcoming_statuses, can_choose_delivery: canChoose, ...same } = shown.json
    expect(same).toEqual(response.json)
    expect([actions.length, upcoming_statuses[0], canChoose]).toEqual([3, 'TRANSFER_IN_PROGRESS', true])
    const availability = await service.signed(other, 'GET', `${V1}/availability?domain=${domain}`)
    expect(availability.json).toMatchObject({ available: false, reason: 'sold' })
    await ledgerHolds()
  })

  it('records a sale by quote at the quoted price, though the listing changed meanwhile', async () => {
    const listing = await service.list('sandbox', `firm-${databaseSafe()}.test`)
    const quoted = await quote(partner, listing.domain)
    await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 200_000 })
    const response = await order(partner, { quote_id: quoted.json.quote_id, external_payment_ref: 'r' })
    expect([response.status, response.json.sale_price_cents, response.json.quote_id]).toEqual([
      201,
      100_000,
      quoted.json.quote_id,
    ])
    expect((await service.signed(partner, 'GET', `${V1}/quotes/${quoted.json.quote_id}`)).json.status).toBe('used')
  })

  it('spends the own quote when ordering by name', async () => {
    const domain = await freshName()
    const quoted = await quote(partner, domain)
    const response = await order(partner, byName(domain))
    expect([response.status, response.json.quote_id]).toEqual([201, quoted.json.quote_id])
  })

  it('is in the currency of the price that was compared, whatever the spent quote was in', async () => {
    const listing = await service.list('sandbox', `currency-${randomUUID().slice(0, 13)}.test`)
    const { domain } = listing
    await quote(partner, domain)
    const change = { currency: 'JPY', price_cents: 5000 }
    expect((await service.operator('PATCH', `/listings/${listing.listing_id}`, change)).status).toBe(200)
    const placed = await order(partner, byName(domain, { expected_price: 5000, currency: 'JPY' }))
    expect([placed.status, placed.json.currency, placed.json.sale_price_cents]).toEqual([201, 'JPY', 5000])
    await ledgerHolds()
  })

  it.each([
    ['no reference', { external_payment_ref: undefined }, 400],
    ['an empty reference', { external_payment_ref: '' }, 400],
    ['a null buyer', { buyer: null }, 400],
    ['a buyer without email', { buyer: { name: 'x' } }, 400],
    ['a price as text', { expected_price: '100000' }, 400],
    ['an unknown member', { colour: 'red' }, 400],
    ['no price', { expected_price: undefined }, 400],
    ['no currency', { currency: undefined }, 400],
    ['a javascript address', { return_url: 'javascript:alert(1)' }, 400],
    ['another price', { expected_price: 99_999 }, 422],
    ['another currency', { currency: 'EUR' }, 422],
  ])('refuses %s and changes nothing', async (_, change, status) => {
    const domain = await freshName()
    const response = await order(partner, { ...byName(domain), ...change })
    expect(response.status).toBe(status)
    const current = { price_cents: 100_000, currency: 'USD' }
    if (status === 422) expect(response.json.error).toMatchObject({ code: 'price_mismatch', current })
    else expect(response.json.error).not.toHaveProperty('current')
    if (status === 422) expect(response.json.error.message).toContain('sale_price_cents')
    expect((await service.signed(partner, 'GET', `${V1}/availability?domain=${domain}`)).json.available).toBe(true)
  })

  it('answers 404, 409 and 422 as the contract says', async () => {
    const domain = await freshName()
    expect((await order(partner, byName('never-listed.test'))).status).toBe(404)
    expect((await order(partner, { quote_id: 'quo_nonsense', external_payment_ref: 'r' })).status).toBe(404)
    const quoted = await quote(partner, domain)
    const theirs = await order(other, { quote_id: quoted.json.quote_id, external_payment_ref: 'r' })
    expect(theirs.status).toBe(404)
    expect((await order(other, byName(domain))).json.error.reason).toBe('domain_reserved')
    const mismatch = await order(partner, {
      quote_id: quoted.json.quote_id,
      domain: 'held.test',
      external_payment_ref: 'r',
    })
    expect(mismatch.status).toBe(400)
    const wrongPrice = await order(partner, {
      quote_id: quoted.json.quote_id,
      expected_price: 1,
      external_payment_ref: 'r',
    })
    expect([wrongPrice.status, wrongPrice.json.error.code]).toEqual([422, 'price_mismatch'])
    expect(wrongPrice.json.error.current).toEqual({ price_cents: 100_000, currency: 'USD' })
    expect((await order(partner, { quote_id: quoted.json.quote_id, external_payment_ref: 'r' })).status).toBe(201)
    expect(
      (await order(partner, { quote_id: quoted.json.quote_id, external_payment_ref: 'r' })).json.error.reason,
    ).toBe('quote_used')
    expect((await order(other, byName(domain))).json.error.reason).toBe('domain_sold')
    const released = await quote(partner, await freshName())
    await service.signed(partner, 'DELETE', `${V1}/quotes/${released.json.quote_id}`)
    const gone = await order(partner, { quote_id: released.json.quote_id, external_payment_ref: 'r' })
    expect([gone.status, gone.json.error.code]).toEqual([422, 'quote_expired'])
  })

  it('refuses a partner that is not merchant of record before looking at the body', async () => {
    const reseller = await service.partner({ merchantOfRecord: false })
    const response = await order(reseller, { nonsense: true })
    expect([response.status, response.json.error.reason]).toEqual([403, 'not_merchant_of_record'])
  })

  it('requires an Idempotency-Key', async () => {
    const response = await service.signed(partner, 'POST', `${V1}/orders`, byName('held.test'))
    expect([response.status, response.json.error.code]).toEqual([400, 'missing_idempotency_key'])
  })
})

describe('idempotency', () => {
  it('replays byte for byte and refuses another body', async () => {
    const key = randomUUID()
    const body = byName(await freshName())
    const first = await order(partner, body, key)
    const again = await order(partner, body, key)
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const changed = await order(partner, { ...body, external_payment_ref: 'other' }, key)
    expect([changed.status, changed.json.error.code]).toEqual([409, 'conflict'])
    expect((await order(other, byName(await freshName()), key)).status).toBe(201)
  })

  it('gives 50 twins one order and identical bytes', async () => {
    const key = randomUUID()
    const body = byName(await freshName())
    const responses = await Promise.all(Array.from({ length: 50 }, () => order(partner, body, key)))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses.every(({ status }) => status === 201)).toBe(true)
    expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  })

  it('leaves the key free after a refusal', async () => {
    const key = randomUUID()
    const domain = await freshName()
    expect((await order(partner, byName(domain, { expected_price: 1 }), key)).status).toBe(422)
    expect((await order(partner, byName(domain), key)).status).toBe(201)
  })
})

describe('one sale per name', () => {
  it('lets one of 100 concurrent orders by two partners through', async () => {
    const domain = await freshName()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => order(index % 2 ? partner : other, byName(domain))),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status, json }) => status === 409 && json.error.reason === 'domain_sold')).toHaveLength(
      99,
    )
    await ledgerHolds()
  })

  it('has one winner each time a refund races a delivery', async () => {
    for (let round = 0; round < 100; round++) {
      const placed = await order(partner, byName(await freshName()))
      const id = placed.json.public_id
      await move(partner, id, 'start_transfer')
      const [refund, delivery] = await Promise.all([
        service.signed(partner, 'POST', `${V1}/refunds`, { order_public_id: id, reason: 'other' }),
        move(partner, id, 'complete_transfer'),
      ])
      expect([refund.status === 201, delivery.status === 200].filter(Boolean)).toHaveLength(1)
    }
    await ledgerHolds()
  })
})

describe('the life of an order', () => {
  const ACTIONS = ['hold', 'clear', 'start_transfer', 'fail_transfer', 'complete_transfer', 'refund', 'cancel'] as const
  const PATHS: Record<string, readonly string[]> = {
    EXTERNALLY_PAID: [],
    MANUAL_REVIEW: ['hold'],
    TRANSFER_IN_PROGRESS: ['start_transfer'],
    TRANSFER_COMPLETED: ['start_transfer', 'complete_transfer'],
    REFUNDED: ['refund'],
    CANCELLED: ['cancel'],
  }
  const LEGAL: Record<string, Partial<Record<(typeof ACTIONS)[number], string>>> = {
    EXTERNALLY_PAID: {
      hold: 'MANUAL_REVIEW',
      start_transfer: 'TRANSFER_IN_PROGRESS',
      refund: 'REFUNDED',
      cancel: 'CANCELLED',
    },
    MANUAL_REVIEW: { clear: 'EXTERNALLY_PAID', refund: 'REFUNDED', cancel: 'CANCELLED' },
    TRANSFER_IN_PROGRESS: {
      fail_transfer: 'EXTERNALLY_PAID',
      complete_transfer: 'TRANSFER_COMPLETED',
      refund: 'REFUNDED',
      cancel: 'CANCELLED',
    },
    TRANSFER_COMPLETED: {},
    REFUNDED: {},
    CANCELLED: {},
  }
  const act = (id: string, action: string) => service.operator('POST', `/orders/${id}/${action}`, { note: 'by hand' })

  for (const [status, path] of Object.entries(PATHS))
    for (const action of ACTIONS)
      it(`${status} × ${action}: ${LEGAL[status]?.[action] ?? 'refused'}`, async () => {
        const placed = await order(partner, byName(await freshName()))
        const id = placed.json.public_id
        for (const step of path) expect((await act(id, step)).status).toBe(200)
        const response = await act(id, action)
        const expected = LEGAL[status]?.[action]
        if (expected) expect([response.status, response.json.status]).toEqual([200, expected])
        else {
          expect([response.status, response.json.error.reason]).toEqual([409, 'illegal_transition'])
          expect((await service.operator('GET', `/orders/${id}`)).json.status).toBe(status)
        }
      })

  it('keeps the books through all of that', ledgerHolds)

  it('relists a refunded name, so that it can be sold again', async () => {
    const domain = await freshName()
    const placed = await order(partner, byName(domain))
    const refund = await service.signed(partner, 'POST', `${V1}/refunds`, {
      order_public_id: placed.json.public_id,
      reason: 'requested_by_customer',
      external_refund_ref: 're_1',
    })
    expect(refund.status).toBe(201)
    expect(refund.json).toMatchObject({ status: 'completed', amount_cents: 100_000, commission_clawback_cents: 15_000 })
    expect(refund.json.order).toMatchObject({ status: 'REFUNDED', refund_id: refund.json.refund_id })
    expect((await service.signed(partner, 'GET', `${V1}/refunds/${refund.json.refund_id}`)).json).toEqual(refund.json)
    const twice = await service.signed(partner, 'POST', `${V1}/refunds`, {
      order_public_id: placed.json.public_id,
      reason: 'other',
    })
    expect([twice.status, twice.json.error.reason]).toEqual([409, 'order_not_refundable'])
    expect((await order(other, byName(domain))).status).toBe(201)
    await ledgerHolds()
  })

  it('holds at the threshold, for named buyers, and for held.test', async () => {
    const rich = await order(
      partner,
      byName(await freshName({ price_cents: 2_500_000 }), { expected_price: 2_500_000 }),
    )
    expect(rich.json).toMatchObject({ status: 'MANUAL_REVIEW', held: true })
    expect(rich.json.timeline.map(({ event }: { event: string }) => event)).toEqual(['order.recorded', 'order.held'])
    await service.operator('POST', '/review-rules', { kind: 'buyer_email_domain', value: 'Bad.Example' })
    const named = await order(partner, byName(await freshName(), { buyer: { email: 'x@bad.example' } }))
    expect(named.json.held).toBe(true)
    const magic = await order(partner, byName('held.test'))
    expect(magic.json.held).toBe(true)
    expect((await order(partner, byName('held.test'))).status).toBe(201)
    const cleared = await move(partner, magic.json.public_id, 'clear')
    expect(cleared.json).toMatchObject({ status: 'EXTERNALLY_PAID', held: false })
  })

  it('fails the transfer of transfer-fails.test and sells sold-elsewhere.test to nobody', async () => {
    const placed = await order(partner, byName('transfer-fails.test'))
    await move(partner, placed.json.public_id, 'start_transfer')
    const failed = await move(partner, placed.json.public_id, 'complete_transfer')
    expect(failed.json).toMatchObject({ status: 'EXTERNALLY_PAID', transfer: { state: 'failed' } })
    const quoted = await quote(partner, 'sold-elsewhere.test')
    expect(quoted.status).toBe(201)
    const lost = await order(partner, { quote_id: quoted.json.quote_id, external_payment_ref: 'r' })
    expect(lost.json.error.reason).toBe('domain_sold')
  })

  it('shows nothing of it to another partner or environment', async () => {
    const placed = await order(partner, byName(await freshName()))
    const random = await service.signed(other, 'GET', `${V1}/orders/ord_01k9zq4x7v3m8n2p5r6s7t8w9y`)
    const foreign = await service.signed(other, 'GET', `${V1}/orders/${placed.json.public_id}`)
    const strip = (text: string) => text.replace(/req_\w+/, '')
    expect([foreign.status, strip(foreign.text)]).toEqual([404, strip(random.text)])
    expect((await move(other, placed.json.public_id, 'hold')).status).toBe(404)
  })
})

describe('lists', () => {
  it('pages by cursor and filters by status, domain and date', async () => {
    const seller = await service.partner()
    const names = []
    for (let index = 0; index < 7; index++) names.push(await freshName())
    for (const name of names) await order(seller, byName(name))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { json: { orders: { domain: string }[]; next_cursor: string | null } } = await service.signed(
        seller,
        'GET',
        `${V1}/orders?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...page.json.orders.map(({ domain }) => domain))
      cursor = page.json.next_cursor
    } while (cursor)
    expect(seen).toEqual([...names].reverse())
    const one = await service.signed(
      seller,
      'GET',
      `${V1}/orders?domain=${names[2]!.toUpperCase()}&status=EXTERNALLY_PAID,PAID`,
    )
    expect(one.json.orders).toHaveLength(1)
    const actions = one.json.orders[0].actions.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['start_transfer', 'hold', 'refund'])
    expect((await service.signed(seller, 'GET', `${V1}/orders?status=SOLD`)).status).toBe(400)
    expect((await service.signed(seller, 'GET', `${V1}/orders?from=2026-02-02&to=2026-02-01`)).status).toBe(400)
    expect((await service.signed(seller, 'GET', `${V1}/orders?to=2020-01-01`)).json.orders).toEqual([])
  })
})
