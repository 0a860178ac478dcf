// Lists filter by date: what began in the range is listed, as JSON and as CSV, and nothing else.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createOffering } from '../../../test/offering.ts'
import { newPerson } from '../../../test/person.ts'
import { createSales } from '../../../test/sales.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kernel/ids.ts'

const V1 = '/api/partner/v1'
const LIVE_PARTNER = { environment: 'live' } as const

let service: TestService
let partner: TestPartner

beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner(LIVE_PARTNER)
  await service.house()
  const offering = createOffering(service)
  const [seller, buyer] = [await newPerson(service), await newPerson(service)]
  const { domain } = await offering.list(seller)
  await offering.made(buyer, domain)
  const now = service.clock.now()
  await service.db.run(sql`
    insert into registry_commands (id, owner_id, domain, kind, params, state, created_at, updated_at)
    values (${newId('registryCommand', now)}, ${buyer.userId}, 'dated.com', 'set_lock', '{}', 'done', ${now}, ${now})`)
  for (const kind of ['brokerage', 'referral'])
    await service.db.run(sql`
      insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
      values (${newId('payout', now)}, ${partner.partnerId}, 'live', ${kind}, 'USD', 100, 'pending', ${now}, ${now}, ${now})`)
  await service.db.run(sql`
    insert into brokerage_cases (id, partner_id, environment, domain, domain_unicode, tier, buyer_email, budget_cents, currency,
      partner_commission_bps, fee_bps, status, created_at, updated_at)
    values (${newId('brokerageCase', now)}, ${partner.partnerId}, 'live', 'dated.com', 'dated.com', 'managed', 'a@b.example',
      100, 'USD', 0, 0, 'opened', ${now}, ${now})`)
  const sales = createSales(service)
  await sales.deliver(await sales.sell(partner))
})

type Send = (path: string, accept?: string) => Promise<{ status: number; text: string }>

/** Only the row that is given, and only in a range with its date. */
async function expectRange(send: Send, path: string, [rows, id, at]: readonly [string, string, string]) {
  const read = async (range: string): Promise<Record<string, string>[]> => {
    const { status, text } = await send(`${path}?${range}`)
    expect([path, range, status]).toEqual([path, range, 200])
    return JSON.parse(text)[rows]
  }
  const [row] = await read('limit=1')
  expect([path, row]).toEqual([path, expect.objectContaining({ [id]: expect.any(String) })])
  const { [id]: rowId = '', [at]: date = '' } = row!
  const later = new Date(Date.parse(date) + 1).toISOString()
  const listIds = async (range: string) => (await read(`limit=100&${range}`)).map((one) => one[id])
  expect(await listIds(`from=${date}&to=${later}`)).toContain(rowId)
  expect(await listIds(`to=${date}`)).not.toContain(rowId)
  expect(await listIds(`from=${later}`)).not.toContain(rowId)
  expect((await send(`${path}?from=${date}`, 'text/csv')).text).toContain(rowId)
  expect((await send(`${path}?from=${later}`, 'text/csv')).text).not.toContain(rowId)
  expect((await send(`${path}?from=${later}&to=${date}`)).status).toBe(400)
}

describe('the lists of operators', () => {
  it.each([
    ['/brokerage', 'cases', 'case_id', 'created_at'],
    ['/listings', 'listings', 'listing_id', 'listed_at'],
    ['/offers', 'offers', 'offer_id', 'created_at'],
    ['/partners', 'partners', 'partner_id', 'created_at'],
    ['/sellers', 'sellers', 'user_id', 'created_at'],
    ['/registry-commands', 'registry_commands', 'command_id', 'created_at'],
  ])('%s', async (path, ...fields) => {
    const headers = { authorization: `Bearer ${service.operatorToken}` }
    const send: Send = (url, accept = 'application/json') =>
      service.send({ method: 'GET', url: `/api/operator/v1${url}`, headers: { ...headers, accept } })
    await expectRange(send, path, fields)
  })
})

describe('the lists of partners', () => {
  it.each([
    ['/brokerage', 'cases', 'case_id', 'created_at'],
    ['/settlements', 'settlements', 'settlement_id', 'period_start'],
    ['/payouts', 'payouts', 'payout_id', 'created_at'],
    ['/me/payouts', 'payouts', 'payout_id', 'created_at'],
  ])('%s', async (path, ...fields) => {
    const send: Send = (url, accept = 'application/json') =>
      service.signed(partner, 'GET', V1 + url, undefined, { headers: { accept } })
    await expectRange(send, path, fields)
  })

  it('sorts referral payouts by amount, page by page', async () => {
    const other = await service.partner(LIVE_PARTNER)
    const now = service.clock.now()
    for (const cents of [200, 100, 300, 200])
      await service.db.run(sql`
        insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
        values (${newId('payout', now)}, ${other.partnerId}, 'live', 'referral', 'USD', ${cents}, 'pending', ${now}, ${now}, ${now})`)
    const amounts: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `sort=amount_asc&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { json } = await service.signed(other, 'GET', `${V1}/me/payouts?${query}`)
      amounts.push(...json.payouts.map((payout: { amount_cents: number }) => payout.amount_cents))
      cursor = json.next_cursor
    }
    expect(amounts).toEqual([100, 200, 200, 300])
    const wrong = await service.signed(other, 'GET', `${V1}/me/payouts?sort=status_asc`)
    expect(wrong.status).toBe(400)
  })
})
