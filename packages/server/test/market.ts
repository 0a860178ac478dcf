// A small market for random histories: partners who are affiliates too, sellers, buyers with accounts, domains to sell, and the processor
// of payments: the sandbox cards, or Stripe, which also sends payouts.
import { randomUUID } from 'node:crypto'
import { sql } from '../src/db/sql.ts'
import { getAddedTax } from '../src/kernel/contracts/sale-tax.ts'
import { createListing } from '../src/modules/catalog/service/list.ts'
import { signForm } from '../src/modules/checkout/rules/tokens.ts'
import { checkoutKeys } from '../src/modules/checkout/service/open.ts'
import { giveDomains } from '../src/modules/domains/index.ts'
import { holdActiveSeller, publishListings } from '../src/modules/sellers/index.ts'
import { computeTax, findTaxSettings } from '../src/modules/tax/index.ts'
import type { TestPartner, TestService } from './harness.ts'
import { reportDispute, reportPaid, type StripeDouble } from './market-stripe.ts'
import { newPerson, type Person } from './person.ts'
import { DISPUTED_CARD } from './route-samples-disputes.ts'
import { openShop, V1 } from './shop.ts'
import { postNotice } from './stripe-double.ts'

const COMMISSION_BPS = [0, 1500, 9900]
const PEOPLE = 3
/** Domains are listed several at a time. */
const LOTS = 6
const PRICE_MIN = 100
const PRICE_SPAN = 2_000_000
const PRICE_STEP = 780_791

/** A domain for sale; `seller` is null for the marketplace's own. */
export type Lot = { domain: string; price: number; currency: string; seller: number | null }

export type Market = Awaited<ReturnType<typeof openMarket>>

/** Who buys: with and without a VAT ID, which reverse charge needs, and from a country without a rate. */
const BUYERS = [{ country: 'DE' }, { country: 'FR' }, { country: 'FR', vat_id: 'FR12345678901' }, { country: 'US' }]

/** `stripe` is null where buyers pay with sandbox cards. */
export async function openMarket(service: TestService, stripe: StripeDouble | null) {
  const shop = openShop(service)
  await service.house()
  const partners: TestPartner[] = []
  const links: string[] = []
  for (const commissionBps of COMMISSION_BPS) {
    const partner = await service.partner({ environment: 'live', commissionBps, affiliate: true })
    partners.push(partner)
    links.push((await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })).json.link_id)
  }
  const sellers: Person[] = []
  const buyers: Person[] = []
  for (let at = 0; at < PEOPLE; at++) {
    sellers.push(await newPerson(service))
    buyers.push(await newPerson(service))
  }
  const shelves = new Map<number | null, Lot[]>()

  /** Each third one accepts offers at half the price without asking. Some lots are in another currency. */
  async function stock(seller: number | null, price: number): Promise<Lot[]> {
    const currency = price % 4 === 3 ? 'EUR' : 'USD'
    const lots = Array.from({ length: LOTS }, (_, at) => ({
      domain: `lot-${randomUUID().slice(0, 18)}.com`,
      price: PRICE_MIN + ((price + at * PRICE_STEP) % PRICE_SPAN),
      currency,
      seller,
    }))
    const now = service.clock.now()
    const terms = lots.map(({ domain, price: priceCents }, at) => ({
      domain,
      priceCents,
      floorPriceCents: Math.ceil(priceCents / 2),
      currency,
      acceptsOffers: true,
      autoAcceptOffers: at % 3 === 0,
    }))
    await service.db.tx(async (tx) => {
      if (seller === null) {
        for (const one of terms) await createListing(tx, { environment: 'live', ...one }, now)
        return
      }
      const { userId } = sellers[seller]!
      await holdActiveSeller(tx, userId, now)
      const names = lots.map(({ domain }) => domain)
      await giveDomains(tx, { accountId: userId, email: null }, names, now)
      await publishListings(tx, userId, terms, now)
    })
    return lots
  }

  /** A domain that nobody has asked for yet; throws where an operator paused the seller. */
  async function take(seller: number | null, price: number): Promise<Lot> {
    const shelf = shelves.get(seller) ?? []
    if (shelf.length === 0) shelf.push(...(await stock(seller, price)))
    shelves.set(seller, shelf)
    return shelf.pop()!
  }

  // Who lists a domain is a seller. The last one has no bank account.
  for (const who of sellers.keys()) await take(who, 0)
  for (const { userId } of sellers.slice(0, -1))
    await service.operator('PUT', `/sellers/${userId}/destination`, { kind: 'manual', bank_reference: 'DE89 3704' })
  // Where there is Stripe, they are paid through it.
  if (stripe) for (const seller of sellers.slice(0, -1)) await openAccount(seller, stripe)

  async function openAccount({ headers }: Person, { connect, signForAccount }: StripeDouble): Promise<void> {
    const json = { ...headers, 'content-type': 'application/json' }
    await service.send({ method: 'POST', url: '/api/seller/payout-account', headers: json, body: '{}' })
    const ref = [...connect.accounts.keys()].at(-1)
    const now = Math.floor(service.clock.now().getTime() / 1000)
    await postNotice(service, signForAccount('account.updated', ref!, connect.complete(ref!), now, now + 1))
  }

  /** The processor has the money; a card for disputes has one. */
  async function capture(sessionId: string, card: string): Promise<void> {
    const payment = await service.db.one<{ intent: string | null; amountCents: number; currency: string }>(sql`
      select provider_ref as intent, amount_cents, currency from payments where session_id = ${sessionId} order by attempt desc limit 1`)
    if (!stripe || !payment?.intent) return
    await reportPaid(service, stripe, payment.intent)
    const { intent, amountCents, currency } = payment
    if (card === DISPUTED_CARD)
      await reportDispute(service, stripe, { intent, amountCents, currency }, 'needs_response')
  }

  /** Sends the form of a checkout page, without reading the page first. The order, or null if nothing was bought. */
  async function pay(url: string, card: string, which: number): Promise<string | null> {
    const id = /cs_[0-9a-z]{26}/.exec(url)![0]
    const session = await service.db.one<{ attempts: number; priceCents: number; currency: string }>(
      sql`select attempts, price_cents, currency from checkout_sessions where id = ${id}`,
    )
    const { attempts, ...agreed } = session!
    const form = signForm(checkoutKeys.form(service.deps), id, { attempt: attempts + 1, ...agreed })
    const buyer = BUYERS[which % BUYERS.length]!
    const tax = computeTax(await findTaxSettings(service.db), buyer, agreed.priceCents)
    const total = String(agreed.priceCents + getAddedTax(tax))
    await shop.post(url, { form, email: 'ada@example.com', total, ...buyer, ...(stripe ? {} : shop.cardFields(card)) })
    await capture(id, card)
    const paid = await service.db.one<{ orderId: string | null }>(
      sql`select order_id from checkout_sessions where id = ${id}`,
    )
    return paid!.orderId
  }

  return {
    service,
    stripe,
    shop,
    partners,
    links,
    sellers,
    buyers,
    take,
    pay,
    /** What was not sold yet is left behind. */
    clearShelf: (seller: number | null) => void shelves.delete(seller),
    /** Calls the API as a person. */
    call: (person: Person, method: string, path: string, body?: unknown) =>
      service.send({
        method,
        url: `/api${path}`,
        headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}
