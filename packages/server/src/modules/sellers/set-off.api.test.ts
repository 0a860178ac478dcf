// What payouts set off against sales that were taken back, when the payouts themselves fail.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import type { Person } from '../../../test/person.ts'
import { createSelling } from '../../../test/selling.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let selling: ReturnType<typeof createSelling>
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '1000' })
  await service.house()
  selling = createSelling(service)
})

async function earn(seller: Person, price: number): Promise<string> {
  const order = await selling.sellAtCheckout(await selling.list(seller, { price }))
  await selling.deliver(order)
  await selling.endHolds()
  return order
}
async function pay(seller: Person): Promise<{ id: string; cents: number }> {
  const { json } = await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
  expect(json.payouts).toHaveLength(1)
  return { id: json.payouts[0].payout_id, cents: json.payouts[0].amount_cents }
}
const fail = (id: string) =>
  service.operator('POST', `/seller-payouts/${id}/failed`, { reason: 'The bank refused it.' })
const takeBack = (order: string) =>
  service.operator('POST', `/orders/${order}/refund_after_delivery`, { reason: 'A mistake.' })
const dispute = (order: string, isOpen: boolean) =>
  service.db.run(sql`update orders set dispute_open = ${isOpen} where id = ${order}`)
const readBalance = async (seller: Person) => (await selling.balance(seller)).balances[0]
const readSetOff = async (id: string) =>
  (await service.db.one<{ cents: number }>(sql`
    select p.set_off_cents - coalesce((select sum(r.set_off_cents)::bigint from seller_resends r where r.returned_id = p.id), 0) as cents
    from seller_payouts p where p.id = ${id}`))!.cents

/** A payout sets off a sale that was taken back, and then the payout that had paid this sale fails. */
async function setOff() {
  const seller = await selling.newSeller()
  const first = await earn(seller, 100_000)
  await selling.setBank(seller)
  const one = await pay(seller)
  await takeBack(first)
  const second = await earn(seller, 200_000)
  const two = await pay(seller)
  expect(two.cents).toBe(90_000)
  await fail(one.id)
  return { seller, second, two }
}

/** Two payouts fail: one whose sale was taken back, and the one that set it off, after a third paid what was set off again. */
async function paidAhead() {
  const { seller, second, two } = await setOff()
  await earn(seller, 100_000)
  const three = await pay(seller)
  expect(three.cents).toBe(180_000)
  await fail(two.id)
  expect(await readBalance(seller)).toMatchObject({ payable_cents: 90_000, disputed_cents: 0 })
  return { seller, second, three }
}

describe('a payout that pays again what another had set off', () => {
  const readHold = async (id: string, seller: Person) => {
    const { payouts } = (await service.operator('GET', `/seller-payouts?user_id=${seller.userId}`)).json
    const { items } = (await service.operator('GET', '/queue/seller_payouts_to_send')).json
    const waiting = items.find((item: { id: string }) => item.id === id)
    return [payouts.find((one: { payout_id: string }) => one.payout_id === id).hold, waiting?.status]
  }

  it('is held while the sale of the other is disputed, and shown as one not to send when it was taken back', async () => {
    const { seller, second, two } = await setOff()
    await service.operator('POST', `/seller-payouts/${two.id}/paid`, { reference: 'r' })
    const three = await pay(seller)
    expect(await readHold(three.id, seller)).toEqual([null, 'pending'])
    await dispute(second, true)
    expect(await readHold(three.id, seller)).toEqual(['disputed', undefined])
    await dispute(second, false)
    expect(await readHold(three.id, seller)).toEqual([null, 'pending'])
    await takeBack(second)
    expect(await readHold(three.id, seller)).toEqual(['taken_back', 'taken_back'])
    await selling.booksHold()
  })
})

describe('a payout that pays the sales of a failed one, a part of which another had paid ahead', () => {
  it('holds back nothing for a dispute of these sales, which are paid', async () => {
    const { seller, second } = await paidAhead()
    const four = await pay(seller)
    expect([four.cents, await readSetOff(four.id)]).toEqual([90_000, 0])
    await dispute(second, true)
    await earn(seller, 100_000)
    expect(await readBalance(seller)).toMatchObject({ payable_cents: 90_000, disputed_cents: 0 })
    const five = await pay(seller)
    expect([five.cents, await readSetOff(five.id)]).toEqual([90_000, 0])
    await dispute(second, false)
    expect(await readBalance(seller)).toMatchObject({ payable_cents: 0, disputed_cents: 0 })
    await selling.booksHold()
  })

  it('pays what was paid ahead once the payout that did so fails, too', async () => {
    const { seller, second, three } = await paidAhead()
    const four = await pay(seller)
    await fail(three.id)
    expect(await readBalance(seller)).toMatchObject({ payable_cents: 180_000, disputed_cents: 0 })
    // Of the disputed sale, the fourth payout paid one half. The other half came back with the third.
    await dispute(second, true)
    expect(await readBalance(seller)).toMatchObject({ payable_cents: 90_000, disputed_cents: 90_000 })
    await dispute(second, false)
    expect((await pay(seller)).cents).toBe(180_000)
    expect(await readSetOff(four.id)).toBe(0)
    await selling.booksHold()
  })

  it('may fail, and the next one pays them', async () => {
    const { seller, second } = await paidAhead()
    const four = await pay(seller)
    await fail(four.id)
    expect(await readBalance(seller)).toMatchObject({ payable_cents: 90_000 })
    const five = await pay(seller)
    expect([five.cents, await readSetOff(five.id)]).toEqual([90_000, 0])
    await dispute(second, true)
    await earn(seller, 100_000)
    expect(await readBalance(seller)).toMatchObject({ payable_cents: 90_000, disputed_cents: 0 })
    await dispute(second, false)
    await selling.booksHold()
  })
})
