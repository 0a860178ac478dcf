// Bulk actions of operators: an outcome for each order, repeated and concurrent requests, roles, audit rows and the report.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { newToken } from '../../../test/operators.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
})

async function newOrders(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { domain } = await service.list('sandbox', `bulk-${randomUUID().slice(0, 13)}.test`)
    const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'bulk' }
    const headers = { 'idempotency-key': domain }
    ids.push((await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })).json.public_id)
  }
  return ids
}

type Asked = { action: string; order_ids: string[]; note?: string; idempotency_key?: string }
const bulk = (asked: Asked) => service.operator('POST', '/orders/bulk', { idempotency_key: randomUUID(), ...asked })
const outcomes = (json: { rows: { outcome: string }[] }) => json.rows.map(({ outcome }) => outcome)
const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await service.operator('GET', `/orders/${id}`)).json.status))

describe('a bulk action', () => {
  it('moves each order on its own, and reports those that do not accept it', async () => {
    const [held, paid, gone] = (await newOrders(3)) as [string, string, string]
    await service.operator('POST', `/orders/${held}/hold`)
    await service.operator('POST', `/orders/${gone}/refund`)
    const { status, json } = await bulk({
      action: 'clear',
      order_ids: [held, paid, 'ord_00000000000000000000000000', 'nothing', gone],
      note: 'Checked.',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      action: 'clear',
      undo_action: 'hold',
      total_count: 5,
      done_count: 1,
      failed_count: 4,
      pending_count: 0,
      rows: [
        { public_id: held, outcome: 'done', status: 'EXTERNALLY_PAID', code: null, sale_price_cents: 100_000 },
        { public_id: paid, outcome: 'failed', status: null, code: 'illegal_transition' },
        { outcome: 'failed', code: 'not_found', domain: null, message: 'Order not found.' },
        { public_id: 'nothing', outcome: 'failed', code: 'not_found' },
        { public_id: gone, outcome: 'failed', code: 'illegal_transition' },
      ],
    })
    const { timeline } = (await service.operator('GET', `/orders/${held}`)).json
    expect(timeline.at(-1)).toMatchObject({
      actor: 'operator token:tests',
      message: expect.stringContaining('Checked.'),
    })
  })

  it('writes an audit row for each order with the status of its outcome', async () => {
    const ids = await newOrders(2)
    await service.operator('POST', `/orders/${ids[1]}/start_transfer`)
    const { run_id } = (await bulk({ action: 'start_transfer', order_ids: ids })).json
    const rows = await service.db.many<{ status: number; reason: string | null; input: { public_id: string } }>(sql`
      select status, reason, input from audit_log
      where route = 'operator.orders.start_transfer' and input ->> 'run_id' = ${run_id} order by id`)
    expect(rows.map(({ status, reason, input }) => [input.public_id, status, reason])).toEqual([
      [ids[0], 200, null],
      [ids[1], 409, 'illegal_transition'],
    ])
  })

  it('refunds an order once, however often and at the same time it is asked for', async () => {
    const ids = await newOrders(50)
    const [first, second] = await Promise.all([
      bulk({ action: 'refund', order_ids: ids }),
      bulk({ action: 'refund', order_ids: [...ids].reverse() }),
    ])
    expect(first.json.done_count + second.json.done_count).toBe(50)
    expect(first.json.failed_count + second.json.failed_count).toBe(50)
    expect(new Set(await statuses(ids))).toEqual(new Set(['REFUNDED']))
    const refunds = await service.db.many<{ count: number }>(sql`
      select count(*)::int as count from refunds where order_id = any(${ids}) group by order_id`)
    expect(refunds.map(({ count }) => count)).toEqual(Array.from(ids, () => 1))
    expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])
  })

  it('continues with the same key: finished orders keep their outcome', async () => {
    const ids = await newOrders(3)
    const asked = { action: 'refund', order_ids: ids, idempotency_key: randomUUID() }
    const first = await bulk(asked)
    expect(outcomes(first.json)).toEqual(['done', 'done', 'done'])
    // As after a connection that broke before the last order.
    await service.db.run(sql`
      update order_run_rows set outcome = 'pending', status = null where run_id = ${first.json.run_id} and position = 3`)
    const again = await bulk(asked)
    expect([again.json.run_id, again.json.done_count, again.json.failed_count]).toEqual([first.json.run_id, 2, 1])
    const concurrent = await Promise.all([bulk(asked), bulk(asked)])
    for (const { json } of concurrent) expect(outcomes(json)).toEqual(['done', 'done', 'failed'])
  })

  it('rejects a key that was used for something else', async () => {
    const ids = await newOrders(2)
    const idempotency_key = randomUUID()
    await bulk({ action: 'hold', order_ids: ids, idempotency_key })
    for (const asked of [
      { action: 'clear', order_ids: ids },
      { action: 'hold', order_ids: [...ids].reverse() },
      { action: 'hold', order_ids: ids, note: 'Another.' },
    ]) {
      const { status, json } = await bulk({ ...asked, idempotency_key })
      expect([status, json.error.reason]).toEqual([409, 'idempotency_key_reused'])
    }
    const other = await newToken(service, 'support')
    const { json } = await other.call('POST', '/orders/bulk', { action: 'clear', order_ids: ids, idempotency_key })
    expect(json.done_count).toBe(2)
  })

  it('continues what a closed connection left, without doing anything twice', async () => {
    const ids = await newOrders(4)
    const asked = { action: 'start_transfer', order_ids: ids, idempotency_key: randomUUID() }
    const lines = await streamed(asked)
    expect(lines.map(({ kind }) => kind)).toEqual(['start', 'row', 'row', 'row', 'row', 'summary'])
    expect(lines[0]).toMatchObject({ total_count: 4, pending_count: 4 })
    expect(lines.at(-1)).toMatchObject({ done_count: 4, pending_count: 0, undo_action: 'fail_transfer' })
    const again = await streamed(asked)
    expect(again.filter(({ outcome }) => outcome === 'done')).toHaveLength(4)
    const { timeline } = (await service.operator('GET', `/orders/${ids[0]}`)).json
    expect(timeline.filter(({ event }: { event: string }) => event === 'order.transfer_started')).toHaveLength(1)
  })

  it('can be taken back where the order has such an action', async () => {
    const ids = await newOrders(2)
    const started = (await bulk({ action: 'start_transfer', order_ids: ids })).json
    const undone = (await bulk({ action: started.undo_action, order_ids: ids })).json
    expect([undone.done_count, ...(await statuses(ids))]).toEqual([2, 'EXTERNALLY_PAID', 'EXTERNALLY_PAID'])
    expect((await bulk({ action: 'refund', order_ids: ids })).json.undo_action).toBeNull()
  })
})

