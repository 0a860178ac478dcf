// The console's questions: what waits for a human, what a text leads to, how things stand; and the run that tells how it goes.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { newAccount } from '../../../test/oauth.ts'
import { createSales } from '../../../test/sales.ts'
import { openShop } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { auditJobs } from '../audit/index.ts'
import { QUEUE_GROUP_NAMES } from './rules/queue.ts'
import { readGroup } from './store/queue.ts'

let service: TestService
let sales: ReturnType<typeof createSales>
let partner: TestPartner
let live: TestPartner
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
  partner = await service.partner({ name: 'Zebra Domains', email: 'Desk@zebra.example', approved: true })
  live = await service.credential(partner, 'live')
})

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
type Json = any
const get = async (path: string): Promise<Json> => {
  const response = await service.operator('GET', path)
  expect([path, response.status, response.json?.error]).toEqual([path, 200, undefined])
  return response.json
}
const queue = (filter = ''): Promise<Json> => get(`/queue${filter}`)
const listIds = (group: { items: { id: string }[] }) => group.items.map(({ id }) => id)
/** The IDs of all pages, which all have the count of the first. */
async function readPages(name: string, query: string): Promise<string[]> {
  const found: string[] = []
  const counts = new Set<number>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page: Json = await get(`/queue/${name}?${query}${after}`)
    expect(page.has_more).toBe(page.next_cursor !== null)
    found.push(...listIds(page))
    counts.add(page.count)
    cursor = page.next_cursor
  }
  expect([...counts]).toEqual([found.length])
  return found
}
const V1 = '/api/partner/v1'

