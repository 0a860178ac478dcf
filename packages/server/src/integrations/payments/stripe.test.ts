// The Stripe provider against a double of Stripe's API: idempotency, retries, cancelling, refunds, signed notices.
import Stripe from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'
import { startStripeDouble, WEBHOOK_SECRET } from '../../../test/stripe-double.ts'
import { systemClock } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'
import { createStripeProvider, type StripeProvider } from './stripe.ts'

type Double = Awaited<ReturnType<typeof startStripeDouble>>
let double: Double
let stripe: StripeProvider
beforeAll(async () => {
  double = await startStripeDouble()
  stripe = createStripeProvider(
    { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET, connectWebhookSecret: null, apiBase: double.base },
    systemClock,
  )
})

let serial = 0
const charge = () => ({ paymentId: `cs_test.${++serial}`, amountCents: 129_900, currency: 'USD', description: 'x.com' })

describe('charges', () => {
  it('makes one intent per payment, whatever is repeated', async () => {
    const one = charge()
    const first = await stripe.start(one)
    const again = await stripe.start(one)
    expect(first).toMatchObject({ status: 'requires_action', clientSecret: expect.stringContaining('secret') })
    expect(again).toEqual(first)
    const intent = double.intents.get((first as { ref: string }).ref)
    expect(intent).toMatchObject({ amount: 129_900, currency: 'usd', metadata: { payment_id: one.paymentId } })
  })

  it('retries with the same key and then says that Stripe is away', async () => {
    double.fail(1)
    const one = charge()
    expect((await stripe.start(one)).status).toBe('requires_action')
    const keys = double.requests.slice(-2).map(({ key }) => key)
    expect(keys).toEqual([one.paymentId, one.paymentId])
    double.fail(3)
    await expect(stripe.start(charge())).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  it('concludes: cancels what is open, leaves what is paid to its notice, and repeats itself', async () => {
    const open = charge()
    const { ref } = (await stripe.start(open)) as { ref: string }
    expect(await stripe.conclude(open, null)).toEqual({ status: 'cancelled', ref })
    expect(await stripe.conclude(open, ref)).toEqual({ status: 'cancelled', ref })
    const paid = charge()
    const started = (await stripe.start(paid)) as { ref: string }
    double.intents.get(started.ref)!.status = 'succeeded'
    expect(await stripe.conclude(paid, started.ref)).toEqual({ status: 'unconfirmed', ref: started.ref })
  })

  it('refunds once per payment', async () => {
    const one = charge()
    const { ref } = (await stripe.start(one)) as { ref: string }
    const refund = { paymentId: one.paymentId, ref, amountCents: one.amountCents }
    expect(await stripe.refund(refund)).toEqual(await stripe.refund(refund))
    expect(double.refunds.filter(({ payment_intent }) => payment_intent === ref)).toHaveLength(1)
    double.fail(3)
    await expect(stripe.refund({ ...refund, paymentId: 'cs_test.other' })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
  })
})

describe('notices', () => {
  const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset
  async function paidIntent(): Promise<string> {
    return ((await stripe.start(charge())) as { ref: string }).ref
  }

  it('reads a signed notice', async () => {
    const { body, signature } = double.notice('payment_intent.succeeded', await paidIntent())
    expect(stripe.readNotice(Buffer.from(body), signature)).toMatchObject({
      kind: 'paid',
      amountCents: 129_900,
      currency: 'USD',
      paymentId: `cs_test.${serial}`,
    })
  })

  it('refuses one that is changed, stale, signed by another, or not signed', async () => {
    const ref = await paidIntent()
    const good = double.notice('payment_intent.succeeded', ref)
    const stale = double.notice('payment_intent.succeeded', ref, { timestamp: seconds(-301) })
    const foreign = double.notice('payment_intent.succeeded', ref, { secret: 'whsec_other' })
    const cases: [string, string | undefined][] = [
      [`${good.body} `, good.signature],
      [good.body.replace('129900', '129901'), good.signature],
      [stale.body, stale.signature],
      [foreign.body, foreign.signature],
      [good.body, undefined],
      [good.body, 't=1,v1=00'],
    ]
    for (const [body, signature] of cases)
      expect(() => stripe.readNotice(Buffer.from(body), signature)).toThrow(ApiError)
  })

  it('refuses one that is signed and not well written, before any of it is used', () => {
    const signer = new Stripe('sk_test_x')
    const read = (event: unknown) => {
      const payload = JSON.stringify(event)
      const signature = signer.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
      return stripe.readNotice(Buffer.from(payload), signature)
    }
    const good = { id: 'pi_1', amount_received: 1, currency: 'usd', metadata: { payment_id: 'cs_1.1' } }
    const about = (object: unknown) => ({ type: 'payment_intent.succeeded', data: { object } })
    expect(read(about(good))).toMatchObject({ kind: 'paid', paymentId: 'cs_1.1', code: null })
    for (const event of [null, 1, {}, { type: 'constructor', data: { object: good } }, about(null), about({})])
      expect(read(event)).toBeNull()
    for (const wrong of [
      { metadata: { payment_id: { a: 1 } } },
      { metadata: { payment_id: 'cs_1\u0000' } },
      { id: null },
      { currency: 5 },
      { amount_received: '1' },
    ])
      expect(() => read(about({ ...good, ...wrong }))).toThrow(ApiError)
  })

  it('has no ear for what is none of our business', async () => {
    const { body, signature } = double.notice('charge.updated', await paidIntent())
    expect(stripe.readNotice(Buffer.from(body), signature)).toBeNull()
  })
})
