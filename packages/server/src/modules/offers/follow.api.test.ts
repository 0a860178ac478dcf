// What the service does with offers: the floor decides and shows nowhere, time ends them, the listing closes them.
import { beforeAll, describe, expect, it } from 'vitest'
import { buyDomain } from '../../../test/guest.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { createOffering, type OfferTerms } from '../../../test/offering.ts'
import type { Person } from '../../../test/person.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { OFFER_DECISION_SECONDS_MAX, OFFER_RESERVATION_SECONDS, OFFER_SECONDS } from '../../kernel/limits.ts'
import { OFFER_CHECKS } from '../audit/store/offer-checks.ts'

let service: TestService
let offering: ReturnType<typeof createOffering>
let seller: Person
let buyer: Person
beforeAll(async () => {
  service = await startTestService()
  await service.house()
  offering = createOffering(service)
  seller = await offering.newPerson()
  buyer = await offering.newPerson()
})

const readStatus = async (id: string) =>
  (await service.db.one<{ status: string }>(sql`select status from offers where id = ${id}`))?.status

describe('the floor', () => {
  it('accepts automatically from the floor on, where the seller chose so', async () => {
    const cases = [
      [{ floor: 60_000, auto: true }, 60_000, 'accepted'],
      [{ floor: 60_000, auto: true }, 59_999, 'open'],
      [{ floor: 60_000, auto: false }, 90_000, 'open'],
      [{ auto: true }, 99_999, 'open'],
    ] as const
    const ids: string[] = []
    for (const [terms, amount] of cases)
      ids.push(await offering.made(await offering.newPerson(), (await offering.list(seller, terms)).domain, amount))
    await offering.run('decide')
    expect(await Promise.all(ids.map(readStatus))).toEqual(['open', 'open', 'open', 'open'])
    await offering.decide()
    expect(await Promise.all(ids.map(readStatus))).toEqual(cases.map(([, , expected]) => expected))
  })

  it("accepts in the seller's name, and only the seller sees that it was automatic", async () => {
    const { domain } = await offering.list(seller, { floor: 80_000, auto: true })
    const bob = await offering.newPerson()
    const id = await offering.made(bob, domain, 80_000)
    await offering.decide()
    const mine = await offering.show(bob, id)
    expect(mine.status).toBe('accepted')
    expect(JSON.stringify(mine)).not.toContain('automatic')
    const theirs = (await offering.call(seller, 'GET', `/seller/offers/${id}`)).json
    expect(theirs.moves.at(-1)).toMatchObject({ by: 'seller', action: 'accept', automatic: true })
    expect((await offering.mailTo(bob)).at(-1)).toBe('offer_accepted')
    expect(await offering.mailTo(seller)).toContain('offer_agreed')
  })

  it('decides about the first amount of a buyer, and leaves later ones to the seller', async () => {
    const { domain } = await offering.list(seller, { floor: 60_000, auto: true })
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const decided = async (person: Person, amount: number) => {
      const id = await offering.made(person, domain, amount)
      const [row] = await service.db.many<{ decideAt: Date | null }>(sql`select decide_at from offers where id = ${id}`)
      expect(row!.decideAt).not.toBeNull()
      await offering.decide()
      return { id, status: await readStatus(id) }
    }
    const tooLow = await decided(bob, 50_000)
    await offering.asBuyer(bob, tooLow.id, 'withdraw')
    const enough = await decided(bob, 70_000)
    expect([tooLow.status, enough.status]).toEqual(['open', 'open'])
    await offering.asSeller(seller, enough.id, 'counter', { amount_cents: 95_000 })
    expect((await offering.asBuyer(bob, enough.id, 'counter', { amount_cents: 80_000 })).status).toBe(200)
    await offering.decide()
    expect(await readStatus(enough.id)).toBe('countered_by_buyer')
    await offering.asBuyer(bob, enough.id, 'withdraw')

    const first = await decided(ann, 60_000)
    await offering.asBuyer(ann, first.id, 'withdraw')
    const second = await decided(ann, 60_000)
    expect([first.status, second.status]).toEqual(['accepted', 'open'])

    const ids = [tooLow.id, enough.id, first.id]
    await service.db.run(sql`update offer_moves set at = at - interval '30 days' where offer_id = any(${ids})`)
    expect((await decided(bob, 70_000)).status).toBe('accepted')
  })

  it('does not decide after an acceptance that was not paid, so that several accounts cannot search', async () => {
    const { domain } = await offering.list(seller, { floor: 60_000, auto: true })
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const first = await offering.made(ann, domain, 80_000)
    await offering.decide()
    const [during, after] = [await offering.made(bob, domain, 70_000), await offering.newPerson()]
    await offering.decide()
    await offering.asBuyer(ann, first, 'withdraw')
    const lower = await offering.made(after, domain, 65_000)
    await offering.decide()
    expect(await Promise.all([first, during, lower].map(readStatus))).toEqual(['withdrawn', 'open', 'open'])
    expect((await offering.asSeller(seller, during, 'accept')).status).toBe(200)
  })

  it('waits while the domain is reserved', async () => {
    const { domain } = await offering.list(seller, { floor: 50_000, auto: true })
    const partner = await service.partner({ environment: 'live' })
    const id = await offering.made(await offering.newPerson(), domain)
    service.clock.advance(OFFER_DECISION_SECONDS_MAX)
    const quote = await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })
    await offering.run('decide')
    expect(await readStatus(id)).toBe('open')
    expect(
      (await service.signed(partner, 'DELETE', `/api/partner/v1/quotes/${quote.json.quote_id}`)).status,
    ).toBeLessThan(300)
    service.clock.advance(60)
    await offering.run('decide')
    expect(await readStatus(id)).toBe('accepted')
  })

  it('decides about the others where one offer fails', async () => {
    const terms = { floor: 50_000, auto: true }
    const [broken, sound] = [await offering.list(seller, terms), await offering.list(seller, terms)]
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    // Accepted without a reservation, which the service never does: the index refuses a second one.
    const planted = await offering.made(ann, broken.domain)
    await service.db.run(sql`update offers set status = 'accepted', decide_at = null where id = ${planted}`)
    const ids = [await offering.made(bob, broken.domain), await offering.made(bob, sound.domain)]
    await service.db.run(sql`update offers set decide_at = ${service.clock.now()} where id = ${ids[0]!}`)
    await offering.decide()
    expect(await Promise.all(ids.map(readStatus))).toEqual(['open', 'accepted'])
    await service.db.run(
      sql`update offers set status = 'withdrawn', decide_at = null where id in (${planted}, ${ids[0]!})`,
    )
  })

  /** Everything that a buyer can see of an offer, without names, IDs and times. */
  async function observe(terms: OfferTerms, amount: number) {
    const bob = await offering.newPerson()
    const { domain } = await offering.list(seller, terms)
    const page = await service.send({ method: 'GET', url: `/domains/${domain}` })
    const seen = [
      await service.send({ method: 'GET', url: `/api/market/listings/${domain}` }),
      await offering.offer(bob, domain, amount),
    ]
    const id = seen[1]!.json.offer_id
    await offering.decide()
    seen.push(
      await offering.call(bob, 'GET', `/market/offers/${id}`),
      await offering.call(bob, 'GET', '/market/offers'),
      await service.send({ method: 'GET', url: `/api/market/listings/${domain}` }),
      await offering.offer(bob, domain, amount),
    )
    const clean = (text: string) =>
      text
        .replaceAll(domain, 'the-domain.com')
        .replaceAll(domain.replace('.com', ''), 'the-domain')
        .replace(/\b(off|lst|req)_[0-9a-z]{26}/g, '$1_id')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    const mails = await offering.mailTo(bob)
    return {
      responses: seen.map(({ status, text }) => [status, clean(text)]),
      mails,
      page: [page.status, page.text.includes('floor')],
    }
  }

  it('shows nowhere: an offer below two floors looks the same', async () => {
    const low = await observe({ floor: 60_000, auto: true }, 50_000)
    const high = await observe({ floor: 99_000, auto: true }, 50_000)
    const off = await observe({ floor: 50_000, auto: false }, 50_000)
    expect(high).toEqual(low)
    expect(off).toEqual(low)
    expect(JSON.stringify(low)).not.toMatch(/floor|60000|99000/)
  })

  it('is not known from the response to an offer above it', async () => {
    const { responses: above } = await observe({ floor: 40_000, auto: true }, 50_000)
    const { responses: below } = await observe({ floor: 60_000, auto: true }, 50_000)
    expect(above[1]).toEqual(below[1])
  })

  it('leaves no trace in the offer that it did not accept', async () => {
    const { domain } = await offering.list(seller, { floor: 90_000, auto: true })
    const bob = await offering.newPerson()
    const id = await offering.made(bob, domain)
    const before = await offering.show(bob, id)
    await offering.decide()
    expect(await offering.show(bob, id)).toEqual(before)
  })
})

