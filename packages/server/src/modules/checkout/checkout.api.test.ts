// Checkout sessions through HTTP: every state and refusal, the sandbox helper, refunds, the partner's clock, the house.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { prepareHouse } from '../../service.ts'
import { createHouseSession } from './index.ts'

let service: TestService
let shop: ReturnType<typeof openShop>
let partner: TestPartner
let other: TestPartner
beforeAll(async () => {
  service = await startTestService()
  shop = openShop(service)
  partner = await service.partner()
  other = await service.partner()
  for (const name of ['held.test', 'sold-elsewhere.test', 'price-changes.test']) await service.list('sandbox', name)
})

const order = async (who: TestPartner, id: string) => (await service.signed(who, 'GET', `${V1}/orders/${id}`)).json
const sales = (domain: string) => service.db.many(sql`select * from orders where domain = ${domain}`)

describe('making a session', () => {
  it('answers the shape of the contract, for partners that are not merchant of record too', async () => {
    const reseller = await service.partner({ merchantOfRecord: false, commissionBps: 1200, scopes: ['embed'] })
    const { domain } = await shop.freshName()
    const response = await shop.createSession(reseller, domain, {
      buyer: { email: 'Ada@example.com', country: 'de' },
      metadata: { cart: 'a' },
    })
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({
      status: 'open',
      domain,
      price_cents: 100_000,
      currency: 'USD',
      commission_cents: 12_000,
      order_public_id: null,
      buyer: { email: 'Ada@example.com', name: null, country: 'DE' },
      metadata: { cart: 'a' },
    })
    const { session_id, checkout_url, created_at, expires_at } = response.json
    expect(checkout_url).toMatch(
      new RegExp(`^http://localhost:8080/checkout/${session_id}\\?pt=v1\\.[\\w-]+\\.[\\w-]+$`),
    )
    expect(new Date(expires_at).getTime() - new Date(created_at).getTime()).toBe(7 * 86_400_000)
    expect(await shop.show(reseller, session_id)).toEqual(response.json)
  })

  it('reserves nothing: several sessions, quotes and orders of one name stand beside each other', async () => {
    const { domain } = await shop.freshName()
    await shop.session(partner, domain)
    await shop.session(other, domain)
    expect((await service.signed(other, 'POST', `${V1}/quotes`, { domain })).status).toBe(201)
    const refused = await shop.createSession(partner, domain)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'domain_reserved'])
  })

  it.each([
    ['a name of 41 characters', { ['k'.repeat(41)]: 'x' }],
    ['more than 4096 bytes', Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`k${n}`, '漢'.repeat(400)]))],
    ['a member that is an object', { a: {} }],
  ])('refuses metadata with %s', async (_, metadata) => {
    const { domain } = await shop.freshName()
    const response = await shop.createSession(partner, domain, { metadata })
    expect([response.status, response.json.error.code]).toEqual([400, 'validation_error'])
  })

  it.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['//evil.example'],
    ['/relative'],
    ['https://'],
    ['https:\\\\evil.example'],
    ['https://user:pw@shop.example/'],
    ['ftp://shop.example/'],
    ['https://shop.example/ x'],
    ['https://shop.example\\@evil.example/'],
  ])('refuses the return and cancel address %s', async (address) => {
    const { domain } = await shop.freshName()
    for (const field of ['return_url', 'cancel_url']) {
      const response = await shop.createSession(partner, domain, { [field]: address })
      expect([response.status, response.json.error.code, response.json.error.details[0].field]).toEqual([
        400,
        'validation_error',
        field,
      ])
    }
  })

  it('answers 404 for an unlisted name or an unknown link, 409 for a sold one, and hides it from others', async () => {
    expect((await shop.createSession(partner, 'never-listed.test')).status).toBe(404)
    const { session_id, domain } = await shop.session(partner)
    for (const link_id of ['nonsense', 'lnk_01k9zq4x7v3m8n2p5r6s7t8w9y'])
      expect((await shop.createSession(partner, domain, { link_id })).status).toBe(404)
    expect((await shop.payHelper(partner, session_id)).json.status).toBe('completed')
    expect((await shop.createSession(partner, domain)).json.error.reason).toBe('domain_sold')
    expect((await service.signed(other, 'GET', `${V1}/checkout-session/${session_id}`)).status).toBe(404)
    expect((await shop.payHelper(other, session_id)).status).toBe(404)
  })

  it('replays under one Idempotency-Key', async () => {
    const { domain } = await shop.freshName()
    const body = { domain, return_url: 'https://shop.example/', cancel_url: 'https://shop.example/' }
    const options = { headers: { 'idempotency-key': 'checkout-1' } }
    const first = await service.signed(partner, 'POST', `${V1}/checkout-session`, body, options)
    const again = await service.signed(partner, 'POST', `${V1}/checkout-session`, body, options)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  })
})

