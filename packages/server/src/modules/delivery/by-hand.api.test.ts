// Deliveries by hand and their edges: the buyer's choice comes first, operators enter auth codes, partners correct targets.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { buyDomain } from '../../../test/guest.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { findLink } from '../../../test/mailbox.ts'
import { newAccount } from '../../../test/oauth.ts'
import { sql } from '../../db/sql.ts'
import type { Registrar } from '../../integrations/registrar/registrar.ts'
import { listSteps } from './rules/deliveries.ts'
import type { Decision } from './rules/steps.ts'
import { settleSteps } from './service/settle.ts'
import { workOn } from './service/work.ts'
import { createDeliveryWrites } from './service/write.ts'
import { leaseDue } from './store/deliveries.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const V1 = '/api/partner/v1'
const TARGET = { registrar_iana_id: 146, registrar_account: 'ACME-1' }
const transfer = async (id: string) => (await service.operator('GET', `/orders/${id}`)).json.transfer
const delivery = async (id: string) => (await service.operator('GET', `/orders/${id}/delivery`)).json
/** The fields that the offered start of the transfer requires. */
const needsForStart = async (id: string): Promise<string[]> =>
  (await service.operator('GET', `/orders/${id}`)).json.actions.find(
    ({ action }: { action: string }) => action === 'start_transfer',
  ).required_fields
const move = (id: string, action: string, body: object = {}) =>
  service.operator('POST', `/orders/${id}/${action}`, body)

async function buy() {
  const bought = await buyDomain(service)
  const path = (await findLink(service, bought.email, '/orders/')).split('.')[0]!
  return { ...bought, path, browser: openBrowser(overInject(service)) }
}

