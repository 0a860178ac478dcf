// The sample domains of the sandbox: there from the start, and for sale again some time after they were sold.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { createSales, type Sales } from '../../../test/sales.ts'
import { V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { SANDBOX_RELIST_SECONDS } from '../../kernel/limits.ts'
import { fillSandbox, refillSandbox } from './service/refill-sandbox.ts'

let service: TestService
let sales: Sales
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
})

const fill = () => service.db.tx((tx) => fillSandbox(tx, service.clock.now()))
const count = async () =>
  (await service.db.one<{ count: number }>(
    sql`select count(*)::int as count from listings where environment = 'sandbox' and status = 'listed'`,
  ))!.count

it('lists the samples and the magic domains once, and nothing live', async () => {
  expect(await fill()).toBe(true)
  const listed = await count()
  expect(listed).toBeGreaterThanOrEqual(2000)
  const { listing_id } = (await service.operator('GET', '/listings?environment=sandbox&domain=quickwheels.com')).json
    .listings[0]
  await service.operator('DELETE', `/listings/${listing_id}`)
  expect(await fill()).toBe(false)
  expect(await count()).toBe(listed - 1)
  const live = await service.db.many(sql`select 1 from listings where environment = 'live'`)
  expect(live).toEqual([])
})

it('lists a sold sample again after ten minutes, as a new listing, and leaves its order and other domains alone', async () => {
  const partner = await service.partner()
  const [{ domain, price_cents, currency }] = (await sales.get(partner, '/domains/search?q=coffee')).results
  const own = await service.list('sandbox', 'operators-own.com')
  const order = async (name: string, price: number, paidIn: string) =>
    service.signed(
      partner,
      'POST',
      `${V1}/orders`,
      { domain: name, expected_price: price, currency: paidIn, external_payment_ref: 'r' },
      { headers: { 'idempotency-key': `sold-${name}` } },
    )
  const sold = await order(domain, price_cents, currency)
  expect(sold.status).toBe(201)
  expect((await order(own.domain, own.price_cents, 'USD')).status).toBe(201)
  const standing = async (name: string) => (await sales.get(partner, `/availability?domain=${name}`)).reason
  expect(await refillSandbox(service.deps)).toBe(0)
  expect(await standing(domain)).toBe('sold')
  service.clock.advance(SANDBOX_RELIST_SECONDS + 1)
  expect(await refillSandbox(service.deps)).toBe(1)
  expect([await standing(domain), await standing(own.domain)]).toEqual([null, 'sold'])
  expect((await sales.get(partner, `/orders/${sold.json.public_id}`)).status).toBe('EXTERNALLY_PAID')
  await sales.booksHold()
  await service.signed(partner, 'POST', `${V1}/refunds`, { order_public_id: sold.json.public_id, reason: 'other' })
  expect(await standing(domain)).toBeNull()
  await sales.booksHold()
})

it('finds a sold sample behind many sold domains that are no samples', async () => {
  const partner = await service.partner()
  const own = await service.list('sandbox', 'many-own.com')
  await service.db.run(sql`
    insert into listings
    select c.* from listings l cross join generate_series(1, 600) n cross join lateral jsonb_populate_record(l, jsonb_build_object(
      'id', 'lst_' || lpad(n::text, 26, '0'), 'domain', 'many-own-' || n || '.com', 'status', 'sold',
      'updated_at', timestamptz '2020-01-01')) c
    where l.id = ${own.listing_id}`)
  const [{ domain, price_cents, currency }] = (await sales.get(partner, '/domains/search?q=garden')).results
  await service.signed(
    partner,
    'POST',
    `${V1}/orders`,
    { domain, expected_price: price_cents, currency, external_payment_ref: 'r' },
    { headers: { 'idempotency-key': `sold-${domain}` } },
  )
  service.clock.advance(SANDBOX_RELIST_SECONDS + 1)
  expect(await refillSandbox(service.deps)).toBe(1)
})
