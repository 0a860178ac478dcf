// Documents of sales, refunds and statements: what they say, their numbers, and that they never change.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { DOCUMENT_CHECKS } from '../audit/store/document-checks.ts'
import { formatNumber } from './rules/numbers.ts'
import { issueMissing } from './service/issue-missing.ts'
import { type Document, listOrderDocuments } from './store/documents.ts'

let service: TestService
let partner: TestPartner
let year: number

const shop = () => openShop(service)
const sell = async (by = partner): Promise<string> =>
  (await shop().payHelper(by, (await shop().session(by)).session_id)).json.order_public_id
const listDocuments = (orderId: string): Promise<Document[]> => listOrderDocuments(service.db, orderId)

beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  year = service.clock.now().getUTCFullYear()
})

describe('a sale at the hosted checkout', () => {
  it('has a receipt with the next number, the parties and the price', async () => {
    const first = await sell()
    const second = await sell()
    const [receipt] = await listDocuments(first)
    expect((await listDocuments(first)).length).toBe(1)
    expect(formatNumber(receipt!)).toBe(`TEST-R-${year}-000001`)
    expect(formatNumber((await listDocuments(second))[0]!)).toBe(`TEST-R-${year}-000002`)
    const order = await service.db.one<{ cents: number; domain: string }>(
      sql`select sale_price_cents as cents, domain from orders where id = ${first}`,
    )
    expect(receipt).toMatchObject({ kind: 'receipt', grossCents: order!.cents, taxCents: 0, netCents: order!.cents })
    expect(receipt!.content).toMatchObject({
      issuer: { name: 'Freehold' },
      sold_through: expect.stringMatching(/^Partner \d+$/),
      lines: [{ domain: order!.domain, amount_cents: order!.cents }],
      tax: null,
    })
  })

  it('has no document when the partner collected the payment', async () => {
    const { domain, price_cents: price } = await service.list('sandbox', 'collected-by-partner.test')
    const body = { domain, expected_price: price, currency: 'USD', external_payment_ref: 'r' }
    const order = await service.signed(partner, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': 'own' } })
    expect(order.status).toBe(201)
    expect(await listDocuments(order.json.public_id)).toEqual([])
  })

  it('has a credit note for its refund, which names the receipt', async () => {
    const id = await sell()
    await service.operator('POST', `/orders/${id}/refund`)
    const [receipt, credit] = await listDocuments(id)
    expect(credit).toMatchObject({ kind: 'credit_note', grossCents: receipt!.grossCents, number: 1 })
    expect(credit!.content).toMatchObject({
      corrects: formatNumber(receipt!),
      recipient: receipt!.content.recipient,
      lines: [{ description: 'Refund' }],
    })
    expect(await checkLedger(service.db)).toEqual([])
  })
})

it('a closed statement has a document with its totals', async () => {
  const own = await service.partner()
  const id = await sell(own)
  for (const action of ['start_transfer', 'complete_transfer'])
    await service.operator('POST', `/orders/${id}/${action}`)
  await service.signed(own, 'POST', `${V1}/sandbox/settlements/run`)
  const rows = await service.db.many<Document>(
    sql`select * from documents where partner_id = ${own.partnerId} and kind = 'commission_statement'`,
  )
  expect(rows.length).toBe(1)
  expect(rows[0]!.content.statement).toMatchObject({ orders_count: 1, amount_owed_cents: 0 })
  expect(rows[0]!.content.statement!.commission_earned_cents).toBeGreaterThan(0)
  expect(await checkLedger(service.db)).toEqual([])
})

it('a rolled back sale takes its number back', async () => {
  const own = await service.partner()
  await sell(own)
  const broken = service.db.tx(async (tx) => {
    await tx.run(sql`
      with counted as (update document_counters set last = last + 1 where scope = ${own.partnerId} returning last) select last from counted`)
    throw new Error('the sale fails')
  })
  await expect(broken).rejects.toThrow('the sale fails')
  const id = await sell(own)
  expect((await listDocuments(id))[0]!.number).toBe(2)
})

it('32 concurrent sales have the numbers 1 to 32', async () => {
  const own = await service.partner()
  const sessions = await Promise.all(Array.from({ length: 32 }, () => shop().session(own)))
  const paid = await Promise.all(sessions.map(({ session_id }) => shop().payHelper(own, session_id)))
  expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await service.db.many<{ number: number }>(
    sql`select number from documents where partner_id = ${own.partnerId} order by number`,
  )
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1))
})

it('issues documents that another version left out', async () => {
  const id = await sell()
  await service.operator('POST', `/orders/${id}/refund`)
  const own = await service.partner()
  const left = await sell(own)
  await service.db.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`delete from documents where partner_id = ${own.partnerId}`)
    await tx.run(sql`delete from document_counters where scope = ${own.partnerId}`)
  })
  await issueMissing(service.deps)
  expect((await listDocuments(left)).map(({ kind, number }) => [kind, number])).toEqual([['receipt', 1]])
  expect(await checkLedger(service.db)).toEqual([])
})

it.each([
  ['changed', sql`update documents set gross_cents = gross_cents + 1, net_cents = net_cents + 1`],
  ['deleted', sql`delete from documents`],
  ['emptied', sql`truncate documents`],
])('an issued document cannot be %s', async (_, statement) => {
  await expect(service.db.tx((tx) => tx.run(statement))).rejects.toThrow(/does not change|append-only/)
})

describe('the checks', () => {
  const MUTANTS: [string, string, (tx: Tx) => Promise<unknown>][] = [
    [
      'documents_equal_the_ledger',
      'a receipt is one cent too high',
      planted(
        sql`update documents set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where kind = 'receipt'`,
      ),
    ],
    [
      'documents_equal_the_ledger',
      'a credit note is too low',
      planted(
        sql`update documents set gross_cents = gross_cents - 1, net_cents = net_cents - 1 where kind = 'credit_note'`,
      ),
    ],
    [
      'documents_equal_the_ledger',
      'a statement says another commission',
      planted(
        sql`update documents set content = replace(content::text, '"commission_earned_cents":', '"commission_earned_cents":1')::json where kind = 'commission_statement'`,
      ),
    ],
    [
      'documents_add_up',
      'the text has another amount than the row',
      planted(
        sql`update documents set content = replace(content::text, '"gross_cents":', '"gross_cents":1')::json where kind = 'receipt'`,
      ),
    ],
    [
      'document_numbers_have_no_gaps',
      'a document is gone',
      planted(sql`delete from documents where id = (select max(id) from documents where kind = 'receipt')`),
    ],
    [
      'document_numbers_have_no_gaps',
      'a number was skipped',
      planted(sql`update document_counters set last = last + 1`),
    ],
    [
      'sales_have_their_documents',
      'a sale has no receipt',
      (tx) =>
        planted(sql`
          delete from documents where id = (
            select max(id) from documents where kind = 'receipt' and partner_id = ${partner.partnerId})`)(tx),
    ],
    [
      'sales_have_their_documents',
      'a refund has no credit note',
      planted(sql`delete from documents where kind = 'credit_note'`),
    ],
  ]

  it('have a planted bug each', () => {
    expect(new Set(MUTANTS.map(([check]) => check))).toEqual(new Set(DOCUMENT_CHECKS.map(({ name }) => name)))
  })

  it.each(MUTANTS)('%s reports that %s', async (check, _, bug) => {
    expect([...(await findingsAfter(service, bug))]).toContain(check)
  })
})
