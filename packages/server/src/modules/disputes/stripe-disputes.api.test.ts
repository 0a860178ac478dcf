// Disputes that Stripe reports: shapes as recorded, twice, late and in any order, and responses that reach Stripe once.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { readMail } from '../../../test/mailbox.ts'
import { newOperator } from '../../../test/operators.ts'
import { createSelling } from '../../../test/selling.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { postNotice, type SignedNotice, startStripeDouble } from '../../../test/stripe-double.ts'
import { sql } from '../../db/sql.ts'

let double: Awaited<ReturnType<typeof startStripeDouble>>
let service: TestService
let shop: ReturnType<typeof openShop>
let partner: TestPartner
beforeAll(async () => {
  double = await startStripeDouble()
  service = await startTestService(double.env)
  shop = openShop(service)
  partner = await service.partner({ environment: 'live', commissionBps: 2000 })
})

const nowSeconds = () => Math.floor(service.clock.now().getTime() / 1000)
const post = (notice: SignedNotice) => postNotice(service, notice)

async function begin(): Promise<{ sessionId: string; intent: string }> {
  const { session_id, checkout_url } = await shop.session(partner)
  await shop.payForm(checkout_url)
  const row = await service.db.one<{ ref: string }>(
    sql`select provider_ref as ref from payments where session_id = ${session_id}`,
  )
  return { sessionId: session_id, intent: row!.ref }
}
async function succeed(sessionId: string, intent: string): Promise<string> {
  await post(double.notice('payment_intent.succeeded', intent, { timestamp: nowSeconds() }))
  return (await shop.show(partner, sessionId)).order_public_id
}
async function paid(): Promise<{ orderId: string; intent: string }> {
  const { sessionId, intent } = await begin()
  return { orderId: await succeed(sessionId, intent), intent }
}

const withdrawal = { object: 'balance_transaction', amount: -100_000, fee: 1500, currency: 'usd', net: -101_500 }
const reinstatement = { object: 'balance_transaction', amount: 100_000, fee: -1500, currency: 'usd', net: 101_500 }

