// Statements through HTTP: periods, lines, CSV, adjustments, payment, the run, and what the database itself refuses.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createSales, type Sales } from '../../../test/sales.ts'
import { sql } from '../../db/sql.ts'
import { runSettlement } from './service/settle.ts'

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
const cells = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
const formatMonth = (at: Date) => at.toISOString().slice(0, 7)

describe('in the sandbox', () => {
  it('shows what waits as an open statement, closes it, and settles its orders with event and timeline', async () => {
    const partner = await service.partner()
    const [first, second, undelivered] = [
      await sales.sell(partner),
      await sales.sell(partner, { price: 33_333 }),
      await sales.sell(partner),
    ]
    await sales.deliver(first)
    await sales.deliver(second)
    const atCheckout = await sales.sellAtCheckout(partner, { price: 10_001 })
    await sales.deliver(atCheckout)
    const [open, ...others] = (await sales.get(partner, '/settlements')).settlements
    expect(others).toEqual([])
    expect(open).toMatchObject({
      status: 'open',
      orders_count: 3,
      gross_sold_cents: 133_333,
      commission_retained_cents: 20_000,
      adjustments_cents: 0,
      amount_owed_cents: 113_333,
      commission_earned_cents: 1500,
      due_at: null,
      closed_at: null,
      paid_at: null,
    })
    expect((await sales.get(partner, `/settlements/${open.settlement_id}`)).lines).toHaveLength(3)

    const run = await sales.run(partner)
    expect([run.status, run.json.settlements.length]).toEqual([200, 1])
    const [closed] = run.json.settlements
    expect(closed).toMatchObject({
      ...open,
      status: 'closed',
      due_at: closed.due_at,
      closed_at: closed.closed_at,
      period_end: closed.period_end,
    })
    expect(new Date(closed.due_at).getTime() - new Date(closed.closed_at).getTime()).toBe(15 * DAY * 1000)
    expect(await sales.get(partner, '/settlements')).toEqual({
      settlements: [closed],
      next_cursor: null,
      has_more: false,
    })
    const detail = await sales.get(partner, `/settlements/${closed.settlement_id}`)
    expect(detail).toMatchObject({ ...closed, adjustments: [] })
    expect(detail.lines.map((line: { order_public_id: string }) => line.order_public_id)).toEqual([
      first,
      second,
      atCheckout,
    ])
    expect(detail.lines[2]).toMatchObject({
      payment_model: 'service_collected',
      sale_price_cents: 10_001,
      commission_cents: 1500,
      amount_owed_cents: 0,
    })

    const order = await sales.get(partner, `/orders/${second}`)
    expect(order).toMatchObject({ status: 'SETTLED', settlement_id: closed.settlement_id })
    expect(order.timeline.at(-1)).toMatchObject({ status: 'SETTLED', event: 'order.settled', actor: 'system' })
    await service.historyShown()
    const { events } = await sales.get(partner, '/events?limit=200')
    const settled = events.filter(({ type }: { type: string }) => type === 'order.settled')
    expect(
      settled.map(({ data }: { data: { order: { public_id: string; status: string } } }) => [
        data.order.public_id,
        data.order.status,
      ]),
    ).toEqual([first, second, atCheckout].map((id) => [id, 'SETTLED']))
    expect(settled[1].id).toBe(order.timeline.at(-1).event_id)
    expect((await sales.get(partner, `/orders/${undelivered}`)).status).toBe('EXTERNALLY_PAID')
    await sales.booksHold()
  })

  it('repeats without effect, and puts what is delivered later on a statement that begins where the last one ended', async () => {
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    const [first] = (await sales.run(partner)).json.settlements
    expect((await sales.run(partner)).json.settlements).toEqual([first])
    const late = await sales.sell(partner)
    await sales.deliver(late)
    const [second] = (await sales.run(partner)).json.settlements
    expect(second).toMatchObject({ status: 'closed', orders_count: 1, period_start: first.period_end })
    expect((await sales.get(partner, '/settlements')).settlements).toEqual([second, first])
    await sales.booksHold()
  })

  it("closes the periods that end when the clock is moved on, by month and currency, and nobody else's", async () => {
    const [partner, other] = [await service.partner(), await service.partner()]
    for (const who of [partner, other]) await sales.deliver(await sales.sell(who))
    await sales.deliver(await sales.sell(partner, { currency: 'EUR' }))
    await sales.advance(partner, 32 * DAY)
    const third = await sales.sell(partner)
    await sales.deliver(third)
    const { settlements } = await sales.get(partner, '/settlements')
    expect(settlements.map(({ status, currency }: Record<string, string>) => [status, currency]).sort()).toEqual([
      ['closed', 'EUR'],
      ['closed', 'USD'],
      ['open', 'USD'],
    ])
    for (const { period_start, period_end } of settlements) {
      expect(period_start).toMatch(/-01T00:00:00\.000Z$/)
      expect(period_end).toMatch(/-01T00:00:00\.000Z$/)
    }
    expect((await sales.get(other, '/settlements')).settlements).toMatchObject([{ status: 'open' }])
    expect((await sales.get(partner, `/orders/${third}`)).status).toBe('TRANSFER_COMPLETED')
    await sales.booksHold()
  })

  it('refuses live credentials', async () => {
    const live = await service.partner({ environment: 'live' })
    const response = await sales.run(live)
    expect([response.status, response.json.error.reason]).toEqual([403, 'sandbox_only'])
  })

  it('replays a run under its Idempotency-Key', async () => {
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    const again = () =>
      service.signed(partner, 'POST', `${V1}/sandbox/settlements/run`, undefined, {
        headers: { 'idempotency-key': 'once' },
      })
    const first = await again()
    await sales.deliver(await sales.sell(partner))
    expect((await again()).text).toBe(first.text)
    expect((await sales.get(partner, '/settlements')).settlements).toHaveLength(2)
  })
})

