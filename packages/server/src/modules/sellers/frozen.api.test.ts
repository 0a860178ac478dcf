// Domains of frozen sellers stay off the market, even if they were sold or reserved when the seller was frozen.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { createOffering } from '../../../test/offering.ts'
import type { Person } from '../../../test/person.ts'
import { createSelling } from '../../../test/selling.ts'
import { sql } from '../../db/sql.ts'
import { OFFER_RESERVATION_SECONDS } from '../../kernel/limits.ts'

let service: TestService
let selling: ReturnType<typeof createSelling>
let offering: ReturnType<typeof createOffering>
beforeAll(async () => {
  service = await startTestService()
  await service.house()
  selling = createSelling(service)
  offering = createOffering(service)
})

const freeze = async ({ userId }: Person) =>
  expect((await service.operator('POST', `/sellers/${userId}/freeze`, { reason: 'Stolen domain' })).status).toBe(200)
const readStatus = async (domain: string) =>
  (await service.db.one<{ status: string }>(sql`select status from listings where domain = ${domain}`))?.status

describe('the domain of a frozen seller', () => {
  it('is withdrawn when its order is cancelled, and those of other sellers are relisted', async () => {
    for (const [isFrozen, expected] of [
      [true, 'withdrawn'],
      [false, 'listed'],
    ] as const) {
      const seller = await selling.newSeller()
      const domain = await selling.list(seller)
      const order = await selling.sellAtCheckout(domain)
      if (isFrozen) await freeze(seller)
      expect((await service.operator('POST', `/orders/${order}/cancel`, {})).status).toBe(200)
      expect(await readStatus(domain)).toBe(expected)
    }
  })

  it('is withdrawn when the buyer withdraws the accepted offer, or does not pay', async () => {
    const [seller, other, buyer] = [
      await offering.newPerson(),
      await offering.newPerson(),
      await offering.newPerson(),
    ] as const
    const domains: string[] = []
    const ids: string[] = []
    for (const owner of [seller, seller, other]) {
      const { domain } = await offering.list(owner)
      const id = await offering.made(buyer, domain)
      expect((await offering.asSeller(owner, id, 'accept')).status).toBe(200)
      domains.push(domain)
      ids.push(id)
    }
    const readAll = () => Promise.all(domains.map(readStatus))
    await freeze(seller)
    expect(await readAll()).toEqual(['listed', 'listed', 'listed'])
    expect((await offering.asBuyer(buyer, ids[0]!, 'withdraw', {})).status).toBe(200)
    expect(await readAll()).toEqual(['withdrawn', 'listed', 'listed'])
    service.clock.advance(OFFER_RESERVATION_SECONDS + 60)
    await offering.run('follow')
    expect(await readAll()).toEqual(['withdrawn', 'withdrawn', 'listed'])
  })

  it('is withdrawn when the quote of a partner lapses', async () => {
    const partner = await service.partner({ environment: 'live' })
    const seller = await selling.newSeller()
    const domain = await selling.list(seller)
    const quote = await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })
    expect(quote.status).toBe(201)
    await freeze(seller)
    await selling.run('follow_sales')
    expect(await readStatus(domain)).toBe('listed')
    service.clock.advance(86_400)
    await selling.run('follow_sales')
    expect(await readStatus(domain)).toBe('withdrawn')
  })
})
