// Lists by age: every row once in both directions, CSV with the same rows, and dates.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { join, newPerson, type Person } from '../../test/person.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../kernel/ids.ts'

const V1 = '/api/partner/v1'

let service: TestService
let partner: TestPartner
let person: Person

async function recordOrder(): Promise<string> {
  const { domain } = await service.list('sandbox', `list-${randomUUID().slice(0, 13)}.test`, { price_cents: 50_000 })
  const body = { domain, expected_price: 50_000, currency: 'USD', external_payment_ref: 'cart' }
  const headers = { 'idempotency-key': domain }
  return (await service.signed(partner, 'POST', `${V1}/orders`, body, { headers })).json.public_id
}

async function insertPayout(kind: string): Promise<void> {
  const now = service.clock.now()
  await service.db.run(sql`
    insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
    values (${newId('payout', now)}, ${partner.partnerId}, 'sandbox', ${kind}, 'USD', 12345, 'paid', ${now}, ${now}, ${now})`)
}

beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  await service.db.run(sql`update partners set affiliate = true where id = ${partner.partnerId}`)
  person = await newPerson(service)
  await join(service, partner.partnerId, person.userId)
  await service.signed(partner, 'PUT', '/api/partner/webhooks', {
    url: 'https://hooks.example.com/in',
    secret: 'a-secret-of-sixteen-or-more',
  })
  for (let number = 0; number < 5; number++) {
    const order = await recordOrder()
    await service.signed(
      partner,
      'POST',
      `${V1}/refunds`,
      { order_public_id: order, reason: 'requested_by_customer', comment: '=cmd' },
      { headers: { 'idempotency-key': order } },
    )
    await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic', label: `link ${number}` })
    const domain = `case-${number}.test`
    await service.signed(partner, 'POST', `${V1}/brokerage`, {
      ...{ domain, tier: 'managed', buyer_email: 'b@c.example', budget: 90_000 },
    })
    await insertPayout('commission')
    await insertPayout('referral')
  }
  for (const name of ['a', 'b', 'c'])
    await service.operator('POST', '/operators', { email: `${name}@lists.example`, role: 'viewer' })
})

type Row = Record<string, unknown>
type Ask = (path: string, accept?: string) => Promise<{ status: number; json: never; text: string; headers: object }>

const asOperator: Ask = (path, accept = 'application/json') =>
  service.send({
    method: 'GET',
    url: `/api/operator/v1${path}`,
    headers: { authorization: `Bearer ${service.operatorToken}`, accept },
  }) as never
const asPartner: Ask = (path, accept = 'application/json') =>
  service.signed(partner, 'GET', `${V1}${path}`, undefined, { headers: { accept } }) as never
const asMember: Ask = (path, accept = 'application/json') =>
  person.call('GET', path, undefined, { 'x-partner-id': partner.partnerId, accept }) as never

/** Who asks, path, field, ID, the least number of rows, and whether the order can be turned. */
const LISTS: readonly ['operator' | 'partner', string, string, string, number, string | null][] = [
  ['operator', '/mail', 'messages', 'message_id', 3, 'created'],
  ['operator', '/webhooks/deliveries', 'deliveries', 'delivery_id', 5, 'created'],
  ['operator', '/webhooks/endpoints', 'endpoints', 'endpoint_id', 1, null],
  ['operator', '/tlds', 'tlds', 'tld', 100, 'tld'],
  ['partner', '/webhooks/deliveries', 'deliveries', 'delivery_id', 5, 'created'],
  ['partner', '/refunds', 'refunds', 'refund_id', 5, 'created'],
  ['partner', '/brokerage', 'cases', 'case_id', 5, 'created'],
  ['partner', '/payouts', 'payouts', 'payout_id', 5, 'created'],
  ['partner', '/links', 'links', 'link_id', 5, null],
  ['partner', '/me/payouts', 'payouts', 'payout_id', 5, null],
  ['partner', '/me/commissions', 'entries', 'entry_id', 0, null],
  ['partner', '/me/sales', 'sales', 'sale_id', 0, null],
]

