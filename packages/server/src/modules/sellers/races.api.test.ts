// A payout beside the release of held proceeds or a dispute: a payout is bound to the sales that it pays.
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { disputeOrder } from '../../../test/disputed-order.ts'
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
  it('is bound to all sales that it counted, if one of them is disputed meanwhile', async () => {
    const seller = await selling.newSeller()
    const id = await selling.sellAtCheckout(await selling.list(seller))
    await selling.deliver(id)
    await selling.endHolds()
    await selling.setBank(seller)
    let paying: ReturnType<TestService['operator']> | undefined
    let disputing: Promise<void> | undefined
    await service.db.tx(async (tx) => {
      // The payout has counted the sale, and waits to be written.
      await tx.run(sql`lock table seller_payouts in share row exclusive mode`)
      paying = service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
      await wait(300)
      disputing = disputeOrder(service, id)
      await wait(300)
    })
    const { status, json } = (await paying)!
    expect(status).toBe(201)
    await disputing
    const { sales } = (await selling.call(seller, 'GET', '/sales')).json
    expect(sales).toMatchObject([{ disputed: true, payout_id: json.payouts[0].payout_id }])
    const { payouts } = (await service.operator('GET', `/seller-payouts?user_id=${seller.userId}`)).json
    expect(payouts).toMatchObject([{ status: 'pending', hold: 'disputed' }])
    // Nobody is asked to transfer it while the dispute is open.
    const { items } = (await service.operator('GET', '/queue/seller_payouts_to_send')).json
    expect(items.map((item: { id: string }) => item.id)).not.toContain(json.payouts[0].payout_id)
    await selling.booksHold()
  })

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
