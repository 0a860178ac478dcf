// Sorted lists: every row once and in order, with ties and small pages; cursors belong to their order; CSV of what is filtered.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../kernel/ids.ts'

let service: TestService
let live: TestPartner
let sandbox: TestPartner
const PRICES = [300_000, 100_000, 200_000, 100_000, 200_000, 100_000]

async function recordOrder(who: TestPartner, price: number): Promise<void> {
  const tld = who.environment === 'sandbox' ? 'test' : 'com'
  const { domain } = await service.list(who.environment, `sort-${randomUUID().slice(0, 13)}.${tld}`, {
    price_cents: price,
  })
  const body = { domain, expected_price: price, currency: 'USD', external_payment_ref: '=cmd' }
  const headers = { 'idempotency-key': domain }
  expect((await service.signed(who, 'POST', '/api/partner/v1/orders', body, { headers })).status).toBe(201)
}

/** Rows without their history: the lists only read them. */
async function insertMoney(who: TestPartner, number: number): Promise<void> {
  const now = service.clock.now()
  const month = new Date(Date.UTC(2020, number, 1))
  const next = new Date(Date.UTC(2020, number + 1, 1))
  const cents = PRICES[number]!
  await service.db.run(sql`
    insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
    values (${newId('payout', now)}, ${who.partnerId}, ${who.environment}, 'commission', 'USD', ${cents}, 'pending', ${month}, ${next}, ${now})`)
  await service.db.run(sql`
    insert into settlements (id, partner_id, environment, currency, period_start, period_end, status, adjustments_cents, amount_owed_cents, due_at, closed_at, created_at)
    values (${newId('settlement', now)}, ${who.partnerId}, ${who.environment}, 'USD', ${month}, ${next}, 'closed', ${cents - 200_000}, ${cents - 200_000}, ${next}, ${now}, ${now})`)
}

beforeAll(async () => {
  service = await startTestService()
  live = await service.partner({ environment: 'live' })
  sandbox = await service.partner()
  for (const [number, price] of PRICES.entries())
    for (const who of [sandbox, live]) {
      await recordOrder(who, price)
      await insertMoney(who, number)
    }
  for (let n = 0; n < 4; n++) {
    const body = { domain: `sort-${randomUUID().slice(0, 8)}.test`, tier: 'managed', buyer_email: 'b@c.example' }
    await service.signed(sandbox, 'POST', '/api/partner/v1/brokerage', { ...body, budget: 90_000 })
  }
  await service.db.run(
    sql`update brokerage_cases set updated_at = '2026-01-01T00:00:00.123Z' where id > (select min(id) from brokerage_cases)`,
  )
  for (let n = 0; n < 3; n++) await service.partner()
  for (const name of ['bravo', 'Alpha', 'Éclair', 'alpha', 'Über'])
    await service.db.run(sql`update partners set name = ${name} where id = (
      select id from partners where name not in ('bravo', 'Alpha', 'Éclair', 'alpha', 'Über') order by id limit 1)`)
})

type Row = Record<string, unknown>

async function walk(path: string, field: string, query: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const asked = `${path}?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`
    const { status, json, text } = await service.operator('GET', asked)
    expect([asked, status, status === 200 ? '' : text]).toEqual([asked, 200, ''])
    rows.push(...json[field])
    if (!json.has_more) return rows
    cursor = json.next_cursor
  }
}

const LISTS = [
  ['/orders', 'orders', 'public_id', 'price', 'sale_price_cents'],
  ['/orders', 'orders', 'public_id', 'domain', 'domain'],
  ['/orders', 'orders', 'public_id', 'created', 'public_id'],
  ['/listings', 'listings', 'listing_id', 'price', 'price_cents'],
  ['/payouts', 'payouts', 'payout_id', 'amount', 'amount_cents'],
  ['/settlements', 'settlements', 'settlement_id', 'owed', 'amount_owed_cents'],
  ['/brokerage', 'cases', 'case_id', 'updated', 'updated_at'],
] as const

const compare = (a: unknown, b: unknown): number => ((a as string) < (b as string) ? -1 : a === b ? 0 : 1)

describe.each(LISTS)('%s sorted by %s %s %s', (path, field, id, sort, column) => {
  it.each(['asc', 'desc'] as const)('%s: has every row once, live first, ties by age', async (direction) => {
    const whole = await walk(path, field, '', 100)
    const sign = direction === 'asc' ? 1 : -1
    const expected = [...whole].sort(
      (a, b) =>
        compare(a.environment, b.environment) || sign * compare(a[column], b[column]) || sign * compare(a[id], b[id]),
    )
    for (const limit of [1, 2, 5, 100])
      expect(
        (await walk(path, field, `sort=${sort}_${direction}`, limit)).map((row) => row[id]),
        `limit ${limit}`,
      ).toEqual(expected.map((row) => row[id]))
  })
})

