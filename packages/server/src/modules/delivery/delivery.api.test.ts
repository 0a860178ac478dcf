// Delivering domains through the simulated registrar: targets, orders that are delivered without people, failures, auth codes.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../../test/harness.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'

type Json = TestResponse['json']

let service: TestService
beforeAll(async () => {
  service = await startTestService({ DELIVERY: 'simulated' }, { background: true })
})

const V1 = '/api/partner/v1'
const TARGET = { registrar_iana_id: 146, registrar_account: 'ACME-1', contact_email: 'ops@partner.example' }
const call = (who: TestPartner, method: string, path: string, body?: unknown) =>
  service.signed(who, method, `${V1}${path}`, body)
const setTarget = (who: TestPartner, change: object = {}) => call(who, 'PATCH', '/delivery', { ...TARGET, ...change })
let number = 0
async function sell(who: TestPartner, extra: object = {}, domain = `delivered-${process.pid}-${number++}.com`) {
  await service.list(who.environment, domain)
  const body = { external_payment_ref: 'r', domain, expected_price: 100_000, currency: 'USD', ...extra }
  const headers = { 'idempotency-key': randomUUID() }
  return service.signed(who, 'POST', `${V1}/orders`, body, { headers })
}
const start = (who: TestPartner, id: string) => call(who, 'POST', `/sandbox/orders/${id}/start_transfer`)
const read = async (who: TestPartner, id: string) => (await call(who, 'GET', `/orders/${id}`)).json
const reach = async (who: TestPartner, id: string, isThere: (order: Json) => boolean) => {
  await until('the order gets there', async () => isThere(await read(who, id)))
  return read(who, id)
}
const delivery = async (id: string) => (await service.operator('GET', `/orders/${id}/delivery`)).json
const advance = (who: TestPartner, seconds: number) => call(who, 'POST', '/sandbox/clock/advance', { seconds })
const commands = (id: string) =>
  service.db.many<{ command: string; outcome: string }>(
    sql`select command, outcome from simulated_commands where scope = ${id} order by id`,
  )

describe('the target of a partner', () => {
  it('is set once, changed field by field, and shown by GET /me', async () => {
    const partner = await service.partner()
    expect((await call(partner, 'GET', '/delivery')).json).toEqual({ delivery: null })
    expect((await call(partner, 'PATCH', '/delivery', { registrar_iana_id: 146 })).json.error.details).toEqual([
      { field: 'registrar_account', message: expect.stringContaining('is required') },
    ])
    expect((await setTarget(partner)).json.delivery).toMatchObject({ ...TARGET, nameservers: [] })
    const changed = await call(partner, 'PATCH', '/delivery', { nameservers: ['NS1.example.net', 'ns2.example.net.'] })
    expect(changed.json.delivery).toMatchObject({ ...TARGET, nameservers: ['ns1.example.net', 'ns2.example.net'] })
    expect((await call(partner, 'GET', '/me')).json.delivery).toEqual(changed.json.delivery)
    expect(
      (await call(await service.credential(partner, 'live'), 'GET', '/delivery')).json?.delivery ?? null,
    ).toBeNull()
  })

  it.each([
    ['nothing', {}],
    ['an account with a space', { registrar_account: 'a b' }],
    ['a registrar that is not a number', { registrar_iana_id: '146' }],
    ['a single nameserver', { nameservers: ['ns1.example.net'] }],
    ['a nameserver twice', { nameservers: ['ns1.example.net', 'NS1.example.net'] }],
    ['a contact that is not an email address', { contact_email: 'nobody' }],
  ])('rejects %s', async (_, change) => {
    const partner = await service.partner()
    await setTarget(partner)
    expect((await call(partner, 'PATCH', '/delivery', change)).status).toBe(400)
    expect((await call(partner, 'GET', '/delivery')).json.delivery).toMatchObject(TARGET)
  })

  it('rejects an order whose own target is incomplete', async () => {
    const partner = await service.partner()
    for (const given of [
      { registrar_iana_id: 1 },
      { method: 'auth_code', registrar_account: 'x' },
      { method: 'push' },
    ]) {
      const sold = await sell(partner, { delivery: given })
      expect([sold.status, sold.json.error.code]).toEqual([400, 'validation_error'])
    }
  })
})