/** As Stripe sends it, with what we do not read left out. */
const shape = (intent: string, status: string, more: object = {}) => ({
  id: `dp_${intent}`,
  object: 'dispute',
  amount: 100_000,
  balance_transactions: [withdrawal],
  charge: 'ch_1',
  currency: 'usd',
  evidence_details: { due_by: nowSeconds() + 9 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: true,
  metadata: {},
  payment_intent: intent,
  reason: 'product_not_received',
  status,
  ...more,
})
const toPart = (cents: number) => ({ amount: cents, balance_transactions: [{ ...withdrawal, amount: -cents }] })
const findRefund = (orderId: string) =>
  service.db.one(sql`select status, amount_cents, disputed_cents from buyer_refunds where subject = ${orderId}`)
const report = (kind: string, object: object, ageSeconds = 0) =>
  post(double.sign(`charge.dispute.${kind}`, object, nowSeconds(), nowSeconds() - ageSeconds))
const order = async (id: string) => (await service.signed(partner, 'GET', `${V1}/orders/${id}`)).json
const operatorDispute = async (orderId: string) =>
  (await service.operator('GET', `/disputes?order_id=${orderId}`)).json.disputes
const count = async (orderId: string, type: string) =>
  (
    await service.db.many(sql`
      select 1 as one from events where type = ${type} and data -> 'order' ->> 'public_id' = ${orderId}`)
  ).length

describe('reports of Stripe', () => {
  it('open one dispute, whatever is repeated, with deadline, fee and withdrawn amount', async () => {
    const { orderId, intent } = await paid()
    const created = shape(intent, 'needs_response')
    await Promise.all([report('created', created), report('created', created), report('funds_withdrawn', created)])
    const [dispute, ...others] = await operatorDispute(orderId)
    expect(others).toEqual([])
    expect(dispute).toMatchObject({
      processor: 'stripe',
      processor_reference: `dp_${intent}`,
      status: 'needs_response',
      reason: 'product_not_received',
      fee_cents: 1500,
      fee_currency: 'USD',
      actions: [{ action: 'submit' }, { action: 'accept' }],
    })
    expect(await count(orderId, 'order.disputed')).toBe(1)
    const closing = await service.operator('POST', `/disputes/${dispute.dispute_id}/close`, { outcome: 'won' })
    expect(closing.status).toBe(409)
    await shop.booksHold()
  })

  it('end the same in any order: closed before created, funds before and after', async () => {
    const { orderId, intent } = await paid()
    await createSelling(service).deliver(orderId)
    const lost = shape(intent, 'lost', { balance_transactions: [] })
    await report('closed', lost)
    expect((await order(orderId)).dispute.status).toBe('lost')
    await shop.booksHold()
    await report('created', shape(intent, 'needs_response'), 60)
    await report('updated', shape(intent, 'under_review'), 30)
    await report('closed', shape(intent, 'won'))
    expect(await order(orderId)).toMatchObject({ refunded_cents: 100_000, dispute: { status: 'lost' } })
    expect([await count(orderId, 'order.disputed'), await count(orderId, 'order.dispute_closed')]).toEqual([1, 1])
    await shop.booksHold()
  })

  it('that arrive before the payment is captured are asked for again', async () => {
    const { sessionId, intent } = await begin()
    expect((await report('created', shape(intent, 'needs_response'))).status).toBe(503)
    const orderId = await succeed(sessionId, intent)
    expect((await report('created', shape(intent, 'needs_response'))).status).toBe(200)
    expect((await order(orderId)).dispute).toMatchObject({ status: 'needs_response' })
    await shop.booksHold()
  })

  it('return amount and fee of a dispute that is won', async () => {
    const { orderId, intent } = await paid()
    await report('created', shape(intent, 'needs_response'))
    const both = { balance_transactions: [withdrawal, reinstatement] }
    await report('closed', shape(intent, 'won', both))
    await report('funds_reinstated', shape(intent, 'won', both))
    const [dispute] = await operatorDispute(orderId)
    expect(dispute).toMatchObject({ status: 'won', fee_returned: true, funds_reinstated_at: expect.any(String) })
    await shop.booksHold()
  })

  it('of a part of the price leave the sale as it is: the marketplace bears the loss', async () => {
    const { email } = await newOperator(service, 'finance')
    const { orderId, intent } = await paid()
    const part = { amount: 40_000, balance_transactions: [{ ...withdrawal, amount: -40_000 }] }
    await report('created', shape(intent, 'needs_response', part))
    await report('closed', shape(intent, 'lost', part))
    expect(await order(orderId)).toMatchObject({ status: 'PAID', refunded_cents: 0, dispute: { status: 'lost' } })
    const letters = await readMail(service, email)
    const texts = letters.filter(({ template }) => template === 'dispute_closed').map(({ text }) => text)
    expect(texts).toEqual([expect.stringContaining('The marketplace bears the loss.')])
    await shop.booksHold()
  })

  it('of a part of the price leave no full refund, which would return that part twice', async () => {
    const part = { amount: 40_000, balance_transactions: [{ ...withdrawal, amount: -40_000 }] }
    const [early, late] = [await paid(), await paid()]
    await createSelling(service).deliver(late.orderId)
    for (const { intent } of [early, late]) await report('closed', shape(intent, 'lost', part))
    const offered = async (orderId: string) => {
      const { actions } = (await service.operator('GET', `/orders/${orderId}`)).json
      return actions.map(({ action }: { action: string }) => action)
    }
    expect(await offered(early.orderId)).toEqual(['start_transfer', 'hold'])
    expect(await offered(late.orderId)).toEqual([])
    await service.operator('POST', `/orders/${early.orderId}/hold`)
    const { items } = (await service.operator('GET', '/queue/held_orders')).json
    const item = items.find(({ id }: { id: string }) => id === early.orderId)
    expect(item.actions.map(({ action }: { action: string }) => action)).toEqual(await offered(early.orderId))
    for (const refused of [
      await service.operator('POST', `/orders/${early.orderId}/refund`),
      await service.operator('POST', `/orders/${early.orderId}/cancel`),
      await service.operator('POST', `/orders/${late.orderId}/refund_after_delivery`, { reason: 'x' }),
    ])
      expect([refused.status, refused.json.error.reason]).toEqual([409, 'order_not_refundable'])
    expect((await order(late.orderId)).refunded_cents).toBe(0)
    await shop.booksHold()
  })

  it('of a refunded order cost the marketplace the amount, and nobody else', async () => {
    const { orderId, intent } = await paid()
    await service.operator('POST', `/orders/${orderId}/refund`)
    await service.background.runJobNow('checkout.send_refunds')
    await report('created', shape(intent, 'needs_response'))
    await report('closed', shape(intent, 'lost'))
    expect((await operatorDispute(orderId))[0]).toMatchObject({ status: 'lost', reversed_cents: 0 })
    await shop.booksHold()
  })

  it('stop a refund that was not sent yet, which a lost dispute completes', async () => {
    const [early, late] = [await paid(), await paid()]
    await createSelling(service).deliver(late.orderId)
    await service.operator('POST', `/orders/${early.orderId}/refund`)
    await service.operator('POST', `/orders/${late.orderId}/refund_after_delivery`, { reason: 'x' })
    for (const { intent } of [early, late]) await report('created', shape(intent, 'needs_response'))
    for (const { intent, orderId } of [early, late]) {
      const refund = () => service.db.one(sql`select status from buyer_refunds where subject = ${orderId}`)
      await service.background.runJobNow('checkout.send_refunds')
      expect(await refund()).toEqual({ status: 'pending' })
      await report('updated', shape(intent, 'under_review'))
      await service.background.runJobNow('checkout.send_refunds')
      expect(await refund()).toEqual({ status: 'pending' })
      await report('closed', shape(intent, 'lost'))
      expect(await refund()).toEqual({ status: 'sent' })
      await service.background.runJobNow('checkout.send_refunds')
      expect((await operatorDispute(orderId))[0]).toMatchObject({ status: 'lost', reversed_cents: 100_000 })
      const cash = await service.db.one<{ cents: number }>(sql`
        select sum(amount_cents)::int as cents from ledger_entries where account = 'cash' and (journal like ${`${orderId}:%`}
          or journal in (select id || ':withdrawn' from disputes where order_id = ${orderId}))`)
      expect(cash!.cents).toBe(0)
    }
    await shop.booksHold()
  })

  it('leave a refund that was not sent yet to the job when the dispute is won', async () => {
    const { orderId, intent } = await paid()
    await service.operator('POST', `/orders/${orderId}/refund`)
    await report('created', shape(intent, 'needs_response'))
    await report('closed', shape(intent, 'won', { balance_transactions: [withdrawal, reinstatement] }))
    await service.background.runJobNow('checkout.send_refunds')
    const refund = await service.db.one(sql`select status from buyer_refunds where subject = ${orderId}`)
    expect(refund).toEqual({ status: 'sent' })
    await shop.booksHold()
  })

  it('of one of two disputes leave the open one on the order', async () => {
    const { orderId, intent } = await paid()
    const part = { amount: 40_000, balance_transactions: [{ ...withdrawal, amount: -40_000 }] }
    await report('created', shape(intent, 'needs_response', part))
    await report('created', { ...shape(intent, 'needs_response', part), id: `dp_${intent}_2` })
    await report('closed', shape(intent, 'lost', part))
    const disputes = await operatorDispute(orderId)
    const open = disputes.find(({ status }: { status: string }) => status === 'needs_response')
    expect((await order(orderId)).dispute).toMatchObject({ dispute_id: open.dispute_id, status: 'needs_response' })
    await shop.booksHold()
  })

  it('of one of two disputes leave the lost one on the order, which allows no refund', async () => {
    const { orderId, intent } = await paid()
    const part = { amount: 40_000, balance_transactions: [{ ...withdrawal, amount: -40_000 }] }
    await report('closed', shape(intent, 'lost', part))
    const second = (status: string) => ({ ...shape(intent, status, part), id: `dp_${intent}_2` })
    await report('created', second('needs_response'))
    await report('closed', { ...second('won'), balance_transactions: [withdrawal, reinstatement] })
    const shown = (await service.operator('GET', `/orders/${orderId}`)).json
    expect(shown.dispute.status).toBe('lost')
    expect(shown.actions.map(({ action }: { action: string }) => action)).toEqual(['start_transfer', 'hold'])
    const refused = await service.operator('POST', `/orders/${orderId}/refund`)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'order_not_refundable'])
    await shop.booksHold()
  })

  it('about unknown payments change no order', async () => {
    expect((await report('created', shape('pi_unknown', 'needs_response'))).status).toBe(200)
  })

  it('of a part of the price leave of a refund that was not sent only the rest to send', async () => {
    const part = { amount: 40_000, balance_transactions: [{ ...withdrawal, amount: -40_000 }] }
    const [early, late] = [await paid(), await paid()]
    await createSelling(service).deliver(late.orderId)
    await service.operator('POST', `/orders/${early.orderId}/refund`)
    await service.operator('POST', `/orders/${late.orderId}/refund_after_delivery`, { reason: 'x' })
    for (const { intent, orderId } of [early, late]) {
      await report('created', shape(intent, 'needs_response', part))
      await report('closed', shape(intent, 'lost', part))
      expect((await operatorDispute(orderId))[0]).toMatchObject({ status: 'lost', reversed_cents: 40_000 })
      await shop.booksHold()
    }
    await service.background.runJobNow('checkout.send_refunds')
    for (const { intent, orderId } of [early, late]) {
      expect(double.refunds.filter((one) => one.payment_intent === intent)).toMatchObject([{ amount: 60_000 }])
      const refund = await service.db.one(
        sql`select status, amount_cents, disputed_cents from buyer_refunds where subject = ${orderId}`,
      )
      expect(refund).toEqual({ status: 'sent', amountCents: 60_000, disputedCents: 40_000 })
    }
    await shop.booksHold()
  })

  it('of two parts of the price leave the rest of both, under a key of its amount', async () => {
    const { orderId, intent } = await paid()
    await service.operator('POST', `/orders/${orderId}/refund`)
    await report('closed', shape(intent, 'lost', toPart(40_000)))
    const before = double.requests.length
    double.fail(3)
    await service.background.runJobNow('checkout.send_refunds')
    await report('closed', { ...shape(intent, 'lost', toPart(25_000)), id: `dp_${intent}_2` })
    service.clock.advance(60)
    await service.background.runJobNow('checkout.send_refunds')
    expect(double.refunds.filter((one) => one.payment_intent === intent)).toMatchObject([{ amount: 35_000 }])
    const sent = double.requests.slice(before).filter(({ path }) => path === '/v1/refunds')
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
    expect(await findRefund(orderId)).toEqual({ status: 'sent', amountCents: 35_000, disputedCents: 65_000 })
    await shop.booksHold()
  })

  it('that change a refund while it is sent leave it to be sent, not booked with the amount before', async () => {
    const { orderId, intent } = await paid()
    await service.operator('POST', `/orders/${orderId}/refund`)
    const stripe = service.deps.payments.stripe!
    const { refund } = stripe
    stripe.refund = async (one) => {
      await report('closed', shape(intent, 'lost', toPart(40_000)))
      return refund(one)
    }
    try {
      await service.background.runJobNow('checkout.send_refunds')
    } finally {
      stripe.refund = refund
    }
    expect(await findRefund(orderId)).toEqual({ status: 'pending', amountCents: 60_000, disputedCents: 40_000 })
    await shop.booksHold()
  })

  it('that are not well written are rejected with 400', async () => {
    const { intent } = await paid()
    for (const wrong of [{ amount: '1' }, { amount: 0 }, { status: 'constructor' }, { id: null }, { currency: {} }])
      expect((await report('created', { ...shape(intent, 'needs_response'), ...wrong })).status).toBe(400)
    expect((await report('created', { ...shape(intent, 'needs_response'), payment_intent: null })).status).toBe(200)
  })
})

