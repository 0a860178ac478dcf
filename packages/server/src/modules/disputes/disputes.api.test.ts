// Disputes with the sandbox processor: what they freeze, how they end, and what a lost one takes back.
import { beforeAll, describe, expect, it } from 'vitest'
import { disputeOrder } from '../../../test/disputed-order.ts'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { newOperator } from '../../../test/operators.ts'
import type { Person } from '../../../test/person.ts'
import { DISPUTED_CARD } from '../../../test/route-samples-disputes.ts'
import { createSelling } from '../../../test/selling.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let shop: ReturnType<typeof openShop>
let selling: ReturnType<typeof createSelling>
let partner: TestPartner
let live: TestPartner
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '1000' })
  shop = openShop(service)
  selling = createSelling(service)
  partner = await service.partner({ commissionBps: 2000 })
  live = await service.partner({ environment: 'live', commissionBps: 2000 })
})

async function buy(who: TestPartner, { card = DISPUTED_CARD, domain }: { card?: string; domain?: string } = {}) {
  const { checkout_url, session_id } = await shop.session(who, domain)
  expect((await shop.payForm(checkout_url, card)).status).toBe(303)
  return (await shop.show(who, session_id)).order_public_id as string
}
const order = async (who: TestPartner, id: string) => (await service.signed(who, 'GET', `${V1}/orders/${id}`)).json
const findDisputeId = async (who: TestPartner, id: string) => (await order(who, id)).dispute.dispute_id as string
const deliver = (id: string) => selling.deliver(id)
const close = (id: string, outcome: 'won' | 'lost') => service.operator('POST', `/disputes/${id}/close`, { outcome })
const events = async (who: TestPartner, id: string): Promise<string[]> =>
  (
    await service.db.many<{ type: string }>(sql`
      select type from events where partner_id = ${who.partnerId} and data -> 'order' ->> 'public_id' = ${id} order by id`)
  ).map(({ type }) => type)
const entries = async (journal: string) =>
  Object.fromEntries(
    (
      await service.db.many<{ account: string; cents: number }>(
        sql`select account, amount_cents as cents from ledger_entries where journal = ${journal}`,
      )
    ).map(({ account, cents }) => [account, cents]),
  )
const settle = () => service.signed(partner, 'POST', `${V1}/sandbox/settlements/run`)
const payCommission = () =>
  service.operator('POST', '/payouts', { partner_id: partner.partnerId, kind: 'commission', environment: 'sandbox' })