describe('the sandbox helper', () => {
  it('pays: a service-collected order with its event, its journal and nothing owed', async () => {
    const { session_id, domain } = await shop.session(partner, undefined, { buyer: { email: 'ada@example.com' } })
    const paid = await shop.payHelper(partner, session_id)
    expect(paid.json).toMatchObject({ session_id, status: 'completed', commission_cents: 15_000 })
    const sold = await order(partner, paid.json.order_public_id)
    expect(sold).toMatchObject({
      domain,
      status: 'PAID',
      payment_model: 'service_collected',
      sale_price_cents: 100_000,
      commission_cents: 15_000,
      amount_owed_cents: 0,
      buyer: { email: 'ada@example.com' },
      return_url: 'https://shop.example/paid?cart=7',
    })
    expect(sold.timeline).toMatchObject([{ status: 'PAID', event: 'order.paid', actor: 'buyer' }])
    await service.historyShown()
    const events = await service.signed(partner, 'GET', `${V1}/events?limit=200`)
    const event = events.json.events.find(({ id }: { id: string }) => id === sold.timeline[0].event_id)
    expect(event).toMatchObject({
      type: 'order.paid',
      data: {
        order: { public_id: sold.public_id, domain, status: 'PAID', sale_price_cents: 100_000, currency: 'USD' },
      },
    })
    expect((await service.signed(other, 'GET', `${V1}/availability?domain=${domain}`)).json.reason).toBe('sold')
    const again = await shop.payHelper(partner, session_id)
    expect([again.status, again.json.error.reason]).toEqual([409, 'illegal_transition'])
    await shop.booksHold()
  })

  it('tells the partner of a session that was paid and of one that expired, once each and without the buyer', async () => {
    const one = await service.partner()
    const buyer = { email: 'ada@example.com' }
    const paid = await shop.session(one, undefined, { buyer, metadata: { cart: 'c-1' } })
    const left = await shop.session(one, undefined, { buyer, metadata: { cart: 'c-2' } })
    const sold = (await shop.payHelper(one, paid.session_id)).json
    for (let n = 0; n < 2; n++)
      await service.signed(one, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 7 * 86_400 })
    await service.historyShown()
    const { events } = (
      await service.signed(one, 'GET', `${V1}/events?limit=200&type=checkout.completed,checkout.expired`)
    ).json
    expect(events.map(({ type, data }: { type: string; data: unknown }) => [type, data])).toEqual([
      [
        'checkout.completed',
        {
          checkout_session: {
            session_id: paid.session_id,
            domain: paid.domain,
            status: 'completed',
            price_cents: 100_000,
            currency: 'USD',
            commission_cents: 15_000,
            order_public_id: sold.order_public_id,
            link_id: null,
            metadata: { cart: 'c-1' },
            expires_at: paid.expires_at,
          },
        },
      ],
      [
        'checkout.expired',
        {
          checkout_session: expect.objectContaining({
            session_id: left.session_id,
            status: 'expired',
            order_public_id: null,
            metadata: { cart: 'c-2' },
          }),
        },
      ],
    ])
  })

  it('declines, and is paid afterwards', async () => {
    const { session_id, domain } = await shop.session(partner)
    const declined = await shop.payHelper(partner, session_id, 'declined')
    expect([declined.status, declined.json.status, declined.json.last_payment_error]).toEqual([
      200,
      'open',
      'card_declined',
    ])
    expect((await service.signed(other, 'GET', `${V1}/availability?domain=${domain}`)).json.available).toBe(true)
    const paid = await shop.payHelper(partner, session_id, 'paid')
    expect([paid.json.status, paid.json.last_payment_error]).toEqual(['completed', null])
    expect(await sales(domain)).toHaveLength(1)
  })

  it('is for sandbox credentials only', async () => {
    const live = await service.partner({ environment: 'live' })
    const { session_id } = await shop.session(live)
    const response = await shop.payHelper(live, session_id)
    expect([response.status, response.json.error.reason]).toEqual([403, 'sandbox_only'])
  })

  it('charges no price that the session does not show', async () => {
    const listing = await shop.freshName()
    const { session_id } = await shop.session(partner, listing.domain)
    await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 120_000 })
    const refused = await shop.payHelper(partner, session_id)
    expect(refused.json).toMatchObject({
      status: 'open',
      price_cents: 120_000,
      commission_cents: 18_000,
      last_payment_error: 'price_changed',
      order_public_id: null,
    })
    const paid = await shop.payHelper(partner, session_id)
    expect((await order(partner, paid.json.order_public_id)).sale_price_cents).toBe(120_000)
  })

  it('freezes the commission when it is sold, not when the link is made', async () => {
    const seller = await service.partner()
    const first = await shop.session(seller)
    await service.operator('PATCH', `/partners/${seller.partnerId}`, { commission_bps: 2000 })
    const paid = await shop.payHelper(seller, first.session_id)
    expect(paid.json.commission_cents).toBe(20_000)
    await service.operator('PATCH', `/partners/${seller.partnerId}`, { commission_bps: 500 })
    expect((await shop.show(seller, first.session_id)).commission_cents).toBe(20_000)
  })

  it('holds what must be held, sells held.test again and again, and finds sold-elsewhere.test gone', async () => {
    const rich = await shop.freshName({ price_cents: 2_500_000 })
    for (const domain of [rich.domain, 'held.test', 'held.test']) {
      const paid = await shop.payHelper(partner, (await shop.session(partner, domain)).session_id)
      const held = await order(partner, paid.json.order_public_id)
      expect(held).toMatchObject({ status: 'MANUAL_REVIEW', held: true })
      expect(held.timeline.map(({ event }: { event: string }) => event)).toEqual(['order.paid', 'order.held'])
      const cleared = await service.operator('POST', `/orders/${held.public_id}/clear`)
      expect(cleared.json.status).toBe('PAID')
    }
    const gone = await shop.payHelper(partner, (await shop.session(partner, 'sold-elsewhere.test')).session_id)
    expect(gone.json).toMatchObject({ status: 'unavailable', order_public_id: null })
    await shop.booksHold()
  })
})

