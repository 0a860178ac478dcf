// Transactions, payouts and analytics through HTTP: rows, filters, totals, CSV, states, and never more than is pending.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { computeTotals, createSales, expectTieOut, type Sales } from '../../../test/sales.ts'
import { compactSums } from './store/transactions.ts'

const V1 = '/api/partner/v1'
const DAY = 86_400
let service: TestService
let sales: Sales
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
})

const csv = (who: TestPartner, path: string) =>
  service.signed(who, 'GET', `${V1}${path}`, undefined, { headers: { accept: 'text/csv' } })
const refund = (who: TestPartner, id: string) =>
  service.signed(who, 'POST', `${V1}/refunds`, { order_public_id: id, reason: 'other' })

async function brokeredDeal(who: TestPartner, price: number): Promise<string> {
  const body = {
    domain: `deal-${Math.random().toString(36).slice(2)}.test`,
    tier: 'managed',
    buyer_email: 'b@buyer.example',
    budget: price,
  }
  const opened = await service.signed(who, 'POST', `${V1}/brokerage`, body)
  expect([opened.status, opened.json.error]).toEqual([201, undefined])
  let last = opened
  for (let n = 0; n < 5; n++)
    last = await service.signed(who, 'POST', `${V1}/sandbox/brokerage/${opened.json.case_id}/advance`)
  expect(last.json.status).toBe('completed')
  return opened.json.case_id
}

