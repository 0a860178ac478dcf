// Money of sellers: shares of a sale, holds, refunds, payouts, freezing, messages and access.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createSelling } from '../../../test/selling.ts'
import { sql } from '../../db/sql.ts'
import { PROCEEDS_HOLD_SECONDS } from '../../kernel/limits.ts'

let service: TestService
let partner: TestPartner
let selling: ReturnType<typeof createSelling>
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '1000' })
  partner = await service.partner({ environment: 'live', commissionBps: 2000 })
  selling = createSelling(service)
})

const entries = async (journal: string) =>
  Object.fromEntries(
    (
      await service.db.many<{ account: string; cents: number }>(
        sql`select account, amount_cents as cents from ledger_entries where journal = ${journal}`,
      )
    ).map(({ account, cents }) => [account, cents]),
  )

describe('a sale', () => {
  it('by a partner is shared between partner, marketplace and seller, and payable 7 days after delivery', async () => {
    const seller = await selling.newSeller()
    const id = await selling.sell(partner, await selling.list(seller))
    const [sale] = (await selling.call(seller, 'GET', '/sales')).json.sales
    expect(sale).toMatchObject({
      order_id: id,
      status: 'sold',
      price_cents: 100_000,
      commission_cents: 20_000,
      fee_bps: 1000,
      fee_cents: 10_000,
      proceeds_cents: 70_000,
      payable_at: null,
    })
    expect((await selling.balance(seller)).balances).toEqual([
      {
        currency: 'USD',
        pending_cents: 70_000,
        payable_cents: 0,
        disputed_cents: 0,
        in_transit_cents: 0,
        paid_out_cents: 0,
      },
    ])
    expect((await service.operator('GET', `/orders/${id}`)).json.seller).toEqual({
      user_id: seller.userId,
      email: seller.email,
    })
    await selling.run('follow_sales')
    expect(await selling.mailTo(seller)).toContain('domain_sold')
    await selling.deliver(id)
    expect(await entries(`${id}:delivered`)).toEqual({
      order_deferred: 100_000,
      commission_prepaid: -20_000,
      seller_fees: -10_000,
      proceeds_held: -70_000,
    })
    service.clock.advance(PROCEEDS_HOLD_SECONDS - 60)
    await selling.run('follow_sales')
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ pending_cents: 70_000, payable_cents: 0 })
    service.clock.advance(60)
    await selling.run('follow_sales')
    await selling.run('follow_sales')
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ pending_cents: 0, payable_cents: 70_000 })
    expect((await selling.mailTo(seller)).filter((template) => template === 'domain_sold')).toHaveLength(1)
    await selling.booksHold()
  })

  it('is shown to operators as the seller sees it', async () => {
    const [seller, other] = [await selling.newSeller(), await selling.newSeller()]
    await selling.sell(partner, await selling.list(seller))
    await selling.list(other)
    const { sales } = (await selling.call(seller, 'GET', '/sales')).json
    expect(sales).toHaveLength(1)
    expect((await service.operator('GET', `/sellers/${seller.userId}/sales`)).json.sales).toEqual(sales)
    expect((await service.operator('GET', `/sellers/${other.userId}/sales`)).json.sales).toEqual([])
    expect((await service.operator('GET', '/sellers/usr_unknown/sales')).status).toBe(404)
  })

  it('at the hosted checkout pays the seller from the collected money', async () => {
    const seller = await selling.newSeller()
    const id = await selling.sellAtCheckout(await selling.list(seller))
    expect((await selling.call(seller, 'GET', '/sales')).json.sales[0]).toMatchObject({
      commission_cents: 0,
      fee_cents: 10_000,
      proceeds_cents: 90_000,
    })
    await selling.deliver(id)
    await selling.endHolds()
    expect((await selling.balance(seller)).balances[0].payable_cents).toBe(90_000)
    await selling.booksHold()
  })

  it('keeps the fee that it was made with', async () => {
    const seller = await selling.newSeller()
    const domain = await selling.list(seller)
    const other = await startTestService({ SELLER_FEE_BPS: '250' }, { on: { db: service.db, url: service.url } })
    const id = await selling.sell(partner, domain)
    const next = await selling.list(seller)
    await createSelling(other).sell(partner, next)
    const { sales } = (await selling.call(seller, 'GET', '/sales')).json
    expect(sales.map((sale: { fee_bps: number }) => sale.fee_bps).sort()).toEqual([1000, 250])
    await selling.deliver(id)
    await selling.booksHold()
  })

  it('of the marketplace itself earns no seller anything', async () => {
    const { domain } = await service.list('live', `own-${Date.now()}.com`)
    const id = await selling.sell(partner, domain)
    await selling.deliver(id)
    expect(await entries(`${id}:delivered`)).toMatchObject({ domain_sales: -100_000, partner_commission: 20_000 })
    await selling.booksHold()
  })

  it('that is refunded earns nothing, and the domain is on the market again', async () => {
    const seller = await selling.newSeller()
    const domain = await selling.list(seller)
    await selling.move(await selling.sell(partner, domain), 'refund')
    expect((await selling.call(seller, 'GET', '/sales')).json.sales[0].status).toBe('reversed')
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ pending_cents: 0, payable_cents: 0 })
    expect(await selling.mailTo(seller)).toContain('sale_reversed')
    expect((await selling.call(seller, 'GET', '/listings')).json.listings[0].status).toBe('listed')
    await selling.deliver(await selling.sell(partner, domain))
    await selling.booksHold()
  })

  it('that is refunded partly earns its share of the rest', async () => {
    const seller = await selling.newSeller()
    const id = await selling.sell(partner, await selling.list(seller, { price: 99_999 }), { price: 99_999 })
    const refund = { order_public_id: id, reason: 'other', amount_cents: 33_333 }
    expect((await service.signed(partner, 'POST', '/api/partner/v1/refunds', refund)).status).toBe(201)
    const [sale] = (await selling.call(seller, 'GET', '/sales')).json.sales
    expect(sale).toMatchObject({ price_cents: 66_666, fee_cents: 6667 })
    expect(sale.commission_cents + sale.fee_cents + sale.proceeds_cents).toBe(66_666)
    await selling.deliver(id)
    await selling.endHolds()
    expect((await selling.balance(seller)).balances[0].payable_cents).toBe(sale.proceeds_cents)
    await selling.booksHold()
  })
})