describe('live', () => {
  it('an order joins the period in which its delivery plus seven days falls, and is closed once that is over', async () => {
    const own = await startTestService()
    const live = createSales(own)
    const partner = await own.partner({ environment: 'live' })
    const now = own.clock.now()
    // To the 26th at noon: delivery plus seven days is in the next month.
    const target = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 26, 12)
    own.clock.advance((target - now.getTime()) / 1000 - 10 * DAY)
    const early = await live.sell(partner)
    await live.deliver(early)
    own.clock.advance(10 * DAY)
    const late = await live.sell(partner)
    await live.deliver(late)
    const { settlements: open } = await live.get(partner, '/settlements')
    expect(open.map(({ status, orders_count }: Record<string, unknown>) => [status, orders_count])).toEqual([
      ['open', 1],
      ['open', 1],
    ])
    const month = formatMonth(own.clock.now())
    const first = await own.operator('POST', '/settlements/run', {})
    expect([first.status, first.json.settlements_count]).toEqual([200, 0])

    own.clock.advance(6 * DAY)
    const run = await own.operator('POST', '/settlements/run', { period: month })
    expect(run.json).toMatchObject({
      period: month,
      settlements_count: 1,
      orders_count: 1,
      settlements: [{ partner_id: partner.partnerId, environment: 'live' }],
    })
    expect((await live.get(partner, `/orders/${early}`)).status).toBe('SETTLED')
    expect((await live.get(partner, `/orders/${late}`)).status).toBe('TRANSFER_COMPLETED')
    expect((await own.operator('POST', '/settlements/run')).json.settlements_count).toBe(0)

    // The monthly job waits for 02:00 on the first.
    const next = new Date(Date.UTC(own.clock.now().getUTCFullYear(), own.clock.now().getUTCMonth() + 1, 1, 1))
    own.clock.advance((next.getTime() - own.clock.now().getTime()) / 1000)
    await own.background.runJobNow('settlement.close_periods')
    expect((await live.get(partner, `/orders/${late}`)).status).toBe('TRANSFER_COMPLETED')
    own.clock.advance(3601)
    await own.background.runJobNow('settlement.close_periods')
    expect((await live.get(partner, `/orders/${late}`)).status).toBe('SETTLED')
    await own.background.runJobNow('settlement.close_periods')
    expect((await live.get(partner, '/settlements')).settlements).toHaveLength(2)
    await live.booksHold()
  })
})

