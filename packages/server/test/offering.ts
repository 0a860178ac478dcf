// Offers for tests: a seller's listing that accepts them, both sides, and the checkout at the agreed price.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { OFFER_DECISION_SECONDS_MAX } from '../src/kernel/limits.ts'
import { giveDomains } from '../src/modules/domains/index.ts'
import { openBrowser, overInject } from './browser.ts'
import type { TestService } from './harness.ts'
import { newPerson, type Person } from './person.ts'
import { GOOD_CARD, openShop } from './shop.ts'

export type OfferTerms = { price?: number; floor?: number; auto?: boolean; accepts?: boolean }

export function createOffering(service: TestService) {
  const shop = openShop(service)

  const call = (person: Person, method: string, path: string, body?: unknown) =>
    service.send({
      method,
      url: `/api${path}`,
      headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  /** A domain of the seller that is on the market. */
  async function list(seller: Person, { price = 100_000, floor, auto = false, accepts = true }: OfferTerms = {}) {
    const domain = `offered-${randomUUID().slice(0, 18)}.com`
    await service.db.tx((tx) =>
      giveDomains(tx, { accountId: seller.userId, email: null }, [domain], service.clock.now()),
    )
    const terms = { price_cents: price, ...(floor === undefined ? {} : { floor_price_cents: floor }), currency: 'USD' }
    const offers = { accepts_offers: accepts, auto_accept_offers: auto }
    const { status, json } = await call(seller, 'POST', '/seller/listings', { domain, ...terms, ...offers })
    expect([status, json.status]).toEqual([201, 'listed'])
    return { domain, listingId: json.listing_id as string }
  }

  const offer = (buyer: Person, domain: string, amount = 60_000, more: object = {}) =>
    call(buyer, 'POST', '/market/offers', { domain, amount_cents: amount, currency: 'USD', ...more })

  /** An offer that was made. */
  async function made(buyer: Person, domain: string, amount = 60_000): Promise<string> {
    const { status, json } = await offer(buyer, domain, amount)
    expect([status, json.error]).toEqual([201, undefined])
    return json.offer_id
  }

  const asBuyer = (buyer: Person, id: string, action: string, body?: object) =>
    call(buyer, 'POST', `/market/offers/${id}/${action}`, body)
  const asSeller = (seller: Person, id: string, action: string, body?: object) =>
    call(seller, 'POST', `/seller/offers/${id}/${action}`, body)
  const show = async (buyer: Person, id: string) => (await call(buyer, 'GET', `/market/offers/${id}`)).json

  const run = (job: 'decide' | 'follow') => service.background.runJobNow(`offers.${job}`)
  /** The floor has decided about every offer that was made until now. */
  async function decide(): Promise<void> {
    service.clock.advance(OFFER_DECISION_SECONDS_MAX)
    await run('decide')
  }

  /** The buyer pays on the checkout page. */
  async function pay(url: string, email = 'payer@mail.example') {
    const browser = openBrowser(overInject(service))
    const path = url.slice(service.deps.config.baseUrl.length)
    const page = await browser.open(path)
    const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    return { page, paid: await browser.post(path, { form, email, ...shop.cardFields(GOOD_CARD) }) }
  }

  const mailTo = async (person: Person) =>
    (
      await service.db.many<{ template: string }>(
        sql`select template from mail_messages where to_address = ${person.email} and template like 'offer%' order by id`,
      )
    ).map(({ template }) => template)

  const listSales = (domain: string) =>
    service.db.many<{ id: string; salePriceCents: number }>(
      sql`select id, sale_price_cents from orders where domain = ${domain} and status not in ('REFUNDED', 'CANCELLED')`,
    )

  return {
    call,
    list,
    offer,
    made,
    asBuyer,
    asSeller,
    show,
    run,
    decide,
    pay,
    mailTo,
    listSales,
    booksHold: shop.booksHold,
    newPerson: () => newPerson(service),
  }
}
