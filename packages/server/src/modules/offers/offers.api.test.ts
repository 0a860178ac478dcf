// Offers from the first amount to the sale: moves of both sides, limits, expiry, messages, and what happens to the listing.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { createOffering } from '../../../test/offering.ts'
import type { Person } from '../../../test/person.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let offering: ReturnType<typeof createOffering>
let seller: Person
let buyer: Person
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '1000' })
  await service.house()
  offering = createOffering(service)
  seller = await offering.newPerson()
  buyer = await offering.newPerson()
})

describe('an offer', () => {
  it('is countered, accepted and paid at the agreed price', async () => {
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const { domain } = await offering.list(ann)
    expect((await offering.call(ann, 'GET', '/seller/listings')).json.listings[0].sold_price_cents).toBeNull()
    const first = await offering.offer(bob, domain, 60_000, { message: 'Hello <b>there</b>\nhttps://evil.example' })
    expect(first.json).toMatchObject({
      domain,
      status: 'open',
      waiting_for: 'seller',
      amount_cents: 60_000,
      checkout_url: null,
      actions: [{ action: 'withdraw', to_status: 'withdrawn' }],
    })
    const id = first.json.offer_id
    const countered = await offering.asSeller(ann, id, 'counter', { amount_cents: 90_000, message: 'Too low' })
    expect(countered.json).toMatchObject({ status: 'countered_by_seller', waiting_for: 'buyer', amount_cents: 90_000 })
    expect((await offering.asBuyer(bob, id, 'counter', { amount_cents: 80_000 })).json).toMatchObject({
      status: 'countered_by_buyer',
      waiting_for: 'seller',
    })
    const accepted = await offering.asSeller(ann, id, 'accept')
    expect([accepted.status, accepted.json.status]).toEqual([200, 'accepted'])
    expect(accepted.json).not.toHaveProperty('checkout_url')
    const mine = await offering.show(bob, id)
    expect(mine.checkout_url).toContain('/checkout/cs_')
    const market = await service.send({ method: 'GET', url: `/api/market/listings/${domain}` })
    expect(market.json.status).toBe('reserved')
    const { page, paid } = await offering.pay(mine.checkout_url)
    expect(page.text).toContain('800')
    expect(paid.status).toBe(303)
    const shown = await offering.show(bob, id)
    expect(shown).toMatchObject({ status: 'paid', amount_cents: 80_000, checkout_url: null })
    expect(shown.moves.map(({ by, action }: { by: string; action: string }) => `${by} ${action}`)).toEqual([
      'buyer make',
      'seller counter',
      'buyer counter',
      'seller accept',
      'buyer pay',
    ])
    expect(await offering.listSales(domain)).toEqual([{ id: shown.order_public_id, salePriceCents: 80_000 }])
    const { sales } = (await offering.call(ann, 'GET', '/seller/sales')).json
    expect(sales[0]).toMatchObject({ price_cents: 80_000, fee_cents: 8000, proceeds_cents: 72_000 })
    const { listings } = (await offering.call(ann, 'GET', '/seller/listings')).json
    expect(listings).toMatchObject([{ status: 'sold', price_cents: 100_000, sold_price_cents: 80_000 }])
    const { orders } = (await offering.call(bob, 'GET', '/account/orders')).json
    expect(orders.map((order: { domain: string }) => order.domain)).toContain(domain)
    expect(await offering.mailTo(ann)).toEqual(['offer_received', 'offer_countered'])
    expect(await offering.mailTo(bob)).toEqual(['offer_countered', 'offer_accepted'])
    await offering.booksHold()
  })

  it('keeps messages as text: not in subjects, and escaped in HTML', async () => {
    const ann = await offering.newPerson()
    const { domain } = await offering.list(ann)
    const message = '<a href="https://evil.example">win</a>'
    await offering.offer(buyer, domain, 50_000, { message })
    const [row] = await service.db.many<{ id: string; content: { subject: string } }>(
      sql`select id, content from mail_messages where to_address = ${ann.email} and template = 'offer_received'`,
    )
    expect(row!.content.subject).not.toContain('evil')
    const { json } = await service.operator('GET', `/mail/${row!.id}`)
    expect(json.html).toContain('&lt;a href=')
    expect(json.html).not.toContain('<a href="https://evil.example">')
  })

  it('is refused where it makes no sense, and changes nothing', async () => {
    const { domain } = await offering.list(seller)
    const closed = await offering.list(seller, { accepts: false })
    const cases = [
      [await offering.offer(seller, domain), 409, 'own_listing'],
      [await offering.offer(buyer, closed.domain), 409, 'offers_not_accepted'],
      [await offering.offer(buyer, 'nobody-lists-this.com'), 404, undefined],
      [await offering.offer(buyer, domain, 100_000), 400, undefined],
      [await offering.offer(buyer, domain, 99), 400, undefined],
      [await offering.offer(buyer, domain, 60_000, { currency: 'EUR' }), 400, undefined],
      [await offering.offer(buyer, domain, 60_000, { message: 'x'.repeat(1001) }), 400, undefined],
      [await offering.offer(buyer, domain, 60_000, { message: 'a\u0000b' }), 400, undefined],
      [await offering.offer(buyer, 'not a domain'), 400, undefined],
    ] as const
    for (const [{ status, json }, expected, reason] of cases)
      expect([status, json.error.reason ?? undefined]).toEqual([expected, reason])
    const [row] = await service.db.many<{ n: number }>(
      sql`select count(*)::int as n from offers where domain in (${domain}, ${closed.domain})`,
    )
    expect(row!.n).toBe(0)
  })

  it('says to buy at the price when the amount reaches it', async () => {
    const { domain } = await offering.list(seller)
    const { json } = await offering.offer(buyer, domain, 100_000)
    expect(json.error.message).toContain('buy the domain at its price instead')
  })

  it('needs a confirmed account', async () => {
    const { domain } = await offering.list(seller)
    const body = JSON.stringify({ domain, amount_cents: 60_000, currency: 'USD' })
    const headers = { 'content-type': 'application/json' }
    expect((await service.send({ method: 'POST', url: '/api/market/offers', headers, body })).status).toBe(401)
    const carl = await offering.newPerson()
    await service.db.run(sql`update users set email_confirmed_at = null where id = ${carl.userId}`)
    const { status, json } = await offering.offer(carl, domain)
    expect([status, json.error.reason]).toEqual([403, 'email_unconfirmed'])
  })

  it('of a buyer whose address is not confirmed any more is not accepted, and says why', async () => {
    const { domain } = await offering.list(seller)
    const carl = await offering.newPerson()
    const id = await offering.made(carl, domain)
    await service.db.run(sql`update users set email_confirmed_at = null where id = ${carl.userId}`)
    const { status, json } = await offering.asSeller(seller, id, 'accept')
    expect([status, json.error.reason]).toEqual([409, 'illegal_transition'])
    expect(json.error.message).toContain('no confirmed email address')
  })

  it('is one at a time for a buyer and a domain, also when sent at the same time', async () => {
    const { domain } = await offering.list(seller)
    const responses = await Promise.all(Array.from({ length: 8 }, () => offering.offer(buyer, domain)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = responses.filter(({ status }) => status === 409)
    expect(refused.map(({ json }) => json.error.reason)).toEqual(Array(7).fill('offer_open'))
  })

  it('for one domain can be made 5 times in 30 days', async () => {
    const { domain } = await offering.list(seller)
    const carl = await offering.newPerson()
    for (let count = 0; count < 5; count++)
      expect((await offering.asBuyer(carl, await offering.made(carl, domain), 'withdraw')).status).toBe(200)
    expect((await offering.offer(carl, domain)).json.error.reason).toBe('too_many_offers')
  })

  it('is seen by its two sides only', async () => {
    const { domain } = await offering.list(seller)
    const id = await offering.made(buyer, domain, 55_000)
    const stranger = await offering.newPerson()
    for (const [person, path] of [
      [stranger, `/market/offers/${id}`],
      [stranger, `/seller/offers/${id}`],
      [seller, `/market/offers/${id}`],
      [buyer, `/seller/offers/${id}`],
      [buyer, '/market/offers/off_nothing'],
    ] as const)
      expect((await offering.call(person, 'GET', path)).status).toBe(404)
    expect((await offering.asSeller(buyer, id, 'accept')).status).toBe(404)
    const listed = (await offering.call(seller, 'GET', `/seller/offers?domain=${domain}&status=open`)).json.offers
    expect(listed).toHaveLength(1)
    expect(JSON.stringify(listed)).not.toContain(buyer.userId)
    const mine = (await offering.call(buyer, 'GET', `/market/offers?domain=${domain}`)).json.offers
    expect(mine).toHaveLength(1)
    expect(JSON.stringify(mine)).not.toContain(seller.userId)
  })

  it('is countered between what the two sides said last', async () => {
    const { domain } = await offering.list(seller)
    const id = await offering.made(buyer, domain, 50_000)
    const bySeller = (amount_cents: number) => offering.asSeller(seller, id, 'counter', { amount_cents })
    const byBuyer = (amount_cents: number) => offering.asBuyer(buyer, id, 'counter', { amount_cents })
    expect((await bySeller(90_000)).status).toBe(200)
    const lower = await byBuyer(50_000)
    expect([lower.status, lower.text.includes('above the 500.00 USD that the buyer offered last')]).toEqual([400, true])
    expect((await byBuyer(60_000)).status).toBe(200)
    const higher = await bySeller(90_000)
    expect([higher.status, higher.text.includes('below the 900.00 USD that the seller asked for last')]).toEqual([
      400,
      true,
    ])
    expect((await bySeller(89_999)).status).toBe(200)
    expect((await byBuyer(60_001)).json).toMatchObject({ status: 'countered_by_buyer', amount_cents: 60_001 })
  })

  it('cannot be moved by the side that does not have the turn', async () => {
    const { domain } = await offering.list(seller)
    const id = await offering.made(buyer, domain)
    for (const action of ['accept', 'decline'])
      expect((await offering.asBuyer(buyer, id, action)).json.error.reason).toBe('illegal_transition')
    expect((await offering.asSeller(seller, id, 'withdraw')).status).toBe(409)
    expect((await offering.asSeller(seller, id, 'counter', { amount_cents: 60_000 })).status).toBe(400)
    expect((await offering.asSeller(seller, id, 'decline', { message: 'No.' })).json.status).toBe('declined')
    expect((await offering.asSeller(seller, id, 'accept')).status).toBe(409)
    expect((await offering.asBuyer(buyer, id, 'withdraw')).status).toBe(409)
  })
})

describe('an accepted offer', () => {
  const accepted = async () => {
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const { domain, listingId } = await offering.list(ann)
    const id = await offering.made(bob, domain, 70_000)
    expect((await offering.asSeller(ann, id, 'accept')).status).toBe(200)
    return { ann, bob, domain, listingId, id }
  }

  it('reserves the domain: other buyers, quotes and orders are refused', async () => {
    const { domain, bob, id } = await accepted()
    const partner = await service.partner({ environment: 'live' })
    const headers = { 'idempotency-key': id }
    const order = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' }
    const refused = [
      await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain }),
      await service.signed(partner, 'POST', '/api/partner/v1/orders', order, { headers }),
      await offering.call(buyer, 'POST', '/market/checkout', { domain }),
      await offering.call(bob, 'POST', '/market/checkout', { domain }),
    ]
    for (const { status, json } of refused) expect([status, json.error.reason]).toEqual([409, 'domain_reserved'])
    const { json } = await service.signed(partner, 'GET', `/api/partner/v1/domains/${domain}`)
    expect([json.available, json.status]).toEqual([false, 'reserved'])
  })

  it('keeps its price when the listing changes, and the listing cannot be withdrawn', async () => {
    const { ann, bob, listingId, id, domain } = await accepted()
    const change = { price_cents: 500_000, floor_price_cents: 500_000 }
    expect((await offering.call(ann, 'PATCH', `/seller/listings/${listingId}`, change)).status).toBe(200)
    const withdrawn = await offering.call(ann, 'DELETE', `/seller/listings/${listingId}`)
    expect(withdrawn.json.error.reason).toBe('domain_reserved')
    await offering.pay((await offering.show(bob, id)).checkout_url)
    expect((await offering.listSales(domain)).map(({ salePriceCents }) => salePriceCents)).toEqual([70_000])
    await offering.booksHold()
  })

  it('is withdrawn by its buyer, and the domain returns to the market', async () => {
    const { ann, bob, domain, id } = await accepted()
    const url = (await offering.show(bob, id)).checkout_url
    expect((await offering.asSeller(ann, id, 'withdraw')).json.error.reason).toBe('illegal_transition')
    expect((await offering.asBuyer(bob, id, 'withdraw')).json.status).toBe('withdrawn')
    const market = await service.send({ method: 'GET', url: `/api/market/listings/${domain}` })
    expect(market.json.status).toBe('listed')
    expect((await offering.pay(url)).page.status).toBe(410)
    expect(await offering.listSales(domain)).toEqual([])
    expect((await offering.mailTo(ann)).at(-1)).toBe('offer_withdrawn')
    await offering.booksHold()
  })

  it('can still be paid after its buyer left the checkout', async () => {
    const { bob, domain, id } = await accepted()
    const url = (await offering.show(bob, id)).checkout_url
    const path = url.slice(service.deps.config.baseUrl.length).replace('?', '/cancel?')
    const left = await service.send({ method: 'POST', url: path })
    expect([left.status, left.headers.location]).toEqual([303, `${service.deps.config.baseUrl}/account/offers/${id}`])
    await offering.pay(url)
    expect(await offering.listSales(domain)).toHaveLength(1)
  })

  it('belongs to the account that made it, also when another is signed in at the checkout', async () => {
    const { bob, domain, id } = await accepted()
    await offering.pay((await offering.show(bob, id)).checkout_url, 'assistant@mail.example')
    const { orders } = (await offering.call(bob, 'GET', '/account/orders')).json
    expect(orders.map((order: { domain: string }) => order.domain)).toEqual([domain])
  })
})