describe('inquiries', () => {
  const nothing = { balance_transactions: [] }
  const ask = (intent: string, status = 'warning_needs_response') => report('created', shape(intent, status, nothing))

  it('freeze nothing, and end without a trace on the order', async () => {
    const { orderId, intent } = await paid()
    await ask(intent)
    const [inquiry] = await operatorDispute(orderId)
    expect(inquiry).toMatchObject({ inquiry: true, status: 'needs_response', fee_cents: 0, funds_withdrawn_at: null })
    expect(inquiry.actions).toMatchObject([{ action: 'submit' }, { action: 'accept', to_status: 'won' }])
    expect(await order(orderId)).toMatchObject({ status: 'PAID', dispute: null })
    expect(await count(orderId, 'order.disputed')).toBe(0)
    await shop.booksHold()
    await report('updated', shape(intent, 'warning_under_review', nothing))
    await report('closed', shape(intent, 'warning_closed', nothing))
    expect((await operatorDispute(orderId))[0]).toMatchObject({ inquiry: true, status: 'won', reversed_cents: 0 })
    expect(await order(orderId)).toMatchObject({ status: 'PAID', dispute: null })
    expect(await count(orderId, 'order.dispute_closed')).toBe(0)
    await shop.booksHold()
  })

  it('are accepted by a refund of the order, before and after the delivery, and nothing else is sent', async () => {
    const [early, late] = [await paid(), await paid()]
    await createSelling(service).deliver(late.orderId)
    for (const { intent, orderId } of [early, late]) {
      await ask(intent)
      const [{ dispute_id }] = await operatorDispute(orderId)
      const accepted = await service.operator('POST', `/disputes/${dispute_id}/accept`)
      expect(accepted.json).toMatchObject({ status: 'needs_response', response: 'acceptance', actions: [] })
      expect((await service.operator('POST', `/disputes/${dispute_id}/accept`)).status).toBe(409)
      service.clock.advance(60)
      await service.background.runJobNow('checkout.send_refunds')
      await service.background.runJobNow('disputes.send_responses')
      expect(double.refunds.filter((one) => one.payment_intent === intent)).toMatchObject([{ amount: 100_000 }])
      expect(double.answers.filter(({ ref }) => ref === `dp_${intent}`)).toEqual([])
      await report('closed', shape(intent, 'warning_closed', nothing))
      expect((await operatorDispute(orderId))[0].status).toBe('won')
    }
    expect((await order(early.orderId)).status).toBe('REFUNDED')
    expect(await order(late.orderId)).toMatchObject({ status: 'TRANSFER_COMPLETED', refunded_cents: 100_000 })
    await shop.booksHold()
  })

  it('do not block refunds, and are not accepted afterwards', async () => {
    const { orderId, intent } = await paid()
    await ask(intent)
    expect((await service.operator('POST', `/orders/${orderId}/refund`)).status).toBe(200)
    const [inquiry] = await operatorDispute(orderId)
    expect(inquiry.actions).toMatchObject([{ action: 'submit' }])
    const accepted = await service.operator('POST', `/disputes/${inquiry.dispute_id}/accept`)
    expect([accepted.status, accepted.json.error.reason]).toEqual([409, 'illegal_transition'])
    await service.background.runJobNow('checkout.send_refunds')
    expect(double.refunds.filter((one) => one.payment_intent === intent)).toHaveLength(1)
    await shop.booksHold()
  })

  it('that become disputes about another amount are booked with it', async () => {
    const { orderId, intent } = await paid()
    await ask(intent)
    await report('updated', shape(intent, 'needs_response', toPart(40_000)))
    expect((await operatorDispute(orderId))[0]).toMatchObject({ inquiry: false, amount_cents: 40_000 })
    await shop.booksHold()
    await report('closed', shape(intent, 'lost', toPart(40_000)))
    expect(await order(orderId)).toMatchObject({ status: 'PAID', refunded_cents: 0, dispute: { amount_cents: 40_000 } })
    await shop.booksHold()
  })

  it('that become disputes freeze the sale from then on, with another response, also after they were closed', async () => {
    const [open, closed] = [await paid(), await paid()]
    for (const { intent, orderId } of [open, closed]) {
      await ask(intent)
      const [{ dispute_id }] = await operatorDispute(orderId)
      await service.operator('POST', `/disputes/${dispute_id}/submit`, { text: 'Delivered.' })
      await service.background.runJobNow('disputes.send_responses')
    }
    await report('closed', shape(closed.intent, 'warning_closed', nothing))
    service.clock.advance(60)
    for (const { intent, orderId } of [open, closed]) {
      await report('updated', shape(intent, 'needs_response'))
      // A late report of the inquiry changes nothing.
      await report('updated', shape(intent, 'warning_under_review', nothing), 90)
      expect((await operatorDispute(orderId))[0]).toMatchObject({
        inquiry: false,
        status: 'needs_response',
        response: null,
        actions: [{ action: 'submit' }, { action: 'accept', to_status: 'lost' }],
      })
      expect((await order(orderId)).dispute).toMatchObject({ status: 'needs_response' })
      expect((await service.operator('POST', `/orders/${orderId}/refund`)).json.error.reason).toBe('dispute_open')
      expect(await count(orderId, 'order.disputed')).toBe(1)
      await shop.booksHold()
      await report('closed', shape(intent, 'lost'))
      expect((await order(orderId)).status).toBe('CANCELLED')
    }
    await shop.booksHold()
  })
})