async function streamed(asked: object): Promise<Record<string, unknown>[]> {
  const response = await service.send({
    method: 'POST',
    url: '/api/operator/v1/orders/bulk',
    headers: {
      authorization: `Bearer ${service.operatorToken}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
    body: JSON.stringify(asked),
  })
  return response.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the request', () => {
  it('asks for the role that the action needs on a single order', async () => {
    const order_ids = await newOrders(1)
    const roles = { support: ['hold', 'clear'], finance: ['refund', 'cancel'] } as const
    for (const role of ['support', 'finance', 'viewer'] as const) {
      const { call } = await newToken(service, role)
      for (const action of ['hold', 'clear', 'refund'] as const) {
        const { status, json } = await call('POST', '/orders/bulk', {
          action,
          order_ids,
          idempotency_key: randomUUID(),
        })
        const isAllowed = role !== 'viewer' && (roles[role] as readonly string[]).includes(action)
        expect([role, action, status, json.error?.reason]).toEqual([
          role,
          action,
          isAllowed ? 200 : 403,
          isAllowed ? undefined : 'role_missing',
        ])
      }
    }
  })

  it.each([
    ['no orders', { order_ids: [] }],
    ['too many orders', { order_ids: Array.from({ length: 201 }, (_, n) => `ord_${n}`) }],
    ['an order twice', { order_ids: ['ord_1', 'ord_1'] }],
    ['an unknown action', { action: 'settle' }],
    ['a key with a space', { idempotency_key: 'a b' }],
    ['an ID that text cannot hold', { order_ids: ['ord_\u0000'] }],
  ])('is rejected with %s', async (_, wrong) => {
    const { status } = await bulk({ action: 'hold', order_ids: ['ord_1'], ...wrong } as Asked)
    expect(status).toBe(400)
  })
})

describe('the report', () => {
  it('is kept, as JSON and as CSV with amounts in minor units and as decimals', async () => {
    const ids = await newOrders(2)
    await service.operator('POST', `/orders/${ids[1]}/refund`)
    const { json: run } = await bulk({ action: 'refund', order_ids: ids })
    const shown = await service.operator('GET', `/orders/bulk/${run.run_id}`)
    expect(shown.json).toEqual(run)
    const csv = await service.send({
      method: 'GET',
      url: `/api/operator/v1/orders/bulk/${run.run_id}`,
      headers: { authorization: `Bearer ${service.operatorToken}`, accept: 'text/csv' },
    })
    const [head, done, failed] = csv.text.split('\r\n')
    expect(head).toBe('public_id,domain,sale_price_cents,sale_price,currency,action,outcome,status,code,message')
    expect(done).toContain(',100000,1000.00,USD,refund,done,REFUNDED,,')
    expect(failed).toContain(',refund,failed,,illegal_transition,')
  })

  it('of nothing is not found', async () => {
    for (const id of ['blk_00000000000000000000000000', 'nothing'])
      expect((await service.operator('GET', `/orders/bulk/${id}`)).status).toBe(404)
  })
})
