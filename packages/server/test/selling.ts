// Sellers for tests of money: their domains are sold by partners and at the marketplace's own checkout.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { giveDomains } from '../src/modules/domains/index.ts'
import { buyDomain } from './guest.ts'
import type { TestPartner, TestService } from './harness.ts'
import { newPerson, type Person } from './person.ts'
import { createSales } from './sales.ts'

export function createSelling(service: TestService) {
  const sales = createSales(service)

  const call = (person: Person, method: string, path: string, body?: unknown) =>
    service.send({
      method,
      url: `/api/seller${path}`,
      headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  /** A domain of the seller that is on the market. */
  async function list(person: Person, { price = 100_000, currency = 'USD' } = {}): Promise<string> {
    const domain = `sold-${randomUUID().slice(0, 18)}.com`
    await service.db.tx((tx) =>
      giveDomains(tx, { accountId: person.userId, email: null }, [domain], service.clock.now()),
    )
    const { status, json } = await call(person, 'POST', '/listings', { domain, price_cents: price, currency })
    expect([status, json.status]).toEqual([201, 'listed'])
    return domain
  }

  /** A partner sells the domain and collects the payment. */
  async function sell(
    partner: TestPartner,
    domain: string,
    { price = 100_000, currency = 'USD' } = {},
  ): Promise<string> {
    const body = { domain, expected_price: price, currency, external_payment_ref: 'r' }
    const headers = { 'idempotency-key': randomUUID() }
    const { status, json } = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })
    expect([status, json.error]).toEqual([201, undefined])
    return json.public_id
  }

  const sellAtCheckout = async (domain: string): Promise<string> => (await buyDomain(service, { domain })).orderId

  const balance = async (person: Person) => (await call(person, 'GET', '/balance')).json
  /** Statements come with payouts, and belong to the marketplace's own account. */
  const setBank = async (person: Person) => {
    await service.house()
    return service.operator('PUT', `/sellers/${person.userId}/destination`, {
      kind: 'manual',
      bank_reference: 'DE89 3704 0044 0532 0130 00',
    })
  }
  const run = (job: string) => service.background.runJobNow(`sellers.${job}`)
  const mailTo = async (person: Person) =>
    (
      await service.db.many<{ template: string }>(
        sql`select template from mail_messages where to_address = ${person.email} order by id`,
      )
    ).map(({ template }) => template)

  /** The hold of all delivered sales ends. The clock does not move, because sessions would end with it. */
  async function endHolds(): Promise<void> {
    await service.db.run(sql`update seller_sales set payable_at = ${service.clock.now()} where state = 'delivered'`)
    await run('follow_sales')
  }

  return {
    ...sales,
    endHolds,
    newSeller: () => newPerson(service),
    call,
    list,
    sell,
    sellAtCheckout,
    balance,
    setBank,
    run,
    mailTo,
  }
}
