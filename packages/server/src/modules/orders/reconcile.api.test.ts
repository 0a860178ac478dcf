// Reconciling through HTTP: whose orders are seen, what is refused, and that one index answers for all references.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { RECONCILE_REFERENCES_MAX } from '../../kernel/limits.ts'

const V1 = '/api/partner/v1'
let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
})

let serial = 0
async function sell(who: TestPartner, reference: string, price = 10_000, currency = 'USD'): Promise<string> {
  const { domain } = await service.list(who.environment, `reconcile-${serial++}.com`, { price_cents: price, currency })
  const body = { domain, expected_price: price, currency, external_payment_ref: reference }
  const response = await service.signed(who, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': domain } })
  expect([response.status, response.json.error]).toEqual([201, undefined])
  return response.json.public_id
}
const reconcile = (who: TestPartner, references: unknown) =>
  service.signed(who, 'POST', `${V1}/reconcile`, { references })

describe('POST /reconcile', () => {
  it('answers what is matched, missing and mismatched, with the orders behind it', async () => {
    const [one, two, refunded] = [
      await sell(partner, 'cart-1'),
      await sell(partner, 'cart-1', 25_000),
      await sell(partner, 'cart-2'),
    ]
    await service.signed(partner, 'POST', `${V1}/refunds`, { order_public_id: refunded, reason: 'other' })
    const { status, json } = await reconcile(partner, [
      { reference: 'cart-1', amount_cents: 35_000, currency: 'USD' },
      { reference: 'cart-2', amount_cents: 10_000, currency: 'USD' },
      'cart-3',
    ])
    expect(status).toBe(200)
    expect(json.count).toEqual({ matched: 1, missing: 1, mismatched: 1 })
    expect(json.missing).toEqual(['cart-3'])
    expect(json.matched).toMatchObject([
      { reference: 'cart-1', amount_cents: 35_000, currency: 'USD', orders: [{}, {}] },
    ])
    expect(json.matched[0].orders.map((order: { order_public_id: string }) => order.order_public_id)).toEqual([
      one,
      two,
    ])
    expect(json.mismatched).toMatchObject([
      {
        reference: 'cart-2',
        expected_cents: 10_000,
        recorded_cents: 0,
        currency: 'USD',
        orders: [{ order_public_id: refunded, sale_price_cents: 10_000, status: 'REFUNDED' }],
      },
    ])
  })

  it('sees neither the orders of another partner nor those of the other environment', async () => {
    await sell(partner, 'mine')
    const live = await service.credential(partner, 'live')
    await service.operator('POST', `/partners/${partner.partnerId}/approve`)
    for (const who of [await service.partner(), live])
      expect((await reconcile(who, ['mine'])).json).toMatchObject({ matched: [], missing: ['mine'] })
  })

  it('refuses repeated references, amounts without a currency, and too many or none, and takes exactly the most', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`)
    const refused = [
      [],
      ['a', 'a'],
      ['a', { reference: 'a', amount_cents: 1, currency: 'USD' }],
      [{ reference: 'a' }],
      [{ reference: 'a', amount_cents: 1 }],
      [{ reference: 'a', amount_cents: -1, currency: 'USD' }],
      [{ reference: 'a', amount_cents: 1, currency: 'usd' }],
      [''],
      ['x'.repeat(256)],
      many(RECONCILE_REFERENCES_MAX + 1),
    ]
    for (const references of refused) {
      const { status, json } = await reconcile(partner, references)
      expect([JSON.stringify(references).slice(0, 60), status, json.error?.code]).toEqual([
        JSON.stringify(references).slice(0, 60),
        400,
        'validation_error',
      ])
    }
    expect((await reconcile(partner, many(RECONCILE_REFERENCES_MAX))).json.count.missing).toBe(RECONCILE_REFERENCES_MAX)
  })

  it('has its index', async () => {
    // By its definition: among the few rows here the planner may find another as good.
    const [index] = await service.db.many<{ indexdef: string }>(
      sql`select indexdef from pg_indexes where indexname = 'orders_by_own_payment_ref'`,
    )
    expect(index?.indexdef).toMatch(/\(partner_id, environment, external_payment_ref\b/)
  })
})