describe('the transfer of a sale that the service collected', () => {
  it('does not start before the buyer chose, unless the operator says so', async () => {
    const { orderId } = await buy()
    expect(await needsForStart(orderId)).toEqual(['without_choice'])
    const early = await move(orderId, 'start_transfer')
    expect([early.status, early.json.error.reason]).toEqual([409, 'delivery_not_chosen'])
    // Operators read it in a dialog.
    expect(early.json.error.message).not.toContain('without_choice')
    expect((await service.operator('GET', `/orders/${orderId}`)).json.status).toBe('PAID')
    expect((await move(orderId, 'start_transfer', { without_choice: true })).json.status).toBe('TRANSFER_IN_PROGRESS')
  })

  it('by auth code, without a connector: the operator enters the code, the buyer gets mail and reads it', async () => {
    const { orderId, path, browser, email } = await buy()
    await browser.post(`${path}/delivery`, { method: 'auth_code' })
    expect(await needsForStart(orderId)).toEqual([])
    await move(orderId, 'start_transfer')
    expect(await delivery(orderId)).toMatchObject({
      state: 'needs_operator',
      reason: expect.stringContaining('Set an auth code at the registrar'),
    })
    expect((await move(orderId, 'delivery/set_auth_code')).status, 'without a code').toBe(400)
    const set = await move(orderId, 'delivery/set_auth_code', { auth_code: 'from-the-registrar-1' })
    expect(set.status).toBe(200)
    expect(set.text).not.toContain('from-the-registrar-1')
    expect((await transfer(orderId)).next_step).toEqual({
      who: 'buyer',
      what: 'Transfer the domain to a registrar with the auth code.',
    })
    expect(await delivery(orderId)).toMatchObject({
      state: 'needs_operator',
      reason: expect.stringContaining('transfers the domain with the auth code. Confirm the delivery'),
    })
    const { messages } = (await service.operator('GET', `/mail?to=${encodeURIComponent(email)}`)).json
    expect(messages[0].subject).toContain('Your auth code is ready')
    expect((await browser.post(`${path}/auth-code`, {})).text).toContain('from-the-registrar-1')
    const queue = (await service.operator('GET', '/queue')).json
    expect(queue.transfers_to_confirm.items.map(({ id }: { id: string }) => id)).toContain(orderId)
    expect((await browser.open(path)).text).toContain('Auth code ready')
    await move(orderId, 'delivery/confirm')
    expect((await service.operator('GET', `/orders/${orderId}`)).json.status).toBe('TRANSFER_COMPLETED')
    // The page with the code, reloaded after the delivery.
    const again = await browser.post(`${path}/auth-code`, {})
    expect([again.status, again.headers.location]).toEqual([303, path])
    expect((await browser.open(path)).text).not.toContain('one more step')
  })

  it('says plainly when there is no auth code to show, and opens the order page for the URL of a form', async () => {
    const { orderId, path, browser } = await buy()
    await browser.post(`${path}/delivery`, { method: 'auth_code' })
    await move(orderId, 'start_transfer')
    const early = await browser.post(`${path}/auth-code`, {})
    expect([early.status, early.text.includes('There is no auth code to show at the moment.')]).toEqual([409, true])
    expect(early.text).not.toContain('field transfer')
    const opened = await browser.request({ method: 'GET', url: `${path}/auth-code` })
    expect([opened.status, opened.headers.location]).toEqual([303, path])
    expect((await browser.request({ method: 'GET', url: `${path}x/auth-code` })).status).toBe(404)
  })

  it('shows the buyer no step that is the operator’s', async () => {
    const { orderId, path, browser } = await buy()
    await browser.post(`${path}/delivery`, { method: 'auth_code' })
    await move(orderId, 'start_transfer')
    await move(orderId, 'delivery/set_auth_code', { auth_code: 'from-the-registrar-2' })
    await service.db.run(sql`
      insert into delivery_steps (order_id, line, step, transaction, outcome, sent_at)
      values (${orderId}, 1, 'set_auth_code', ${`${orderId}-1`}, 'done', now())`)
    await move(orderId, 'refund')
    const events = (await service.operator('GET', `/orders/${orderId}`)).json.timeline.map(
      ({ event }: { event: string }) => event,
    )
    expect(events.filter((event: string) => event === 'transfer.action_required')).toHaveLength(2)
    expect((await browser.open(path)).text.match(/Auth code ready/g)).toHaveLength(1)
  })

  it('is on the queue while it needs an operator although the order ended', async () => {
    const { orderId, path, browser } = await buy()
    await browser.post(`${path}/delivery`, { method: 'auth_code' })
    await move(orderId, 'start_transfer')
    await service.db.run(sql`
      insert into delivery_steps (order_id, line, step, transaction, outcome, sent_at)
      values (${orderId}, 1, 'set_auth_code', ${`${orderId}-1`}, 'done', now())`)
    await move(orderId, 'refund')
    const group = async () =>
      (await service.operator('GET', '/queue')).json.deliveries_to_secure.items.map(({ id }: { id: string }) => id)
    expect(await group()).toContain(orderId)
    await move(orderId, 'delivery/cancel')
    expect(await group()).not.toContain(orderId)
  })

  it('reveals its auth code to the buyer, not to the partner, in live mode', async () => {
    const { orderId } = await buy()
    const owner = (await service.db.one<{ partnerId: string }>(
      sql`select partner_id from orders where id = ${orderId}`,
    ))!
    const partner = await service.partner({ environment: 'live' })
    await service.db.run(sql`update orders set partner_id = ${partner.partnerId} where id = ${orderId}`)
    const refused = await service.signed(partner, 'POST', `${V1}/orders/${orderId}/auth-code`)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'auth_code_unavailable'])
    expect(refused.json.error.message).toContain('Its buyer gets the auth code')
    await service.db.run(sql`update orders set partner_id = ${owner.partnerId} where id = ${orderId}`)
  })
})

