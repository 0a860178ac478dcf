// A reset returns a partner's sandbox to its first state: nothing of it is left, and nothing of anyone else is touched.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createSales, type Sales } from '../../../test/sales.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { prepareHouse } from '../../service.ts'

let service: TestService
let sales: Sales
beforeAll(async () => {
  service = await startTestService()
  await prepareHouse(service.deps)
  sales = createSales(service)
})

const reset = (who: TestPartner, headers: Record<string, string> = {}) =>
  service.signed(who, 'POST', `${V1}/sandbox/reset`, undefined, { headers })

const LISTS = {
  '/orders': 'orders',
  '/refunds': 'refunds',
  '/settlements': 'settlements',
  '/transactions': 'transactions',
  '/payouts': 'payouts',
  '/links': 'links',
  '/me/sales': 'sales',
  '/me/commissions': 'entries',
  '/brokerage': 'cases',
  '/events': 'events',
  '/webhooks/endpoints': 'endpoints',
  '/webhooks/deliveries': 'deliveries',
  '/sandbox/mail': 'messages',
}

const countAll = async (who: TestPartner) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(LISTS).map(async ([path, field]) => [path, (await sales.get(who, path))[field].length]),
    ),
  )

/** Something of everything: sales in every status, statements, payouts, referral, brokerage, webhooks, mail. */
async function fill(who: TestPartner) {
  await service.signed(who, 'PUT', '/api/partner/webhooks', { url: 'http://127.0.0.1:9/hook', secret: 'x'.repeat(20) })
  await service.signed(who, 'PATCH', `${V1}/delivery`, {
    registrar_iana_id: 146,
    registrar_account: 'ACME-1',
    contact_email: 'ops@example.com',
  })
  const shop = openShop(service)
  await sales.deliver(await sales.sell(who))
  await sales.deliver(await sales.sellAtCheckout(who))
  await sales.run(who)
  const open = await sales.sell(who)
  await service.signed(who, 'POST', `${V1}/refunds`, { order_public_id: open, reason: 'other', amount_cents: 100 })
  const gone = await sales.sell(who)
  await service.signed(who, 'POST', `${V1}/refunds`, { order_public_id: gone, reason: 'other' })
  const session = await shop.session(who, undefined, { buyer: { email: 'ada@example.com' } })
  await shop.payHelper(who, session.session_id)
  const { domain } = await service.list('sandbox', `reset-${randomUUID()}.com`)
  await service.signed(who, 'POST', `${V1}/quotes`, { domain })
  const link = (await service.signed(who, 'POST', `${V1}/links`, { kind: 'product', product: 'marketplace' })).json
  const bought = await service.list('sandbox', `referred-${randomUUID()}.com`)
  const referred = await service.signed(who, 'POST', `${V1}/sandbox/links/${link.link_id}/sale`, {
    domain: bought.domain,
  })
  expect(referred.text).toContain('sal_')
  const wish = { domain: `wish-${randomUUID()}.test`, tier: 'managed', buyer_email: 'ada@example.com', budget: 10_000 }
  const { case_id } = (await service.signed(who, 'POST', `${V1}/brokerage`, wish)).json
  for (let step = 0; step < 5; step++) await service.signed(who, 'POST', `${V1}/sandbox/brokerage/${case_id}/advance`)
  expect((await sales.get(who, `/brokerage/${case_id}`)).status).toBe('completed')
  await sales.advance(who, 40 * 86_400)
  const paid = { partner_id: who.partnerId, kind: 'commission', environment: 'sandbox' }
  expect((await service.operator('POST', '/payouts', paid)).text).toContain('pay_')
  await service.historyShown()
  return { open, quoted: domain as string }
}