describe('the seller', () => {
  it('who is frozen accepts and counters nothing', async () => {
    const ann = await offering.newPerson()
    const { domain } = await offering.list(ann)
    const id = await offering.made(buyer, domain)
    // The listing is reserved for a moment, so freezing leaves it on the market.
    const partner = await service.partner({ environment: 'live' })
    expect((await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })).status).toBe(201)
    await service.operator('POST', `/sellers/${ann.userId}/freeze`, { reason: 'test' })
    for (const [action, body] of [['accept'], ['counter', { amount_cents: 80_000 }]] as const)
      expect((await offering.asSeller(ann, id, action, body)).json.error.reason).toBe('seller_frozen')
    const carl = await offering.newPerson()
    expect((await offering.offer(carl, domain)).json.error.reason).toBe('offers_not_accepted')
  })

  it('cannot accept while a partner has reserved the domain', async () => {
    const { domain } = await offering.list(seller)
    const id = await offering.made(buyer, domain)
    const partner = await service.partner({ environment: 'live' })
    await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })
    expect((await offering.asSeller(seller, id, 'accept')).json.error.reason).toBe('domain_reserved')
    expect((await offering.show(buyer, id)).status).toBe('open')
  })

  it('sells at the price where it fell below the offer', async () => {
    const { domain, listingId } = await offering.list(seller)
    const id = await offering.made(buyer, domain, 90_000)
    await offering.call(seller, 'PATCH', `/seller/listings/${listingId}`, { price_cents: 75_000 })
    expect((await offering.asSeller(seller, id, 'accept')).json.amount_cents).toBe(75_000)
  })

  it('is an operator for the marketplace itself', async () => {
    const name = `own-${Date.now()}.com`
    const { domain } = await service.list('live', name, { accepts_offers: true })
    const id = await offering.made(buyer, domain)
    const { json } = await service.operator('GET', '/offers?seller=marketplace&status=open')
    expect(json.offers.map((offer: { offer_id: string }) => offer.offer_id)).toContain(id)
    expect((await service.operator('POST', `/offers/${id}/counter`, { amount_cents: 80_000 })).status).toBe(200)
    expect((await offering.asBuyer(buyer, id, 'accept')).json.status).toBe('accepted')
    await offering.pay((await offering.show(buyer, id)).checkout_url)
    expect((await offering.listSales(domain)).map(({ salePriceCents }) => salePriceCents)).toEqual([80_000])
    const other = await offering.made(buyer, (await offering.list(seller)).domain)
    expect((await service.operator('POST', `/offers/${other}/accept`)).status).toBe(404)
    await offering.booksHold()
  })
})