describe('a payout', () => {
  /** A seller with a payable amount. */
  async function payable(price = 100_000, currency = 'USD') {
    const seller = await selling.newSeller()
    await selling.deliver(
      await selling.sell(partner, await selling.list(seller, { price, currency }), { price, currency }),
    )
    await selling.endHolds()
    return seller
  }

  it('on request needs a destination, is sent by an operator, and is mailed', async () => {
    const seller = await payable()
    const early = await selling.call(seller, 'POST', '/payouts', {})
    expect([early.status, early.json.error.reason]).toEqual([409, 'no_payout_destination'])
    expect((await selling.balance(seller)).payout_block).toBe('no_destination')
    const { status, json } = await selling.setBank(seller)
    expect([status, json.bank_reference]).toEqual([200, 'DE89 3704 0044 0532 0130 00'])
    expect((await selling.balance(seller)).destination).toMatchObject({ kind: 'manual', hint: '…3000' })
    const audit = await service.db.one<{ input: unknown }>(
      sql`select input from audit_log where route = 'operator.sellers.destination' order by id desc limit 1`,
    )
    expect(JSON.stringify(audit)).not.toContain('3704')

    const asked = await selling.call(seller, 'POST', '/payouts', {})
    expect([asked.status, asked.json.payouts]).toMatchObject([201, [{ amount_cents: 70_000, status: 'pending' }]])
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, in_transit_cents: 70_000 })
    const again = await selling.call(seller, 'POST', '/payouts', {})
    expect([again.status, again.json.error.reason]).toEqual([409, 'nothing_to_pay'])
    await selling.booksHold()

    const [{ payout_id }] = asked.json.payouts
    const paid = await service.operator('POST', `/seller-payouts/${payout_id}/paid`, { reference: 'SEPA 1' })
    expect(paid.json).toMatchObject({ status: 'paid', actions: [{ action: 'returned', to_status: 'reversed' }] })
    const twice = await service.operator('POST', `/seller-payouts/${payout_id}/failed`, { reason: 'x' })
    expect([twice.status, twice.json.error.reason]).toEqual([409, 'illegal_transition'])
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ in_transit_cents: 0, paid_out_cents: 70_000 })
    expect((await selling.call(seller, 'GET', '/payouts')).json.payouts[0]).toMatchObject({ reference: 'SEPA 1' })
    expect(await selling.mailTo(seller)).toContain('seller_payout_sent')
    await selling.booksHold()
  })

  it('by bank transfer waits in the work queue until it is sent, unless the seller is frozen', async () => {
    const seller = await payable()
    await selling.setBank(seller)
    const [{ payout_id }] = (await selling.call(seller, 'POST', '/payouts', {})).json.payouts
    const findWaiting = async () => {
      const { items } = (await service.operator('GET', '/queue/seller_payouts_to_send')).json
      return items.find(({ id }: { id: string }) => id === payout_id)
    }
    expect(await findWaiting()).toMatchObject({ title: seller.email, amount_cents: 70_000, currency: 'USD' })
    const url = `/sellers/${seller.userId}`
    await service.operator('POST', `${url}/freeze`, { reason: 'A question.' })
    expect(await findWaiting()).toBeUndefined()
    await service.operator('POST', `${url}/unfreeze`)
    expect(await findWaiting()).toBeDefined()
    await service.operator('POST', `/seller-payouts/${payout_id}/paid`, { reference: 'SEPA 2' })
    expect(await findWaiting()).toBeUndefined()
  })

  it('by bank transfer is shown as one not to send when a sale of it was taken back, and the rest is payable again', async () => {
    const seller = await payable()
    const id = await selling.sellAtCheckout(await selling.list(seller))
    await selling.deliver(id)
    await selling.endHolds()
    await selling.setBank(seller)
    const [made] = (await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})).json.payouts
    expect(made.hold).toBeNull()
    await service.operator('POST', `/orders/${id}/refund_after_delivery`, { reason: 'Stolen domain.' })
    const { payouts } = (await service.operator('GET', `/seller-payouts?user_id=${seller.userId}`)).json
    expect(payouts).toMatchObject([{ payout_id: made.payout_id, status: 'pending', hold: 'taken_back' }])
    const { items } = (await service.operator('GET', '/queue/seller_payouts_to_send')).json
    expect(items.find((item: { id: string }) => item.id === made.payout_id)).toMatchObject({ status: 'taken_back' })
    const failed = await service.operator('POST', `/seller-payouts/${made.payout_id}/failed`, { reason: 'Taken back' })
    expect(failed.json).toMatchObject({ status: 'failed', hold: null })
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 70_000, in_transit_cents: 0 })
    await selling.booksHold()
  })

  it('by bank transfer that the bank returned is payable again, and is mailed', async () => {
    const seller = await payable()
    await selling.setBank(seller)
    const [{ payout_id }] = (await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})).json.payouts
    const returned = () =>
      service.operator('POST', `/seller-payouts/${payout_id}/returned`, { reason: 'Closed account' })
    expect((await returned()).json.error.reason).toBe('illegal_transition')
    const paid = await service.operator('POST', `/seller-payouts/${payout_id}/paid`, { reference: 'SEPA 3' })
    expect(paid.json.actions.map(({ action }: { action: string }) => action)).toEqual(['returned'])
    expect((await returned()).json).toMatchObject({
      status: 'reversed',
      failure_reason: 'Closed account',
      reversed_cents: 70_000,
      actions: [],
    })
    expect((await returned()).status).toBe(409)
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 70_000, paid_out_cents: 0 })
    expect(await selling.mailTo(seller)).toContain('bank_payout_failed')
    const again = await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
    expect(again.json.payouts).toMatchObject([{ amount_cents: 70_000 }])
    await selling.booksHold()
  })

  it('that failed is payable again', async () => {
    const seller = await payable()
    await selling.setBank(seller)
    const { json } = await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
    await service.operator('POST', `/seller-payouts/${json.payouts[0].payout_id}/failed`, { reason: 'Account closed' })
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 70_000, in_transit_cents: 0 })
    await selling.booksHold()
  })

  it('on request has a minimum of 5,000 minor units', async () => {
    const seller = await payable(7140)
    await selling.setBank(seller)
    expect((await selling.balance(seller)).balances[0].payable_cents).toBe(4998)
    expect((await selling.call(seller, 'POST', '/payouts', {})).json.error.reason).toBe('nothing_to_pay')
    const byOperator = await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
    expect(byOperator.json.payouts[0].amount_cents).toBe(4998)
  })

  it('is made once, however many ask at the same time', async () => {
    const seller = await payable()
    await selling.setBank(seller)
    const replies = await Promise.all(Array.from({ length: 8 }, () => selling.call(seller, 'POST', '/payouts', {})))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    await selling.booksHold()
  })

  it('is monthly, and tells sellers without a destination', async () => {
    const [rich, poor, frozen] = [await payable(), await payable(), await payable()]
    await selling.setBank(rich)
    await selling.setBank(frozen)
    await service.operator('POST', `/sellers/${frozen.userId}/freeze`, { reason: 'Stolen domain' })
    await service.db.run(sql`delete from service_state where key = 'seller_payouts'`)
    await selling.run('pay_monthly')
    await selling.run('pay_monthly')
    expect((await selling.call(rich, 'GET', '/payouts')).json.payouts).toMatchObject([
      { amount_cents: 70_000, requested_by: 'monthly' },
    ])
    expect((await selling.call(poor, 'GET', '/payouts')).json.payouts).toEqual([])
    expect((await selling.call(frozen, 'GET', '/payouts')).json.payouts).toEqual([])
    const letters = (await selling.mailTo(poor)).filter((template) => template === 'payout_destination_missing')
    expect(letters).toHaveLength(1)
    await selling.booksHold()
  })

  it('of one seller that fails holds no other back, is reported, and is tried again', async () => {
    const sellers = [await payable(), await payable(), await payable()]
    for (const seller of sellers.slice(0, 2)) await selling.setBank(seller)
    const [broken, other, poor] = sellers.map(({ userId }) => userId)
    await service.db.run(sql`delete from service_state where key = 'seller_payouts'`)
    const planted = `create index planted on seller_payouts ((1 / (seller_id <> '${broken}')::int))`
    await service.db.run(sql([planted] as unknown as TemplateStringsArray))
    const paid = async () =>
      (
        await service.db.many<{ sellerId: string }>(
          sql`select seller_id from seller_payouts where seller_id in (${broken}, ${other}, ${poor})`,
        )
      ).map(({ sellerId }) => sellerId)
    await expect(selling.run('pay_monthly')).rejects.toThrow(`1 sellers failed: ${broken}`)
    expect(await paid()).toEqual([other])
    await expect(selling.run('pay_monthly')).rejects.toThrow(broken)
    await service.db.run(sql`drop index planted`)
    await selling.run('pay_monthly')
    expect((await paid()).sort()).toEqual([broken, other].sort())
    const told = (await selling.mailTo(sellers[2]!)).filter((template) => template === 'payout_destination_missing')
    expect(told).toHaveLength(1)
    await selling.booksHold()
  })

  it('asks no seller for a destination while everything payable is disputed', async () => {
    const seller = await payable()
    const setDisputed = (open: boolean) =>
      service.db.run(sql`
        update orders set dispute_open = ${open}
        where id in (select order_id from seller_sales where seller_id = ${seller.userId})`)
    const pay = async () => {
      await service.db.run(sql`delete from service_state where key = 'seller_payouts'`)
      await selling.run('pay_monthly')
      return (await selling.mailTo(seller)).filter((template) => template === 'payout_destination_missing').length
    }
    await setDisputed(true)
    expect(await pay()).toBe(0)
    await setDisputed(false)
    expect(await pay()).toBe(1)
  })
})

