// Money of sellers that comes back: transfers that Stripe takes back again and again, and payouts that a bank returned.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createPaying } from '../../../test/paying.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { createSelling } from '../../../test/selling.ts'
import { startStripeDouble } from '../../../test/stripe-double.ts'
import { Sql, sql } from '../../db/sql.ts'
import { SET_OFF_CHECKS } from '../audit/store/seller-checks.ts'

let double: Awaited<ReturnType<typeof startStripeDouble>>
let service: TestService
let selling: ReturnType<typeof createSelling>
let partner: TestPartner
beforeAll(async () => {
  double = await startStripeDouble()
  service = await startTestService({ ...double.env, ...double.connectEnv })
  selling = createSelling(service)
  partner = await service.partner({ environment: 'live', commissionBps: 2000 })
  await service.house()
})

const {
  account,
  earn,
  earnAtCheckout,
  listTransfers,
  newPayee,
  nowSeconds,
  post,
  queued,
  reportTransfer,
  request,
  send,
  show,
} = createPaying(() => ({ double, service, selling, partner }))

describe('a payout', () => {
  it('that Stripe takes back after a refund of one of its sales holds back nothing for the others', async () => {
    const { seller } = await newPayee()
    const [first, second] = [await earnAtCheckout(seller), await earn(seller)]
    const payoutId = await request(seller)
    await send()
    const setDisputed = (isOpen: boolean) =>
      service.db.run(sql`update orders set dispute_open = ${isOpen} where id = ${second}`)
    const refunded = await service.operator('POST', `/orders/${first}/refund_after_delivery`, { reason: 'Stolen.' })
    expect(refunded.status).toBe(200)
    await reportTransfer({ ...listTransfers(payoutId)[0]!, amount_reversed: 70_000 })
    await setDisputed(true)
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 0 })
    await setDisputed(false)
    await earn(seller)
    const next = await request(seller)
    // The next payout pays nothing of the first one, so a dispute of a sale that stays paid does not stop it.
    await setDisputed(true)
    await send()
    expect(await show(next)).toMatchObject({ status: 'paid', amount_cents: 70_000 })
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 0 })
    await setDisputed(false)
    await selling.booksHold()
  })

  it('that pays returned parts again and comes back, too, is held back for a disputed sale once', async () => {
    const { seller } = await newPayee()
    const orderId = await earn(seller)
    const [payouts, reversed] = [[await request(seller)], [30_000, 90_000, 50_000]]
    await send()
    const takeBack = (at: number, cents: number) =>
      reportTransfer({ ...listTransfers(payouts[at]!)[0]!, amount_reversed: cents })
    await takeBack(0, reversed[0]!)
    await earn(seller)
    for (const at of [1, 2]) {
      payouts.push(await request(seller))
      await send()
      await takeBack(at, reversed[at]!)
    }
    const setDisputed = (isOpen: boolean) =>
      service.db.run(sql`update orders set dispute_open = ${isOpen} where id = ${orderId}`)
    await setDisputed(true)
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 50_000 })
    await takeBack(0, 65_000)
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 15_000, disputed_cents: 70_000 })
    payouts.push(await request(seller))
    await send()
    expect(await show(payouts[3]!)).toMatchObject({ status: 'paid', amount_cents: 15_000 })
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 70_000 })
    await setDisputed(false)
    expect(await show(await request(seller))).toMatchObject({ amount_cents: 70_000 })
    await send()
    await selling.booksHold()
  })
})

/** What the migration notes for payouts of earlier releases. */
const BACKFILL = /^update seller_payouts[^;]+;/m.exec(
  readFileSync(new URL('../../../migrations/0065_set_off_proceeds.sql', import.meta.url), 'utf8'),
)![0]

/** Of a payout that has less than its sales, because it was set off against a sale of the payout before that was taken back. */
const SET_OFF_MUTANTS: readonly [string, Sql][] = [
  [
    'more set off than the sales have',
    sql`update seller_payouts set set_off_cents = set_off_cents + 1 where set_off_cents > 0`,
  ],
  [
    'more paid again than was set off',
    sql`
    update seller_resends r set cents = p.set_off_cents + 1, set_off_cents = p.set_off_cents + 1
    from seller_payouts p where p.id = r.returned_id and r.set_off_cents > 0`,
  ],
]