describe('a listing that changes', () => {
  it('closes the offers of a domain that is sold, and tells the buyers', async () => {
    const { domain } = await offering.list(seller)
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const [lost, won] = [await offering.made(ann, domain, 55_000), await offering.made(bob, domain, 65_000)]
    expect((await offering.asSeller(seller, won, 'accept')).status).toBe(200)
    expect((await offering.asSeller(seller, lost, 'accept')).json.error.reason).toBe('domain_reserved')
    await offering.pay((await offering.show(bob, won)).checkout_url)
    expect((await offering.asSeller(seller, lost, 'accept')).json.error.reason).toBe('domain_sold')
    await offering.run('follow')
    expect(await offering.show(ann, lost)).toMatchObject({ status: 'closed', closed_reason: 'sold', actions: [] })
    expect((await offering.mailTo(ann)).at(-1)).toBe('offer_closed')
    expect(await readStatus(won)).toBe('paid')
  })

  it('does not tell the buyer who bought the domain at its price that someone else did', async () => {
    const [ann, bob, carl] = [await offering.newPerson(), await offering.newPerson(), await offering.newPerson()]
    const [signedIn, guest] = [await offering.list(seller), await offering.list(seller)]
    const ids = [
      await offering.made(ann, signedIn.domain),
      await offering.made(bob, signedIn.domain),
      await offering.made(bob, guest.domain),
      await offering.made(carl, guest.domain),
    ]
    const own = await offering.call(ann, 'POST', '/market/checkout', { domain: signedIn.domain })
    await offering.pay(own.json.checkout_url, ann.email)
    await buyDomain(service, { domain: guest.domain, email: bob.email })
    await offering.run('follow')
    expect(await Promise.all(ids.map(readStatus))).toEqual(Array(4).fill('closed'))
    expect(await offering.mailTo(ann)).toEqual([])
    expect(await offering.mailTo(bob)).toEqual(['offer_closed'])
    expect(await offering.mailTo(carl)).toEqual(['offer_closed'])
  })

  it('closes the offers of a domain that is withdrawn or gets another currency', async () => {
    const withdrawn = await offering.list(seller)
    const changed = await offering.list(seller)
    const ids = [await offering.made(buyer, withdrawn.domain), await offering.made(buyer, changed.domain)]
    await offering.call(seller, 'DELETE', `/seller/listings/${withdrawn.listingId}`)
    await offering.call(seller, 'PATCH', `/seller/listings/${changed.listingId}`, { currency: 'EUR' })
    expect((await offering.asSeller(seller, ids[1]!, 'accept')).status).toBe(409)
    await offering.run('follow')
    const shown = await Promise.all(ids.map((id) => offering.show(buyer, id)))
    expect(shown.map(({ closed_reason }) => closed_reason)).toEqual(['unlisted', 'currency_changed'])
  })

  it('keeps offers when only its price changes, or it accepts no more offers', async () => {
    const { domain, listingId } = await offering.list(seller)
    const id = await offering.made(buyer, domain)
    const change = { price_cents: 200_000, accepts_offers: false }
    expect((await offering.call(seller, 'PATCH', `/seller/listings/${listingId}`, change)).status).toBe(200)
    await offering.run('follow')
    expect((await offering.asSeller(seller, id, 'accept')).json).toMatchObject({
      status: 'accepted',
      amount_cents: 60_000,
    })
  })
})

