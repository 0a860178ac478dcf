// From a visitor's purchase to the partner's money: attribution, accrual, maturity, reversal, payout; the ledger agrees throughout.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import type { Owner } from '../../kernel/owner.ts'
import { lockForSale } from '../catalog/index.ts'
import { recordPaidOrder } from '../orders/index.ts'
import { attributeSale, type NewSale, onReversed } from './service/attribute-sale.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.house()
})

const V1 = '/api/partner/v1'
const DAY = 86_400
const freshName = async (terms: object = {}) =>
  (await service.list('sandbox', `ref-${randomUUID().slice(0, 13)}.test`, { ...terms })).domain
const newLink = async (who: TestPartner) =>
  (await service.signed(who, 'POST', `${V1}/links`, { kind: 'generic' })).json as { link_id: string; code: string }
const sale = async (who: TestPartner, linkId: string, terms: object = {}) =>
  service.signed(who, 'POST', `${V1}/sandbox/links/${linkId}/sale`, { domain: await freshName(terms) })
const drive = async (who: TestPartner, orderId: string, ...moves: string[]) => {
  for (const move of moves)
    expect((await service.signed(who, 'POST', `${V1}/sandbox/orders/${orderId}/${move}`)).status).toBe(200)
}
const advance = (who: TestPartner, seconds: number) =>
  service.signed(who, 'POST', `${V1}/sandbox/clock/advance`, { seconds })
const commissions = async (who: TestPartner) =>
  (await service.signed(who, 'GET', `${V1}/me/commissions?limit=100`)).json
const sales = async (who: TestPartner) => (await service.signed(who, 'GET', `${V1}/me/sales`)).json.sales
const payouts = async (who: TestPartner) => (await service.signed(who, 'GET', `${V1}/me/payouts`)).json
const payOut = (who: TestPartner) =>
  service.operator('POST', '/payouts', {
    partner_id: who.partnerId,
    kind: 'referral',
    environment: 'sandbox',
  })
const told = ({ entries }: { entries: Record<string, unknown>[] }) =>
  entries.map((entry) => [entry.category, entry.amount_cents, entry.running_balance_cents]).reverse()
const holds = async () => expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])

/** A sale that the service collected for `seller`, attributed as a checkout would. */
async function paidSale(seller: TestPartner, by: Partial<Pick<NewSale, 'linkId' | 'cookieCode'>>): Promise<string> {
  const domain = await freshName()
  const owner = { partnerId: seller.partnerId, environment: seller.environment } as Owner
  return service.db.tx(async (tx) => {
    const listing = (await lockForSale(tx, owner.environment, domain))!
    const now = service.clock.now()
    const buyer = { email: 'ada@example.com', name: null, country: 'DE' }
    const sale = {
      owner,
      listing,
      terms: { priceCents: 100_000, currency: 'USD', commissionBps: 1500, commissionCents: 15_000, quoteId: null },
      checkoutSessionId: null,
      buyerUserId: null,
      buyer,
      returnUrl: null,
      cancelUrl: null,
      referral: { linkId: null, cookieCode: null, ...by },
      now,
    }
    const { id } = await recordPaidOrder(service.deps, tx, sale)
    return id
  })
}