async function walk(ask: Ask, path: string, field: string, query: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const page = await ask(`${path}?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    const { status, text } = page
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
    const json = page.json as Record<string, never> & { has_more: boolean; next_cursor: string }
    rows.push(...(json[field] as unknown as Row[]))
    if (!json.has_more) return rows
    cursor = json.next_cursor
  }
}

async function download(ask: Ask, path: string): Promise<Row[]> {
  const { status, text, headers } = await ask(path, 'text/csv')
  expect([path, status]).toEqual([path, 200])
  expect((headers as Row)['content-type']).toMatch(/^text\/csv/)
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
}

describe.each(LISTS)('%s %s', (who, path, field, id, least, sort) => {
  const ask = who === 'operator' ? asOperator : asPartner
  it('has the same rows as CSV, in the same order', async () => {
    const rows = await walk(ask, path, field, '', 100)
    expect(rows.length).toBeGreaterThanOrEqual(least)
    expect((await download(ask, path)).map((row) => row[id])).toEqual(rows.map((row) => row[id]))
  })

  it('can be read from its other end, page by page, if it can be sorted', async () => {
    if (sort === null) return
    // Lists of operators hold both environments, live first, except that of TLDs.
    const only = who === 'operator' && path !== '/tlds' ? `environment=${path === '/mail' ? 'live' : 'sandbox'}` : ''
    const usual = (await walk(ask, path, field, only, 100)).map((row) => row[id])
    const turned = `sort=${sort}_${sort === 'tld' ? 'desc' : 'asc'}&${only}`
    const limits = sort === 'tld' ? [100] : [1, 2, 100]
    for (const limit of limits)
      expect((await walk(ask, path, field, turned, limit)).map((row) => row[id])).toEqual([...usual].reverse())
  })
})

it('lists and downloads the audit log and the request log, which grow while they are read', async () => {
  for (const [ask, path, field, id] of [
    [asOperator, '/audit', 'audit', 'audit_id'],
    [asMember, '/requests', 'requests', 'request_id'],
  ] as const) {
    const oldest = (await walk(ask, path, field, 'sort=created_asc', 2)).map((row) => row[id])
    expect(oldest).toEqual([...oldest].sort())
    expect(oldest.length).toBeGreaterThan(5)
    const csv = (await download(ask, `${path}?sort=created_asc`)).map((row) => row[id])
    expect(csv.slice(0, oldest.length)).toEqual(oldest)
  }
})

it('has the last attempt of a delivery, the domain of a refund and no formula in CSV', async () => {
  const [delivery] = await download(asPartner, '/webhooks/deliveries')
  expect(delivery).toMatchObject({ attempts: '0', last_attempt_at: '', status: 'pending' })
  const [refund] = await download(asPartner, '/refunds')
  expect(refund).toMatchObject({ amount_cents: '50000', amount: '500.00', comment: "'=cmd" })
  expect(String(refund?.domain)).toMatch(/^list-.*\.test$/)
  const [tld] = await download(asOperator, '/tlds?offered=true')
  expect(tld).toMatchObject({ currency: 'USD' })
  const [link] = await download(asPartner, '/links')
  expect(link).toMatchObject({ clicks: '0', label: 'link 4' })
})

it('downloads the event history with its data', async () => {
  const rows = await walkEvents()
  const { text } = await asPartner('/events', 'text/csv')
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('id,type,created_at,data')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(rows)
  expect(lines[1]).toContain('""order""')
})

const walkEvents = async (): Promise<unknown[]> =>
  ((await asPartner('/events?limit=200')).json as { events: Row[] }).events.map(({ id }) => id)

it('keeps to the dates', async () => {
  const now = service.clock.now().getTime()
  const day = (shift: number): string => new Date(now + shift * 86_400_000).toISOString().slice(0, 10)
  for (const [ask, path, field, from, to] of [
    [asOperator, '/mail', 'messages', 'created_from', 'created_to'],
    [asOperator, '/webhooks/deliveries', 'deliveries', 'from', 'to'],
    [asPartner, '/webhooks/deliveries', 'deliveries', 'from', 'to'],
    [asPartner, '/events', 'events', 'from', 'to'],
  ] as const) {
    const count = async (query: string): Promise<number> =>
      ((await ask(`${path}?${query}`)).json as Record<string, Row[]>)[field]!.length
    expect(await count(`${from}=${day(-1)}&${to}=${day(2)}`)).toBeGreaterThan(0)
    expect(await count(`${to}=${day(-1)}`)).toBe(0)
    expect(await count(`${from}=${day(2)}`)).toBe(0)
    const { status, text } = await ask(`${path}?${from}=${day(1)}&${to}=${day(0)}`)
    expect([path, status]).toEqual([path, 400])
    expect(text).toContain(`"${from}"`)
  }
})

it('rejects a cursor of another direction, and unknown orders', async () => {
  const { next_cursor } = (await asPartner('/refunds?limit=1&sort=created_asc')).json as { next_cursor: string }
  for (const query of [`cursor=${next_cursor}`, 'sort=amount_asc', 'sort=created'])
    expect([query, (await asPartner(`/refunds?${query}`)).status]).toEqual([query, 400])
})