describe('the queue', () => {
  it('has every item of a group in its pages, in one order, also where a deadline is missing', async () => {
    const now = service.clock.now()
    const deadlines = [3, null, 1, 2, null, 1].map((days) => days && new Date(now.getTime() + days * 86_400_000))
    const ids: string[] = []
    for (const environment of ['sandbox', 'live'])
      for (const [index, deadline] of deadlines.entries()) {
        const id = `dsp_${environment}_${index}`
        ids.push(id)
        await service.db.run(sql`
          insert into disputes (id, provider, provider_ref, payment_id, partner_id, environment, amount_cents, currency, reason, status,
            respond_by, opened_at, reported_at)
          values (${id}, 'sandbox', ${id}, 'none', ${partner.partnerId}, ${environment}, 100, 'USD', 'fraudulent', 'needs_response',
            ${deadline}, ${now}, ${now})`)
      }
    const readAll = (query: string) => readPages('disputed_payments', query)
    const inOrder = ['live', 'sandbox'].flatMap((environment) =>
      [2, 5, 3, 0, 1, 4].map((n) => `dsp_${environment}_${n}`),
    )
    expect(await readAll('')).toEqual(inOrder)
    for (const limit of [1, 4, 5, 12]) expect(await readAll(`limit=${limit}`)).toEqual(inOrder)
    expect(await readAll('limit=4&environment=sandbox')).toEqual(inOrder.slice(6))
    const [first, whole] = [await get('/queue/disputed_payments?limit=2'), await queue()]
    expect([first.count, first.items.length, whole.disputed_payments.count]).toEqual([12, 2, 12])
    const other = `/queue/failing_refunds?cursor=${encodeURIComponent(first.next_cursor)}`
    expect((await service.operator('GET', other)).status).toBe(400)
    await service.db.run(sql`delete from disputes where id = any(${ids})`)
    // Counted once: a page after a cursor has the number of the first.
    const rest = await get(`/queue/disputed_payments?cursor=${encodeURIComponent(first.next_cursor)}`)
    expect([rest.count, rest.items]).toEqual([12, []])
  })

  it.each(QUEUE_GROUP_NAMES)('continues %s after a place', async (name) => {
    for (const at of [0, 1_700_000_000_000_001, Number.MAX_SAFE_INTEGER])
      for (const environment of ['live', 'sandbox'] as const) {
        const after = { environment, at, id: 'x', count: 0 }
        const { items } = await readGroup(service.db, name, [environment], service.clock.now(), { after })
        expect(items).toEqual([])
      }
  })

  it('has each order where its next move is, and nowhere else', async () => {
    const [held, paid, moving, failed, done] = [
      await sales.sell(partner),
      await sales.sell(partner),
      await sales.sell(partner),
      await sales.sell(partner),
      await sales.sell(partner),
    ]
    await sales.move(held, 'hold')
    await sales.move(moving, 'start_transfer')
    await sales.move(failed, 'start_transfer', 'fail_transfer')
    await sales.deliver(done)
    const groups = await queue()
    expect({
      held: listIds(groups.held_orders),
      to_start: listIds(groups.transfers_to_start),
      to_confirm: listIds(groups.transfers_to_confirm),
      failed: listIds(groups.failed_transfers),
    }).toEqual({ held: [held], to_start: [paid], to_confirm: [moving], failed: [failed] })
    for (const [name, id] of [
      ['transfers_to_start', paid],
      ['transfers_to_confirm', moving],
    ]) {
      const { json } = await service.operator('GET', `/orders?queue=${name}&count=true`)
      expect([json.matching_count, json.orders.map((one: { public_id: string }) => one.public_id)]).toEqual([1, [id]])
    }
    expect(groups.held_orders.items[0]).toMatchObject({
      partner_id: partner.partnerId,
      partner_name: 'Zebra Domains',
      environment: 'sandbox',
      status: 'MANUAL_REVIEW',
      amount_cents: 100_000,
      currency: 'USD',
    })
    await sales.move(paid, 'cancel')
    expect((await queue()).transfers_to_start).toEqual({ count: 0, items: [] })
  })

  it('puts live before sandbox, the oldest first, counts all and shows twenty; an environment can be asked for', async () => {
    const collected: string[] = []
    for (let count = 0; count < 20; count++) collected.push(await sales.sell(partner))
    // Its status is another stretch of the index than that of the orders before and after it.
    const atCheckout = await sales.sellAtCheckout(partner)
    collected.push(await sales.sell(partner), await sales.sell(partner))
    const inOrder = [...collected.slice(0, 20), atCheckout, ...collected.slice(20)]
    const first = await sales.sell(live)
    const { transfers_to_start: group } = await queue()
    expect([group.count, listIds(group)]).toEqual([24, [first, ...collected.slice(0, 19)]])
    expect((await queue('?environment=live')).transfers_to_start).toMatchObject({ count: 1, items: [{ id: first }] })
    const sandbox = (await queue('?environment=sandbox')).transfers_to_start
    expect([sandbox.count, listIds(sandbox)]).toEqual([23, collected.slice(0, 20)])
    for (const limit of [1, 7, 24])
      expect(await readPages('transfers_to_start', `limit=${limit}`)).toEqual([first, ...inOrder])
    expect(await readPages('transfers_to_start', 'limit=7&environment=sandbox')).toEqual(inOrder)
    for (const id of collected) await sales.move(id, 'cancel')
    expect(listIds((await queue()).transfers_to_start)).toEqual([first, atCheckout])
    expect((await service.operator('GET', '/queue?environment=both')).status).toBe(400)
  })

  it('has open brokerage cases, oldest first, and in one page only when a case moves between two', async () => {
    const open = async (): Promise<string> => {
      const body = {
        domain: `q-${randomUUID().slice(0, 8)}.test`,
        tier: 'managed',
        buyer_email: 'b@b.example',
        budget: 5000,
      }
      return (await service.signed(partner, 'POST', `${V1}/brokerage`, body)).json.case_id
    }
    const [first, second, third] = [await open(), await open(), await open()]
    await service.operator('POST', `/brokerage/${first}/advance`)
    await service.operator('POST', `/brokerage/${second}/decline`)
    expect(listIds((await queue()).brokerage_cases)).toEqual([first, third])
    const page = await get('/queue/brokerage_cases?limit=1')
    await service.operator('POST', `/brokerage/${first}/advance`)
    const next = await get(`/queue/brokerage_cases?limit=1&cursor=${encodeURIComponent(page.next_cursor)}`)
    expect([listIds(page), listIds(next), next.count]).toEqual([[first], [third], 2])
  })

  it('has partners that ask for live access until they are approved', async () => {
    const asking = await service.partner({ name: 'Hopeful' })
    await service.db.run(
      sql`update partners set live_requested_at = ${service.clock.now()} where id = ${asking.partnerId}`,
    )
    const { partner_applications: group } = await queue()
    expect(group).toMatchObject({ count: 1, items: [{ id: asking.partnerId, title: 'Hopeful', environment: 'live' }] })
    expect((await queue('?environment=sandbox')).partner_applications.count).toBe(0)
    await service.operator('POST', `/partners/${asking.partnerId}/approve`)
    expect((await queue()).partner_applications.count).toBe(0)
  })

  it('has receivers that were switched off or given up on, not those with a passing trouble', async () => {
    const url = 'https://hooks.zebra.example/in'
    const owner = sql`partner_id = ${partner.partnerId} and environment = 'sandbox'`
    /** The endpoint's URL in the list of those that fail, or of the others. */
    const listed = async (failing: boolean) =>
      (await get(`/webhooks/endpoints?failing=${failing}`)).endpoints.map((endpoint: { url: string }) => endpoint.url)
    await service.signed(partner, 'PUT', '/api/partner/webhooks', { url, secret: 'sixteen-or-longer' })
    expect((await queue()).failing_webhooks.count).toBe(0)
    expect([await listed(true), await listed(false)]).toEqual([[], [url]])
    const now = service.clock.now()
    await service.db.run(sql`update webhook_endpoints set failing_since = ${now} where ${owner}`)
    expect((await queue()).failing_webhooks.count).toBe(0)
    expect([await listed(true), await listed(false)]).toEqual([[], [url]])
    await service.db.run(sql`
      insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, created_at, finished_at)
      values ('dlv_test', ${partner.partnerId}, 'sandbox', 'evt_test', 'webhook.test', 'failed', ${now}, ${now})`)
    expect((await queue()).failing_webhooks.items).toMatchObject([{ title: url, status: 'failing' }])
    expect([await listed(true), await listed(false)]).toEqual([[url], []])
    await service.db.run(sql`update webhook_endpoints set active = false, failing_since = null where ${owner}`)
    expect((await queue()).failing_webhooks.items).toMatchObject([{ title: url, status: 'switched_off' }])
    expect([await listed(true), await listed(false)]).toEqual([[url], []])
    await service.db.run(sql`update webhook_endpoints set paused = true where ${owner}`)
    expect((await queue()).failing_webhooks.count).toBe(0)
    expect([await listed(true), await listed(false)]).toEqual([[], [url]])
    await service.db.run(sql`update webhook_endpoints set paused = false where ${owner}`)
    const { endpoints } = await get(`/webhooks/endpoints?partner_id=${partner.partnerId}&active=false`)
    expect(endpoints).toMatchObject([{ partner_name: 'Zebra Domains', url, active: false, last_success_at: null }])
    expect((await get('/webhooks/endpoints?active=true')).endpoints).toEqual([])
    await service.db.run(sql`update webhook_endpoints set active = true where ${owner}`)
  })

  it('judges an additional endpoint by its own deliveries', async () => {
    const url = 'https://hooks.zebra.example/second'
    const { json } = await service.signed(partner, 'POST', '/api/partner/v1/webhooks/endpoints', {
      url,
      secret: 'sixteen-or-longer',
    })
    const id = json.endpoint_id as string
    const now = service.clock.now()
    const fail = (delivery: string, endpoint: string | null) =>
      service.db.run(sql`
        insert into webhook_deliveries (id, partner_id, environment, endpoint_id, event_id, event_type, status, created_at, finished_at)
        values (${delivery}, ${partner.partnerId}, 'sandbox', ${endpoint}, 'evt_test', 'webhook.test', 'failed', ${now}, ${now})`)
    await service.db.run(sql`update webhook_receivers set failing_since = ${now} where id = ${id}`)
    await fail('dlv_test_default', null)
    expect((await queue()).failing_webhooks.count).toBe(0)
    await fail('dlv_test_second', id)
    expect((await queue()).failing_webhooks.items).toMatchObject([{ id, title: url, status: 'failing' }])
    const { endpoints } = await get('/webhooks/endpoints?failing=true')
    expect(endpoints).toMatchObject([{ endpoint_id: id, url }])
    await service.db.run(sql`update webhook_receivers set failing_since = null where id = ${id}`)
    expect((await queue()).failing_webhooks.count).toBe(0)
  })

  it('has statements until they are paid, and payouts until they arrived', async () => {
    const seller = await service.partner()
    await sales.deliver(await sales.sell(seller))
    await sales.deliver(await sales.sellAtCheckout(seller))
    await sales.run(seller)
    const [statement] = (await queue()).settlements_to_pay.items
    expect(statement).toMatchObject({ partner_id: seller.partnerId, status: 'closed', amount_cents: 85_000 })
    const detail = await get(`/settlements/${statement.id}?limit=1`)
    expect([detail.settlement.orders_count, detail.lines.length, detail.has_more]).toEqual([2, 1, true])
    const rest = await get(`/settlements/${statement.id}?limit=1&cursor=${detail.next_cursor}`)
    expect([rest.lines.length, rest.has_more]).toEqual([1, false])
    await service.operator('POST', `/settlements/${statement.id}/paid`)
    expect((await queue()).settlements_to_pay.count).toBe(0)
    const made = await service.operator('POST', '/payouts', {
      partner_id: seller.partnerId,
      kind: 'commission',
      environment: 'sandbox',
    })
    const { payout_id } = made.json.payouts[0]
    const places = async () => {
      const { payouts_to_send, payouts_to_confirm } = await queue()
      return [listIds(payouts_to_send), listIds(payouts_to_confirm)]
    }
    expect(await places()).toEqual([[payout_id], []])
    await service.operator('POST', `/payouts/${payout_id}/sent`)
    expect(await places()).toEqual([[], [payout_id]])
    await service.operator('POST', `/payouts/${payout_id}/paid`)
    expect(await places()).toEqual([[], []])
  })

  it('has payments that nobody decides and refunds that nobody takes', async () => {
    const shop = openShop(service)
    const session = await shop.session(partner)
    await shop.payForm(session.checkout_url, '4000002500003155')
    expect((await queue()).stuck_payments.count).toBe(0)
    service.clock.advance(3601)
    expect((await queue()).stuck_payments.items).toMatchObject([
      { id: `${session.session_id}.1`, title: session.domain, status: 'requires_action' },
    ])
    const order = await sales.sellAtCheckout(partner)
    await sales.move(order, 'refund')
    expect((await queue()).failing_refunds.count).toBe(0)
    await service.db.run(
      sql`update buyer_refunds set failures = 3, last_error = 'card closed' where subject = ${order}`,
    )
    expect((await queue()).failing_refunds.items).toMatchObject([
      { id: order, title: 'card closed', amount_cents: 100_000 },
    ])
  })
})