describe('POST /sandbox/links/{link_id}/sale', () => {
  it('makes a click and a sale of the house that earns the referral rate', async () => {
    const partner = await service.partner({ referralBps: 1250 })
    const link = await newLink(partner)
    const made = await sale(partner, link.link_id)
    expect(made.status).toBe(200)
    expect(made.json).toMatchObject({
      sale_id: expect.stringMatching(/^sal_/),
      buyer: { email: 'v***@example.com', country: 'US' },
      amount_cents: 100_000,
      currency: 'USD',
      commission_cents: 12_500,
      commission_category: 'accrued',
      link_id: link.link_id,
      order_public_id: expect.stringMatching(/^ord_/),
    })
    expect(await sales(partner)).toEqual([made.json])
    const [shown] = (await service.signed(partner, 'GET', `${V1}/links`)).json.links
    expect(shown.stats).toEqual({
      clicks: 1,
      unique_clicks: 1,
      sales: 1,
      sale_amount_cents: 100_000,
      commission_cents: 12_500,
    })
    const order = (await service.operator('GET', `/orders/${made.json.order_public_id}`)).json
    expect(order).toMatchObject({
      payment_model: 'service_collected',
      status: 'PAID',
      amount_owed_cents: 0,
      environment: 'sandbox',
    })
    expect((await service.signed(partner, 'GET', `${V1}/orders/${order.public_id}`)).status).toBe(404)
    await holds()
  })

  it('keeps the messages of the sale in the sandbox of the partner whose link it was', async () => {
    const [partner, stranger] = [await service.partner(), await service.partner()]
    const { order_public_id: orderId } = (await sale(partner, (await newLink(partner)).link_id)).json
    await service.operator('POST', `/orders/${orderId}/start_transfer`)
    const list = async (who: TestPartner) => (await service.signed(who, 'GET', `${V1}/sandbox/mail`)).json.messages
    const messages = await list(partner)
    expect(messages.map((one: Record<string, string>) => [one.template, one.to])).toEqual([
      ['order_progress', 'visitor@example.com'],
      ['receipt', 'visitor@example.com'],
    ])
    for (const { message_id: id } of messages) {
      const path = `${V1}/sandbox/mail/${id}`
      expect((await service.signed(partner, 'GET', path)).json.text).toMatch(/\/orders\/(?!hidden)\S/)
      expect((await service.signed(stranger, 'GET', path)).status).toBe(404)
    }
    expect(await list(stranger)).toEqual([])
  })

  it('refuses what it cannot sell, a link of somebody else, and live credentials', async () => {
    const partner = await service.partner()
    const link = await newLink(partner)
    const ask = (linkId: string, domain: string, who = partner) =>
      service.signed(who, 'POST', `${V1}/sandbox/links/${linkId}/sale`, { domain })
    expect((await ask(link.link_id, 'never-listed.test')).status).toBe(404)
    expect((await ask(link.link_id, 'no domain')).status).toBe(400)
    expect((await ask((await newLink(await service.partner())).link_id, await freshName())).status).toBe(404)
    const sold = (await sale(partner, link.link_id)).json.domain
    expect((await ask(link.link_id, sold)).json.error.reason).toBe('domain_sold')
    const reserved = await freshName()
    await service.signed(partner, 'POST', `${V1}/quotes`, { domain: reserved })
    expect((await ask(link.link_id, reserved)).json.error.reason).toBe('domain_reserved')
    const live = await service.partner({ environment: 'live' })
    expect((await ask(link.link_id, reserved, live)).json.error.reason).toBe('sandbox_only')
  })
})