describe('transactions', () => {
  it('shows sales, reversals and deals with the members of the contract, newest first', async () => {
    const partner = await service.partner()
    const [kept, refunded, cancelled] = [
      await sales.sell(partner),
      await sales.sell(partner, { price: 20_000 }),
      await sales.sell(partner),
    ]
    const atCheckout = await sales.sellAtCheckout(partner, { price: 50_000 })
    await refund(partner, refunded)
    await sales.move(cancelled, 'cancel')
    await sales.deliver(kept)
    const deal = await brokeredDeal(partner, 400_000)
    const { transactions, totals, has_more } = await sales.get(partner, '/transactions')
    const shape = transactions.map((row: Record<string, unknown>) => [
      row.type,
      row.order_public_id,
      row.status,
      row.sale_price_cents,
      row.commission_cents,
      row.net_cents,
    ])
    expect(shape).toEqual([
      ['brokerage', null, 'completed', 400_000, 40_000, 360_000],
      ['refund', cancelled, 'CANCELLED', -100_000, -15_000, -85_000],
      ['refund', refunded, 'REFUNDED', -20_000, -3000, -17_000],
      ['sale', atCheckout, 'PAID', 50_000, 7500, 42_500],
      ['sale', cancelled, 'CANCELLED', 100_000, 15_000, 85_000],
      ['sale', refunded, 'REFUNDED', 20_000, 3000, 17_000],
      ['sale', kept, 'TRANSFER_COMPLETED', 100_000, 15_000, 85_000],
    ])
    expect(has_more).toBe(false)
    expect(transactions[0]).toMatchObject({
      transaction_id: `txn_${deal.slice(4)}`,
      payment_model: 'brokerage',
      settlement_id: null,
      currency: 'USD',
    })
    expect(transactions.at(-1).transaction_id).toBe(`txn_${kept.slice(4)}`)
    expect(new Set(transactions.map((row: { transaction_id: string }) => row.transaction_id)).size).toBe(7)
    expect(totals).toEqual([
      { currency: 'USD', count: 5, gmv_cents: 550_000, commission_cents: 62_500, refunded_cents: 120_000 },
    ])
    await expectTieOut(service, sales, partner)
    await sales.run(partner)
    const settled = (await sales.get(partner, '/transactions?status=SETTLED')).transactions
    expect(settled).toMatchObject([
      { order_public_id: kept, settlement_id: (await sales.get(partner, '/settlements')).settlements[0].settlement_id },
    ])
    await sales.booksHold()
  })

  it('filters by status, model and time, pages within the filter, and sums over all of it, before and after compaction', async () => {
    const partner = await service.partner()
    for (let day = 0; day < 4; day++) {
      const ids = [
        await sales.sell(partner),
        await sales.sell(partner, { currency: 'EUR', price: 7777 }),
        await sales.sellAtCheckout(partner),
      ]
      if (day % 2 === 0) await refund(partner, ids[0]!)
      await sales.advance(partner, DAY + 1234)
      if (day === 1) await sales.move(ids[1]!, 'cancel')
    }
    const all = (await sales.everyPage(partner, '/transactions', 'transactions', 3)) as never[]
    expect(all).toHaveLength(15)
    type Row = Parameters<typeof computeTotals>[0][number] & { occurred_at: string }
    const rows = all as Row[]
    const middle = [rows[11]!.occurred_at, rows[3]!.occurred_at]
    const filters: [string, (row: Row) => boolean][] = [
      ['', () => true],
      ['status=REFUNDED', (row) => row.status === 'REFUNDED'],
      ['status=REFUNDED,CANCELLED', (row) => ['REFUNDED', 'CANCELLED'].includes(row.status)],
      ['status=completed', () => false],
      ['status=SETTLED', () => false],
      ['payment_model=service_collected', (row) => row.payment_model === 'service_collected'],
      ['payment_model=service_collected,brokerage', (row) => row.payment_model === 'service_collected'],
      [`from=${middle[0]}&to=${middle[1]}`, (row) => row.occurred_at >= middle[0]! && row.occurred_at < middle[1]!],
      [`from=${middle[0]}`, (row) => row.occurred_at >= middle[0]!],
      [
        `to=${middle[1]}&payment_model=partner_collected&status=EXTERNALLY_PAID`,
        (row) =>
          row.occurred_at < middle[1]! && row.payment_model === 'partner_collected' && row.status === 'EXTERNALLY_PAID',
      ],
      [`from=${middle[1]!.slice(0, 10)}`, (row) => row.occurred_at >= middle[1]!.slice(0, 10)],
    ]
    for (const compact of [0, 5, 100_000]) {
      await compactSums(service.db, compact)
      for (const [filter, passes] of filters) {
        const expected = rows.filter(passes)
        expect([filter, await sales.everyPage(partner, `/transactions?${filter}`, 'transactions', 2)]).toEqual([
          filter,
          expected,
        ])
        expect([filter, (await sales.get(partner, `/transactions?${filter}&limit=1`)).totals]).toEqual([
          filter,
          computeTotals(expected),
        ])
      }
      await expectTieOut(service, sales, partner)
    }
    await sales.booksHold()
  })

  it('answers CSV with the same members and the same sums: everything, or the page that was asked for', async () => {
    const partner = await service.partner()
    for (let n = 0; n < 3; n++) await sales.sell(partner)
    await refund(partner, await sales.sell(partner))
    const { transactions, totals } = await sales.get(partner, '/transactions')
    const response = await csv(partner, '/transactions')
    expect(response.headers['content-type']).toContain('text/csv')
    const [head, ...rows] = response.text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    // The readable form is for pages; the CSV keeps the columns that programs know.
    const listed = transactions.map(({ domain_unicode: _written, ...row }: { domain_unicode: string }) => row)
    const fields = Object.keys(listed[0])
    expect(head).toEqual([...fields, 'sale_price', 'commission', 'net'])
    expect(rows.map((row) => row.slice(0, fields.length))).toEqual(
      listed.map((row: object) => Object.values(row).map((value) => (value === null ? '' : String(value)))),
    )
    const refunded = rows.find((row) => row.includes('refund'))!
    expect(refunded.slice(fields.length)).toEqual(['-1000.00', '-150.00', '-850.00'])
    const price = head!.indexOf('sale_price_cents')
    expect(rows.reduce((total, row) => total + Number(row[price]), 0)).toBe(totals[0].gmv_cents)
    expect((await csv(partner, '/transactions?limit=2')).text.trimEnd().split('\r\n')).toHaveLength(3)
  })

  it.each([
    'status=LOST',
    'payment_model=cash',
    'from=2026-02-30',
    'from=2026-02-02&to=2026-02-01',
    'from=2026-02-01&to=2026-02-01',
    'limit=0',
    'cursor=abc',
  ])('refuses %s', async (query) => {
    const partner = await service.partner()
    expect((await service.signed(partner, 'GET', `${V1}/transactions?${query}`)).status).toBe(400)
  })

  it("refuses another filter's cursor", async () => {
    const partner = await service.partner()
    for (let n = 0; n < 2; n++) await sales.sell(partner)
    const { next_cursor } = await sales.get(partner, '/transactions?limit=1')
    expect(
      (await service.signed(partner, 'GET', `${V1}/transactions?limit=1&status=SETTLED&cursor=${next_cursor}`)).status,
    ).toBe(400)
  })
})

