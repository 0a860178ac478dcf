// Live payments with Stripe's API played by a double: only a signed notice makes a session paid.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { postNotice, type SignedNotice, STRIPE_WEBHOOK, startStripeDouble } from '../../../test/stripe-double.ts'
import { readConfig } from '../../config.ts'
import { sql } from '../../db/sql.ts'

let double: Awaited<ReturnType<typeof startStripeDouble>>
let service: TestService
let shop: ReturnType<typeof openShop>
let partner: TestPartner
beforeAll(async () => {
  double = await startStripeDouble()
  service = await startTestService(double.env)
  shop = openShop(service)
  partner = await service.partner({ environment: 'live' })
})

const deliver = (notice: SignedNotice) => postNotice(service, notice)
const nowSeconds = () => Math.floor(service.clock.now().getTime() / 1000)
const notice = (type: string, intent: string, options: { secret?: string; timestamp?: number; code?: string } = {}) =>
  double.notice(type, intent, { timestamp: nowSeconds(), ...options })
const findIntent = async (sessionId: string, attempt = 1) =>
  (await service.db.one<{ providerRef: string }>(
    sql`select provider_ref from payments where id = ${`${sessionId}.${attempt}`}`,
  ))!.providerRef

/** A session whose buyer has pressed the button and now sees Stripe's own form. */
async function started(domain?: string) {
  const session = await shop.session(partner, domain)
  const response = await shop.payForm(session.checkout_url)
  expect(response.status).toBe(303)
  return { ...session, intent: await findIntent(session.session_id) }
}

describe('paying', () => {
  it('is paid by the notice and by nothing else, once', async () => {
    const { session_id, checkout_url, intent } = await started()
    const page = await shop.open(checkout_url)
    expect(page.text).toContain(`data-secret="${intent}_secret_x"`)
    expect(page.headers['content-security-policy']).toContain("script-src 'self' https://js.stripe.com")
    expect(page.text).toContain('<script src="https://js.stripe.com/v3/"></script>')
    double.intents.get(intent)!.status = 'succeeded'
    await shop.step(checkout_url, 'confirm', { answer: 'yes' })
    expect((await shop.show(partner, session_id)).status).toBe('processing')
    const good = notice('payment_intent.succeeded', intent)
    const responses = await Promise.all([
      deliver(good),
      deliver(good),
      deliver(notice('payment_intent.succeeded', intent)),
    ])
    expect(responses.map(({ status, json }) => [status, json])).toEqual(
      Array.from({ length: 3 }, () => [200, { received: true }]),
    )
    const session = await shop.show(partner, session_id)
    expect(session.status).toBe('completed')
    expect((await service.signed(partner, 'GET', `${V1}/orders/${session.order_public_id}`)).json).toMatchObject({
      status: 'PAID',
      amount_owed_cents: 0,
    })
    await deliver(notice('payment_intent.payment_failed', intent, { code: 'card_declined' }))
    await deliver(notice('payment_intent.canceled', intent))
    expect((await shop.show(partner, session_id)).status).toBe('completed')
    await shop.booksHold()
  })

  it('refuses notices that are changed, stale or signed by another, and takes none of their word', async () => {
    const { session_id, intent } = await started()
    const good = notice('payment_intent.succeeded', intent)
    const bad = [
      { ...good, body: `${good.body} ` },
      { ...good, body: good.body.replace('100000', '100001') },
      notice('payment_intent.succeeded', intent, { timestamp: nowSeconds() - 301 }),
      notice('payment_intent.succeeded', intent, { secret: 'whsec_other' }),
      { ...good, signature: '' },
    ]
    for (const one of bad) {
      const response = await deliver(one)
      expect([response.status, response.json.error.code]).toEqual([401, 'invalid_signature'])
    }
    expect((await shop.show(partner, session_id)).status).toBe('processing')
  })

  it('opens the session again after a decline, ends that intent, and is paid by the next one', async () => {
    const { session_id, checkout_url, intent } = await started()
    await deliver(notice('payment_intent.payment_failed', intent, { code: 'insufficient_funds' }))
    expect(await shop.show(partner, session_id)).toMatchObject({
      status: 'open',
      last_payment_error: 'insufficient_funds',
    })
    expect(double.intents.get(intent)!.status).toBe('canceled')
    await shop.payForm(checkout_url)
    const second = await findIntent(session_id, 2)
    expect(second).not.toBe(intent)
    await deliver(notice('payment_intent.succeeded', second))
    expect((await shop.show(partner, session_id)).status).toBe('completed')
    await shop.booksHold()
  })

  it('does not believe a decline that a payment has overtaken', async () => {
    const { session_id, intent } = await started()
    double.intents.get(intent)!.status = 'succeeded'
    await deliver(notice('payment_intent.payment_failed', intent))
    expect((await shop.show(partner, session_id)).status).toBe('processing')
    await deliver(notice('payment_intent.succeeded', intent))
    expect((await shop.show(partner, session_id)).status).toBe('completed')
  })

  it('has no use for notices of other payments', async () => {
    const { session_id, intent } = await started()
    double.intents.set('pi_foreign', { ...double.intents.get(intent)!, id: 'pi_foreign' })
    expect((await deliver(notice('payment_intent.succeeded', 'pi_foreign'))).status).toBe(200)
    expect((await deliver(notice('payment_intent.succeeded', 'pi_unknown'))).status).toBe(200)
    expect((await shop.show(partner, session_id)).status).toBe('processing')
  })

  it('uses the sandbox processor for the sandbox', async () => {
    const tester = await service.partner()
    const { checkout_url, session_id } = await shop.session(tester)
    await shop.payForm(checkout_url)
    expect((await shop.show(tester, session_id)).status).toBe('completed')
  })
})