describe('attribution', () => {
  it("goes by the session's link, else by the cookie's, which is the last click's", async () => {
    const [seller, one, two] = [await service.partner(), await service.partner(), await service.partner()]
    const [first, second] = [await newLink(one), await newLink(two)]
    await paidSale(seller, { linkId: first.link_id, cookieCode: second.code })
    expect([(await sales(one)).length, (await sales(two)).length]).toEqual([1, 0])
    await paidSale(seller, { cookieCode: second.code })
    expect([(await sales(one)).length, (await sales(two)).length]).toEqual([1, 1])
    expect((await sales(two))[0]).toMatchObject({
      buyer: { email: 'a***@example.com', country: 'DE' },
      commission_cents: 10_000,
    })
    await holds()
  })

  it("counts a sale over the seller's own link and gives it no second commission", async () => {
    const seller = await service.partner()
    const link = await newLink(seller)
    await paidSale(seller, { linkId: link.link_id })
    expect((await sales(seller))[0]).toMatchObject({ commission_cents: 0, commission_category: null })
    expect(await commissions(seller)).toMatchObject({ entries: [], balance: [] })
    expect((await service.signed(seller, 'GET', `${V1}/links`)).json.links[0].stats).toMatchObject({
      sales: 1,
      commission_cents: 0,
    })
    await holds()
  })

  it('writes nothing for a link that is unknown, off, of the other environment, or of somebody who is no affiliate any more', async () => {
    const [seller, partner] = [await service.partner(), await service.partner()]
    const link = await newLink(partner)
    for (const by of [
      { linkId: 'lnk_nonsense' },
      { linkId: 'lnk_00000000000000000000000000' },
      { cookieCode: 'ABCDEFGHIJ' },
      { cookieCode: "x'; drop" },
      {},
    ])
      await paidSale(seller, by)
    const live = await service.partner({ environment: 'live' })
    await paidSale(seller, { linkId: (await newLink(live)).link_id })
    await service.db.run(sql`update referral_links set active = false where id = ${link.link_id}`)
    await paidSale(seller, { linkId: link.link_id })
    await service.db.run(sql`update referral_links set active = true where id = ${link.link_id}`)
    await service.operator('PATCH', `/partners/${partner.partnerId}`, { affiliate: false })
    await paidSale(seller, { linkId: link.link_id })
    await service.operator('PATCH', `/partners/${partner.partnerId}`, { affiliate: true })
    await service.operator('POST', `/partners/${partner.partnerId}/suspend`)
    await paidSale(seller, { linkId: link.link_id })
    await service.operator('POST', `/partners/${partner.partnerId}/reinstate`)
    expect(
      await service.db.many(
        sql`select 1 as one from referral_sales where partner_id = any(${[partner.partnerId, live.partnerId]})`,
      ),
    ).toEqual([])
    await holds()
  })

  it('attributes an order once, however often it is told', async () => {
    const [seller, partner] = [await service.partner(), await service.partner()]
    const link = await newLink(partner)
    const orderId = await paidSale(seller, { linkId: link.link_id })
    const owner = { partnerId: seller.partnerId, environment: 'sandbox' } as Owner
    await service.db.tx((tx) =>
      attributeSale(tx, {
        owner,
        orderId,
        amountCents: 100_000,
        currency: 'USD',
        buyer: null,
        linkId: link.link_id,
        cookieCode: null,
        real: service.clock.now(),
      }),
    )
    expect((await sales(partner)).length).toBe(1)
    expect((await commissions(partner)).entries.length).toBe(1)
  })
})