describe('responses', () => {
  it('reach Stripe once, also after a failure, and the dispute is lost when Stripe says so', async () => {
    const { orderId, intent } = await paid()
    await report('created', shape(intent, 'needs_response'))
    const [{ dispute_id: id }] = await operatorDispute(orderId)
    const submitted = await service.operator('POST', `/disputes/${id}/submit`, { text: 'Delivered.' })
    expect(submitted.json).toMatchObject({ status: 'under_review', response_sent_at: null })
    double.fail(3)
    await service.background.runJobNow('disputes.send_responses')
    expect((await operatorDispute(orderId))[0].response_error).toContain('unavailable')
    service.clock.advance(60)
    await service.background.runJobNow('disputes.send_responses')
    await service.background.runJobNow('disputes.send_responses')
    const answers = double.answers.filter(({ ref }) => ref === `dp_${intent}`)
    expect(answers).toMatchObject([{ isClosed: false, key: expect.stringContaining(`${id}.response`) }])
    expect(answers[0]!.form).toMatchObject({
      'evidence[uncategorized_text]': 'Delivered.',
      'evidence[customer_email_address]': 'ada@example.com',
      submit: 'true',
    })
    // A report from before the response does not ask for it again; a later one does.
    await report('updated', shape(intent, 'needs_response'), 3600)
    expect((await order(orderId)).dispute.status).toBe('under_review')
    service.clock.advance(60)
    await report('updated', shape(intent, 'needs_response'))
    expect((await operatorDispute(orderId))[0]).toMatchObject({ status: 'needs_response', response: null })
  })

  it('that were not sent yet are kept when Stripe repeats its question', async () => {
    const { orderId, intent } = await paid()
    await report('created', shape(intent, 'needs_response'))
    const [{ dispute_id: id }] = await operatorDispute(orderId)
    await service.operator('POST', `/disputes/${id}/submit`, { text: 'Delivered.' })
    service.clock.advance(5)
    await report('updated', shape(intent, 'needs_response'))
    expect((await operatorDispute(orderId))[0]).toMatchObject({ status: 'under_review', response: 'evidence' })
    service.clock.advance(60)
    await service.background.runJobNow('disputes.send_responses')
    expect(double.answers.filter(({ ref }) => ref === `dp_${intent}`)).toHaveLength(1)
  })

  it('that were not sent when the dispute was closed are not sent any more', async () => {
    const { orderId, intent } = await paid()
    await report('created', shape(intent, 'needs_response'))
    const [{ dispute_id: id }] = await operatorDispute(orderId)
    await service.operator('POST', `/disputes/${id}/submit`, { text: 'Delivered.' })
    await report('closed', shape(intent, 'lost'))
    service.clock.advance(60)
    await service.background.runJobNow('disputes.send_responses')
    expect(double.answers.filter(({ ref }) => ref === `dp_${intent}`)).toEqual([])
  })

  it('that accept a dispute leave it open until Stripe closes it', async () => {
    const { orderId, intent } = await paid()
    await report('created', shape(intent, 'needs_response'))
    const [{ dispute_id: id }] = await operatorDispute(orderId)
    const accepted = await service.operator('POST', `/disputes/${id}/accept`)
    expect(accepted.json).toMatchObject({ status: 'needs_response', response: 'acceptance', actions: [] })
    await service.background.runJobNow('disputes.send_responses')
    expect(double.answers.find(({ ref }) => ref === `dp_${intent}`)).toMatchObject({ isClosed: true })
    await report('closed', shape(intent, 'lost'))
    expect((await order(orderId)).status).toBe('CANCELLED')
    await shop.booksHold()
  })
})