describe('an account', () => {
  it('exports its offers', async () => {
    const carl = await offering.newPerson()
    const { domain } = await offering.list(seller)
    await offering.made(carl, domain)
    const { json } = await offering.call(carl, 'GET', '/account/export')
    expect(json.offers).toMatchObject([{ as: 'buyer', domain, moves: [{ side: 'buyer', action: 'make' }] }])
    expect(JSON.stringify(json.offers)).not.toContain(seller.userId)
  })

  it('that is deleted withdraws its offers', async () => {
    const carl = await offering.newPerson()
    const { domain } = await offering.list(seller)
    const id = (await offering.offer(carl, domain, 60_000, { message: 'Call me.' })).json.offer_id
    expect((await offering.asSeller(seller, id, 'accept')).status).toBe(200)
    expect((await offering.call(carl, 'DELETE', '/account', { password: carl.password })).status).toBe(200)
    const [offer] = await service.db.many<{ status: string }>(sql`select status from offers where id = ${id}`)
    expect(offer!.status).toBe('withdrawn')
    const moves = await service.db.many<{ message: string | null }>(
      sql`select message from offer_moves where offer_id = ${id}`,
    )
    expect(moves.every(({ message }) => message === null)).toBe(true)
    const market = await service.send({ method: 'GET', url: `/api/market/listings/${domain}` })
    expect(market.json.status).toBe('listed')
    await offering.booksHold()
  })
})
