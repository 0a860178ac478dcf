// The page of a domain for the two sides of its sale: the buyer whose offer was accepted, and the seller.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { createOffering } from '../../test/offering.ts'
import type { Person } from '../../test/person.ts'
import { OFFER_RESERVATION_SECONDS } from '../kernel/limits.ts'

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

const seen = (html: string): string =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")

const open = async (domain: string, person?: Person) => {
  const headers = person?.headers ?? {}
  const { text, headers: sent } = await service.send({ method: 'GET', url: `/domains/${domain}`, headers })
  return { html: text, text: seen(text), cache: sent['cache-control'] }
}

const press = (domain: string, form: 'buy' | 'offer', { headers }: Person, body = '') =>
  service.send({
    method: 'POST',
    url: `/domains/${domain}/${form}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

/** A domain that is reserved for the buyer at 800 of 1,000 dollars. */
async function reserve() {
  const { domain } = await offering.list(seller)
  const id = await offering.made(buyer, domain, 80_000)
  await offering.asSeller(seller, id, 'accept')
  const { checkout_url: url } = await offering.show(buyer, id)
  return { domain, checkout: (url as string).slice(service.deps.config.baseUrl.length) }
}

describe('for the buyer of an accepted offer, the page of the domain', () => {
  it('says that the domain is reserved for them, and leads to the checkout at the agreed price', async () => {
    const { domain, checkout } = await reserve()
    const page = await open(domain, buyer)
    expect(page.text).toContain(`${domain} is reserved for you at this price until`)
    expect(page.text).toContain('Pay $800.00')
    expect(page.html).toContain(`href="${checkout}"`)
    for (const text of ['Someone else', 'Buy domain', 'Make an offer', '$1,000']) expect(page.text).not.toContain(text)
    // The link lets its holder pay.
    expect(page.cache).toBe('no-store')
  })

  it('sends forms of an older page to the same checkout, or says that there is an offer', async () => {
    const { domain, checkout } = await reserve()
    const bought = await press(domain, 'buy', buyer)
    expect([bought.status, bought.headers.location]).toEqual([303, checkout])
    const offered = await press(domain, 'offer', buyer, 'amount=500')
    expect(offered.status).toBe(409)
    expect(seen(offered.text)).toContain('You already have an offer in progress')
  })

  it('is the page of everyone again when the reservation is over', async () => {
    const { domain } = await reserve()
    service.clock.advance(OFFER_RESERVATION_SECONDS + 1)
    const page = await open(domain, buyer)
    for (const text of ['Buy domain', 'Make offer']) expect(page.text).toContain(text)
    expect([page.text.includes('reserved for you'), page.cache]).toEqual([false, 'private, no-cache'])
  })

  it('shows nothing of it to anyone else', async () => {
    const { domain, checkout } = await reserve()
    for (const person of [undefined, await offering.newPerson()]) {
      const page = await open(domain, person)
      expect(page.text).toContain('Someone else is buying this domain')
      expect(page.html).not.toContain(checkout)
      expect(page.cache).toBe('private, no-cache')
    }
  })
})

it('says on every page of the sale that the domain is sold for its owner, and not who that is', async () => {
  const { domain, checkout } = await reserve()
  const paid = await offering.pay(service.deps.config.baseUrl + checkout)
  const order = await service.send({ method: 'GET', url: String(paid.paid.headers.location) })
  for (const html of [(await open((await offering.list(seller)).domain)).html, paid.page.text, order.text]) {
    expect(seen(html)).toContain('Freehold, for the owner of the domain')
    for (const secret of [seller.userId, seller.email]) expect(html).not.toContain(secret)
  }
  const own = await service.list('live', `own-${domain}`)
  expect((await open(own.domain)).text).not.toContain('for the owner')
})

describe('for its seller, the page of a domain', () => {
  it('leads to their listings, and has neither a purchase nor an offer', async () => {
    const { domain } = await offering.list(seller)
    const page = await open(domain, seller)
    expect(page.text).toContain('This is your listing')
    expect(page.html).toContain('href="/account/selling"')
    for (const text of ['Buy domain', 'Make an offer', 'Watch this domain']) expect(page.text).not.toContain(text)
    expect((await open(domain, buyer)).text).toContain('Make an offer')
  })

  it('says when a buyer has it reserved', async () => {
    const { domain } = await reserve()
    expect((await open(domain, seller)).text).toContain('A buyer is paying for the domain, or has it reserved.')
  })
})