describe('proceeds that were set off against a sale that was taken back', () => {
  it('are noted for earlier payouts, also without sales and after they came back', async () => {
    let rows: unknown
    await findingsAfter(service, async (tx) => {
      const payouts = [
        ['pay_early_a', 100, 'reversed'],
        // Pays the first one again, less a debt, and came back when a part of it had been paid again.
        ['pay_early_b', 70, 'reversed'],
        // Pays that part, less another debt.
        ['pay_early_c', 20, 'paid'],
        // Came back, and others pay its sales.
        ['pay_early_d', 40, 'reversed'],
      ] as const
      for (const [id, cents, status] of payouts)
        await tx.run(sql`
          insert into seller_payouts (id, seller_id, currency, amount_cents, status, destination_kind, destination_hint, requested_by,
                                      created_at)
          values (${id}, 'usr_early', 'USD', ${cents}, ${status}, 'manual', '', 'seller', ${service.clock.now()})`)
      await tx.run(sql`
        insert into seller_resends (payout_id, returned_id, cents)
        values ('pay_early_b', 'pay_early_a', 100), ('pay_early_c', 'pay_early_b', 50)`)
      await tx.run(new Sql(BACKFILL, []))
      rows = await tx.many(sql`select id, set_off_cents from seller_payouts where seller_id = 'usr_early' order by id`)
    })
    expect(rows).toEqual([
      { id: 'pay_early_a', setOffCents: 0 },
      { id: 'pay_early_b', setOffCents: 30 },
      { id: 'pay_early_c', setOffCents: 30 },
      { id: 'pay_early_d', setOffCents: 0 },
    ])
  })

  it('are payable when Stripe takes that payout back, and held back for disputes of their own sales', async () => {
    const { seller } = await newPayee()
    const [refunded] = [await earnAtCheckout(seller), await earn(seller)]
    const first = await request(seller)
    await send()
    await service.operator('POST', `/orders/${refunded}/refund_after_delivery`, { reason: 'Stolen.' })
    const disputed = await earn(seller)
    await earn(seller)
    const second = await request(seller)
    await send()
    // Two sales, less the one that was taken back.
    expect(await show(second)).toMatchObject({ status: 'paid', amount_cents: 70_000 })
    const setDisputed = (isOpen: boolean) =>
      service.db.run(sql`update orders set dispute_open = ${isOpen} where id = ${disputed}`)
    const expectBalance = async (payable_cents: number, disputed_cents: number) =>
      expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents, disputed_cents })
    await setDisputed(true)
    // The sale is paid: by the money that the seller keeps of the first payout.
    await expectBalance(0, 0)
    await reportTransfer({ ...listTransfers(first)[0]!, amount_reversed: 50_000 })
    await expectBalance(0, 50_000)
    await setDisputed(false)
    const third = await request(seller)
    await setDisputed(true)
    await send()
    expect(await show(third)).toMatchObject({ status: 'failed', amount_cents: 50_000 })
    await expectBalance(0, 50_000)
    await setDisputed(false)
    const fourth = await request(seller)
    await send()
    expect(await show(fourth)).toMatchObject({ status: 'paid', amount_cents: 50_000 })
    await setDisputed(true)
    await expectBalance(0, 0)
    // What comes back of the payout that paid it is the same money.
    await reportTransfer({ ...listTransfers(fourth)[0]!, amount_reversed: 30_000 })
    await reportTransfer({ ...listTransfers(first)[0]!, amount_reversed: 80_000 })
    await expectBalance(10_000, 50_000)
    await setDisputed(false)
    expect(await show(await request(seller))).toMatchObject({ amount_cents: 60_000 })
    await send()
    await selling.booksHold()
  })

  it('are payable when that payout fails', async () => {
    const { seller } = await newPayee()
    const refunded = await earnAtCheckout(seller)
    const first = await request(seller)
    await service.operator('POST', `/orders/${refunded}/refund_after_delivery`, { reason: 'Stolen.' })
    const disputed = await earn(seller)
    await earn(seller)
    const second = await request(seller)
    await send()
    expect([(await show(first)).status, (await show(second)).status]).toEqual(['failed', 'paid'])
    const setDisputed = (isOpen: boolean) =>
      service.db.run(sql`update orders set dispute_open = ${isOpen} where id = ${disputed}`)
    await setDisputed(true)
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 70_000 })
    await setDisputed(false)
    await earn(seller)
    // More than its own sale, and nothing was taken back of another payout.
    expect(await show(await request(seller))).toMatchObject({ amount_cents: 140_000 })
    await send()
    await selling.booksHold()
  })

  it('have a check with planted bugs', async () => {
    const [check, ...others] = SET_OFF_CHECKS.map(({ name }) => name)
    expect(others).toEqual([])
    for (const [bug, statement] of SET_OFF_MUTANTS)
      expect([...(await findingsAfter(service, planted(statement)))], bug).toContain(check)
  })
})