describe('a cursor', () => {
  it('belongs to its order', async () => {
    const { json } = await service.operator('GET', '/orders?limit=1&sort=price_asc')
    for (const sort of ['', '&sort=price_desc', '&sort=domain_asc'])
      expect((await service.operator('GET', `/orders?limit=1${sort}&cursor=${json.next_cursor}`)).status).toBe(400)
  })

  it('is rejected with an unknown order', async () => {
    for (const sort of ['price', 'price_up', 'status_asc', '__proto___asc', ''])
      expect([sort, (await service.operator('GET', `/orders?sort=${sort}`)).status]).toEqual([sort, 400])
  })
})

it('sorts partners by name without regard to case, in both directions', async () => {
  const names = async (sort: string) => (await walk('/partners', 'partners', `sort=${sort}`, 2)).map(({ name }) => name)
  const up = await names('name_asc')
  expect(up.filter((name) => /^alpha|^bravo/i.test(String(name)))).toEqual(['Alpha', 'alpha', 'bravo'])
  expect(await names('name_desc')).toEqual([...up].reverse())
})

it("sorts a partner's own orders by price", async () => {
  const read = async (query: string) =>
    (await service.signed(sandbox, 'GET', `/api/partner/v1/orders?${query}`)).json as Row & { orders: Row[] }
  const seen: unknown[] = []
  for (let cursor: unknown = ''; cursor !== null; ) {
    const page = await read(`limit=2&sort=price_asc${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.orders.map(({ sale_price_cents }) => sale_price_cents))
    cursor = page.next_cursor
  }
  expect(seen).toEqual([...PRICES].sort((a, b) => a - b))
})

describe('an operator', () => {
  it('counts matching orders on request', async () => {
    expect((await service.operator('GET', '/orders?limit=1')).json.matching_count).toBeNull()
    expect((await service.operator('GET', '/orders?limit=1&count=true')).json.matching_count).toBe(12)
    expect((await service.operator('GET', '/orders?limit=1&count=true&environment=live')).json.matching_count).toBe(6)
  })

  it('filters orders by the state of the transfer', async () => {
    const [first] = await walk('/orders', 'orders', 'environment=sandbox', 100)
    await service.operator('POST', `/orders/${first!.public_id}/start_transfer`)
    await service.operator('POST', `/orders/${first!.public_id}/fail_transfer`)
    const failed = await walk('/orders', 'orders', 'transfer=failed&status=PAID,EXTERNALLY_PAID', 100)
    expect(failed.map(({ public_id }) => public_id)).toEqual([first!.public_id])
  })
})

describe('CSV', () => {
  const download = async (path: string) => {
    const { status, text, headers } = await service.send({
      method: 'GET',
      url: `/api/operator/v1${path}`,
      headers: { authorization: `Bearer ${service.operatorToken}`, accept: 'text/csv' },
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/csv/)
    return text.trimEnd().split('\r\n')
  }

  it('of orders has what is filtered, in the order of the list, with decimals, and no formula', async () => {
    const [head, ...lines] = await download('/orders?environment=live&sort=price_desc')
    expect(head).toMatch(/^public_id,domain_unicode,status,sale_price_cents,sale_price,/)
    expect(lines.map((line) => line.split(',').slice(3, 5))).toEqual(
      [...PRICES].sort((a, b) => b - a).map((cents) => [String(cents), `${cents / 100}.00`]),
    )
    for (const line of lines) expect(line).toContain(",'=cmd,")
  })

  it('goes over many pages', async () => {
    await service.db.run(sql`
      insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
      select 'pay_' || lpad(n::text, 26, '0'), ${live.partnerId}, 'live', 'referral', 'USD', n % 7 + 1, 'paid', now(), now(), now()
      from generate_series(1, 250) n`)
    const lines = await download('/payouts?kind=referral&sort=amount_asc')
    expect(new Set(lines).size).toBe(251)
  })

  it.each(['/listings', '/partners', '/payouts', '/settlements', '/brokerage'])('of %s', async (path) => {
    const [head, ...lines] = await download(path)
    expect(head).toContain('_id,')
    expect(lines.length).toBeGreaterThan(0)
  })

  it("keeps a statement's negative amount a number", async () => {
    const lines = await download('/settlements?sort=owed_asc&environment=live')
    expect(lines[1]).toContain(',-100000,-1000.00,')
  })
})
