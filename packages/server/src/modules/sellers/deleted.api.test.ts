// Sellers who deleted their account: their sales can still be taken back, and nobody else's statement waits for theirs.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import type { Person } from '../../../test/person.ts'
import { DISPUTED_CARD } from '../../../test/route-samples-disputes.ts'
import { createSelling } from '../../../test/selling.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { postNotice, type SignedNotice, startStripeDouble } from '../../../test/stripe-double.ts'
import { sql } from '../../db/sql.ts'

let double: Awaited<ReturnType<typeof startStripeDouble>>
let service: TestService
let partner: TestPartner
let selling: ReturnType<typeof createSelling>
let shop: ReturnType<typeof openShop>
beforeAll(async () => {
  double = await startStripeDouble()
  service = await startTestService({ ...double.env, SELLER_FEE_BPS: '1000' })
  partner = await service.partner({ environment: 'live', commissionBps: 2000 })
  selling = createSelling(service)
  shop = openShop(service)
  await service.house()
})

const seconds = () => Math.floor(service.clock.now().getTime() / 1000)
const post = (notice: SignedNotice) => postNotice(service, notice)
const script = (text: string) => service.db.session((session) => session.script(text))
const statements = async ({ userId }: Person) =>
  (
    await service.db.many<{ grossCents: number }>(
      sql`select gross_cents from documents where seller_id = ${userId} order by year, number`,
    )
  ).map(({ grossCents }) => grossCents)
const deleteAccount = ({ headers, password }: Person) =>
  service.send({
    method: 'DELETE',
    url: '/api/account',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })

async function buy(domain: string): Promise<{ order: string; intent: string }> {
  const { checkout_url, session_id } = await shop.session(partner, domain)
  await shop.payForm(checkout_url)
  const payment = await service.db.one<{ ref: string }>(
    sql`select provider_ref as ref from payments where session_id = ${session_id}`,
  )
  await post(double.notice('payment_intent.succeeded', payment!.ref, { timestamp: seconds() }))
  return { order: (await shop.show(partner, session_id)).order_public_id, intent: payment!.ref }
}

/** Paid out in full, after which the account can be deleted. */
async function leave(seller: Person, order: string): Promise<void> {
  await selling.deliver(order)
  await selling.endHolds()
  await selling.setBank(seller)
  const { json } = await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
  await service.operator('POST', `/seller-payouts/${json.payouts[0].payout_id}/paid`, { reference: 'x' })
  expect((await deleteAccount(seller)).status).toBe(200)
}

describe('a deleted seller', () => {
  it('owes the proceeds of a sale that is refunded after delivery, and has a statement of it', async () => {
    const [seller, other] = [await selling.newSeller(), await selling.newSeller()]
    const { order } = await buy(await selling.list(seller))
    await leave(seller, order)
    await selling.deliver(await selling.sell(partner, await selling.list(other)))
    await selling.endHolds()
    const refunded = await service.operator('POST', `/orders/${order}/refund_after_delivery`, {
      reason: 'Stolen domain',
    })
    expect([refunded.status, refunded.json.error]).toEqual([200, undefined])
    await selling.booksHold()
    service.clock.advance(32 * 86_400)
    await selling.run('state_monthly')
    expect(await statements(seller)).toEqual([0, -70_000])
    expect(await statements(other)).toEqual([70_000])
    await selling.booksHold()
  })

  it('has its sales listed for operators', async () => {
    const seller = await selling.newSeller()
    const { order } = await buy(await selling.list(seller))
    await leave(seller, order)
    const { status, json } = await service.operator('GET', `/sellers/${seller.userId}/sales`)
    expect([status, json.sales]).toMatchObject([200, [{ order_id: order, status: 'paid_out' }]])
    const other = await selling.newSeller()
    expect((await deleteAccount(other)).status).toBe(200)
    expect((await service.operator('GET', `/sellers/${other.userId}/sales`)).status).toBe(404)
  })

  it('can lose a dispute', async () => {
    const seller = await selling.newSeller()
    const { order, intent } = await buy(await selling.list(seller))
    await leave(seller, order)
    const taken = { object: 'balance_transaction', amount: -100_000, fee: 1500, currency: 'usd', net: -101_500 }
    const report = (kind: string, status: string) => {
      const object = {
        id: `dp_${intent}`,
        object: 'dispute',
        amount: 100_000,
        balance_transactions: [taken],
        charge: 'ch_1',
        currency: 'usd',
        evidence_details: { due_by: seconds() + 9 * 86_400 },
        payment_intent: intent,
        reason: 'product_not_received',
        status,
      }
      return post(double.sign(`charge.dispute.${kind}`, object, seconds()))
    }
    expect((await report('created', 'needs_response')).status).toBe(200)
    expect((await report('closed', 'lost')).status).toBe(200)
    await selling.booksHold()
  })
})

describe('a failure of one', () => {
  it('seller does not keep the others from their statements', async () => {
    const [first, second] = [await selling.newSeller(), await selling.newSeller()].toSorted((a, b) =>
      a.userId < b.userId ? -1 : 1,
    )
    for (const seller of [first!, second!])
      await selling.deliver(await selling.sell(partner, await selling.list(seller)))
    await selling.endHolds()
    await script(`alter table documents add constraint planted check (seller_id <> '${first!.userId}') not valid`)
    service.clock.advance(32 * 86_400)
    await selling.run('state_monthly')
    expect([await statements(first!), await statements(second!)]).toEqual([[], [70_000]])
    await script('alter table documents drop constraint planted')
    await selling.run('state_monthly')
    expect(await statements(first!)).toEqual([70_000])
    await selling.booksHold()
  })

  it('overdue dispute does not keep the others open', async () => {
    const sandbox = await service.partner()
    const ids: string[] = []
    for (let n = 0; n < 2; n += 1) {
      const { checkout_url, session_id } = await shop.session(sandbox)
      await shop.payForm(checkout_url, DISPUTED_CARD)
      ids.push((await shop.show(sandbox, session_id)).order_public_id)
    }
    const shown = async (id: string) => (await service.signed(sandbox, 'GET', `${V1}/orders/${id}`)).json.dispute
    const { dispute_id } = await shown(ids[0]!)
    await script(
      `alter table disputes add constraint planted check (id <> '${dispute_id}' or status <> 'lost') not valid`,
    )
    await service.signed(sandbox, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 7 * 86_400 + 1 })
    await service.background.runJobNow('disputes.lose_overdue')
    const statuses = [(await shown(ids[0]!)).status, (await shown(ids[1]!)).status]
    await script('alter table disputes drop constraint planted')
    expect(statuses).toEqual(['needs_response', 'lost'])
    await service.background.runJobNow('disputes.lose_overdue')
    expect((await shown(ids[0]!)).status).toBe('lost')
  })
})