describe('operators', () => {
  it('freeze a seller: no listings, no payouts, open listings leave the market', async () => {
    const seller = await selling.newSeller()
    const domain = await selling.list(seller)
    const pending = await selling.call(seller, 'POST', '/listings', {
      domain: `wait-${domain}`,
      price_cents: 1,
      currency: 'USD',
    })
    const url = `/sellers/${seller.userId}`
    expect((await service.operator('POST', `${url}/freeze`, { reason: 'Stolen domain' })).json).toMatchObject({
      frozen_reason: 'Stolen domain',
      payout_block: 'frozen',
      listed_count: 0,
      pending_count: 0,
    })
    expect((await service.operator('POST', `${url}/freeze`, { reason: 'again' })).status).toBe(409)
    const listing = { domain: `new-${domain}`, price_cents: 1, currency: 'USD' }
    expect((await selling.call(seller, 'POST', '/listings', listing)).json.error.reason).toBe('seller_frozen')
    const verified = await service.operator('POST', `/seller-listings/${pending.json.listing_id}/verify`, {
      reason: 'Signed letter',
    })
    expect(verified.status).toBe(409)
    expect((await selling.call(seller, 'POST', '/payouts', {})).json.error.reason).toBe('seller_frozen')
    expect((await service.operator('GET', '/sellers?frozen=true')).json.sellers).toContainEqual(
      expect.objectContaining({ user_id: seller.userId, email: seller.email }),
    )
    expect((await service.operator('POST', `${url}/unfreeze`)).json.frozen_at).toBeNull()
    expect((await selling.call(seller, 'POST', '/listings', listing)).status).toBe(201)
  })

  it('verify a listing by hand', async () => {
    const seller = await selling.newSeller()
    const { json } = await selling.call(seller, 'POST', '/listings', {
      domain: `hand-${Date.now()}.com`,
      price_cents: 5000,
      currency: 'EUR',
    })
    const { listings } = (await service.operator('GET', `/sellers/${seller.userId}/listings`)).json
    expect(listings).toContainEqual(
      expect.objectContaining({ listing_id: json.listing_id, status: 'pending_verification' }),
    )
    const verified = await service.operator('POST', `/seller-listings/${json.listing_id}/verify`, {
      reason: 'Signed letter',
    })
    expect(verified.json).toMatchObject({ status: 'listed', verification: { method: 'operator' } })
    expect((await selling.mailTo(seller)).filter((template) => template === 'listing_verified')).toHaveLength(1)
    const { audit } = (await service.operator('GET', '/audit?route=operator.sellers.verify_listing')).json
    expect(JSON.stringify(audit[0])).toContain('Signed letter')
    expect((await service.operator('POST', `/seller-listings/${json.listing_id}/verify`, {})).status).toBe(400)
    expect(
      (await service.operator('POST', `/seller-listings/${json.listing_id}/verify`, { reason: 'Signed letter' }))
        .status,
    ).toBe(409)
  })

  it('get 404 for accounts that sell nothing', async () => {
    const person = await selling.newSeller()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '/destination', { kind: 'manual', bank_reference: 'DE89' }],
      ['POST', '/freeze', { reason: 'x' }],
      ['POST', '/payouts', {}],
    ] as const)
      expect((await service.operator(method, `/sellers/${person.userId}${path}`, body)).status).toBe(404)
  })
})

