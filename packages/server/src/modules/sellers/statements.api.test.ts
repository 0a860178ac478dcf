// Statements of sellers: one with each payout and one after each month, numbered without gaps, equal to the ledger.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import type { Person } from '../../../test/person.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { createSelling } from '../../../test/selling.ts'
import { type Sql, sql } from '../../db/sql.ts'

let service: TestService
let partner: TestPartner
let selling: ReturnType<typeof createSelling>
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '1000' })
  partner = await service.partner({ environment: 'live', commissionBps: 2000 })
  selling = createSelling(service)
  await service.house()
})

type Statement = {
  document_id: string
  number: string
  gross_cents: number
  lines: { description: string; amount_cents: number }[]
}
const list = async (seller: Person): Promise<Statement[]> =>
  (await selling.call(seller, 'GET', '/statements')).json.statements.toReversed()
const payable = async (seller: Person): Promise<void> => {
  await selling.deliver(await selling.sell(partner, await selling.list(seller)))
  await selling.endHolds()
}
const issued = ({ userId }: Person) =>
  service.db.many<{ grossCents: number; issuedAt: Date }>(
    sql`select gross_cents, issued_at from documents where seller_id = ${userId} order by year, number`,
  )
const lines = (statement: Statement) => statement.lines.map(({ amount_cents }) => amount_cents)

describe('a statement', () => {
  it('comes with each payout and follows the one before', async () => {
    const seller = await selling.newSeller()
    await payable(seller)
    await selling.setBank(seller)
    const [payout] = (await selling.call(seller, 'POST', '/payouts', {})).json.payouts
    const [first] = await list(seller)
    expect([first!.gross_cents, lines(first!)]).toEqual([0, [0, 70_000, -70_000]])
    expect(first!.lines[2]!.description).toBe(`Payout ${payout.payout_id}`)
    expect(first!.number).toMatch(/^P-\d{4}-\d{6}$/)
    await service.operator('POST', `/seller-payouts/${payout.payout_id}/failed`, { reason: 'x' })
    await payable(seller)
    await selling.call(seller, 'POST', '/payouts', {})
    const second = (await list(seller))[1]!
    expect([second.gross_cents, lines(second)]).toEqual([0, [0, 70_000, 70_000, -140_000]])
    await selling.booksHold()
  })

  it('comes after a month in which something moved, once, without a bank account too', async () => {
    const seller = await selling.newSeller()
    await payable(seller)
    await selling.run('state_monthly')
    expect(await list(seller)).toEqual([])
    service.clock.advance(32 * 86_400)
    await selling.run('state_monthly')
    await selling.run('state_monthly')
    const all = await service.db.many<{ grossCents: number }>(
      sql`select gross_cents from documents where seller_id = ${seller.userId}`,
    )
    expect(all).toEqual([{ grossCents: 70_000 }])
    await selling.booksHold()
  })

  it('has the balance of the statement with the number before it, even if the clock is set back', async () => {
    const seller = await selling.newSeller()
    await payable(seller)
    await selling.setBank(seller)
    const pay = () => service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
    service.clock.advance(32 * 86_400)
    await selling.run('state_monthly')
    service.clock.advance(-60)
    const [payout] = (await pay()).json.payouts
    await service.operator('POST', `/seller-payouts/${payout.payout_id}/failed`, { reason: 'x' })
    await pay()
    expect((await issued(seller)).map(({ grossCents }) => grossCents)).toEqual([70_000, 0, 0])
    await selling.booksHold()
  })

  it('of a month is issued from 02:00 on, when the payouts are made, at the real time', async () => {
    const seller = await selling.newSeller()
    await payable(seller)
    await selling.setBank(seller)
    const now = service.clock.now()
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    const goTo = (time: number) => service.clock.advance((time - service.clock.now().getTime()) / 1000)
    goTo(first + 45 * 60_000)
    await selling.run('state_monthly')
    expect(await issued(seller)).toEqual([])
    goTo(first + 135 * 60_000)
    const before = service.clock.now()
    await selling.run('pay_monthly')
    await selling.run('state_monthly')
    const [statement, ...more] = await issued(seller)
    expect([statement!.grossCents, more]).toEqual([0, []])
    const payout = await service.db.one<{ createdAt: Date; bookedAt: Date }>(sql`
      select p.created_at, j.at as booked_at from seller_payouts p join ledger_journals j on j.key = p.id || ':created'
      where p.seller_id = ${seller.userId}`)
    for (const at of [statement!.issuedAt, payout!.createdAt, payout!.bookedAt])
      expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime())
    await selling.booksHold()
  })

  it('is a PDF for its seller and for operators, and nobody else', async () => {
    const seller = await selling.newSeller()
    await payable(seller)
    await selling.setBank(seller)
    await selling.call(seller, 'POST', '/payouts', {})
    const [statement] = await list(seller)
    const url = `/api/seller/statements/${statement!.document_id}`
    const get = (person: Person) =>
      service.send({ method: 'GET', url, headers: { ...person.headers, accept: 'application/pdf' } })
    const pdf = await get(seller)
    expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    expect((await get(await selling.newSeller())).status).toBe(404)
    const seen = await service.operator('GET', `/documents/${statement!.document_id}`)
    expect(seen.json).toMatchObject({ kind: 'seller_statement', recipient: { email: seller.email } })
    const exported = await service.send({ method: 'GET', url: '/api/account/export', headers: seller.headers })
    expect(exported.text).toContain(statement!.number)
  })

  it.each<[string, Sql]>([
    ['a movement that is missing', sql`delete from seller_statement_lines where journal like '%:payable'`],
    [
      'another balance',
      sql`update documents set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where seller_id is not null`,
    ],
    ['a payout that is on none', sql`delete from seller_statement_lines where journal like 'spo%'`],
  ])('that has %s is reported', async (_, bug) => {
    expect([...(await findingsAfter(service, planted(bug)))]).toContain('seller_statements_equal_the_ledger')
  })
})
