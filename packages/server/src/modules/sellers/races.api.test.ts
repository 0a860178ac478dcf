// A payout and the release of held proceeds at the same time: a payout is bound to the sales that it pays.
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { createSelling } from '../../../test/selling.ts'
import { sql } from '../../db/sql.ts'
import { releaseProceeds } from './service/release.ts'
import { lockSeller } from './store/sellers.ts'

let service: TestService
let selling: ReturnType<typeof createSelling>
beforeAll(async () => {
  service = await startTestService()
  selling = createSelling(service)
})

describe('held proceeds', () => {
  it('become payable after a payout of the seller that is under way', async () => {
    const partner = await service.partner({ environment: 'live' })
    const seller = await selling.newSeller()
    const id = await selling.sell(partner, await selling.list(seller))
    await selling.deliver(id)
    const now = service.clock.now()
    await service.db.run(sql`update seller_sales set payable_at = ${now} where order_id = ${id}`)
    const findState = (db: Pick<TestService['db'], 'one'>) =>
      db.one<{ state: string }>(sql`select state from seller_sales where order_id = ${id}`)
    let release: Promise<number> = Promise.resolve(0)
    const during = await service.db.tx(async (tx) => {
      await lockSeller(tx, seller.userId, now)
      release = service.db.tx((other) => releaseProceeds(other, now, 100))
      await wait(300)
      return findState(tx)
    })
    expect(during).toEqual({ state: 'delivered' })
    expect(await release).toBe(1)
    expect(await findState(service.db)).toEqual({ state: 'payable' })
    await selling.booksHold()
  })
})

describe('a payout', () => {
  it('fails after another one of the seller that is under way', async () => {
    const partner = await service.partner({ environment: 'live' })
    const seller = await selling.newSeller()
    await selling.deliver(await selling.sell(partner, await selling.list(seller)))
    await selling.endHolds()
    await selling.setBank(seller)
    const id: string = (await selling.call(seller, 'POST', '/payouts', {})).json.payouts[0].payout_id
    const findStatus = (db: Pick<TestService['db'], 'one'>) =>
      db.one<{ status: string }>(sql`select status from seller_payouts where id = ${id}`)
    let failing: Promise<{ status: number }> = Promise.resolve({ status: 0 })
    const during = await service.db.tx(async (tx) => {
      await lockSeller(tx, seller.userId, service.clock.now())
      failing = service.operator('POST', `/seller-payouts/${id}/failed`, { reason: 'Account closed' })
      await wait(300)
      return findStatus(tx)
    })
    expect(during).toEqual({ status: 'pending' })
    expect((await failing).status).toBe(200)
    expect(await findStatus(service.db)).toEqual({ status: 'failed' })
    await selling.booksHold()
  })
})