describe('the account of a buyer', () => {
  it('leads to the order page by session only, and shows no settlement', async () => {
    const browser = openBrowser(overInject(service))
    const account = await newAccount(service)
    await browser.signIn(account)
    const { orderId } = await buyDomain(service, { email: account.email, browser })
    const open = (by: ReturnType<typeof openBrowser>, id = orderId) =>
      by.request({ method: 'GET', url: `/account/orders/${id}/page` })
    const anonymous = await open(openBrowser(overInject(service)))
    expect(anonymous.headers.location).toMatch(/^\/sign-in\?next=/)
    const own = await open(browser)
    expect([own.status, own.headers.location]).toEqual([303, expect.stringMatching(/^\/orders\//)])
    const { orderId: foreign } = await buyDomain(service)
    expect((await open(browser, foreign)).status).toBe(404)
    expect((await open(browser, 'ord_none')).status).toBe(404)
    const page = await browser.open(String(own.headers.location))
    expect(page.text).toContain('Receive domain in this account')
    const read = () => browser.request({ method: 'GET', url: `/api/account/orders/${orderId}` })
    expect((await read()).text).not.toContain(String(own.headers.location))
    expect(JSON.parse((await read()).text).upcoming_statuses).toEqual(['TRANSFER_IN_PROGRESS', 'TRANSFER_COMPLETED'])
  })
})

it('settles several deliveries in one transaction, each by its own decision', async () => {
  const partner = await service.partner()
  const place = async (name: string): Promise<string> => {
    const domain = `${name}-${randomUUID()}.com`
    await service.list('sandbox', domain)
    const body = { external_payment_ref: 'r', domain, expected_price: 100_000, currency: 'USD', delivery: TARGET }
    const headers = { 'idempotency-key': randomUUID() }
    const { json } = await service.signed(partner, 'POST', `${V1}/orders`, body, { headers })
    await service.signed(partner, 'POST', `${V1}/sandbox/orders/${json.public_id}/start_transfer`)
    return json.public_id
  }
  const decisions: Decision[] = [
    { next: 'advance', outcome: 'done' },
    { next: 'wait', outcome: 'pending', seconds: 300 },
    { next: 'retry', outcome: 'unknown', seconds: 5, message: 'No response.' },
    { next: 'use_auth_code', outcome: 'refused', message: 'No such command.' },
    { next: 'refuse', outcome: 'refused', message: 'No such account.' },
    { next: 'give_up', outcome: 'refused', message: 'Prohibited.' },
    // This one is not the caller's any more.
    { next: 'advance', outcome: 'done' },
  ]
  const ids = await Promise.all(decisions.map(({ next }) => place(`settled-${next.replaceAll('_', '-')}`)))
  const leased = await leaseDue(service.db, 'lse_many', false, 50)
  const settling = decisions.map((decision, index) => ({
    leased: leased.find(({ orderId }) => orderId === ids[index])!,
    lease: index === ids.length - 1 ? 'lse_lost' : 'lse_many',
    step: 'push' as const,
    decision,
    finished: null,
  }))
  const pushed = settling.map((one) => ({ ...one, leased: { ...one.leased, step: listSteps(one.leased).length - 1 } }))
  const next = await settleSteps(service.deps, pushed)
  expect(next.map((one) => one?.method ?? null)).toEqual([null, null, null, 'auth_code', null, null, null])
  const rows = await service.db.many<{
    orderId: string
    state: string
    isLeased: boolean
    status: string
    lines: number
  }>(sql`
    select d.order_id, d.state, d.lease is not null as is_leased, o.status,
           (select count(*)::int from order_timeline t where t.order_id = d.order_id) as lines
    from domain_deliveries d join orders o on o.id = d.order_id where d.order_id = any(${ids})`)
  const found = ids.map((id) => rows.find(({ orderId }) => orderId === id)!)
  expect(found.map(({ state, status, isLeased }) => [state, status, isLeased])).toEqual([
    ['done', 'TRANSFER_COMPLETED', false],
    ['waiting', 'TRANSFER_IN_PROGRESS', false],
    ['queued', 'TRANSFER_IN_PROGRESS', false],
    ['queued', 'TRANSFER_IN_PROGRESS', true],
    ['refused', 'EXTERNALLY_PAID', false],
    ['needs_operator', 'TRANSFER_IN_PROGRESS', false],
    ['queued', 'TRANSFER_IN_PROGRESS', true],
  ])
  const unmoved = found[1]!.lines
  expect(found.map(({ lines }) => lines - unmoved)).toEqual([1, 0, 0, 0, 1, 1, 0])
})

it('is left in peace when a reset of the sandbox removed the delivery that the engine works on', async () => {
  const partner = await service.partner()
  const domain = `reset-${randomUUID()}.com`
  await service.list('sandbox', domain)
  const body = { external_payment_ref: 'r', domain, expected_price: 100_000, currency: 'USD', delivery: TARGET }
  const headers = { 'idempotency-key': randomUUID() }
  const { json } = await service.signed(partner, 'POST', `${V1}/orders`, body, { headers })
  await service.signed(partner, 'POST', `${V1}/sandbox/orders/${json.public_id}/start_transfer`)
  const leased = (await leaseDue(service.db, 'lse_test', false, 10)).find(({ orderId }) => orderId === json.public_id)
  expect(leased).toBeDefined()
  const reset = await service.signed(partner, 'POST', `${V1}/sandbox/reset`)
  expect([
    reset.status,
    await service.db.one(sql`select 1 from domain_deliveries where order_id = ${json.public_id}`),
  ]).toEqual([200, undefined])
  // The registrar does not respond, so the engine records a failed attempt.
  const silent = { readDomain: async () => ({ kind: 'unknown', message: 'No response.' }) } as unknown as Registrar
  const deps = { ...service.deps, registrars: { live: null, simulated: () => silent } }
  const writes = createDeliveryWrites(deps, () => 1)
  await expect(workOn(deps, writes, leased!, 'lse_test')).resolves.toBeUndefined()
})

describe('a partner', () => {
  const order = async (delivery: object) => {
    const partner = await service.partner({ environment: 'live' })
    const domain = `corrected-${randomUUID()}.com`
    await service.list('live', domain)
    const body = { external_payment_ref: 'r', domain, expected_price: 100_000, currency: 'USD', delivery }
    const headers = { 'idempotency-key': randomUUID() }
    const { json } = await service.signed(partner, 'POST', `${V1}/orders`, body, { headers })
    const correct = (change: object) =>
      service.signed(partner, 'PATCH', `${V1}/orders/${json.public_id}/delivery`, change)
    const canChoose = async () =>
      (await service.signed(partner, 'GET', `${V1}/orders/${json.public_id}`)).json.can_choose_delivery
    return { id: json.public_id as string, correct, canChoose }
  }

  it('corrects a target that the registrar refused', async () => {
    const { id, correct, canChoose } = await order({ registrar_iana_id: 146, registrar_account: 'wrong' })
    await move(id, 'start_transfer')
    expect(await canChoose()).toBe(false)
    await move(id, 'fail_transfer')
    expect(await canChoose()).toBe(true)
    expect((await transfer(id)).next_step).toEqual({ who: 'partner', what: 'Correct where the domain is delivered.' })
    expect((await correct(TARGET)).json.transfer).toMatchObject({ account: 'ACME-1', last_error: null })
    expect((await correct({ method: 'auth_code' })).json.transfer).toMatchObject({ method: 'auth_code', account: null })
  })

  it('cannot change the target of a transfer in progress, or send half of one', async () => {
    const { id, correct } = await order(TARGET)
    const half = await correct({ registrar_iana_id: 146 })
    expect([half.status, half.json.error.details[0].field]).toEqual([400, 'registrar_account'])
    await move(id, 'start_transfer')
    const late = await correct({ method: 'auth_code' })
    expect([late.status, late.json.error.reason]).toEqual([409, 'delivery_started'])
  })
})
