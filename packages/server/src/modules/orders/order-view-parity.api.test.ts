// Orders are rendered by SQL; the schema and the formats of the wire are in TypeScript. Over random rows both agree.
// A failure prints its seed and path; PROPERTY_SEED and PROPERTY_RUNS repeat or lengthen a run.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { isoTime, isoTimeOrNull } from '../../http/schema.ts'
import { mismatch } from '../../http/validate.ts'
import { newId } from '../../kernel/ids.ts'
import { buildOrderEvent, ORDER_STATUSES, PAYMENT_MODELS } from './rules/orders.ts'
import { OrderView, orderFields } from './views/orders.ts'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 20)
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_117)
const AT = new Date('2026-11-17T12:00:00.000Z')

let service: TestService
let partnerId: string
beforeAll(async () => {
  service = await startTestService()
  partnerId = (await service.partner({ environment: 'sandbox' })).partnerId
})

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const text = fc.string({ minLength: 1, maxLength: 30 }).filter((value) => !value.includes('\u0000'))
const url = fc.constantFrom('https://shop.example/a?b="c"&d=%20', 'https://xn--bcher-kva.example/\u00fc')
const id = (kind: 'quote' | 'settlement' | 'refund') => fc.constant(kind).map((value) => newId(value, AT))

const order = fc.record({
  domain: fc.constantFrom('xn--bcher-kva.com', 'parity.test'),
  domainUnicode: fc.constantFrom('b\u00fccher.com', 'parity.test'),
  status: fc.constantFrom(...ORDER_STATUSES),
  salePriceCents: fc.integer({ min: 1, max: 999_999_999_999 }),
  currency: fc.constantFrom('USD', 'JPY'),
  paymentModel: fc.constantFrom(...PAYMENT_MODELS),
  quoteId: maybe(id('quote')),
  externalPaymentRef: maybe(text),
  buyer: maybe(
    fc.record({ email: fc.constant('ada@example.com'), name: maybe(text), country: maybe(fc.constant('DE')) }),
  ),
  amountOwedCents: fc.nat(),
  returnUrl: maybe(url),
  cancelUrl: maybe(url),
  transferState: fc.constantFrom('pending', 'in_progress', 'completed', 'failed', 'cancelled'),
  transferStartedAt: maybe(time),
  transferCompletedAt: maybe(time),
  settlementId: maybe(id('settlement')),
  refundId: maybe(id('refund')),
  refundedShare: fc.integer({ min: 0, max: 99 }),
  createdAt: time,
  updatedAt: time,
})
type OrderRow = typeof order extends fc.Arbitrary<infer Value> ? Value : never

const toRefunded = (o: OrderRow): number => Math.floor((o.salePriceCents * o.refundedShare) / 100)

async function insertOrder(tx: Tx, o: OrderRow): Promise<string> {
  const orderId = newId('order', AT)
  const listingId = newId('listing', AT)
  await tx.run(sql`
    insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                          listed_at, updated_at)
    values (${listingId}, 'sandbox', 'parity.test', 'parity.test', 'parity', 'test', 1, 1, 'USD', 'sold', ${AT}, ${AT})`)
  await tx.run(sql`
    insert into orders (id, partner_id, environment, listing_id, exclusive, domain, domain_unicode, payment_model, status,
      sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents, quote_id, external_payment_ref, buyer,
      return_url, cancel_url, transfer_state, transfer_started_at, transfer_completed_at, settlement_id, refund_id, created_at,
      updated_at, refunded_cents)
    values (${orderId}, ${partnerId}, 'sandbox', ${listingId}, true, ${o.domain}, ${o.domainUnicode}, ${o.paymentModel},
      ${o.status}, ${o.salePriceCents}, ${o.currency}, 0, 0, ${o.amountOwedCents}, ${o.quoteId}, ${o.externalPaymentRef},
      ${o.buyer === null ? null : JSON.stringify(o.buyer)}::json, ${o.returnUrl}, ${o.cancelUrl}, ${o.transferState},
      ${o.transferStartedAt}, ${o.transferCompletedAt}, ${o.settlementId}, ${o.refundId}, ${o.createdAt}, ${o.updatedAt},
      ${toRefunded(o)})`)
  return orderId
}

/** The order as views.ts describes it. */
const renderOrder = (orderId: string, o: OrderRow) => ({
  public_id: orderId,
  domain: o.domain,
  domain_unicode: o.domainUnicode,
  status: o.status,
  sale_price_cents: o.salePriceCents,
  currency: o.currency,
  payment_model: o.paymentModel,
  quote_id: o.quoteId,
  external_payment_ref: o.externalPaymentRef,
  buyer: o.buyer,
  commission_cents: 0,
  amount_owed_cents: o.amountOwedCents,
  return_url: o.returnUrl,
  cancel_url: o.cancelUrl,
  held: o.status === 'MANUAL_REVIEW',
  transfer: {
    state: o.transferState,
    started_at: isoTimeOrNull(o.transferStartedAt),
    completed_at: isoTimeOrNull(o.transferCompletedAt),
    method: null,
    registrar: null,
    account: null,
    auth_code_available: false,
    auth_code_expires_at: null,
    attempts: 0,
    last_error: null,
    // The module delivery tests it.
    next_step: expect.toBeOneOf([null, { who: expect.any(String), what: expect.any(String) }]),
  },
  settlement_id: o.settlementId,
  refund_id: o.refundId,
  refunded_cents: o.status === 'REFUNDED' || o.status === 'CANCELLED' ? o.salePriceCents : toRefunded(o),
  // The module disputes tests it.
  dispute: null,
  created_at: isoTime(o.createdAt),
  updated_at: isoTime(o.updatedAt),
})

const compareViews = (plant?: (tx: Tx) => Promise<void>) =>
  fc.check(
    fc.asyncProperty(order, async (one) => {
      const { orderId, view, event } = await undo(service.db, async (tx) => {
        const inserted = await insertOrder(tx, one)
        await plant?.(tx)
        const row = await tx.one<{ view: object; event: object }>(sql`
          select order_view(o) as view, order_event_data(o, o.status) as event from orders o where o.id = ${inserted}`)
        return { orderId: inserted, ...row! }
      })
      expect(view).toEqual(renderOrder(orderId, one))
      expect(Object.keys(view)).toEqual(Object.keys(orderFields))
      expect(mismatch(OrderView, view)).toBeNull()
      expect(event).toEqual(buildOrderEvent({ id: orderId, ...one }, one.status))
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: plant !== undefined },
  )

it('shows an order and its events by SQL as the schema and the rule have them, over random rows', async () => {
  const report = await compareViews()
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
})

it.each([
  ['order_view', "o.status = 'MANUAL_REVIEW'", "o.status <> 'PAID'"],
  ['order_view', 'iso_time(o.updated_at)', 'o.updated_at'],
  ['order_event_data', "'currency', o.currency", "'currency', 'USD'"],
])('reports a %s that has "%s" otherwise', async (name, from, to) => {
  const report = await compareViews(await deviate(service.db, name, from, to))
  expect((report.errorInstance as Error | null)?.name).toBe('AssertionError')
})
