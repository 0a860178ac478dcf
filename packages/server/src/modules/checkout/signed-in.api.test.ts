// The checkout page for a reader who is signed in: their email address, and in which account the domain will be.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { createOffering } from '../../../test/offering.ts'
import { newPerson, type Person } from '../../../test/person.ts'
import { openShop } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let shop: ReturnType<typeof openShop>
let buyer: Person
beforeAll(async () => {
  service = await startTestService()
  await service.house()
  shop = openShop(service)
  buyer = await newPerson(service)
})

const LINK = 'With the link in the receipt, you add it to an account.'
const OWN = 'It appears in your account.'

async function open(url: string, person?: Person) {
  const path = url.slice(service.deps.config.baseUrl.length)
  const { text } = await service.send({ method: 'GET', url: path, headers: person?.headers ?? {} })
  return { text, email: /<input(?=[^>]*name="email")[^>]*value="([^"]*)"/.exec(text)?.[1] ?? '' }
}

async function startHere(): Promise<string> {
  const { domain } = await shop.freshName({}, 'live')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ domain })
  return (await service.send({ method: 'POST', url: '/api/market/checkout', headers, body })).json.checkout_url
}

it('has the confirmed address of the account, which gets the domain', async () => {
  const url = await startHere()
  const own = await open(url, buyer)
  expect([own.email, own.text.includes(OWN), own.text.includes(LINK)]).toEqual([buyer.email, true, false])
  const guest = await open(url)
  expect([guest.email, guest.text.includes(OWN), guest.text.includes(LINK)]).toEqual(['', false, true])
})

it('treats an account without a confirmed address as a guest', async () => {
  const carl = await newPerson(service)
  await service.db.run(sql`update users set email_confirmed_at = null where id = ${carl.userId}`)
  const page = await open(await startHere(), carl)
  expect([page.email, page.text.includes(LINK)]).toEqual(['', true])
})

it('of an accepted offer leads to the account of its buyer, regardless of who pays', async () => {
  const offering = createOffering(service)
  const seller = await offering.newPerson()
  const { domain } = await offering.list(seller)
  const id = await offering.made(buyer, domain)
  await offering.asSeller(seller, id, 'accept')
  const { checkout_url: url } = await offering.show(buyer, id)
  const own = await open(url, buyer)
  expect([own.email, own.text.includes(OWN)]).toEqual([buyer.email, true])
  for (const person of [undefined, seller]) {
    const { text } = await open(url, person)
    expect([text.includes('It appears in the account that made the offer.'), text.includes(LINK)]).toEqual([
      true,
      false,
    ])
  }
})

it('promises no account for an order of a sandbox', async () => {
  const partner = await service.partner()
  const { text } = await open((await shop.session(partner)).checkout_url, buyer)
  expect([text.includes(OWN), text.includes(LINK)]).toEqual([false, false])
})