describe('a dispute', () => {
  it('opens with the payment of test card 4000 0000 0000 0259, on the order', async () => {
    const id = await buy(partner)
    const shown = await order(partner, id)
    expect(shown).toMatchObject({
      status: 'PAID',
      refunded_cents: 0,
      dispute: {
        status: 'needs_response',
        amount_cents: 100_000,
        currency: 'USD',
        reason: 'fraudulent',
        closed_at: null,
      },
    })
    const days = (Date.parse(shown.dispute.respond_by) - Date.parse(shown.dispute.opened_at)) / 86_400_000
    expect(Math.round(days)).toBe(7)
    expect(await events(partner, id)).toContain('order.disputed')
    const { json } = await service.operator('GET', `/disputes/${shown.dispute.dispute_id}`)
    expect(json).toMatchObject({ order_id: id, fee_cents: 1500, fee_currency: 'USD', response: null })
    expect(json.actions.map(({ action }: { action: string }) => action)).toEqual(['submit', 'accept', 'close'])
    expect(await entries(`${json.dispute_id}:withdrawn`)).toEqual({ disputed_funds: 100_000, cash: -100_000 })
    expect(await entries(`${json.dispute_id}:fee`)).toEqual({ dispute_fees: 1500, cash: -1500 })
    const { opened_at: opened } = shown.dispute
    const within = async (range: string) =>
      (await service.operator('GET', `/disputes?order_id=${id}&${range}`)).json.disputes.length
    expect([await within(`from=${opened}`), await within(`to=${opened}`)]).toEqual([1, 0])
    const queue = (await service.operator('GET', '/queue/disputed_payments')).json
    expect(JSON.stringify(queue)).toContain(json.dispute_id)
    const { actions } = (await service.operator('GET', `/orders/${id}`)).json
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(['start_transfer', 'hold'])
    const refused = await service.operator('POST', `/orders/${id}/refund`)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'dispute_open'])
    await shop.booksHold()
  })

  it('that is won before the delivery returns the money, and the order goes on', async () => {
    const id = await buy(partner)
    const disputeId = await findDisputeId(partner, id)
    expect((await close(disputeId, 'won')).json).toMatchObject({ status: 'won', actions: [] })
    expect(await entries(`${disputeId}:reinstated`)).toEqual({ disputed_funds: -100_000, cash: 100_000 })
    expect((await order(partner, id)).dispute.status).toBe('won')
    expect(await events(partner, id)).toContain('order.dispute_closed')
    const again = await close(disputeId, 'lost')
    expect([again.status, again.json.error.reason]).toEqual([409, 'illegal_transition'])
    await deliver(id)
    await shop.booksHold()
  })

  it('that is lost before the delivery cancels the order and puts the domain on sale', async () => {
    const { domain } = await shop.freshName()
    const id = await buy(partner, { domain })
    expect((await close(await findDisputeId(partner, id), 'lost')).json).toMatchObject({ reversed_cents: 100_000 })
    expect(await order(partner, id)).toMatchObject({
      status: 'CANCELLED',
      refunded_cents: 100_000,
      dispute: { status: 'lost' },
    })
    const [refund] = await service.db.many(sql`select 1 as one from buyer_refunds where subject = ${id}`)
    expect(refund).toBeUndefined()
    expect((await shop.createSession(partner, domain)).status).toBe(201)
    await shop.booksHold()
  })

  it('that is lost after the delivery leaves the order delivered and takes the commission back', async () => {
    const id = await buy(partner)
    await deliver(id)
    const disputeId = await findDisputeId(partner, id)
    await close(disputeId, 'lost')
    expect(await order(partner, id)).toMatchObject({ status: 'TRANSFER_COMPLETED', refunded_cents: 100_000 })
    expect(await entries(`${id}:clawed_back`)).toEqual({
      domain_sales: 100_000,
      partner_commission: -20_000,
      commission_accrued: 20_000,
      buyer_refund_payable: -100_000,
    })
    expect(await entries(`${disputeId}:lost`)).toEqual({ buyer_refund_payable: 100_000, disputed_funds: -100_000 })
    const credits = await service.db.many(
      sql`select kind from documents where order_id = ${id} and kind = 'credit_note'`,
    )
    expect(credits).toHaveLength(1)
    await settle()
    expect((await order(partner, id)).status).toBe('TRANSFER_COMPLETED')
    await shop.booksHold()
  })

  it('freezes commission on a closed statement, and a lost one takes it from later commission', async () => {
    const disputed = await buy(partner)
    const other = await buy(partner, { card: '4242424242424242' })
    for (const id of [disputed, other]) await deliver(id)
    await settle()
    // Earlier tests may have left commission behind; pay everything but the frozen part.
    const paid = await payCommission()
    expect(paid.status).toBe(201)
    const frozen = await payCommission()
    expect([frozen.status, frozen.json.error.reason]).toEqual([409, 'nothing_to_pay'])
    await close(await findDisputeId(partner, disputed), 'won')
    const freed = (await payCommission()).json.payouts
    expect(freed).toMatchObject([{ amount_cents: 20_000 }])
    const again = await buy(partner)
    await deliver(again)
    await settle()
    await close(await findDisputeId(partner, again), 'lost')
    expect(await entries(`${again}:clawed_back`)).toMatchObject({ commission_pending: 20_000 })
    expect((await payCommission()).status).toBe(409)
    await shop.booksHold()
  })

  it('of a sale that was taken back holds no other commission back', async () => {
    const own = await service.partner({ commissionBps: 2000 })
    const [refunded, other] = [
      await buy(own, { card: '4242424242424242' }),
      await buy(own, { card: '4242424242424242' }),
    ]
    for (const id of [refunded, other]) await deliver(id)
    await service.signed(own, 'POST', `${V1}/sandbox/settlements/run`)
    await service.operator('POST', `/orders/${refunded}/refund_after_delivery`, { reason: 'x' })
    await service.background.runJobNow('checkout.send_refunds')
    await disputeOrder(service, refunded)
    const paidOut = await service.operator('POST', '/payouts', {
      partner_id: own.partnerId,
      kind: 'commission',
      environment: 'sandbox',
    })
    expect(paidOut.json.payouts).toMatchObject([{ amount_cents: 20_000 }])
    await shop.booksHold()
  })

  it('is submitted with what the order shows, once, and the words of the sandbox decide it', async () => {
    const id = await buy(partner)
    await deliver(id)
    const disputeId = await findDisputeId(partner, id)
    const submitted = await service.operator('POST', `/disputes/${disputeId}/submit`, { text: 'It was delivered.' })
    expect(submitted.json).toMatchObject({ status: 'under_review', response: 'evidence' })
    expect(submitted.json.evidence).toMatchObject({
      text: 'It was delivered.',
      customer_email: 'ada@example.com',
      product_description: expect.stringContaining('Domain name shop-'),
      activity_log: expect.stringContaining('disputed'),
    })
    const twice = await service.operator('POST', `/disputes/${disputeId}/submit`, { text: 'Again.' })
    expect(twice.status).toBe(409)
    expect((await close(disputeId, 'won')).json.status).toBe('won')
    for (const [text, status] of [
      ['winning_evidence', 'won'],
      ['losing_evidence', 'lost'],
    ] as const) {
      const next = await findDisputeId(partner, await buy(partner))
      expect((await service.operator('POST', `/disputes/${next}/submit`, { text })).json.status).toBe(status)
    }
    await shop.booksHold()
  })

  it('is lost when it is accepted, or when its deadline passes on the clock of the partner', async () => {
    const accepted = await findDisputeId(partner, await buy(partner))
    expect((await service.operator('POST', `/disputes/${accepted}/accept`)).json).toMatchObject({
      status: 'lost',
      response: 'acceptance',
    })
    const other = await service.partner()
    const overdue = await buy(other)
    await service.background.runJobNow('disputes.lose_overdue')
    expect((await order(other, overdue)).dispute.status).toBe('needs_response')
    await service.signed(other, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 7 * 86_400 + 1 })
    await service.background.runJobNow('disputes.lose_overdue')
    expect(await order(other, overdue)).toMatchObject({ status: 'CANCELLED', dispute: { status: 'lost' } })
    await shop.booksHold()
  })

  it('is closed by its own partner in the sandbox, and goes with a reset', async () => {
    const own = await service.partner()
    const disputeId = await findDisputeId(own, await buy(own))
    const url = `${V1}/sandbox/disputes/${disputeId}/close`
    expect((await service.signed(partner, 'POST', url, { outcome: 'won' })).status).toBe(404)
    const closed = await service.signed(own, 'POST', url, { outcome: 'lost' })
    expect([closed.status, closed.json.status]).toEqual([200, 'CANCELLED'])
    await buy(own)
    expect((await service.signed(own, 'POST', `${V1}/sandbox/reset`)).status).toBe(200)
    await shop.booksHold()
  })

  it('is closed once by 8 concurrent decisions', async () => {
    const id = await buy(partner)
    await deliver(id)
    const disputeId = await findDisputeId(partner, id)
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => close(disputeId, at % 2 ? 'won' : 'lost')))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    await shop.booksHold()
  })
})