describe('payouts', () => {
  async function withCommission(count = 1): Promise<TestPartner> {
    const partner = await service.partner()
    for (let n = 0; n < count; n++) await sales.deliver(await sales.sellAtCheckout(partner))
    await sales.run(partner)
    return partner
  }
  const pay = (who: TestPartner, kind = 'commission') =>
    service.operator('POST', '/payouts', { partner_id: who.partnerId, kind, environment: 'sandbox' })

  it('pays what settlement has made payable, through its states, and counts what arrived', async () => {
    const partner = await withCommission(2)
    const made = await pay(partner)
    expect([made.status, made.json.payouts.length]).toEqual([201, 1])
    const [payout] = made.json.payouts
    const listed = async (range: string) =>
      (await service.operator('GET', `/payouts?${range}`)).json.payouts.map(
        (one: { payout_id: string }) => one.payout_id,
      )
    expect(await listed(`from=${payout.created_at}`)).toContain(payout.payout_id)
    expect(await listed(`to=${payout.created_at}`)).not.toContain(payout.payout_id)
    expect(payout).toMatchObject({
      kind: 'commission',
      amount_cents: 30_000,
      currency: 'USD',
      status: 'pending',
      reference: null,
      environment: 'sandbox',
    })
    const twice = await pay(partner)
    expect([twice.status, twice.json.error.reason]).toEqual([409, 'nothing_to_pay'])
    const early = await service.operator('POST', `/payouts/${payout.payout_id}/paid`)
    expect([early.status, early.json.error.reason]).toEqual([409, 'illegal_transition'])
    await sales.booksHold()
    expect(
      (await service.operator('POST', `/payouts/${payout.payout_id}/sent`, { reference: 'wire 9' })).json.status,
    ).toBe('in_transit')
    await sales.booksHold()
    const before = await sales.get(partner, '/payouts')
    expect(before).toMatchObject({
      payouts: [{ payout_id: payout.payout_id, status: 'in_transit', reference: 'wire 9', paid_at: null }],
      total_paid: [],
    })
    await service.operator('POST', `/payouts/${payout.payout_id}/paid`)
    const after = await sales.get(partner, '/payouts')
    expect(after.payouts[0].status).toBe('paid')
    expect(after.total_paid).toEqual([{ currency: 'USD', amount_cents: 30_000 }])
    expect((await service.operator('POST', `/payouts/${payout.payout_id}/failed`)).status).toBe(409)
    await sales.booksHold()
    const { commission } = await sales.get(partner, '/analytics')
    expect(commission).toEqual([{ currency: 'USD', earned_cents: 30_000, pending_cents: 0, paid_cents: 30_000 }])
  })

  it('makes failed money payable again, for the same period', async () => {
    const partner = await withCommission()
    const [first] = (await pay(partner)).json.payouts
    await service.operator('POST', `/payouts/${first.payout_id}/failed`, { reason: 'account closed' })
    const listed = await service.operator(
      'GET',
      `/payouts?partner_id=${partner.partnerId}&status=failed&kind=commission`,
    )
    expect(listed.json.payouts).toMatchObject([{ payout_id: first.payout_id, failure_reason: 'account closed' }])
    const [second] = (await pay(partner)).json.payouts
    expect(second).toMatchObject({ amount_cents: first.amount_cents, period_start: first.period_start })
    await sales.booksHold()
  })

  it('never pays more than is pending, however many ask at once', async () => {
    const partner = await withCommission()
    const responses = await Promise.all(Array.from({ length: 10 }, () => pay(partner)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
    await sales.booksHold()
  })

  it('pays brokerage from its own account', async () => {
    const partner = await service.partner()
    await brokeredDeal(partner, 100_000)
    expect((await pay(partner, 'brokerage')).json.payouts).toMatchObject([{ kind: 'brokerage', amount_cents: 10_000 }])
    expect((await pay(partner, 'commission')).status).toBe(409)
    await sales.booksHold()
  })

  it('are made by the monthly job, once a month', async () => {
    const own = await startTestService()
    const ownSales = createSales(own)
    const partner = await own.partner()
    const earn = async () => {
      await ownSales.deliver(await ownSales.sellAtCheckout(partner))
      await ownSales.run(partner)
    }
    await earn()
    await own.background.runJobNow('settlement.close_periods')
    expect((await ownSales.get(partner, '/payouts')).payouts).toHaveLength(1)
    await earn()
    await own.background.runJobNow('settlement.close_periods')
    expect((await ownSales.get(partner, '/payouts')).payouts).toHaveLength(1)
    own.clock.advance(32 * DAY)
    await own.background.runJobNow('settlement.close_periods')
    await own.background.runJobNow('settlement.close_periods')
    expect((await ownSales.get(partner, '/payouts')).payouts).toHaveLength(2)
    await ownSales.booksHold()
  })

  it.each([
    [{ partner_id: 'ptn_nonsense', kind: 'commission', environment: 'live' }, 404],
    [{ partner_id: 'ptn_00000000000000000000000000', kind: 'commission', environment: 'live' }, 404],
    [{ partner_id: 'ptn_00000000000000000000000000', kind: 'commission' }, 400],
    [{ partner_id: 'ptn_00000000000000000000000000', kind: 'gift', environment: 'live' }, 400],
    [{ kind: 'commission', environment: 'live' }, 400],
  ])('refuses %o with %i', async (body, status) => {
    expect((await service.operator('POST', '/payouts', body)).status).toBe(status)
  })

  it('answers 404 to moves of unknown payouts', async () => {
    for (const move of ['sent', 'paid', 'failed'])
      expect((await service.operator('POST', `/payouts/pay_nonsense/${move}`)).status).toBe(404)
  })
})

describe('referral payouts', () => {
  it('wait for the least amount, carry what ripened, and follow into the commission entries', async () => {
    await service.house()
    const partner = await service.partner()
    const link = await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })
    const sell = async (price: number) => {
      const { domain } = await service.list('sandbox', `ref-${Math.random().toString(36).slice(2)}.test`, {
        price_cents: price,
      })
      const sale = await service.signed(partner, 'POST', `${V1}/sandbox/links/${link.json.link_id}/sale`, { domain })
      expect([sale.status, sale.json.error]).toEqual([200, undefined])
      return (
        await service.db.many<{ id: string }>({
          text: 'select id from orders where domain = $1',
          values: [domain],
        } as never)
      )[0]!.id
    }
    const pay = () =>
      service.operator('POST', '/payouts', { partner_id: partner.partnerId, kind: 'referral', environment: 'sandbox' })
    await sales.deliver(await sell(40_000))
    await sales.advance(partner, 31 * DAY)
    expect((await pay()).json.error?.reason).toBe('nothing_to_pay')
    await sales.deliver(await sell(60_000))
    expect((await pay()).status).toBe(409)
    await sales.advance(partner, 31 * DAY)
    const made = await pay()
    expect(made.json.payouts).toMatchObject([{ kind: 'referral', amount_cents: 10_000 }])
    const { payout_id } = made.json.payouts[0]
    await service.operator('POST', `/payouts/${payout_id}/sent`)
    await service.operator('POST', `/payouts/${payout_id}/paid`)
    const { payouts, total_paid } = await sales.get(partner, '/me/payouts')
    expect([payouts[0].payout_id, payouts[0].status, total_paid]).toEqual([
      payout_id,
      'paid',
      [{ currency: 'USD', amount_cents: 10_000 }],
    ])
    const entries = (await sales.get(partner, '/me/commissions')).entries
    expect(entries[0]).toMatchObject({ category: 'paid_out', amount_cents: -10_000 })
    expect((await sales.get(partner, '/payouts')).payouts).toEqual([])
    const analytics = await sales.get(partner, '/analytics?from=2020-01-01&to=2120-01-01')
    expect(analytics.referral_funnel.sales).toBe(2)
    expect(analytics.timeseries.reduce((sum: number, row: { sales: number }) => sum + row.sales, 0)).toBe(2)
    await sales.booksHold()
  })
})

