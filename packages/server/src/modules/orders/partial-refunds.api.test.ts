// Partial refunds: the rest of the sale goes on, and every book, list and sum agrees with it.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { computeTotals, createSales, type Sales } from '../../../test/sales.ts'
import { V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let sales: Sales
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
  partner = await service.partner()
})

const refund = (id: string, amount?: unknown, as = partner) =>
  service.signed(as, 'POST', `${V1}/refunds`, {
    order_public_id: id,
    reason: 'requested_by_customer',
    ...(amount === undefined ? {} : { amount_cents: amount }),
  })
const show = (id: string, as = partner) => sales.get(as, `/orders/${id}`)

it('leaves the order in its status with what is left, and says so in order, timeline and event', async () => {
  const one = await service.partner()
  const id = await sales.sell(one)
  const made = await refund(id, 40_000, one)
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({
    order_public_id: id,
    status: 'completed',
    amount_cents: 40_000,
    commission_clawback_cents: 6_000,
    order: { status: 'EXTERNALLY_PAID', refunded_cents: 40_000, refund_id: null, sale_price_cents: 100_000 },
  })
  expect((await service.signed(one, 'GET', `${V1}/refunds/${made.json.refund_id}`)).json).toEqual(made.json)
  const order = await show(id, one)
  expect(order).toMatchObject({ status: 'EXTERNALLY_PAID', refunded_cents: 40_000 })
  expect(order.timeline.at(-1)).toMatchObject({
    status: 'EXTERNALLY_PAID',
    event: 'order.refunded',
    message: 'Refunded USD 400.00 of USD 1,000.00.',
  })
  await service.historyShown()
  const { events } = await sales.get(one, '/events?type=order.refunded')
  expect(events.at(-1).data).toMatchObject({
    order: { public_id: id, status: 'EXTERNALLY_PAID' },
    refund: { refund_id: made.json.refund_id, amount_cents: 40_000, commission_clawback_cents: 6_000 },
  })
  await sales.booksHold()
})

it('bills the rest on the statement and counts every refund among the transactions', async () => {
  const one = await service.partner()
  const id = await sales.sell(one)
  await refund(id, 33_333, one)
  await refund(id, 10_000, one)
  await sales.deliver(id)
  await sales.booksHold()
  await sales.run(one)
  const { settlements } = await sales.get(one, '/settlements')
  expect(settlements.find(({ status }: { status: string }) => status === 'closed')).toMatchObject({
    gross_sold_cents: 56_667,
    commission_retained_cents: 8_500,
    amount_owed_cents: 48_167,
  })
  const { transactions, totals } = await sales.get(one, '/transactions')
  expect(
    transactions.map((row: { type: string; sale_price_cents: number; commission_cents: number; status: string }) => [
      row.type,
      row.sale_price_cents,
      row.commission_cents,
      row.status,
    ]),
  ).toEqual([
    ['refund', -10_000, -1_500, 'SETTLED'],
    ['refund', -33_333, -5_000, 'SETTLED'],
    ['sale', 100_000, 15_000, 'SETTLED'],
  ])
  expect(totals).toEqual(computeTotals(transactions))
  expect((await sales.get(one, '/transactions?status=EXTERNALLY_PAID')).totals).toEqual([])
  await sales.booksHold()
})

it('ends the order with the refund that takes the rest, given or not, and returns exactly the commission', async () => {
  for (const rest of [undefined, 33_334]) {
    const id = await sales.sell(partner)
    const parts = [await refund(id, 33_333), await refund(id, 33_333), await refund(id, rest)].map(({ json }) => json)
    expect(parts.map(({ amount_cents }) => amount_cents)).toEqual([33_333, 33_333, 33_334])
    const clawed = parts.reduce((sum, { commission_clawback_cents }) => sum + commission_clawback_cents, 0)
    expect(clawed).toBe(15_000)
    expect(await show(id)).toMatchObject({ status: 'REFUNDED', refunded_cents: 100_000, refund_id: parts[2].refund_id })
    const again = await refund(id, 1)
    expect([again.status, again.json.error.reason]).toEqual([409, 'order_not_refundable'])
  }
  await sales.booksHold()
})

it('leaves a canceled order with nothing owed', async () => {
  const id = await sales.sell(partner)
  await refund(id, 12_345)
  await sales.move(id, 'cancel')
  expect(await show(id)).toMatchObject({ status: 'CANCELLED', refunded_cents: 100_000 })
  await sales.booksHold()
})

it.each([[0], [-1], [1.5], ['100'], [null], [100_001], [Number.MAX_SAFE_INTEGER]])(
  'refuses the amount %j and changes nothing',
  async (amount) => {
    const id = await sales.sell(partner)
    const refused = await refund(id, amount)
    expect([refused.status, refused.json.error.details[0].field]).toEqual([400, 'amount_cents'])
    expect(await show(id)).toMatchObject({ status: 'EXTERNALLY_PAID', refunded_cents: 0 })
  },
)

it('refuses a part of a delivered order, and of one that the marketplace collected', async () => {
  const delivered = await sales.sell(partner)
  await sales.deliver(delivered)
  for (const id of [delivered, await sales.sellAtCheckout(partner)]) {
    const refused = await refund(id, 100)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'order_not_refundable'])
  }
})

it('never gives back more than the price to many who ask at the same time', async () => {
  const id = await sales.sell(partner)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(id, 30_000)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  expect(await show(id)).toMatchObject({ status: 'EXTERNALLY_PAID', refunded_cents: 90_000 })
  const overdrawn = service.db.run(sql`update orders set refunded_cents = sale_price_cents where id = ${id}`)
  await expect(overdrawn).rejects.toThrow('orders_refunded_partly')
  await sales.booksHold()
})

it('is recorded once under one idempotency key', async () => {
  const id = await sales.sell(partner)
  const headers = { 'idempotency-key': randomUUID() }
  const body = { order_public_id: id, reason: 'other', amount_cents: 1_000 }
  const [one, two] = [
    await service.signed(partner, 'POST', `${V1}/refunds`, body, { headers }),
    await service.signed(partner, 'POST', `${V1}/refunds`, body, { headers }),
  ]
  expect(two.text).toBe(one.text)
  expect(await show(id)).toMatchObject({ refunded_cents: 1_000 })
})

it('is listed with the other refunds, newest first, page by page', async () => {
  const one = await service.partner()
  const id = await sales.sell(one)
  for (const amount of [1_000, 2_000, undefined]) await refund(id, amount, one)
  const rows = await sales.everyPage(one, '/refunds', 'refunds', 1)
  expect(rows.map(({ amount_cents }) => amount_cents)).toEqual([97_000, 2_000, 1_000])
})