describe('a sale of a seller', () => {
  async function sold(seller: Person, card: string) {
    const id = await buy(live, { domain: await selling.list(seller), card })
    await deliver(id)
    return id
  }
  const balance = async (seller: Person) => (await selling.balance(seller)).balances[0]

  it('is not paid while its payment is disputed, and is paid when the dispute was won', async () => {
    const seller = await selling.newSeller()
    const disputed = await sold(seller, DISPUTED_CARD)
    await sold(seller, '4242424242424242')
    await selling.setBank(seller)
    await selling.endHolds()
    expect(await balance(seller)).toMatchObject({ pending_cents: 70_000, payable_cents: 70_000, disputed_cents: 0 })
    expect(
      (await selling.call(seller, 'GET', '/sales')).json.sales.map((one: { disputed: boolean }) => one.disputed),
    ).toEqual(expect.arrayContaining([true, false]))
    expect(await selling.mailTo(seller)).toContain('sale_disputed')
    const made = await selling.call(seller, 'POST', '/payouts', {})
    expect(made.json.payouts).toMatchObject([{ amount_cents: 70_000 }])
    await close(await findDisputeId(live, disputed), 'won')
    expect(await selling.mailTo(seller)).toContain('sale_dispute_won')
    await selling.endHolds()
    expect((await selling.call(seller, 'POST', '/payouts', {})).json.payouts).toMatchObject([{ amount_cents: 70_000 }])
    await selling.booksHold()
  })

  it('that was payable is frozen by a later dispute, which takes it from the balance when it is lost', async () => {
    const seller = await selling.newSeller()
    const id = await sold(seller, '4242424242424242')
    await selling.setBank(seller)
    await selling.endHolds()
    await disputeOrder(service, id)
    expect(await balance(seller)).toMatchObject({ payable_cents: 0, disputed_cents: 70_000 })
    expect((await selling.call(seller, 'POST', '/payouts', {})).status).toBe(409)
    await close(await findDisputeId(live, id), 'lost')
    expect(await balance(seller)).toMatchObject({ payable_cents: 0, disputed_cents: 0 })
    expect((await selling.call(seller, 'GET', '/sales')).json.sales[0]).toMatchObject({ status: 'clawed_back' })
    expect(await selling.mailTo(seller)).toContain('sale_clawed_back')
    await selling.booksHold()
  })

  it('that was paid leaves a negative balance after a refund, which the next sale fills', async () => {
    const seller = await selling.newSeller()
    const id = await sold(seller, '4242424242424242')
    await selling.setBank(seller)
    await selling.endHolds()
    const [payout] = (await selling.call(seller, 'POST', '/payouts', {})).json.payouts
    await service.operator('POST', `/seller-payouts/${payout.payout_id}/paid`, { reference: 'r' })
    const readRefunded = async (): Promise<number> =>
      (await service.operator('GET', '/overview')).json.sales.live
        .filter(({ currency }: { currency: string }) => currency === 'USD')
        .reduce((sum: number, day: { refunded_cents: number }) => sum + day.refunded_cents, 0)
    const countMails = async () =>
      (await service.db.one<{ count: number }>(
        sql`select count(*)::int as count from mail_messages where template = 'order_progress'`,
      ))!.count
    const [refundedBefore, mailsBefore] = [await readRefunded(), await countMails()]
    const readActions = async () => (await service.operator('GET', `/orders/${id}`)).json.actions
    expect(await readActions()).toEqual([
      { action: 'refund_after_delivery', to_status: 'TRANSFER_COMPLETED', required_fields: ['reason'] },
    ])
    const refunded = await service.operator('POST', `/orders/${id}/refund_after_delivery`, { reason: 'Stolen domain.' })
    expect(await readActions()).toEqual([])
    expect([refunded.status, refunded.json.refund_id]).toEqual([200, expect.stringMatching(/^rfd_/)])
    expect([(await readRefunded()) - refundedBefore, (await countMails()) - mailsBefore]).toEqual([100_000, 1])
    const again = await service.operator('POST', `/orders/${id}/refund_after_delivery`, { reason: 'x' })
    expect([again.status, again.json.error.reason]).toEqual([409, 'order_not_refundable'])
    expect(await order(live, id)).toMatchObject({ status: 'TRANSFER_COMPLETED', refunded_cents: 100_000 })
    const shown = await service.signed(live, 'GET', `${V1}/refunds/${refunded.json.refund_id}`)
    expect(shown.json).toMatchObject({ status: 'pending', amount_cents: 100_000 })
    await service.background.runJobNow('checkout.send_refunds')
    expect((await service.signed(live, 'GET', `${V1}/refunds/${refunded.json.refund_id}`)).json.status).toBe(
      'completed',
    )
    expect(await balance(seller)).toMatchObject({ payable_cents: -70_000, paid_out_cents: 70_000 })
    await selling.booksHold()
    await sold(seller, '4242424242424242')
    await selling.endHolds()
    expect(await balance(seller)).toMatchObject({ payable_cents: 0 })
    expect((await selling.call(seller, 'POST', '/payouts', {})).status).toBe(409)
    await sold(seller, '4242424242424242')
    await selling.endHolds()
    expect((await selling.call(seller, 'POST', '/payouts', {})).json.payouts).toMatchObject([{ amount_cents: 70_000 }])
    await selling.booksHold()
  })

  it('is refunded after the delivery only if the marketplace collected it and it was delivered', async () => {
    const seller = await selling.newSeller()
    const byPartner = await selling.sell(live, await selling.list(seller))
    const open = await buy(live, { card: '4242424242424242' })
    for (const id of [byPartner, open]) {
      const { actions } = (await service.operator('GET', `/orders/${id}`)).json
      expect(actions).not.toContainEqual(expect.objectContaining({ action: 'refund_after_delivery' }))
      const refused = await service.operator('POST', `/orders/${id}/refund_after_delivery`, { reason: 'x' })
      expect([refused.status, refused.json.error.reason]).toEqual([409, 'order_not_refundable'])
    }
    expect((await service.operator('POST', '/orders/ord_none/refund_after_delivery', { reason: 'x' })).status).toBe(404)
  })
})

describe('messages', () => {
  it('tell operators who decide about money, and the team of the partner', async () => {
    const { email } = await newOperator(service, 'finance')
    const id = await buy(live)
    await close(await findDisputeId(live, id), 'lost')
    const rows = await service.db.many<{ template: string; toAddress: string }>(sql`
      select template, to_address from mail_messages
      where template in ('dispute_opened', 'dispute_closed', 'order_disputed', 'order_dispute_closed')`)
    const templates = (to: (address: string) => boolean) =>
      new Set(rows.filter(({ toAddress }) => to(toAddress)).map(({ template }) => template))
    expect(templates((to) => to === email)).toEqual(new Set(['dispute_opened', 'dispute_closed']))
    expect(templates((to) => to !== email)).toEqual(new Set(['order_disputed', 'order_dispute_closed']))
  })
})
