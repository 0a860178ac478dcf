// Nobody pushes live work down an operator's lists by filling the sandbox; and a payout names its environment.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Environment } from '../../kernel/owner.ts'

let service: TestService
let live: TestPartner
let sandbox: TestPartner
const V1 = '/api/partner/v1'

async function recordOrder(who: TestPartner): Promise<void> {
  const tld = who.environment === 'sandbox' ? 'test' : 'com'
  const { domain } = await service.list(who.environment, `queue-${randomUUID().slice(0, 13)}.${tld}`)
  const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'same-ref' }
  const headers = { 'idempotency-key': domain }
  expect((await service.signed(who, 'POST', `${V1}/orders`, body, { headers })).status).toBe(201)
}

/** Rows without their history: the lists only read them. */
async function insertMoney(who: TestPartner, number: number): Promise<void> {
  const now = service.clock.now()
  const month = new Date(Date.UTC(2020, number, 1))
  const next = new Date(Date.UTC(2020, number + 1, 1))
  await service.db.run(sql`
    insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
    values (${newId('payout', now)}, ${who.partnerId}, ${who.environment}, 'commission', 'USD', 9000, 'pending', ${month}, ${next}, ${now})`)
  await service.db.run(sql`
    insert into settlements (id, partner_id, environment, currency, period_start, period_end, status, due_at, closed_at, created_at)
    values (${newId('settlement', now)}, ${who.partnerId}, ${who.environment}, 'USD', ${month}, ${next}, 'closed', ${next}, ${now}, ${now})`)
}

beforeAll(async () => {
  service = await startTestService()
  live = await service.partner({ environment: 'live' })
  sandbox = await service.partner()
  // The sandbox is always the newer one.
  for (const who of [live, sandbox, live, sandbox, sandbox]) {
    await recordOrder(who)
    await service.signed(who, 'POST', `${V1}/webhooks/test`)
  }
  for (const [number, who] of [live, sandbox, live, sandbox, sandbox].entries()) await insertMoney(who, number)
  for (const who of [live, sandbox]) {
    const url = `https://hooks.example/${who.environment}`
    await service.signed(who, 'PUT', '/api/partner/webhooks', { url, secret: 'a-secret-of-sixteen' })
    await service.signed(who, 'POST', `${V1}/webhooks/test`)
  }
  for (let n = 0; n < 3; n++) {
    const body = { domain: `case-${randomUUID().slice(0, 8)}.test`, tier: 'managed', buyer_email: 'b@c.example' }
    await service.signed(sandbox, 'POST', `${V1}/brokerage`, { ...body, budget: 90_000 })
    await service.db.run(sql`
      update brokerage_cases set environment = 'live', partner_id = ${live.partnerId}
      where id = (select min(id) from brokerage_cases) and ${n} = 2`)
  }
})

type Row = { environment: Environment } & Record<string, unknown>

async function walk(path: string, field: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const { status, json } = await service.operator('GET', `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect([path, status]).toEqual([path, 200])
    rows.push(...json[field])
    if (!json.has_more) return rows
    cursor = json.next_cursor
  }
}

describe("an operator's list", () => {
  const LISTS = [
    ['/orders', 'orders', 'public_id'],
    ['/payouts', 'payouts', 'payout_id'],
    ['/settlements', 'settlements', 'settlement_id'],
    ['/brokerage', 'cases', 'case_id'],
    ['/webhooks/deliveries', 'deliveries', 'delivery_id'],
    ['/webhooks/endpoints', 'endpoints', 'partner_id'],
    ['/listings', 'listings', 'listing_id'],
  ] as const

  it.each(LISTS)('GET %s shows live before sandbox, newest first in each, every row once', async (path, field, id) => {
    const whole = await walk(path, field, 100)
    const environments = whole.map(({ environment }) => environment)
    expect(new Set(environments)).toEqual(new Set(['live', 'sandbox']))
    expect(environments).toEqual([...environments].sort())
    for (const environment of ['live', 'sandbox'] as const) {
      const ids = whole.filter((row) => row.environment === environment).map((row) => String(row[id]))
      expect(ids).toEqual([...ids].sort().reverse())
      const { json } = await service.operator('GET', `${path}?environment=${environment}&limit=100`)
      expect(json[field].map((row: Row) => row[id])).toEqual(ids)
    }
    for (const limit of [1, 2, 3]) expect(await walk(path, field, limit)).toEqual(whole)
  })

  it('takes no cursor of another environment or another list', async () => {
    const { next_cursor } = (await service.operator('GET', '/orders?limit=1')).json
    for (const path of ['/payouts?limit=1', '/orders?environment=live&limit=1'])
      expect((await service.operator('GET', `${path}&cursor=${next_cursor}`)).status).toBe(400)
  })

  it('of the search shows live orders first', async () => {
    const { results } = (await service.operator('GET', '/search?q=same-ref')).json
    const environments = results.map(({ environment }: Row) => environment)
    expect(environments).toEqual(['live', 'live', 'sandbox', 'sandbox', 'sandbox'])
  })
})

describe('POST /payouts', () => {
  it('is refused without an environment', async () => {
    const { status, json } = await service.operator('POST', '/payouts', {
      partner_id: live.partnerId,
      kind: 'commission',
    })
    expect([status, json.error.code, json.error.details[0].field]).toEqual([400, 'validation_error', 'environment'])
  })
})