describe('the life of a commission', () => {
  it('is accrued at the sale, pending thirty days after delivery, paid out, each with its entry', async () => {
    const partner = await service.partner()
    const link = await newLink(partner)
    const { order_public_id: orderId, sale_id } = (await sale(partner, link.link_id)).json
    await advance(partner, 40 * DAY)
    // Not delivered: nothing ripens.
    expect(told(await commissions(partner))).toEqual([['accrued', 10_000, 10_000]])
    await drive(partner, orderId, 'start_transfer', 'complete_transfer')
    const [waiting] = (await commissions(partner)).entries
    const clock = (await service.signed(partner, 'GET', `${V1}/sandbox/clock`)).json.now
    expect(Math.abs(Date.parse(waiting.available_at) - Date.parse(clock) - 30 * DAY * 1000)).toBeLessThan(60_000)
    await advance(partner, 30 * DAY - 120)
    expect(told(await commissions(partner))).toHaveLength(1)
    await advance(partner, 121)
    expect(told(await commissions(partner))).toEqual([
      ['accrued', 10_000, 10_000],
      ['pending', 0, 10_000],
    ])
    expect((await sales(partner))[0].commission_category).toBe('pending')
    await holds()

    const made = await payOut(partner)
    expect(made.status).toBe(201)
    const [payout] = (await payouts(partner)).payouts
    expect(payout).toMatchObject({
      kind: 'referral',
      amount_cents: 10_000,
      currency: 'USD',
      status: 'pending',
      paid_at: null,
    })
    // On its way, it is still the partner's.
    expect((await commissions(partner)).balance).toEqual([
      {
        currency: 'USD',
        accrued_cents: 0,
        pending_cents: 10_000,
        paid_out_cents: 0,
        reversed_cents: 0,
        balance_cents: 10_000,
      },
    ])
    await holds()
    await service.operator('POST', `/payouts/${payout.payout_id}/sent`)
    expect((await service.operator('POST', `/payouts/${payout.payout_id}/paid`)).status).toBe(200)
    const after = await commissions(partner)
    expect(told(after)).toEqual([
      ['accrued', 10_000, 10_000],
      ['pending', 0, 10_000],
      ['paid_out', -10_000, 0],
    ])
    expect(after.entries[0]).toMatchObject({ sale_id: null, payout_id: payout.payout_id, available_at: null })
    expect(after.entries[1]).toMatchObject({ sale_id, payout_id: null })
    expect(after.balance[0]).toMatchObject({ pending_cents: 0, paid_out_cents: 10_000, balance_cents: 0 })
    expect((await sales(partner))[0].commission_category).toBe('paid_out')
    expect((await payouts(partner)).total_paid).toEqual([{ currency: 'USD', amount_cents: 10_000 }])
    await holds()
  })

  it('ripens by the job too, and for nobody whose clock stands elsewhere', async () => {
    const [one, two] = [await service.partner(), await service.partner()]
    for (const who of [one, two]) {
      const { order_public_id } = (await sale(who, (await newLink(who)).link_id)).json
      await drive(who, order_public_id, 'start_transfer', 'complete_transfer')
    }
    await service.db.run(sql`update partners set sandbox_offset_seconds = ${31 * DAY} where id = ${one.partnerId}`)
    await service.background.runJobNow('referrals.mature')
    expect([(await sales(one))[0].commission_category, (await sales(two))[0].commission_category]).toEqual([
      'pending',
      'accrued',
    ])
    await holds()
  })

  it('is taken back by a refund or a cancellation before delivery', async () => {
    const partner = await service.partner()
    const link = await newLink(partner)
    for (const action of ['refund', 'cancel']) {
      const { order_public_id } = (await sale(partner, link.link_id)).json
      expect((await service.operator('POST', `/orders/${order_public_id}/${action}`)).status).toBe(200)
    }
    const after = await commissions(partner)
    expect(told(after)).toEqual([
      ['accrued', 10_000, 10_000],
      ['reversed', -10_000, 0],
      ['accrued', 10_000, 10_000],
      ['reversed', -10_000, 0],
    ])
    expect(after.balance[0]).toMatchObject({ accrued_cents: 0, reversed_cents: 20_000, balance_cents: 0 })
    expect((await service.signed(partner, 'GET', `${V1}/links`)).json.links[0].stats).toMatchObject({
      sales: 2,
      commission_cents: 0,
    })
    await holds()
  })

  it('taken back after the payout is a negative line that the next payout nets', async () => {
    const partner = await service.partner()
    const link = await newLink(partner)
    const orders: string[] = []
    const deliver = async (terms: object) => {
      const { order_public_id } = (await sale(partner, link.link_id, terms)).json
      await drive(partner, order_public_id, 'start_transfer', 'complete_transfer')
      orders.push(order_public_id)
    }
    await deliver({ price_cents: 100_000 })
    await advance(partner, 30 * DAY + 1)
    const first = (await payOut(partner)).json.payouts?.[0] ?? (await payouts(partner)).payouts[0]
    await service.operator('POST', `/payouts/${first.payout_id}/sent`)
    await service.operator('POST', `/payouts/${first.payout_id}/paid`)
    // A chargeback long after delivery: no move of an order does this, so the books are told directly.
    await service.db.tx((tx) => onReversed(tx, orders[0]!, service.clock.now()))
    await service.db.tx((tx) => onReversed(tx, orders[0]!, service.clock.now()))
    expect((await commissions(partner)).balance[0]).toMatchObject({
      pending_cents: -10_000,
      balance_cents: -10_000,
      reversed_cents: 10_000,
    })
    expect((await payOut(partner)).status).toBe(409)
    await deliver({ price_cents: 180_000 })
    await advance(partner, 30 * DAY + 1)
    const second = await payOut(partner)
    expect(second.status).toBe(201)
    expect((await payouts(partner)).payouts[0]).toMatchObject({ amount_cents: 8_000, status: 'pending' })
    await holds()
  })

  it('waits for the least payout, and comes back when a payout fails', async () => {
    const partner = await service.partner()
    const link = await newLink(partner)
    const { order_public_id } = (await sale(partner, link.link_id, { price_cents: 49_990 })).json
    await drive(partner, order_public_id, 'start_transfer', 'complete_transfer')
    await advance(partner, 30 * DAY + 1)
    expect((await payOut(partner)).json.error.reason).toBe('nothing_to_pay')
    const more = (await sale(partner, link.link_id, { price_cents: 1000 })).json
    await drive(partner, more.order_public_id, 'start_transfer', 'complete_transfer')
    await advance(partner, 30 * DAY + 1)
    expect((await payOut(partner)).status).toBe(201)
    const [payout] = (await payouts(partner)).payouts
    expect(payout.amount_cents).toBe(5_099)
    expect(
      (await service.operator('POST', `/payouts/${payout.payout_id}/failed`, { reason: 'account closed' })).status,
    ).toBe(200)
    expect((await sales(partner)).map((one: { commission_category: string }) => one.commission_category)).toEqual([
      'pending',
      'pending',
    ])
    expect((await commissions(partner)).balance[0]).toMatchObject({
      pending_cents: 5_099,
      paid_out_cents: 0,
      balance_cents: 5_099,
    })
    await holds()
    expect((await payOut(partner)).status).toBe(201)
    await holds()
  })

  it('keeps currencies apart', async () => {
    const partner = await service.partner()
    const link = await newLink(partner)
    for (const currency of ['USD', 'EUR', 'USD']) await sale(partner, link.link_id, { currency })
    const after = await commissions(partner)
    expect(
      after.balance.map((one: { currency: string; balance_cents: number }) => [one.currency, one.balance_cents]),
    ).toEqual([
      ['EUR', 10_000],
      ['USD', 20_000],
    ])
    expect(
      after.entries.map((one: { currency: string; running_balance_cents: number }) => [
        one.currency,
        one.running_balance_cents,
      ]),
    ).toEqual([
      ['USD', 20_000],
      ['EUR', 10_000],
      ['USD', 10_000],
    ])
  })

  it('pages through entries and sales', async () => {
    const partner = await service.partner()
    const link = await newLink(partner)
    for (let index = 0; index < 3; index++) await sale(partner, link.link_id)
    for (const [path, list, id] of [
      ['commissions', 'entries', 'entry_id'],
      ['sales', 'sales', 'sale_id'],
    ] as const) {
      const whole = (await service.signed(partner, 'GET', `${V1}/me/${path}`)).json[list]
      const first = (await service.signed(partner, 'GET', `${V1}/me/${path}?limit=2`)).json
      const second = (
        await service.signed(partner, 'GET', `${V1}/me/${path}?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)
      ).json
      expect([...first[list], ...second[list]].map((row) => row[id])).toEqual(
        whole.map((row: Record<string, string>) => row[id]),
      )
      expect(
        (await service.signed(partner, 'GET', `${V1}/me/payouts?cursor=${encodeURIComponent(first.next_cursor)}`))
          .status,
      ).toBe(400)
    }
  })

  it('cannot be rewritten: the database refuses', async () => {
    await expect(service.db.run(sql`update commission_entries set amount_cents = 1`)).rejects.toThrow(/append-only/)
    await expect(service.db.run(sql`delete from commission_entries`)).rejects.toThrow(/append-only/)
  })
})