describe('other sales', () => {
  it('shows a session whose name was sold elsewhere as unavailable', async () => {
    const { session_id, domain } = await shop.session(partner)
    const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' }
    await service.signed(other, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': domain } })
    expect((await shop.show(partner, session_id)).status).toBe('unavailable')
    expect((await shop.payHelper(partner, session_id)).status).toBe(409)
    await service.background.runJobNow('checkout.expire')
    expect((await shop.show(partner, session_id)).status).toBe('unavailable')
  })

  it("lets the partner's own quote give way, gives it back after a decline, and spends it on the sale", async () => {
    const { session_id, domain } = await shop.session(partner)
    const quote = (await service.signed(partner, 'POST', `${V1}/quotes`, { domain })).json
    await shop.payHelper(partner, session_id, 'declined')
    const refused = await service.signed(other, 'POST', `${V1}/quotes`, { domain })
    expect(refused.json.error.reason).toBe('domain_reserved')
    const paid = await shop.payHelper(partner, session_id)
    expect((await order(partner, paid.json.order_public_id)).quote_id).toBe(quote.quote_id)
    expect((await service.signed(partner, 'GET', `${V1}/quotes/${quote.quote_id}`)).json.status).toBe('used')
    await shop.booksHold()
  })

  it("waits for another partner's quote", async () => {
    const { session_id, domain } = await shop.session(partner)
    const quote = (await service.signed(other, 'POST', `${V1}/quotes`, { domain })).json
    expect((await shop.payHelper(partner, session_id)).json).toMatchObject({
      status: 'open',
      last_payment_error: 'name_reserved',
    })
    await service.signed(other, 'DELETE', `${V1}/quotes/${quote.quote_id}`)
    expect((await shop.payHelper(partner, session_id)).json.status).toBe('completed')
  })
})

describe('time', () => {
  it("expires on the partner's own clock, and nobody else's", async () => {
    const [mine, theirs] = [await service.partner(), await service.partner()]
    const own = await shop.session(mine)
    const foreign = await shop.session(theirs)
    await service.signed(mine, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 7 * 86_400 - 60 })
    expect((await shop.show(mine, own.session_id)).status).toBe('open')
    await service.signed(mine, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 60 })
    expect((await shop.show(mine, own.session_id)).status).toBe('expired')
    expect((await shop.payHelper(mine, own.session_id)).json.error.reason).toBe('illegal_transition')
    await service.background.runJobNow('checkout.expire')
    expect((await shop.show(mine, own.session_id)).status).toBe('expired')
    expect((await shop.show(theirs, foreign.session_id)).status).toBe('open')
    expect((await shop.open(own.checkout_url)).status).toBe(410)
  })
})

describe('the hold of a payment', () => {
  it("ends on the partner's own clock: the name is free for all, and the card is not charged", async () => {
    const mine = await service.partner()
    const held = await shop.session(mine)
    await shop.payForm(held.checkout_url, '4000002500003155')
    const age = (who: TestPartner, seconds: number) =>
      service.signed(who, 'POST', `${V1}/sandbox/clock/advance`, { seconds })
    await age(other, 3600)
    await age(mine, 14 * 60)
    expect((await shop.show(mine, held.session_id)).status).toBe('processing')
    expect((await age(mine, 61)).status).toBe(200)
    expect(await shop.show(mine, held.session_id)).toMatchObject({ status: 'open', last_payment_error: 'timed_out' })
    expect((await service.signed(other, 'POST', `${V1}/quotes`, { domain: held.domain })).status).toBe(201)
    await shop.step(held.checkout_url, 'confirm', { answer: 'yes' })
    expect((await shop.show(mine, held.session_id)).order_public_id).toBeNull()
    await shop.booksHold()
  })
})