describe('the bank of a seller', () => {
  const reportBank = (account: string, type: string, payout: object, ageSeconds = 0) =>
    post(double.signForAccount(type, account, payout, nowSeconds(), nowSeconds() + 1 - ageSeconds))
  const newPayout = (ref: string, amount: number, currency = 'usd') => ({
    id: ref,
    object: 'payout',
    amount,
    created: nowSeconds() + 1,
    currency,
    failure_code: 'account_closed',
    status: 'failed',
  })
  const listQueue = async (payoutId: string) =>
    (await service.operator('GET', '/queue/refused_payouts')).json.items.filter(
      ({ id }: { id: string }) => id === payoutId,
    )

  it('returned the money: shown, mailed once and in the queue until Stripe has paid again', async () => {
    const { seller, ref, payoutId } = await queued()
    await send()
    const failed = newPayout('po_1', 70_000)
    await Promise.all([reportBank(ref, 'payout.failed', failed), reportBank(ref, 'payout.failed', failed)])
    const { payouts } = (await selling.call(seller, 'GET', '/payouts')).json
    expect(payouts).toMatchObject([{ status: 'paid', bank_failure: 'The bank account is closed.' }])
    expect((await account(seller)).account.bank_failures).toMatchObject([
      { code: 'account_closed', message: 'The bank account is closed.', amount_cents: 70_000, currency: 'USD' },
    ])
    expect((await selling.mailTo(seller)).filter((template) => template === 'bank_payout_failed')).toHaveLength(1)
    expect(await listQueue(payoutId)).toMatchObject([{ status: 'account_closed', title: seller.email }])
    // Reports of another currency, and those that come late, say nothing about it.
    await reportBank(ref, 'payout.paid', newPayout('po_2', 5000, 'eur'))
    await reportBank(ref, 'payout.paid', failed, 60)
    service.clock.advance(2)
    // One that was under way before the failure pays nothing of it.
    await reportBank(ref, 'payout.paid', { ...newPayout('po_0', 30_000), created: failed.created - 60 })
    expect(await listQueue(payoutId)).toHaveLength(1)
    expect((await account(seller)).account.bank_failures).toHaveLength(1)
    await reportBank(ref, 'payout.paid', newPayout('po_3', 70_000))
    expect(await listQueue(payoutId)).toEqual([])
    expect((await account(seller)).account.bank_failures).toEqual([])
    expect((await show(payoutId)).bank_failure).toBeNull()
    await selling.booksHold()
  })

  it('returned the money, and the operator took it back: there is nothing to pay again', async () => {
    const { seller, ref, payoutId } = await queued()
    await send()
    const failed = newPayout('po_7', 70_000)
    const writtenAt = nowSeconds() + 1
    const reportFailure = () => post(double.signForAccount('payout.failed', ref, failed, nowSeconds(), writtenAt))
    await reportFailure()
    const transfer = listTransfers(payoutId)[0]!
    await reportTransfer({ ...transfer, amount_reversed: 10_000 })
    expect(await listQueue(payoutId)).toHaveLength(1)
    await reportTransfer({ ...transfer, amount_reversed: 70_000, reversed: true })
    await reportFailure()
    expect(await show(payoutId)).toMatchObject({ status: 'reversed', bank_failure: null })
    expect((await account(seller)).account.bank_failures).toEqual([])
    expect((await selling.mailTo(seller)).filter((template) => template === 'bank_payout_failed')).toHaveLength(1)
    await selling.booksHold()
  })

  it('has another currency: the last payout shows what it returned', async () => {
    const { seller, ref, payoutId } = await queued()
    await send()
    await reportBank(ref, 'payout.failed', newPayout('po_8', 64_000, 'huf'))
    expect(await listQueue(payoutId)).toMatchObject([{ status: 'account_closed' }])
    expect((await account(seller)).account.bank_failures).toMatchObject([{ amount_cents: 64_000, currency: 'HUF' }])
    service.clock.advance(2)
    await reportBank(ref, 'payout.paid', newPayout('po_9', 64_000, 'huf'))
    expect(await listQueue(payoutId)).toEqual([])
    expect((await account(seller)).account.bank_failures).toEqual([])
  })

  it('says nothing about accounts that are not ours, and is not believed without an amount', async () => {
    const { ref } = await newPayee()
    expect((await reportBank('acct_unknown', 'payout.failed', newPayout('po_4', 1))).status).toBe(200)
    expect((await reportBank(ref, 'payout.failed', newPayout('po_5', -1))).status).toBe(200)
    for (const wrong of [{ amount: 'x' }, { currency: 7 }, { id: null }, { created: 'now' }])
      expect((await reportBank(ref, 'payout.failed', { ...newPayout('po_6', 1), ...wrong })).status).toBe(400)
  })
})