describe('a sandbox order', () => {
  it('waits for its transfer to start, is pushed to the account, and tells each step', async () => {
    const partner = await service.partner()
    await setTarget(partner, { nameservers: ['ns1.example.net', 'ns2.example.net'] })
    const { json: placed } = await sell(partner)
    expect(placed.transfer).toMatchObject({
      state: 'pending',
      method: 'push',
      registrar: 146,
      account: 'ACME-1',
      auth_code_available: false,
      attempts: 0,
      last_error: null,
      next_step: { who: 'partner', what: 'Start the transfer.' },
    })
    const started = await start(partner, placed.public_id)
    expect(started.json.transfer.next_step.who).toBe('marketplace')
    const order = await reach(partner, placed.public_id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(order.transfer).toMatchObject({ state: 'completed', attempts: 2, next_step: null })
    expect(order.timeline.at(-1)).toMatchObject({ event: 'order.transfer_completed', actor: 'system' })
    expect(order.timeline.at(-1).message).toContain('account ACME-1')
    expect((await delivery(placed.public_id)).steps.map((step: Json) => [step.step, step.outcome])).toEqual([
      ['set_nameservers', 'done'],
      ['push', 'done'],
    ])
  })

  it("goes to its own target instead of the partner's", async () => {
    const partner = await service.partner()
    await setTarget(partner)
    const { json: placed } = await sell(partner, { delivery: { registrar_iana_id: 81, registrar_account: 'OTHER' } })
    expect(placed.transfer).toMatchObject({ registrar: 81, account: 'OTHER' })
    await setTarget(partner, { registrar_account: 'LATER' })
    await start(partner, placed.public_id)
    const order = await reach(partner, placed.public_id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(order.transfer.account).toBe('OTHER')
  })

  it('without a target is confirmed by hand, as before', async () => {
    const partner = await service.partner()
    const { json: placed } = await sell(partner)
    expect(placed.transfer).toMatchObject({ method: null, registrar: null, account: null })
    const started = await start(partner, placed.public_id)
    expect(started.json.transfer.next_step).toEqual({ who: 'partner', what: 'Confirm the delivery.' })
    await call(partner, 'POST', `/sandbox/orders/${placed.public_id}/complete_transfer`)
    expect((await read(partner, placed.public_id)).status).toBe('TRANSFER_COMPLETED')
  })

  it('that the registrar refuses returns to paid, and is delivered once the partner corrects the target', async () => {
    const partner = await service.partner()
    await setTarget(partner, { registrar_account: 'sim-refused' })
    const { json: placed } = await sell(partner)
    await start(partner, placed.public_id)
    const failed = await reach(partner, placed.public_id, ({ transfer }) => transfer.state === 'failed')
    expect(failed).toMatchObject({ status: 'EXTERNALLY_PAID' })
    expect(failed.transfer).toMatchObject({
      last_error: expect.stringContaining('sim-refused'),
      next_step: { who: 'partner', what: 'Correct where the domain is delivered.' },
    })
    expect(failed.timeline.at(-1).event).toBe('transfer.failed')
    await setTarget(partner, { registrar_account: 'RIGHT' })
    await start(partner, placed.public_id)
    const order = await reach(partner, placed.public_id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(order.transfer).toMatchObject({ account: 'RIGHT', last_error: null })
  })

  it.each([
    ['sim-lost-answer', [['push', 'done']], ['done']],
    [
      'sim-lost-request',
      [
        ['push', 'lost'],
        ['push', 'done'],
      ],
      ['unknown', 'done'],
    ],
    [
      'sim-busy',
      [
        ['push', 'failed'],
        ['push', 'done'],
      ],
      ['failed', 'done'],
    ],
  ])('at %s is pushed exactly once', async (account, received, outcomes) => {
    const partner = await service.partner()
    await setTarget(partner, { registrar_account: account })
    const { json: placed } = await sell(partner)
    await start(partner, placed.public_id)
    await reach(partner, placed.public_id, ({ transfer }) => transfer.last_error !== null)
    await advance(partner, 60)
    const { transfer } = await reach(partner, placed.public_id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(transfer.last_error).toBe(null)
    expect((await commands(placed.public_id)).map(({ command, outcome }) => [command, outcome])).toEqual(received)
    expect((await delivery(placed.public_id)).steps.map(({ outcome }: Json) => outcome)).toEqual(outcomes)
  })

  it('at a slow registrar waits until the sandbox clock has moved', async () => {
    const partner = await service.partner()
    await setTarget(partner, { registrar_account: 'sim-slow' })
    const { json: placed } = await sell(partner)
    await start(partner, placed.public_id)
    const waiting = await reach(partner, placed.public_id, ({ transfer }) => transfer.next_step.who === 'registrar')
    expect(waiting.status).toBe('TRANSFER_IN_PROGRESS')
    await advance(partner, 2 * 3600)
    await reach(partner, placed.public_id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(await commands(placed.public_id)).toEqual([{ command: 'push', outcome: 'pending' }])
  })

  it('that is refunded is not delivered', async () => {
    const partner = await service.partner()
    await setTarget(partner, { registrar_account: 'sim-busy' })
    const { json: placed } = await sell(partner)
    await start(partner, placed.public_id)
    await reach(partner, placed.public_id, ({ transfer }) => transfer.last_error !== null)
    await call(partner, 'POST', '/refunds', { order_public_id: placed.public_id, reason: 'other' })
    await advance(partner, 3600)
    expect((await delivery(placed.public_id)).state).toBe('cancelled')
    expect(await commands(placed.public_id)).toHaveLength(1)
  })
})

describe('an auth code', () => {
  async function sellWithCode() {
    const partner = await service.partner()
    const { json: placed } = await sell(partner, { delivery: { method: 'auth_code' } })
    await start(partner, placed.public_id)
    const order = await reach(partner, placed.public_id, ({ transfer }) => transfer.auth_code_available)
    return { partner, id: placed.public_id as string, order }
  }

  it('is revealed to the owner alone, sealed at rest, and each reveal is in the audit log without it', async () => {
    const { partner, id, order } = await sellWithCode()
    expect(order.transfer).toMatchObject({ method: 'auth_code', next_step: { who: 'partner' } })
    expect(order.timeline.at(-1).event).toBe('transfer.action_required')
    const revealed = await call(partner, 'POST', `/orders/${id}/auth-code`)
    expect(revealed.status).toBe(200)
    const code = revealed.json.auth_code as string
    expect(code).toMatch(/^.{24}$/)
    expect((await call(partner, 'POST', `/orders/${id}/auth-code`)).json.auth_code).toBe(code)
    expect((await call(await service.partner(), 'POST', `/orders/${id}/auth-code`)).status).toBe(404)
    const reader = await service.partner({ scopes: ['search'] })
    expect((await call(reader, 'POST', `/orders/${id}/auth-code`)).status).toBe(403)
    const row = await service.db.one<{ authCode: string }>(
      sql`select auth_code from domain_deliveries where order_id = ${id}`,
    )
    expect(row?.authCode).toMatch(/^v1\./)
    const { json } = await service.operator('GET', '/audit?limit=50')
    const rows = json.audit.filter(({ route }: Json) => route === 'delivery.reveal_auth_code')
    expect(rows.filter(({ input }: Json) => input.public_id === id)).toHaveLength(2)
    expect(JSON.stringify(json)).not.toContain(code)
  })

  it('that is set when the order is refunded is left to an operator to change', async () => {
    const { partner, id } = await sellWithCode()
    const refund = await call(partner, 'POST', '/refunds', { order_public_id: id, reason: 'other' })
    expect(refund.status).toBe(201)
    const left = await delivery(id)
    expect([left.state, left.actions.map(({ action }: Json) => action)]).toEqual(['needs_operator', ['cancel']])
    expect(left.last_error).toContain('change its auth code')
    expect((await read(partner, id)).timeline.at(-1)).toMatchObject({
      status: 'REFUNDED',
      event: 'transfer.action_required',
    })
    const done = await service.operator('POST', `/orders/${id}/delivery/cancel`)
    expect([done.json.state, (await read(partner, id)).status]).toEqual(['cancelled', 'REFUNDED'])
  })

  it('is not stored with an idempotency key, and each reveal counts', async () => {
    const { partner, id } = await sellWithCode()
    const headers = { 'idempotency-key': randomUUID() }
    const reveal = () => service.signed(partner, 'POST', `${V1}/orders/${id}/auth-code`, undefined, { headers })
    const { json } = await reveal()
    const kept = await service.db.many<{ body: string }>(sql`
      select body from idempotency_keys where partner_id = ${partner.partnerId} and key = ${headers['idempotency-key']}`)
    expect(kept).toEqual([])
    expect((await reveal()).json).toEqual(json)
    await call(partner, 'POST', '/refunds', { order_public_id: id, reason: 'other' })
    expect((await reveal()).json.error.reason).toBe('auth_code_unavailable')
  })

  it('ends with the transfer', async () => {
    const { partner, id } = await sellWithCode()
    await advance(partner, 6 * 86_400)
    const order = await reach(partner, id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(order.transfer.auth_code_available).toBe(false)
    const again = await call(partner, 'POST', `/orders/${id}/auth-code`)
    expect([again.status, again.json.error.reason]).toEqual([409, 'auth_code_unavailable'])
  })
})

describe('the next step', () => {
  it.each([
    ['MANUAL_REVIEW', 'partner_collected', 'live', null, null, 'marketplace: Review the order.'],
    ['EXTERNALLY_PAID', 'partner_collected', 'live', 'planned', 'push', 'marketplace: Start the transfer.'],
    ['EXTERNALLY_PAID', 'partner_collected', 'sandbox', null, null, 'partner: Start the transfer.'],
    [
      'EXTERNALLY_PAID',
      'partner_collected',
      'live',
      'refused',
      'push',
      'partner: Correct where the domain is delivered.',
    ],
    ['PAID', 'service_collected', 'live', 'refused', 'push', 'buyer: Correct where the domain is delivered.'],
    ['PAID', 'service_collected', 'live', null, null, 'buyer: Choose on the order page where to receive the domain.'],
    ['TRANSFER_IN_PROGRESS', 'partner_collected', 'live', null, null, 'marketplace: Confirm the delivery.'],
    ['TRANSFER_IN_PROGRESS', 'partner_collected', 'live', 'queued', 'push', 'marketplace: Transfer the domain.'],
    ['TRANSFER_IN_PROGRESS', 'partner_collected', 'live', 'waiting', 'push', 'registrar: Confirm the transfer.'],
    [
      'TRANSFER_IN_PROGRESS',
      'service_collected',
      'live',
      'waiting',
      'auth_code',
      'buyer: Transfer the domain to a registrar with the auth code.',
    ],
    [
      'TRANSFER_IN_PROGRESS',
      'partner_collected',
      'sandbox',
      'needs_operator',
      'push',
      'marketplace: An operator must complete the transfer.',
    ],
    ['TRANSFER_COMPLETED', 'partner_collected', 'live', 'done', 'push', ''],
    ['REFUNDED', 'partner_collected', 'live', 'cancelled', 'push', ''],
  ])(
    'of an order in %s (%s, %s) with a delivery in %s (%s)',
    async (status, model, environment, state, method, said) => {
      const source = model === 'service_collected' ? 'buyer' : 'partner'
      const row = await service.db.one<{ step: { who: string; what: string } | null }>(sql`
      select next_step(${status}, ${model}, ${environment}, ${state}, ${method}, ${source}) as step`)
      expect(row?.step ? `${row.step.who}: ${row.step.what}` : '').toBe(said)
    },
  )
})

describe('a live order', () => {
  it('starts by itself once it has a target', async () => {
    const partner = await service.partner({ environment: 'live' })
    await setTarget(partner)
    const { json: placed } = await sell(partner)
    const order = await reach(partner, placed.public_id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(order.timeline.map(({ actor }: Json) => actor)).toEqual(['partner', 'system', 'system'])
  })

  it('that the registrar refused starts again once the partner corrects the target', async () => {
    const partner = await service.partner({ environment: 'live' })
    await setTarget(partner, { registrar_account: 'sim-refused' })
    const { json: placed } = await sell(partner)
    const failed = await reach(partner, placed.public_id, ({ transfer }) => transfer.state === 'failed')
    expect(failed.transfer.next_step.who).toBe('partner')
    await setTarget(partner, { registrar_account: 'CORRECTED' })
    const order = await reach(partner, placed.public_id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(order.transfer).toMatchObject({ account: 'CORRECTED', last_error: null })
  })
})

describe('operators', () => {
  const act = (id: string, action: string, body?: object) =>
    service.operator('POST', `/orders/${id}/delivery/${action}`, body)
  async function sellSlow() {
    const partner = await service.partner()
    await setTarget(partner, { registrar_account: 'sim-slow' })
    const { json: placed } = await sell(partner)
    await start(partner, placed.public_id)
    await until('it waits', async () => (await delivery(placed.public_id)).state === 'waiting')
    return { partner, id: placed.public_id as string }
  }
  const names = ({ actions }: Json) => actions.map(({ action }: Json) => action)

  it('take over, then confirm', async () => {
    const { partner, id } = await sellSlow()
    expect(names(await delivery(id))).toEqual(['confirm', 'take_over'])
    expect((await act(id, 'cancel')).status).toBe(409)
    const taken = await act(id, 'take_over', { note: 'asked the registrar' })
    expect(taken.json).toMatchObject({ state: 'needs_operator' })
    expect((await read(partner, id)).timeline.at(-1).message).toContain('asked the registrar')
    expect(names(taken.json)).toEqual(['confirm', 'retry', 'cancel'])
    expect((await act(id, 'confirm')).json.state).toBe('done')
    expect((await read(partner, id)).status).toBe('TRANSFER_COMPLETED')
  })

  it('retry with another account, and cancel', async () => {
    const partner = await service.partner()
    await setTarget(partner, { registrar_account: 'sim-refused' })
    const { json: placed } = await sell(partner)
    const id = placed.public_id
    await start(partner, id)
    await reach(partner, id, ({ transfer }) => transfer.state === 'failed')
    expect((await act(id, 'cancel')).json.state).toBe('cancelled')
    const retried = await act(id, 'retry', { registrar_iana_id: 81, registrar_account: 'FIXED' })
    expect(retried.status).toBe(200)
    const order = await reach(partner, id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect(order.transfer).toMatchObject({ registrar: 81, account: 'FIXED' })
  })

  it('bring a domain over from another registrar with its auth code', async () => {
    const partner = await service.partner()
    await setTarget(partner)
    const { json: placed } = await sell(partner, {}, `elsewhere-${process.pid}-${number++}.com`)
    const id = placed.public_id
    await start(partner, id)
    await reach(partner, id, ({ transfer }) => transfer.next_step.what.includes('operator'))
    expect((await delivery(id)).last_error).toContain('not in the marketplace')
    await act(id, 'retry', { auth_code: 'from-the-seller' })
    expect(JSON.stringify((await service.operator('GET', '/audit?limit=50')).json)).not.toContain('from-the-seller')
    await until('the transfer is requested', async () => (await delivery(id)).state === 'waiting')
    expect((await read(partner, id)).transfer).toMatchObject({
      method: 'registrar_transfer',
      auth_code_available: false,
    })
    await advance(partner, 6 * 86_400)
    await reach(partner, id, ({ status }) => status === 'TRANSFER_COMPLETED')
    expect((await delivery(id)).steps.map(({ step }: Json) => step)).toEqual(['request_transfer', 'push'])
  })
})