describe('an account', () => {
  it('that never sold has an empty balance', async () => {
    const person = await selling.newSeller()
    expect(await selling.balance(person)).toEqual({
      balances: [],
      destination: null,
      payout_block: 'no_destination',
      minimum_payout_cents: 5000,
      fee_bps: 1000,
    })
  })

  it('is not deleted while money is owed to it, and takes its listings along', async () => {
    const seller = await selling.newSeller()
    const remove = () =>
      service.send({
        method: 'DELETE',
        url: '/api/account',
        headers: { ...seller.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ password: seller.password }),
      })
    const id = await selling.sell(partner, await selling.list(seller))
    await selling.deliver(id)
    const refused = await remove()
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'owns_domains'])
    await selling.endHolds()
    await selling.setBank(seller)
    const { json } = await selling.call(seller, 'POST', '/payouts', {})
    await service.operator('POST', `/seller-payouts/${json.payouts[0].payout_id}/paid`, { reference: 'r' })
    const { json: listed } = await selling.call(seller, 'POST', '/listings', {
      domain: `left-${Date.now()}.com`,
      price_cents: 5000,
      currency: 'USD',
    })
    await service.operator('POST', `/seller-listings/${listed.listing_id}/verify`, { reason: 'Signed letter' })
    expect((await remove()).status).toBe(200)
    const left = await service.db.one<{ status: string }>(
      sql`select status from listings where id = ${listed.listing_id}`,
    )
    expect(left!.status).toBe('withdrawn')
    await selling.booksHold()
  })
})