describe('the checks', () => {
  it('report a planted bug each', async () => {
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const paid = await offering.made(bob, (await offering.list(ann)).domain)
    await offering.asSeller(ann, paid, 'accept')
    await offering.pay((await offering.show(bob, paid)).checkout_url)
    const accepted = await offering.made(bob, (await offering.list(ann)).domain)
    await offering.asSeller(ann, accepted, 'accept')
    await offering.booksHold()
    const MUTANTS: Record<string, Sql> = {
      reservations_have_their_offer: sql`update offers set status = 'withdrawn' where id = ${accepted}`,
      paid_offers_have_their_order: sql`update offers set amount_cents = amount_cents + 1 where id = ${paid}`,
    }
    expect(Object.keys(MUTANTS)).toEqual(OFFER_CHECKS.map(({ name }) => name))
    for (const [check, bug] of Object.entries(MUTANTS))
      expect([...(await findingsAfter(service, planted(bug)))]).toContain(check)
  })
})

// Last: the clock moves by days, and sessions of people end with it.
describe('time', () => {
  it('expires an accepted offer after 72 hours, and the domain returns to the market', async () => {
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const { domain } = await offering.list(ann)
    const id = await offering.made(bob, domain)
    await offering.asSeller(ann, id, 'accept')
    const url = (await offering.show(bob, id)).checkout_url
    service.clock.advance(OFFER_RESERVATION_SECONDS - 1)
    await offering.run('follow')
    expect(await readStatus(id)).toBe('accepted')
    service.clock.advance(1)
    const market = await service.send({ method: 'GET', url: `/api/market/listings/${domain}` })
    expect(market.json.status).toBe('listed')
    await offering.run('follow')
    expect(await readStatus(id)).toBe('expired')
    expect((await offering.pay(url)).page.status).toBe(410)
    expect(await offering.listSales(domain)).toEqual([])
    expect((await offering.mailTo(bob)).at(-1)).toBe('offer_expired')
    expect((await offering.mailTo(ann)).at(-1)).toBe('offer_expired')
    await offering.booksHold()
  })

  it('lets another offer be accepted at the end of a reservation, before the job has come', async () => {
    const [ann, bob, carl, dora] = await Promise.all(Array.from({ length: 4 }, () => offering.newPerson()))
    const manual = await offering.list(ann!)
    const unpaid = await offering.made(bob!, manual.domain)
    expect((await offering.asSeller(ann!, unpaid, 'accept')).status).toBe(200)
    const next = await offering.made(carl!, manual.domain, 70_000)
    service.clock.advance(OFFER_RESERVATION_SECONDS)
    expect((await offering.asSeller(ann!, next, 'accept')).json).toMatchObject({ status: 'accepted' })
    expect(await readStatus(unpaid)).toBe('expired')
    expect((await offering.mailTo(bob!)).at(-1)).toBe('offer_expired')
    service.clock.advance(OFFER_RESERVATION_SECONDS)
    await service.db.run(
      sql`update listings set auto_accept_offers = true, floor_price_cents = 50000 where id = ${manual.listingId}`,
    )
    const third = await offering.made(dora!, manual.domain, 80_000)
    await offering.decide()
    expect([await readStatus(next), await readStatus(third)]).toEqual(['expired', 'accepted'])
    await offering.booksHold()
  })

  it('expires an offer 7 days after its last move', async () => {
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const { domain } = await offering.list(ann)
    const id = await offering.made(bob, domain)
    service.clock.advance(OFFER_SECONDS / 2)
    expect((await offering.asSeller(ann, id, 'counter', { amount_cents: 90_000 })).status).toBe(200)
    service.clock.advance(OFFER_SECONDS - 1)
    await offering.run('follow')
    expect(await readStatus(id)).toBe('countered_by_seller')
    service.clock.advance(1)
    await offering.run('follow')
    await offering.run('follow')
    expect(await readStatus(id)).toBe('expired')
    expect((await offering.mailTo(bob)).filter((template) => template === 'offer_expired')).toHaveLength(1)
  })

  it('lets nobody act on an offer that expired, before the job has come', async () => {
    const [ann, bob] = [await offering.newPerson(), await offering.newPerson()]
    const terms = { floor: 50_000, auto: true }
    const [open, automatic, countered] = [
      await offering.list(ann),
      await offering.list(ann, terms),
      await offering.list(ann),
    ]
    const ids = [
      await offering.made(bob, open.domain),
      await offering.made(bob, automatic.domain),
      await offering.made(bob, countered.domain),
    ] as const
    await offering.asSeller(ann, ids[2], 'counter', { amount_cents: 90_000 })
    service.clock.advance(OFFER_SECONDS)
    const refused = [
      await offering.asSeller(ann, ids[0], 'accept'),
      await offering.asSeller(ann, ids[0], 'counter', { amount_cents: 90_000 }),
      await offering.asBuyer(bob, ids[2], 'accept'),
      await offering.asBuyer(bob, ids[2], 'counter', { amount_cents: 80_000 }),
      await offering.asBuyer(bob, ids[0], 'withdraw'),
      await offering.asSeller(ann, ids[0], 'decline'),
    ]
    for (const { status, json } of refused) {
      expect([status, json.error.reason]).toEqual([409, 'illegal_transition'])
      expect(json.error.message).toContain('The offer expired at')
    }
    expect(await offering.show(bob, ids[2])).toMatchObject({ actions: [], waiting_for: null })
    await offering.run('decide')
    expect(await readStatus(ids[1])).toBe('open')
    const [row] = await service.db.many<{ decideAt: Date | null }>(
      sql`select decide_at from offers where id = ${ids[1]}`,
    )
    expect(row!.decideAt).toBeNull()
    await offering.run('follow')
    expect(await Promise.all(ids.map(readStatus))).toEqual(['expired', 'expired', 'expired'])
  })
})
