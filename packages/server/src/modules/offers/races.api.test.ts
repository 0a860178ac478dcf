// One sale, whatever comes at the same time: accepts, counters, withdrawals, checkouts, quotes and orders of one domain.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createOffering } from '../../../test/offering.ts'
import type { Person } from '../../../test/person.ts'
import { sql } from '../../db/sql.ts'
import { OFFER_DECISION_SECONDS_MAX } from '../../kernel/limits.ts'

let service: TestService
let partner: TestPartner
let offering: ReturnType<typeof createOffering>
let seller: Person
let buyers: Person[]
beforeAll(async () => {
  service = await startTestService()
  await service.house()
  partner = await service.partner({ environment: 'live' })
  offering = createOffering(service)
  seller = await offering.newPerson()
  buyers = []
  for (let count = 0; count < 5; count++) buyers.push(await offering.newPerson())
})

describe('50 concurrent moves and checkouts of one domain', () => {
  it('give one sale', async () => {
    let sales = 0
    for (let round = 0; round < 4; round++) {
      const { domain } = await offering.list(seller, { floor: 50_000, auto: true })
      const ids = await Promise.all(buyers.map((buyer) => offering.made(buyer, domain, 60_000)))
      service.clock.advance(OFFER_DECISION_SECONDS_MAX)
      const checkout = (await offering.call(buyers[0]!, 'POST', '/market/checkout', { domain })).json.checkout_url
      const order = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' }
      const moves = [
        ...ids.flatMap((id, index) => [
          () => offering.asSeller(seller, id, 'accept'),
          () => offering.asSeller(seller, id, 'accept'),
          () => offering.asSeller(seller, id, 'counter', { amount_cents: 80_000 + index }),
          () => offering.asBuyer(buyers[index]!, id, 'accept'),
          () => offering.asBuyer(buyers[index]!, id, 'counter', { amount_cents: 70_000 }),
          () => offering.call(buyers[index]!, 'POST', '/market/checkout', { domain }),
          () => offering.show(buyers[index]!, id),
        ]),
        ...Array.from({ length: 4 }, () => async () => void (await offering.run('decide'))),
        ...Array.from({ length: 4 }, () => () => offering.pay(checkout)),
        ...Array.from({ length: 4 }, () => () => service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })),
        ...Array.from(
          { length: 3 },
          () => () =>
            service.signed(partner, 'POST', '/api/partner/v1/orders', order, {
              headers: { 'idempotency-key': randomUUID() },
            }),
        ),
      ]
      expect(moves.length).toBeGreaterThanOrEqual(50)
      const responses = await Promise.all(moves.map((move) => move()))
      for (const response of responses)
        if (response && 'status' in response && typeof response.status === 'number')
          expect(response.status).toBeLessThan(500)
      const accepted = await service.db.many<{ id: string }>(
        sql`select id from offers where domain = ${domain} and status = 'accepted'`,
      )
      expect(accepted.length).toBeLessThanOrEqual(1)
      // Buyers with an accepted offer pay now, several times.
      const urls = await Promise.all(
        accepted.map(async ({ id }) => (await offering.show(buyers[ids.indexOf(id)]!, id)).checkout_url),
      )
      await Promise.all(urls.flatMap((url) => [offering.pay(url), offering.pay(url), offering.pay(checkout)]))
      const sold = await offering.listSales(domain)
      expect(sold.length).toBeLessThanOrEqual(1)
      if (accepted.length === 1) expect(sold.map(({ salePriceCents }) => salePriceCents < 100_000)).toEqual([true])
      sales += sold.length
    }
    expect(sales).toBeGreaterThan(0)
    await offering.booksHold()
  }, 120_000)
})

describe('an accepted offer', () => {
  it('is sold once to 10 concurrent payments, and others are refused', async () => {
    const { domain } = await offering.list(seller)
    const [bob] = buyers
    const rival = (await offering.call(buyers[1]!, 'POST', '/market/checkout', { domain })).json.checkout_url
    const id = await offering.made(bob!, domain)
    expect((await offering.asSeller(seller, id, 'accept')).status).toBe(200)
    const url = (await offering.show(bob!, id)).checkout_url
    await Promise.all([
      ...Array.from({ length: 10 }, () => offering.pay(url)),
      ...Array.from({ length: 5 }, () => offering.pay(rival)),
      offering.asBuyer(bob!, id, 'withdraw'),
    ])
    const sold = await offering.listSales(domain)
    const { status } = await offering.show(bob!, id)
    expect([status, sold.length]).toEqual(status === 'paid' ? ['paid', 1] : ['withdrawn', sold.length])
    expect(sold.length).toBeLessThanOrEqual(1)
    await offering.booksHold()
  })

  it('stays reserved for a payment that began in time', async () => {
    const { domain, listingId } = await offering.list(seller)
    const id = await offering.made(buyers[2]!, domain)
    await offering.asSeller(seller, id, 'accept')
    const url = (await offering.show(buyers[2]!, id)).checkout_url
    const session = /cs_[0-9a-z]{26}/.exec(url)![0]
    await service.db.run(sql`
      update listings set reserved_until = ${service.clock.now()}::timestamptz + interval '5 seconds' where id = ${listingId}`)
    const { claimPayment } = await import('../checkout/service/pay.ts')
    const agreed = { priceCents: 60_000, currency: 'USD' }
    const client = { network: 'n', accountId: null }
    const claim = await service.db.tx((tx) =>
      claimPayment(service.deps, tx, session, { agreed, totalCents: null, attempt: null, client }),
    )
    expect(claim.kind).toBe('claimed')
    service.clock.advance(60)
    const market = await service.send({ method: 'GET', url: `/api/market/listings/${domain}` })
    expect(market.json.status).toBe('reserved')
    expect((await offering.asBuyer(buyers[2]!, id, 'withdraw')).json.error.message).toContain('payment')
  })
})