describe('the operator', () => {
  it.each([{ period: '2026-13' }, { period: 'last' }, { period: 5 }, { unknown: 1 }])(
    'refuses a run with %o',
    async (body) => {
      expect((await service.operator('POST', '/settlements/run', body)).status).toBe(400)
    },
  )

  it('marks a statement paid, once', async () => {
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    const [{ settlement_id }] = (await sales.run(partner)).json.settlements
    const paid = await service.operator('POST', `/settlements/${settlement_id}/paid`, { reference: 'wire 7' })
    expect([paid.status, paid.json.status, paid.json.payment_reference]).toEqual([200, 'paid', 'wire 7'])
    expect((await sales.get(partner, '/settlements')).settlements[0]).toMatchObject({
      status: 'paid',
      paid_at: paid.json.paid_at,
    })
    const again = await service.operator('POST', `/settlements/${settlement_id}/paid`)
    expect([again.status, again.json.error.reason]).toEqual([409, 'illegal_transition'])
    expect((await service.operator('POST', '/settlements/stl_nonsense/paid')).status).toBe(404)
    await sales.booksHold()
  })

  it('corrects a closed statement on the next one, which shows it in its figures, its detail and its CSV', async () => {
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    const [first] = (await sales.run(partner)).json.settlements
    for (const amount_cents of [700, -200]) {
      const made = await service.operator('POST', `/settlements/${first.settlement_id}/adjustments`, {
        amount_cents,
        reason: 'a fee',
      })
      expect([made.status, made.json.settlement_id, made.json.corrects_settlement_id]).toEqual([
        201,
        null,
        first.settlement_id,
      ])
    }
    await sales.deliver(await sales.sell(partner))
    const [open] = (await sales.get(partner, '/settlements')).settlements
    expect(open).toMatchObject({ status: 'open', adjustments_cents: 500, amount_owed_cents: 85_500 })
    await sales.advance(partner, 40 * DAY)
    const [second] = (await sales.get(partner, '/settlements')).settlements
    expect(second).toMatchObject({
      status: 'closed',
      orders_count: 1,
      adjustments_cents: 500,
      amount_owed_cents: 85_500,
    })
    const detail = await sales.get(partner, `/settlements/${second.settlement_id}`)
    expect(detail.adjustments.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([700, -200])
    const [head, ...rows] = cells((await csv(partner, `/settlements/${second.settlement_id}`)).text)
    const owed = head!.indexOf('amount_owed_cents')
    expect(rows.reduce((total, row) => total + Number(row[owed]), 0)).toBe(85_500)
    expect((await sales.get(partner, `/settlements/${first.settlement_id}`)).adjustments_cents).toBe(0)
    await sales.booksHold()
  })

  it('closes a statement of adjustments alone, which may be below zero and even be paid', async () => {
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    const [first] = (await sales.run(partner)).json.settlements
    await service.operator('POST', `/settlements/${first.settlement_id}/adjustments`, {
      amount_cents: -1000,
      reason: 'too much',
    })
    const [second] = (await sales.run(partner)).json.settlements
    expect(second).toMatchObject({ orders_count: 0, adjustments_cents: -1000, amount_owed_cents: -1000 })
    expect((await service.operator('POST', `/settlements/${second.settlement_id}/paid`)).status).toBe(200)
    await sales.booksHold()
  })

  it.each([
    [{ amount_cents: 0, reason: 'x' }, 400],
    [{ amount_cents: 1.5, reason: 'x' }, 400],
    [{ amount_cents: 5 }, 400],
    [{ amount_cents: 5, reason: '' }, 400],
    [{ amount_cents: 5, reason: 'x' }, 404],
  ])('refuses the adjustment %o of an unknown statement with %i', async (body, status) => {
    expect(
      (await service.operator('POST', '/settlements/stl_00000000000000000000000000/adjustments', body)).status,
    ).toBe(status)
  })

  it('lists statements of every partner, filtered', async () => {
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    await sales.run(partner)
    const listed = await service.operator(
      'GET',
      `/settlements?partner_id=${partner.partnerId}&environment=sandbox&status=closed`,
    )
    expect(listed.json.settlements).toHaveLength(1)
    expect(
      (await service.operator('GET', `/settlements?partner_id=${partner.partnerId}&status=paid`)).json.settlements,
    ).toEqual([])
    expect((await service.operator('GET', '/settlements?status=lost')).status).toBe(400)
    const [{ period_start: start }] = listed.json.settlements
    const later = new Date(Date.parse(start) + 1).toISOString()
    const within = async (range: string) =>
      (await service.operator('GET', `/settlements?partner_id=${partner.partnerId}&${range}`)).json.settlements.length
    expect([await within(`from=${start}`), await within(`to=${start}`)]).toEqual([1, 0])
    expect([await within(`from=${later}`), await within(`to=${later}`)]).toEqual([0, 1])
    expect((await service.operator('GET', `/settlements?from=${start}&to=${start}`)).status).toBe(400)
  })
})

describe('whose', () => {
  it("answers 404 to another partner's, another environment's and a malformed id alike", async () => {
    const [partner, other] = [await service.partner(), await service.partner()]
    await sales.deliver(await sales.sell(partner))
    const [{ settlement_id }] = (await sales.run(partner)).json.settlements
    for (const [who, id] of [
      [other, settlement_id],
      [partner, 'stl_nonsense'],
      [partner, 'stl_00000000000000000000000000'],
    ] as const)
      expect((await service.signed(who, 'GET', `${V1}/settlements/${id}`)).status).toBe(404)
  })

  it('pages by cursor, and answers CSV with the same members', async () => {
    const partner = await service.partner()
    for (let n = 0; n < 3; n++) {
      await sales.deliver(await sales.sell(partner))
      await sales.run(partner)
    }
    const all = (await sales.get(partner, '/settlements')).settlements
    expect(await sales.everyPage(partner, '/settlements', 'settlements', 2)).toEqual(all)
    const response = await csv(partner, '/settlements')
    expect(response.headers['content-type']).toContain('text/csv')
    const [head, ...rows] = cells(response.text)
    const fields = Object.keys(all[0])
    const amounts = fields.filter((name) => name.endsWith('_cents'))
    expect(head).toEqual([...fields, ...amounts.map((name) => name.replace('_cents', ''))])
    expect(rows.map((row) => row[0])).toEqual(all.map((one: { settlement_id: string }) => one.settlement_id))
    expect(rows[0]!.slice(0, fields.length)).toEqual(
      Object.values(all[0]).map((value) => (value === null ? '' : String(value))),
    )
    expect(rows[0]!.slice(fields.length)).toEqual(['1000.00', '150.00', '0.00', '850.00', '0.00'])
    const lines = cells((await csv(partner, `/settlements/${all[0].settlement_id}`)).text)
    expect(lines[0]).toEqual([
      'order_public_id',
      'domain',
      'payment_model',
      'sale_price_cents',
      'commission_cents',
      'amount_owed_cents',
      'sale_price',
      'commission',
      'amount_owed',
      'currency',
    ])
    expect(lines[1]!.slice(-4)).toEqual(['1000.00', '150.00', '850.00', 'USD'])
    expect(lines).toHaveLength(2)
    expect((await service.signed(partner, 'GET', `${V1}/settlements?cursor=x`)).status).toBe(400)
  })
})

describe('the database', () => {
  it('refuses to change a closed statement, its lines and its adjustments', async () => {
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    const [{ settlement_id: id }] = (await sales.run(partner)).json.settlements
    await service.operator('POST', `/settlements/${id}/adjustments`, { amount_cents: 5, reason: 'x' })
    await sales.run(partner)
    const spare = await sales.sell(partner)
    const refused = [
      sql`update settlements set gross_sold_cents = gross_sold_cents + 1, amount_owed_cents = amount_owed_cents + 1 where id = ${id}`,
      sql`update settlements set status = 'open', closed_at = null where id = ${id}`,
      sql`update settlements set period_end = period_end + interval '1 day' where id = ${id}`,
      sql`update settlements set due_at = due_at + interval '1 day' where id = ${id}`,
      sql`update settlements set settled_count = 0 where id = ${id}`,
      sql`delete from settlements where id = ${id}`,
      sql`update settlement_lines set sale_price_cents = 1 where settlement_id = ${id}`,
      sql`delete from settlement_lines where settlement_id = ${id}`,
      sql`insert into settlement_lines select ${id}, 2, id, payment_model, domain, 1, 0, 1 from orders where id = ${spare}`,
      sql`update settlement_adjustments set amount_cents = 6 where corrects_id = ${id}`,
      sql`delete from settlement_adjustments where corrects_id = ${id}`,
      sql`truncate settlement_lines cascade`,
      sql`truncate settlements cascade`,
    ]
    for (const statement of refused)
      expect([statement.text, await service.db.run(statement).catch((error: Error) => error)]).toEqual([
        statement.text,
        expect.any(Error),
      ])
    await sales.booksHold()
  })

  it('refuses a statement whose figures are not those of its lines', async () => {
    const partner = await service.partner()
    const start = new Date('2026-01-01T00:00:00Z')
    const forged = service.db.tx(async (tx) => {
      await tx.run(sql`
        insert into settlements (id, partner_id, environment, currency, period_start, period_end, status, created_at)
        values ('stl_forged', ${partner.partnerId}, 'live', 'USD', ${start}, ${service.clock.now()}, 'open', ${start})`)
      await tx.run(sql`
        update settlements set status = 'closed', closed_at = now(), orders_count = 1, gross_sold_cents = 5, amount_owed_cents = 5
        where id = 'stl_forged'`)
    })
    await expect(forged).rejects.toThrow(/does not sum its lines/)
  })
})

describe('many orders', () => {
  it('are settled in batches, streamed in JSON and CSV, each on one line', async () => {
    const partner = await service.partner()
    const { domain } = await service.list('sandbox', 'held.test')
    expect(domain).toBe('held.test')
    const template = await sales.sell(partner)
    await sales.deliver(template)
    // Copies of a delivered order with their rows, as the books want them.
    await service.db.tx(async (tx) => {
      const copies = 2300
      await tx.run(sql`
        insert into orders (id, partner_id, environment, listing_id, exclusive, magic, domain, domain_unicode, payment_model, status, sale_price_cents,
          currency, commission_bps, commission_cents, amount_owed_cents, transfer_state, transfer_completed_at, created_at, updated_at)
        select 'ord_' || left(substr(o.id, 5), 20) || lpad(n::text, 6, '0'), o.partner_id, o.environment, l.id, false, 'held', l.domain, l.domain,
               o.payment_model, o.status, o.sale_price_cents, o.currency, o.commission_bps, o.commission_cents, o.amount_owed_cents,
               o.transfer_state, o.transfer_completed_at, o.created_at, o.updated_at
        from orders o cross join generate_series(1, ${copies}) n cross join listings l
        where o.id = ${template} and l.domain = 'held.test' and l.environment = 'sandbox'`)
      await tx.run(sql`
        insert into order_timeline select o.id, t.line, t.at, t.status, t.event, t.event_id, t.actor, t.message
        from orders o cross join order_timeline t where o.partner_id = ${partner.partnerId} and o.id <> ${template} and t.order_id = ${template}`)
      for (const event of ['recorded', 'delivered']) {
        await tx.run(sql`
          insert into ledger_journals (key, environment, partner_id, kind, at)
          select o.id || ':' || ${event}::text, o.environment, o.partner_id, 'order_' || ${event}::text, o.created_at from orders o
          where o.partner_id = ${partner.partnerId} and o.id <> ${template}`)
        await tx.run(sql`
          insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
          select o.id || ':' || ${event}::text, e.line, e.environment, e.account, replace(e.subject, ${template}, o.id), e.currency, e.amount_cents
          from orders o cross join ledger_entries e
          where o.partner_id = ${partner.partnerId} and o.id <> ${template} and e.journal = ${template} || ':' || ${event}::text`)
      }
    })
    await sales.booksHold()
    const closed = await runSettlement(service.deps, {
      owner: { partnerId: partner.partnerId as never, environment: 'sandbox' },
      month: null,
      cut: true,
    })
    expect(closed).toMatchObject([
      { ordersCount: 2301, settledCount: 2301, status: 'closed', grossSoldCents: 230_100_000 },
    ])
    const path = `/settlements/${closed[0]!.id}`
    const detail = await sales.get(partner, path)
    expect([
      detail.lines.length,
      new Set(detail.lines.map((line: { order_public_id: string }) => line.order_public_id)).size,
    ]).toEqual([2301, 2301])
    expect(cells((await csv(partner, path)).text)).toHaveLength(2302)
    expect(cells((await csv(partner, '/transactions')).text)).toHaveLength(2302)
    await sales.booksHold()
  })
})