describe('analytics', () => {
  it('covers the last 30 days by default and equals the totals of /transactions for the same range', async () => {
    const partner = await service.partner()
    await sales.sell(partner)
    await sales.advance(partner, 20 * DAY)
    await refund(partner, await sales.sell(partner))
    await sales.advance(partner, 15 * DAY)
    await sales.sell(partner, { currency: 'EUR' })
    const response = await sales.get(partner, '/analytics')
    expect(new Date(response.to).getTime() - new Date(response.from).getTime()).toBe(30 * DAY * 1000)
    expect(response.orders).toEqual([
      { currency: 'EUR', count: 1, gmv_cents: 100_000, refunded_cents: 0 },
      { currency: 'USD', count: 1, gmv_cents: 0, refunded_cents: 100_000 },
    ])
    const { totals } = await sales.get(partner, `/transactions?from=${response.from}&to=${response.to}`)
    expect(totals.map(({ commission_cents: _commission, ...rest }: Record<string, unknown>) => rest)).toEqual(
      response.orders,
    )
    expect(response.referral_funnel).toEqual({
      clicks: 0,
      unique_clicks: 0,
      checkouts_started: 0,
      sales: 0,
      conversion_rate: 0,
    })
    await expectTieOut(service, sales, partner)
  })

  it.each(['granularity=year', 'from=x', 'from=2026-01-02&to=2026-01-01'])('refuses %s', async (query) => {
    const partner = await service.partner()
    expect((await service.signed(partner, 'GET', `${V1}/analytics?${query}`)).status).toBe(400)
  })
})

