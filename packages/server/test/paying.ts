// Sellers who are paid through Stripe, for tests: their accounts, payouts and transfers, and what Stripe reports of them.
import { expect } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { TestPartner, TestService } from './harness.ts'
import type { Person } from './person.ts'
import type { createSelling } from './selling.ts'
import { openShop } from './shop.ts'
import { postNotice, type SignedNotice, type startStripeDouble } from './stripe-double.ts'

type Stage = {
  double: Awaited<ReturnType<typeof startStripeDouble>>
  service: TestService
  selling: ReturnType<typeof createSelling>
  partner: TestPartner
}

/** `stage` is asked with each call, because it is set up before the tests. */
export function createPaying(stage: () => Stage) {
  const nowSeconds = () => Math.floor(stage().service.clock.now().getTime() / 1000)
  const post = (notice: SignedNotice) => postNotice(stage().service, notice)
  const reportAccount = (account: { id: string }, ageSeconds = 0, type = 'account.updated') =>
    post(stage().double.signForAccount(type, account.id, account, nowSeconds(), nowSeconds() - ageSeconds))
  const reportTransfer = (transfer: object, type = 'transfer.reversed') =>
    post(stage().double.sign(type, transfer, nowSeconds()))

  const account = async (seller: Person) => (await stage().selling.call(seller, 'GET', '/payout-account')).json
  const findRef = async (seller: Person): Promise<string> =>
    (await stage().service.db.one<{ ref: string }>(
      sql`select account_ref as ref from payee_accounts where seller_id = ${seller.userId}`,
    ))!.ref

  /** A seller whose account at Stripe is ready. */
  async function newPayee(): Promise<{ seller: Person; ref: string }> {
    const seller = await stage().selling.newSeller()
    expect((await stage().selling.call(seller, 'POST', '/payout-account', {})).status).toBe(200)
    const ref = await findRef(seller)
    expect((await reportAccount(stage().double.connect.complete(ref))).status).toBe(200)
    return { seller, ref }
  }

  async function earn(seller: Person): Promise<string> {
    const orderId = await stage().selling.sell(stage().partner, await stage().selling.list(seller))
    await stage().selling.deliver(orderId)
    await stage().selling.endHolds()
    return orderId
  }

  /** The marketplace collects the payment, so it can refund it after the delivery. */
  async function earnAtCheckout(seller: Person): Promise<string> {
    const shop = openShop(stage().service)
    const { session_id, checkout_url } = await shop.session(stage().partner, await stage().selling.list(seller))
    await shop.payForm(checkout_url)
    const payment = await stage().service.db.one<{ ref: string }>(
      sql`select provider_ref as ref from payments where session_id = ${session_id}`,
    )
    await post(stage().double.notice('payment_intent.succeeded', payment!.ref, { timestamp: nowSeconds() }))
    const orderId: string = (await shop.show(stage().partner, session_id)).order_public_id
    await stage().selling.deliver(orderId)
    await stage().selling.endHolds()
    return orderId
  }

  async function request(seller: Person): Promise<string> {
    const { status, json } = await stage().selling.call(seller, 'POST', '/payouts', {})
    expect([status, json.error]).toEqual([201, undefined])
    return json.payouts[0].payout_id
  }

  /** A payee with a payout that is not sent yet. */
  async function queued() {
    const { seller, ref } = await newPayee()
    const orderId = await earn(seller)
    return { seller, ref, orderId, payoutId: await request(seller) }
  }

  const show = async (payoutId: string) => {
    const { json } = await stage().service.operator('GET', '/seller-payouts?limit=100')
    return json.payouts.find((one: { payout_id: string }) => one.payout_id === payoutId)
  }
  const listTransfers = (payoutId: string) =>
    stage().double.connect.transfers.filter(({ metadata }) => metadata.payout_id === payoutId)
  const send = () => stage().selling.run('send_payouts')
  const act = (payoutId: string, action: string, body?: object) =>
    stage().service.operator('POST', `/seller-payouts/${payoutId}/${action}`, body)

  return {
    account,
    act,
    earn,
    earnAtCheckout,
    findRef,
    listTransfers,
    newPayee,
    nowSeconds,
    post,
    queued,
    reportAccount,
    reportTransfer,
    request,
    send,
    show,
  }
}