describe('trouble', () => {
  it('opens the session again when Stripe cannot be reached', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    double.fail(3)
    await shop.payForm(checkout_url)
    expect(await shop.show(partner, session_id)).toMatchObject({
      status: 'open',
      last_payment_error: 'payment_unavailable',
    })
    double.fail(50)
    const other = await shop.session(partner)
    expect((await shop.payForm(other.checkout_url)).status).toBe(503)
    expect((await shop.show(partner, other.session_id)).status).toBe('processing')
    double.fail(0)
    service.clock.advance(121)
    await service.background.runJobNow('checkout.finish_payments')
    expect(await shop.show(partner, other.session_id)).toMatchObject({
      status: 'open',
      last_payment_error: 'timed_out',
    })
    await shop.booksHold()
  })

  it('cancels the intent of a buyer who left, and of one who cancels', async () => {
    const left = await started()
    service.clock.advance(15 * 60 + 1)
    await service.background.runJobNow('checkout.finish_payments')
    expect((await shop.show(partner, left.session_id)).status).toBe('open')
    const cancelled = await started()
    expect((await shop.step(cancelled.checkout_url, 'cancel')).headers.location).toBe('https://shop.example/back')
    expect([left, cancelled].map(({ intent }) => double.intents.get(intent)!.status)).toEqual(['canceled', 'canceled'])
    expect((await shop.show(partner, cancelled.session_id)).status).toBe('cancelled')
  })

  it('waits for the notice of what was captured, and sends the money back when the name is gone by then', async () => {
    const { session_id, intent, domain } = await started()
    double.intents.get(intent)!.status = 'succeeded'
    service.clock.advance(15 * 60 + 1)
    await service.background.runJobNow('checkout.finish_payments')
    expect((await shop.show(partner, session_id)).status).toBe('processing')
    const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' }
    expect(
      (await service.signed(partner, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': domain } })).status,
    ).toBe(201)
    await deliver(notice('payment_intent.succeeded', intent))
    expect(await shop.show(partner, session_id)).toMatchObject({
      status: 'unavailable',
      last_payment_error: 'refunded',
    })
    await shop.booksHold()
    double.fail(3)
    await service.background.runJobNow('checkout.send_refunds')
    expect(double.refunds).toEqual([])
    service.clock.advance(60)
    await service.background.runJobNow('checkout.send_refunds')
    await deliver(notice('payment_intent.succeeded', intent))
    await service.background.runJobNow('checkout.send_refunds')
    expect(double.refunds).toMatchObject([{ payment_intent: intent, amount: 100_000, key: `${session_id}.1.refund` }])
    await shop.booksHold()
  })

  it('refunds an order through Stripe when the operator does', async () => {
    const { session_id, intent } = await started()
    await deliver(notice('payment_intent.succeeded', intent))
    const { order_public_id } = await shop.show(partner, session_id)
    expect((await service.operator('POST', `/orders/${order_public_id}/refund`)).json.status).toBe('REFUNDED')
    await service.background.runJobNow('checkout.send_refunds')
    expect(double.refunds.at(-1)).toMatchObject({ payment_intent: intent, amount: 100_000 })
    await shop.booksHold()
  })
})

describe('settings', () => {
  it('need their keys with Stripe, and no other address in production', () => {
    const production = {
      NODE_ENV: 'production',
      MAIL: 'off',
      BASE_URL: 'https://m.example',
      MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64'),
    }
    const { STRIPE_API_BASE: _, ...keys } = double.env
    expect(() => readConfig({ PAYMENTS: 'stripe' }, '/')).toThrow(/STRIPE_SECRET_KEY/)
    expect(() => readConfig({ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk' }, '/')).toThrow(/STRIPE_WEBHOOK_SECRET/)
    expect(() => readConfig({ PAYMENTS: 'paypal' }, '/')).toThrow(/PAYMENTS/)
    expect(() => readConfig({ ...production, ...double.env }, '/')).toThrow(/STRIPE_API_BASE/)
    expect(readConfig({ ...production, ...keys }, '/').stripe).toMatchObject({ apiBase: null })
  })

  it('refuse test cards for live sessions in production, and Stripe notices where there is no Stripe', async () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')
    const production = await startTestService({
      NODE_ENV: 'production',
      MAIL: 'off',
      BASE_URL: 'https://m.example',
      MASTER_KEY: key,
      RATE_LIMITS: 'on',
      SUPPORT_CONTACT: 'help@m.example',
    })
    const live = await production.partner({ environment: 'live' })
    const { domain } = await production.list('live', 'no-cards-here.com')
    const response = await openShop(production).createSession(live, domain)
    expect([response.status, response.json.error.code]).toEqual([503, 'upstream_unavailable'])
    const page = await production.send({ method: 'GET', url: `/domains/${domain}` })
    expect(page.text).toContain('Not for sale online yet')
    expect(page.text).toContain('<a href="mailto:help@m.example">Contact the marketplace</a>')
    expect(page.text).not.toContain(`action="/domains/${domain}/buy"`)
    expect(
      (
        await production.send({
          method: 'POST',
          url: STRIPE_WEBHOOK,
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(404)
    const tester = await production.partner()
    const session = await openShop(production).session(
      tester,
      (await production.list('sandbox', 'cards-here.test')).domain,
    )
    expect(session.checkout_url).toContain('https://m.example/checkout/')
  })
})