describe('refunds of what the service collected', () => {
  it.each(['refund', 'cancel'])('%s sends the money back through the provider', async (action) => {
    const { session_id, domain } = await shop.session(partner)
    const paid = await shop.payHelper(partner, session_id)
    const id = paid.json.order_public_id
    const asked = await service.signed(partner, 'POST', `${V1}/refunds`, { order_public_id: id, reason: 'other' })
    expect([asked.status, asked.json.error.reason]).toEqual([409, 'order_not_refundable'])
    expect((await service.operator('POST', `/orders/${id}/${action}`)).status).toBe(200)
    await shop.booksHold()
    const refundId = (await order(partner, id)).refund_id
    const refundStatus = async () =>
      refundId && (await service.signed(partner, 'GET', `${V1}/refunds/${refundId}`)).json.status
    expect(await refundStatus()).toBe(action === 'refund' ? 'pending' : null)
    await service.background.runJobNow('checkout.send_refunds')
    expect(await refundStatus()).toBe(action === 'refund' ? 'completed' : null)
    const sent = await service.db.one<{ status: string; providerRefundRef: string }>(
      sql`select status, provider_refund_ref from buyer_refunds where subject = ${id}`,
    )
    expect(sent).toEqual({ status: 'sent', providerRefundRef: expect.stringMatching(/^sbr_/) })
    const charge = await service.db.one(sql`select status from sandbox_charges where payment_id = ${`${session_id}.1`}`)
    expect(charge).toEqual({ status: 'refunded' })
    await service.background.runJobNow('checkout.send_refunds')
    await shop.booksHold()
    expect((await service.signed(other, 'GET', `${V1}/availability?domain=${domain}`)).json.available).toBe(true)
  })
})

describe('attribution and the house', () => {
  it('credits the link that the session names', async () => {
    const { domain } = await shop.freshName()
    const link = (await service.signed(other, 'POST', `${V1}/links`, { kind: 'domain', domain })).json
    const { session_id } = await shop.session(partner, domain, { link_id: link.link_id })
    const paid = await shop.payHelper(partner, session_id)
    const referred = await service.signed(other, 'GET', `${V1}/me/sales`)
    expect(referred.json.sales).toMatchObject([
      { link_id: link.link_id, order_public_id: paid.json.order_public_id, commission_cents: 10_000 },
    ])
    // The affiliate sees its sale, and nothing of the order: that is the seller's alone.
    const path = `/orders/${paid.json.order_public_id}`
    expect((await service.signed(other, 'POST', `${V1}/sandbox${path}/start_transfer`)).status).toBe(404)
    expect((await service.signed(other, 'GET', V1 + path)).status).toBe(404)
    expect((await service.signed(partner, 'GET', V1 + path)).json.status).toBe('PAID')
    await shop.booksHold()
  })

  it("credits the visitor's last click where the session names no link", async () => {
    const referrer = await service.partner()
    const link = (await service.signed(referrer, 'POST', `${V1}/links`, { kind: 'generic' })).json
    const { checkout_url, session_id } = await shop.session(partner)
    const page = await shop.open(checkout_url)
    const fields = { form: shop.formToken(page), email: 'ada@example.com', ...shop.cardFields('4242424242424242') }
    await shop.post(checkout_url, fields, { cookie: `a=b; fh_ref=${link.code}; c=d` })
    const { order_public_id } = await shop.show(partner, session_id)
    const referred = await service.signed(referrer, 'GET', `${V1}/me/sales`)
    expect(referred.json.sales).toMatchObject([{ link_id: link.link_id, order_public_id }])
  })

  it('sells on its own pages as a partner that earns nothing', async () => {
    await Promise.all([prepareHouse(service.deps), prepareHouse(service.deps)])
    const { domain } = await shop.freshName({}, 'live')
    const input = { domain, returnUrl: 'http://localhost:8080/bought', cancelUrl: 'http://localhost:8080/' }
    const { url, session } = await service.db.tx((tx) => createHouseSession(service.deps, tx, 'live', input))
    const response = await shop.payForm(url)
    expect(response.status).toBe(303)
    expect(response.headers.location).toMatch(
      new RegExp(`^http://localhost:8080/bought\\?session_id=${session.id}&order=ord_`),
    )
    const [sold] = await sales(domain)
    expect(sold).toMatchObject({ commissionCents: 0, salePriceCents: 100_000, status: 'PAID' })
    await shop.booksHold()
  })
})