describe('the search', () => {
  const search = async (q: string): Promise<{ kind: string; id: string }[]> =>
    (await get(`/search?q=${encodeURIComponent(q)}`)).results.map(({ kind, id }: Json) => ({ kind, id }))
  const name = `needle-${process.pid}.com`
  const buyer = 'Needle.Buyer@mail.example'

  it('finds each thing by its id, in any case', async () => {
    const listing = await service.list('sandbox', name)
    const body = {
      domain: name,
      expected_price: listing.price_cents,
      currency: 'USD',
      external_payment_ref: 'wire:needle/7',
      buyer: { email: buyer },
    }
    const order = await service.signed(partner, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': name } })
    const orderId = order.json.public_id as string
    await sales.deliver(orderId)
    await sales.run(partner)
    const account = await newAccount(service)
    const user = await service.db.one<{ id: string }>(sql`select id from users where email = ${account.email}`)
    const { settlement_id } = (await get(`/settlements?partner_id=${partner.partnerId}`)).settlements[0]
    const { case_id } = (await get('/brokerage')).cases[0]
    const { payout_id } = (await get('/payouts')).payouts[0]
    const session = await openShop(service).session(partner)
    const event = await service.db.one<{ id: string }>(sql`select id from events limit 1`)
    await service.signed(partner, 'PUT', '/api/partner/webhooks', {
      url: 'https://hooks.zebra.example/in',
      secret: 'sixteen-or-longer',
    })
    const delivery = await service.signed(partner, 'POST', `${V1}/webhooks/test`)
    const audited = await service.operator('GET', '/partners?limit=1')
    for (const [kind, id] of [
      ['partner', partner.partnerId],
      ['credential', partner.keyId],
      ['order', orderId],
      ['listing', listing.listing_id],
      ['brokerage_case', case_id],
      ['checkout_session', session.session_id],
      ['settlement', settlement_id],
      ['payout', payout_id],
      ['user', user!.id],
      ['event', event!.id],
      ['delivery', delivery.json.delivery_id],
      ['request', audited.headers['x-request-id']],
    ] as [string, string][]) {
      expect(await search(id)).toEqual([{ kind, id }])
      expect(await search(` ${id.toUpperCase()} `)).toEqual([{ kind, id }])
    }
    expect(await search('ord_00000000000000000000000000')).toEqual([])
  })

  it('finds a name with its sales and cases, and names by their beginning', async () => {
    await service.list('live', `needle-${process.pid}-two.com`)
    const kinds = async (q: string) => (await search(q)).map(({ kind }) => kind)
    expect(await kinds(name.toUpperCase())).toEqual(['listing', 'order'])
    expect(await kinds(`needle-${process.pid}`)).toEqual(['listing', 'listing', 'order'])
    expect(await kinds('needle-%')).toEqual([])
    expect(await kinds('needle_')).toEqual([])
  })

  it('finds people and orders by an address, orders by their payment reference, partners by how they begin', async () => {
    const account = await newAccount(service)
    expect((await search(account.email.toUpperCase())).map(({ kind }) => kind)).toEqual(['user'])
    expect((await search(buyer.toLowerCase())).map(({ kind }) => kind)).toEqual(['order'])
    expect((await search('wire:needle/7')).map(({ kind }) => kind)).toEqual(['order'])
    const zebra = [{ kind: 'partner', id: partner.partnerId }]
    for (const q of ['zebra', 'ZEBRA D', 'desk@zebra.example', 'desk@'])
      expect([q, await search(q)]).toEqual([q, zebra])
  })

  it('finds the middle of names and email addresses, with pattern characters as text', async () => {
    const found = await service.partner({ name: 'Quartz 100% Names', email: 'sales@quartzdesk.example' })
    for (const q of ['uartz 100', 'ARTZDESK', '00% n'])
      expect([q, await search(q)]).toEqual([q, [{ kind: 'partner', id: found.partnerId }]])
    for (const q of ['1%Names', 'Quartz_100', 'quartz\\100']) expect([q, await search(q)]).toEqual([q, []])
    const { listing_id } = await service.list('live', 'middleword-of-a-name.com')
    expect(await search('leword-of')).toEqual([{ kind: 'listing', id: listing_id }])
    const account = await newAccount(service)
    expect(await search(account.email.slice(2, -3))).toEqual([{ kind: 'user', id: expect.any(String) }])
    expect((await search(buyer.slice(1, -2))).map(({ kind }) => kind)).toEqual(['order'])
  })

  it('picks partners by a part of the name or email address, or by ID', async () => {
    const names = async (q: string): Promise<string[]> =>
      (await get(`/partners?q=${encodeURIComponent(q)}`)).partners.map(({ name }: { name: string }) => name)
    for (const q of ['ebra dom', 'DESK@ZEB', partner.partnerId.toUpperCase()])
      expect([q, await names(q)]).toEqual([q, ['Zebra Domains']])
    expect(await names('no such partner')).toEqual([])
    expect(await names('%')).not.toContain('Zebra Domains')
    expect((await names(' ')).length).toBeGreaterThan(1)
  })

  it('shows what a person knows it by', async () => {
    const { results } = await get(`/search?q=${partner.keyId}`)
    expect(results).toMatchObject([{ title: 'Zebra Domains', environment: 'sandbox', part_of: partner.partnerId }])
  })

  it('takes any text, but not too little and not too much', async () => {
    for (const q of ["' or 1=1 --", '\\\\', '💩💩', '\u{10ffff}\u{10ffff}', 'x'.repeat(200), '..', '@@'])
      expect([q, Array.isArray((await get(`/search?q=${encodeURIComponent(q)}`)).results)]).toEqual([q, true])
    for (const q of ['', 'x', '%20%20%20', 'x'.repeat(201)])
      expect([q, (await service.operator('GET', `/search?q=${q}`)).status]).toEqual([q, 400])
  })
})

describe('the overview', () => {
  it('has the sales of each day by currency, both environments apart, before and after the sums are brought up to date', async () => {
    const before = await get('/overview')
    const seller = await service.partner()
    const liveSeller = await service.credential(await service.partner({ approved: true }), 'live')
    await sales.sell(seller, { price: 7000, currency: 'EUR' })
    const back = await sales.sell(seller, { price: 5000, currency: 'EUR' })
    await sales.move(back, 'refund')
    await sales.sell(liveSeller, { price: 9000, currency: 'GBP' })
    const date = service.clock.now().toISOString().slice(0, 10)
    for (let pass = 0; pass < 2; pass++) {
      const after = await get('/overview')
      const of = (overview: Json, environment: string, currency: string) =>
        overview.sales[environment].find((row: Json) => row.date === date && row.currency === currency)
      expect(of(after, 'sandbox', 'EUR')).toEqual({
        date,
        currency: 'EUR',
        orders: 2,
        gross_cents: 12_000,
        refunded_cents: 5000,
      })
      expect(of(after, 'live', 'GBP')).toMatchObject({ orders: 1, gross_cents: 9000, refunded_cents: 0 })
      expect(of(after, 'live', 'EUR')).toBeUndefined()
      await service.db.run(sql`select compact_order_sums(100000)`)
    }
    const after = await get('/overview')
    expect(after.partners.pending - before.partners.pending).toBe(1)
    expect(after.partners.approved - before.partners.approved).toBe(1)
    expect(after.open_cases).toEqual({ live: 0, sandbox: (await queue()).brokerage_cases.count })
    expect(after.listings.live).toBe((await service.send({ method: 'GET', url: '/api/market/facets' })).json.total)
  })

  it('tells how the last check of the books ended', async () => {
    expect((await get('/overview')).ledger_check).toBeNull()
    for (const job of auditJobs) await job.run(service.deps)
    expect((await get('/overview')).ledger_check).toMatchObject({ ok: true, findings: 0 })
  })
})

describe('the settlement run, line by line', () => {
  const run = (accept: string, body?: unknown) =>
    service.send({
      method: 'POST',
      url: '/api/operator/v1/settlements/run',
      headers: {
        authorization: `Bearer ${service.operatorToken}`,
        accept,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const lines = (text: string): Json[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('starts with what is due, tells each statement, and ends with the sums; another run finds nothing', async () => {
    await run('application/json')
    const sellers = [await service.partner({ name: 'First' }), await service.partner({ name: 'Second' })]
    for (const seller of sellers) await sales.deliver(await sales.sell(seller))
    service.clock.advance(40 * 86_400)
    const response = await run('application/x-ndjson')
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    const [start, ...rest] = lines(response.text)
    const summary = rest.pop()
    expect(start).toEqual({ kind: 'start', due: 2 })
    expect(rest.map(({ kind, partner_name, status }) => [kind, partner_name, status])).toEqual([
      ['statement', 'First', 'closed'],
      ['statement', 'Second', 'closed'],
    ])
    expect(summary).toEqual({ kind: 'summary', period: null, settlements_count: 2, orders_count: 2 })
    expect(lines((await run('application/x-ndjson')).text)).toEqual([
      { kind: 'start', due: 0 },
      { kind: 'summary', period: null, settlements_count: 0, orders_count: 0 },
    ])
    const log = await get('/audit?route=operator.settlements.run&limit=1')
    expect(log.audit[0]).toMatchObject({ status: 200 })
  })

  it('previews what a run closes, and changes nothing', async () => {
    await run('application/json')
    const seller = await service.partner({ name: 'Previewed' })
    await sales.deliver(await sales.sell(seller))
    expect((await get('/settlements/preview')).settlements).toEqual([])
    await sales.deliver(await sales.sell(seller, { price: 33_333 }))
    const month = service.clock.now().toISOString().slice(0, 7)
    service.clock.advance(40 * 86_400)
    const preview = await get('/settlements/preview')
    expect(await get(`/settlements/preview?period=${month}&environment=sandbox`)).toEqual({ ...preview, period: month })
    expect((await get('/settlements/preview?environment=live')).settlements).toEqual([])
    expect((await get('/settlements/preview?period=2020-01')).settlements).toEqual([])
    const { settlements } = (await run('application/json')).json
    const { status: _, due_at: __, closed_at: ___, ...closed } = settlements[0]
    const { payment_reference: _____, actions: ______, ...same } = closed
    expect(preview).toMatchObject({ period: null, partners_left: 0, settlements: [{ ...same, status: 'open' }] })
    expect(preview.settlements).toHaveLength(settlements.length)
    expect((await get('/settlements/preview')).settlements).toEqual([])
    expect((await service.operator('GET', '/settlements/preview?period=2026-13')).status).toBe(400)
  })

  it('lists what is due for payout until it is paid out', async () => {
    const seller = await service.partner({ name: 'Payee' })
    await sales.deliver(await sales.sellAtCheckout(seller, { price: 10_001 }))
    const due = async (filter = ''): Promise<Json[]> =>
      (await get(`/payouts/due${filter}`)).due.filter((row: Json) => row.partner_name === 'Payee')
    expect(await due()).toEqual([])
    await sales.run(seller)
    const row = {
      partner_id: seller.partnerId,
      partner_name: 'Payee',
      environment: 'sandbox',
      kind: 'commission',
      currency: 'USD',
      amount_cents: 1500,
      minimum_cents: 1,
      payable: true,
    }
    expect(await due()).toEqual([row])
    expect(await due('?environment=sandbox')).toEqual([row])
    expect(await due('?environment=live')).toEqual([])
    const { partner_id, kind, environment } = row
    const made = await service.operator('POST', '/payouts', { partner_id, kind, environment })
    expect([made.status, made.json.payouts[0].amount_cents]).toEqual([201, 1500])
    expect(await due()).toEqual([])
  })

  it('refuses a period that is none before the first line', async () => {
    expect((await run('application/x-ndjson', { period: '2026-13' })).status).toBe(400)
  })
})