describe('sums', () => {
  it('may exceed the largest single amount, wherever they are shown and paid', async () => {
    await service.house()
    const [price, rate] = [999_999_999_999, 10_000]
    const partner = await service.partner({ commissionBps: rate, referralBps: rate })
    const link = (await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })).json.link_id
    for (let n = 0; n < 2; n++) {
      const { domain } = await service.list('sandbox', `sum-${n}-${randomUUID().slice(0, 8)}.test`, {
        price_cents: price,
      })
      const sale = await service.signed(partner, 'POST', `${V1}/sandbox/links/${link}/sale`, { domain })
      for (const id of [await sales.sellAtCheckout(partner, { price }), sale.json.order_public_id])
        await sales.move(id, 'clear', 'start_transfer', 'complete_transfer')
    }
    await sales.run(partner)
    await sales.advance(partner, 31 * DAY)
    for (const path of ['/links', '/me/commissions', '/settlements', '/transactions', '/analytics'])
      await sales.get(partner, path)
    for (const kind of ['commission', 'referral']) {
      const made = await service.operator('POST', '/payouts', {
        partner_id: partner.partnerId,
        kind,
        environment: 'sandbox',
      })
      expect([made.status, made.json.payouts?.[0].amount_cents]).toEqual([201, 2 * price])
      for (const move of ['sent', 'paid']) {
        const moved = await service.operator('POST', `/payouts/${made.json.payouts[0].payout_id}/${move}`)
        expect([move, moved.status]).toEqual([move, 200])
      }
    }
    for (const path of ['/payouts', '/me/payouts', '/me/commissions', '/analytics']) await sales.get(partner, path)
    await sales.booksHold()
  })
})
