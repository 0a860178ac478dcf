// The audit is audited: what it is there to find is planted, one thing at a time, and found.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sql, sql, type Tx } from '../../packages/server/src/db/sql.ts'
import { startTestService, type TestService } from '../../packages/server/test/harness.ts'
import { planted } from '../../packages/server/test/planted.ts'
import { openShop } from '../../packages/server/test/shop.ts'
import { brokenPromises } from './audit.ts'
import { brokenNumbers, newConfirmed } from './checkouts.ts'
import { type Acknowledged, PRICE_CENTS } from './writers.ts'

class Undo extends Error {}

let service: TestService
const acknowledged: Acknowledged = new Map()
const confirmed = newConfirmed()

beforeAll(async () => {
  service = await startTestService()
  const partner = await service.partner()
  const hook = { url: 'http://127.0.0.1:9/hook', secret: 'a-secret-of-sixteen-or-more' }
  expect((await service.signed(partner, 'PUT', '/api/partner/webhooks', hook)).status).toBe(200)
  for (const domain of ['audited-one.test', 'audited-two.test']) {
    await service.list('sandbox', domain, { price_cents: PRICE_CENTS })
    const body = { domain, expected_price: PRICE_CENTS, currency: 'USD', external_payment_ref: `paid-${domain}` }
    const headers = { 'idempotency-key': `buy-${domain}` }
    const response = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })
    acknowledged.set(domain, response.json.public_id)
  }
  const shop = openShop(service)
  for (let receipts = 0; receipts < 2; receipts++) {
    const { session_id: id } = await shop.session(partner)
    confirmed.paid.add((await shop.payHelper(partner, id)).json.order_public_id)
  }
  const [refunded = ''] = confirmed.paid
  expect((await service.operator('POST', `/orders/${refunded}/refund`)).status).toBe(200)
  confirmed.refunded.add(refunded)
})
afterAll(() => service?.close())

/** What the audit says of it, with the database's own guards off; everything is taken back. */
async function foundAfter(
  bug: (tx: Tx) => Promise<void>,
  look = (tx: Tx) => brokenPromises(tx, acknowledged),
): Promise<string> {
  let found: string[] = []
  const undone = service.db.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    await bug(tx)
    found = await look(tx)
    throw new Undo()
  })
  await expect(undone).rejects.toThrow(Undo)
  return found.join('\n')
}

const order = () => acknowledged.get('audited-one.test') as string
const itsEvent = () => sql`(select event_id from order_timeline where order_id = ${order()} and event_id is not null)`

it('finds nothing where nothing is wrong', async () => {
  expect(await brokenPromises(service.db, acknowledged)).toEqual([])
  expect(await brokenNumbers(service.db, confirmed)).toEqual([])
})

it.each<[string, () => Sql, RegExp]>([
  ['an order that is lost', () => sql`delete from orders where id = ${order()}`, /was acknowledged, no order is there/],
  [
    'an order under another id',
    () => sql`update orders set id = 'ord_01anotherone00000000000000' where id = ${order()}`,
    /was acknowledged, ord_01another/,
  ],
  [
    'an order that is doubled',
    () => sql`
      insert into orders select (jsonb_populate_record(o, '{"id": "ord_01thesecond0000000000000000", "exclusive": false}')).*
      from orders o where id = ${order()}`,
    /was sold 2 times/,
  ],
  [
    'a name that is for sale still',
    () => sql`update listings set status = 'listed' where domain = 'audited-one.test'`,
    /was sold and is listed/,
  ],
  [
    'an answer that was not kept',
    () => sql`update idempotency_keys set status = null, body = null where key = 'buy-audited-one.test'`,
    /has 0 stored answers/,
  ],
  ['an event that is missing', () => sql`delete from events where id in ${itsEvent()}`, /has 0 events/],
  ['a history that is missing', () => sql`delete from order_timeline where order_id = ${order()}`, /has 0 events/],
  [
    'a delivery that is missing',
    () => sql`delete from webhook_deliveries where event_id in ${itsEvent()}`,
    /has 0 deliveries/,
  ],
  [
    'a delivery that is doubled',
    () => sql`
      insert into webhook_deliveries select (jsonb_populate_record(d, '{"id": "dlv_01thesecond0000000000000000"}')).*
      from webhook_deliveries d where event_id in ${itsEvent()}`,
    /has 2 deliveries/,
  ],
  [
    'a journal that is missing',
    () => sql`delete from ledger_journals where key = ${`${order()}:recorded`}`,
    /has 0 journals/,
  ],
  [
    'an entry of the ledger that is missing',
    () => sql`
      delete from ledger_entries where (journal, line) in (
        select journal, min(line) from ledger_entries where journal = ${`${order()}:recorded`} group by journal)`,
    /ledger: journals_balance/,
  ],
])('finds %s', async (_, bug, sentence) => {
  expect(await foundAfter(planted(bug()))).toMatch(sentence)
})

it.each<[string, () => Sql, RegExp]>([
  [
    'a number that is missing',
    () => sql`update documents set number = 3 where kind = 'receipt' and number = 2`,
    /3 has place 2/,
  ],
  [
    'a receipt that is missing',
    () => sql`delete from documents where kind = 'receipt' and number = 1`,
    /has 0 receipts/,
  ],
  ['a credit note that is missing', () => sql`delete from documents where kind = 'credit_note'`, /has 0 credit notes/],
  [
    'a receipt of another amount',
    () =>
      sql`update documents set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where kind = 'receipt' and number = 1`,
    /says 100001, the ledger 100000/,
  ],
])('finds %s', async (_, bug, sentence) => {
  expect(await foundAfter(planted(bug()), (tx) => brokenNumbers(tx, confirmed))).toMatch(sentence)
})