it('empties every list, frees the domains, sets the clock back, and leaves the books balanced', async () => {
  const [one, other] = [await service.partner({ affiliate: true }), await service.partner({ affiliate: true })]
  const { open, quoted } = await fill(one)
  await fill(other)
  const before = await countAll(other)
  const { domain } = await sales.get(one, `/orders/${open}`)
  expect(Object.entries(await countAll(one)).filter(([, count]) => count === 0)).toEqual([])

  const done = await reset(one)
  expect([done.status, done.json.offset_seconds]).toEqual([200, 0])
  await service.historyShown()
  expect(Object.entries(await countAll(one)).filter(([, count]) => count !== 0)).toEqual([])
  expect((await service.signed(one, 'GET', `${V1}/orders/${open}`)).status).toBe(404)
  expect((await service.signed(one, 'GET', '/api/partner/webhooks')).status).toBe(404)
  expect((await sales.get(one, '/sandbox/clock')).offset_seconds).toBe(0)
  expect((await sales.get(one, '/analytics')).orders).toEqual([])
  for (const name of [domain, quoted])
    expect((await sales.get(other, `/availability?domain=${name}`)).available).toBe(true)
  await sales.booksHold()

  expect(await countAll(other)).toEqual(before)
  expect((await sales.get(other, '/sandbox/clock')).offset_seconds).toBeGreaterThan(0)
  await fill(one)
  await sales.booksHold()
  expect((await reset(one)).status).toBe(200)
  await sales.booksHold()
})

it('runs once under one idempotency key, and forgets the keys of what it deleted', async () => {
  const one = await service.partner()
  const { domain, price_cents } = await service.list('sandbox', `again-${randomUUID()}.com`)
  const order = () =>
    service.signed(
      one,
      'POST',
      `${V1}/orders`,
      { domain, expected_price: price_cents, currency: 'USD', external_payment_ref: 'r' },
      { headers: { 'idempotency-key': 'one' } },
    )
  const first = await order()
  const headers = { 'idempotency-key': 'reset-1' }
  expect((await reset(one, headers)).status).toBe(200)
  const second = await order()
  expect(second.status).toBe(201)
  expect(second.json.public_id).not.toBe(first.json.public_id)
  expect((await reset(one, headers)).headers['idempotent-replayed']).toBe('true')
  expect((await sales.get(one, '/orders')).orders).toHaveLength(1)
})

it('is for the sandbox only, and live records stay', async () => {
  const live = await service.partner({ environment: 'live' })
  const refused = await reset(live)
  expect([refused.status, refused.json.error.reason]).toEqual([403, 'sandbox_only'])
})

it('refuses to delete orders that earned another partner commission', async () => {
  const [seller, referrer] = [await service.partner(), await service.partner({ affiliate: true })]
  const link = (await service.signed(referrer, 'POST', `${V1}/links`, { kind: 'product', product: 'marketplace' })).json
  const shop = openShop(service)
  const session = await shop.session(seller, undefined, { link_id: link.link_id, buyer: { email: 'ada@example.com' } })
  await shop.payHelper(seller, session.session_id)
  const refused = await reset(seller)
  expect([refused.status, refused.json.error.code]).toEqual([409, 'conflict'])
  expect((await sales.get(seller, '/orders')).orders).toHaveLength(1)
})

it('opens no other way to delete statements and commission', async () => {
  const one = await service.partner({ affiliate: true })
  await fill(one)
  await expect(service.db.run(sql`delete from settlement_lines`)).rejects.toThrow('are kept')
  await expect(service.db.run(sql`delete from commission_entries`)).rejects.toThrow('append-only')
  await expect(service.db.run(sql`delete from ledger_journals`)).rejects.toThrow('append-only')
})

it.runIf(databaseKind === 'postgres')('lets a sale that is placed meanwhile wait, and keeps it whole', async () => {
  const who = await service.partner()
  const first = await sales.sell(who)
  let resetting: ReturnType<typeof reset> | undefined
  let selling: Promise<string> | undefined
  // The reset stops here, after it has cleared sums and deliveries.
  await service.db.tx(async (tx) => {
    await tx.run(sql`select from order_timeline where order_id = ${first} for update`)
    resetting = reset(who)
    await sleep(300)
    selling = sales.sell(who)
    await sleep(300)
  })
  expect((await resetting!).status).toBe(200)
  const kept = await selling!
  const { orders } = await sales.get(who, '/orders')
  expect(orders.map(({ public_id }: { public_id: string }) => public_id)).toEqual([kept])
  expect((await sales.get(who, '/transactions')).totals).toMatchObject([{ count: 1 }])
  expect((await service.operator('GET', '/ledger/check')).json.ok).toBe(true)
})
