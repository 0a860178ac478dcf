// Self-dealing: a sale between an affiliate and itself counts on the link, earns no commission, and says why.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { join, newPerson, newUser } from '../../../test/person.ts'
import { GOOD_CARD, openShop, V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let shop: ReturnType<typeof openShop>
beforeAll(async () => {
  service = await startTestService()
  shop = openShop(service)
  await service.house()
})

const newLink = async (who: TestPartner): Promise<string> =>
  (await service.signed(who, 'POST', `${V1}/links`, { kind: 'generic' })).json.link_id

type Purchase = { email?: string; cookie?: string; domain?: string }

/** A purchase at the seller's checkout that came over the affiliate's link; the sale as the affiliate sees it. */
async function buy(affiliate: TestPartner, seller: TestPartner, { email, cookie, domain }: Purchase = {}) {
  const session = await shop.session(seller, domain, { link_id: await newLink(affiliate) })
  const page = await shop.open(session.checkout_url)
  const fields = {
    form: shop.formToken(page),
    email: email ?? 'stranger@example.com',
    ...shop.cardFields(GOOD_CARD),
  }
  const paid = await shop.post(session.checkout_url, fields, cookie === undefined ? {} : { cookie })
  expect(paid.status).toBe(303)
  const { sales } = (await service.signed(affiliate, 'GET', `${V1}/me/sales`)).json
  const { balance } = (await service.signed(affiliate, 'GET', `${V1}/me/commissions`)).json
  const [sale] = sales
  expect(sale).toMatchObject({ domain: session.domain, amount_cents: 100_000 })
  const [link] = (await service.signed(affiliate, 'GET', `${V1}/links`)).json.links
  expect(link.stats).toMatchObject({ sales: 1, commission_cents: sale.commission_cents })
  await shop.booksHold()
  return { cents: sale.commission_cents, why: sale.no_commission_reason, category: sale.commission_category, balance }
}

const NOTHING = { cents: 0, category: null, balance: [] }

describe('referral commission', () => {
  it('is paid between strangers', async () => {
    const [affiliate, seller] = [await service.partner(), await service.partner()]
    for (const who of [affiliate, seller]) await join(service, who.partnerId, (await newUser(service)).id)
    expect(await buy(affiliate, seller)).toMatchObject({ cents: 10_000, why: null, category: 'accrued' })
  })

  it('is not paid for the link of the selling partner itself', async () => {
    const seller = await service.partner()
    expect(await buy(seller, seller)).toMatchObject({ ...NOTHING, why: 'own_sale' })
  })

  it.each(['owner', 'member'] as const)(
    'is not paid when an %s of the affiliate is a member of the selling partner',
    async (role) => {
      const [affiliate, seller] = [await service.partner(), await service.partner()]
      const { id } = await newUser(service)
      await join(service, affiliate.partnerId, id, role)
      await join(service, seller.partnerId, id, 'member')
      expect(await buy(affiliate, seller)).toMatchObject({ ...NOTHING, why: 'seller_is_affiliate' })
    },
  )

  it('is not paid when affiliate and seller have one contact address, however it is written', async () => {
    const affiliate = await service.partner({ email: 'Team@Bücher.example' })
    const seller = await service.partner({ email: 'team@xn--bcher-kva.example' })
    expect(await buy(affiliate, seller)).toMatchObject({ ...NOTHING, why: 'seller_is_affiliate' })
  })

  it('is not paid when a member of the affiliate is the contact of the selling partner', async () => {
    const person = await newUser(service)
    const [affiliate, seller] = [await service.partner(), await service.partner({ email: person.email.toUpperCase() })]
    await join(service, affiliate.partnerId, person.id, 'member')
    expect(await buy(affiliate, seller)).toMatchObject({ ...NOTHING, why: 'seller_is_affiliate' })
  })

  it('is not paid when a member of the affiliate listed the domain', async () => {
    const [affiliate, seller] = [await service.partner(), await service.partner()]
    const { id } = await newUser(service)
    await join(service, affiliate.partnerId, id, 'member')
    const listing = await shop.freshName()
    await service.db.run(sql`update listings set seller_id = ${id} where id = ${listing.listing_id}`)
    const found = await buy(affiliate, seller, { domain: listing.domain })
    expect(found).toMatchObject({ ...NOTHING, why: 'seller_is_affiliate' })
  })

  it.each(['the contact address of the affiliate', 'the address of a member', 'an account that is a member'])(
    'is not paid when the buyer uses %s',
    async (which) => {
      const person = await newPerson(service)
      const affiliate = await service.partner({ email: 'shop@affiliate.example' })
      await join(service, affiliate.partnerId, person.userId, 'member')
      const purchase: Purchase = which.startsWith('the contact')
        ? { email: 'Shop@Affiliate.example' }
        : which.startsWith('the address')
          ? { email: person.email.toUpperCase() }
          : { email: 'throwaway@example.com', cookie: person.headers.cookie }
      const found = await buy(affiliate, await service.partner(), purchase)
      expect(found).toMatchObject({ ...NOTHING, why: 'buyer_is_affiliate' })
    },
  )

  it('is paid for a buyer who is signed in and belongs to nobody', async () => {
    const person = await newPerson(service)
    const found = await buy(await service.partner(), await service.partner(), { cookie: person.headers.cookie })
    expect(found).toMatchObject({ cents: 10_000, why: null })
  })

  it('is not paid for the second partner that one person starts', async () => {
    const person = await newPerson(service)
    const start = async (name: string): Promise<TestPartner> => {
      const { partner, credential } = (await person.call('POST', '/partners', { name })).json
      const { key_id: keyId, secret } = credential
      return { partnerId: partner.partner_id, keyId, secret, environment: 'sandbox' }
    }
    const [seller, affiliate] = [await start('The shop'), await start('The other hand')]
    expect(await buy(affiliate, seller)).toMatchObject({ ...NOTHING, why: 'seller_is_affiliate' })
  })

  it('is not paid by the sandbox helper when the affiliate is its visitor', async () => {
    const affiliate = await service.partner({ email: 'visitor@example.com' })
    const { domain } = await shop.freshName()
    const made = await service.signed(affiliate, 'POST', `${V1}/sandbox/links/${await newLink(affiliate)}/sale`, {
      domain,
    })
    expect([made.status, made.json.commission_cents, made.json.no_commission_reason]).toEqual([
      200,
      0,
      'buyer_is_affiliate',
    ])
  })

  it('is nothing to reverse when the order is refunded', async () => {
    const seller = await service.partner()
    await buy(seller, seller)
    const [order] = (await service.signed(seller, 'GET', `${V1}/orders`)).json.orders
    expect((await service.operator('POST', `/orders/${order.public_id}/refund`)).status).toBe(200)
    expect((await service.signed(seller, 'GET', `${V1}/me/commissions`)).json.entries).toEqual([])
    await shop.booksHold()
  })
})
