// With Stripe a domain is held only once Stripe has a payment method, and says so in a signed notice.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { postNotice, startStripeDouble } from '../../../test/stripe-double.ts'
import { sql } from '../../db/sql.ts'

const HOLD_SECONDS = 180
const REQUIRES_ACTION = 'payment_intent.requires_action'

let double: Awaited<ReturnType<typeof startStripeDouble>>
let service: TestService
let shop: ReturnType<typeof openShop>
let partner: TestPartner
let other: TestPartner
beforeAll(async () => {
  double = await startStripeDouble()
  service = await startTestService({ ...double.env, HOLDS_PER_ADDRESS: '5' })
  shop = openShop(service)
  partner = await service.partner({ environment: 'live' })
  other = await service.partner({ environment: 'live' })
})

const nowSeconds = () => Math.floor(service.clock.now().getTime() / 1000)
const deliver = (type: string, intent: string, options: { created?: number } = {}) =>
  postNotice(service, double.notice(type, intent, { timestamp: nowSeconds(), ...options }))

/** A buyer who has Stripe's form before them. */
async function started(domain?: string, who = partner) {
  const session = await shop.session(who, domain)
  expect((await shop.payForm(session.checkout_url)).status).toBe(303)
  const payment = await service.db.one<{ providerRef: string }>(
    sql`select provider_ref from payments where id = ${`${session.session_id}.1`}`,
  )
  return { ...session, intent: payment!.providerRef }
}
const heldUntil = async (sessionId: string, who = partner) => (await shop.show(who, sessionId)).held_until
const quote = (domain: string, who = other) => service.signed(who, 'POST', `${V1}/quotes`, { domain })

describe('an intent without a payment method', () => {
  it('holds nothing, however many there are', async () => {
    for (let count = 0; count < 8; count++) {
      const { session_id, checkout_url, domain } = await started()
      expect(await heldUntil(session_id)).toBeNull()
      expect((await shop.open(checkout_url)).text).toContain('This domain is not reserved for you yet.')
      expect((await quote(domain)).status).toBe(201)
    }
  })

  it('is cancelled, and never charged, when someone else buys the domain', async () => {
    const first = await started()
    const second = await started(first.domain, other)
    await deliver('payment_intent.succeeded', second.intent)
    expect((await shop.show(other, second.session_id)).status).toBe('completed')
    expect(double.intents.get(first.intent)!.status).toBe('canceled')
    expect((await shop.show(partner, first.session_id)).status).toBe('unavailable')
    await shop.booksHold()
  })
})

describe('the notice that Stripe has a payment method', () => {
  it.each([REQUIRES_ACTION, 'payment_intent.processing'])('%s holds the domain for three minutes', async (type) => {
    const { session_id, intent, domain } = await started()
    await deliver(type, intent)
    expect(await heldUntil(session_id)).not.toBeNull()
    expect((await quote(domain)).json.error.reason).toBe('domain_reserved')
    service.clock.advance(HOLD_SECONDS + 1)
    expect(await heldUntil(session_id)).toBeNull()
    expect((await quote(domain)).status).toBe(201)
  })

  it('does not make the hold longer when it comes again', async () => {
    const { session_id, intent } = await started()
    await deliver(REQUIRES_ACTION, intent)
    const until = await heldUntil(session_id)
    service.clock.advance(60)
    await deliver(REQUIRES_ACTION, intent)
    await deliver('payment_intent.processing', intent)
    expect(await heldUntil(session_id)).toBe(until)
    service.clock.advance(HOLD_SECONDS - 59)
    await deliver(REQUIRES_ACTION, intent)
    expect(await heldUntil(session_id)).toBeNull()
  })

  it('holds for the rest of its three minutes when it comes late, and not at all after them', async () => {
    const [late, tooLate] = [await started(), await started()]
    service.clock.advance(HOLD_SECONDS)
    await deliver(REQUIRES_ACTION, late.intent, { created: nowSeconds() - HOLD_SECONDS + 30 })
    await deliver(REQUIRES_ACTION, tooLate.intent, { created: nowSeconds() - HOLD_SECONDS })
    const until = Date.parse(await heldUntil(late.session_id))
    expect((until - service.clock.now().getTime()) / 1000).toBeLessThanOrEqual(30)
    expect(await heldUntil(tooLate.session_id)).toBeNull()
  })

  it('never holds for a payment that has ended, in whatever order notices come', async () => {
    const paid = await started()
    await deliver('payment_intent.succeeded', paid.intent)
    expect((await deliver(REQUIRES_ACTION, paid.intent)).status).toBe(200)
    const failed = await started()
    await deliver('payment_intent.payment_failed', failed.intent)
    await deliver(REQUIRES_ACTION, failed.intent)
    const cancelled = await started()
    await deliver('payment_intent.canceled', cancelled.intent)
    await deliver('payment_intent.processing', cancelled.intent)
    const reserved = await service.db.many(
      sql`select domain from listings where domain = any(${[paid.domain, failed.domain, cancelled.domain]}) and reserved_by is not null`,
    )
    expect(reserved).toEqual([])
    await shop.booksHold()
  })

  it('does not hold against the quote of another partner, or at a price that has changed', async () => {
    const quoted = await started()
    expect((await quote(quoted.domain)).status).toBe(201)
    await deliver(REQUIRES_ACTION, quoted.intent)
    expect(await heldUntil(quoted.session_id)).toBeNull()
    await deliver('payment_intent.succeeded', quoted.intent)
    expect((await shop.show(partner, quoted.session_id)).last_payment_error).toBe('refunded')
    const listing = await shop.freshName({}, 'live')
    const { session_id, intent } = await started(listing.domain)
    await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 123_400 })
    await deliver(REQUIRES_ACTION, intent)
    expect(await heldUntil(session_id)).toBeNull()
    await shop.booksHold()
  })

  it('holds no more domains for one address than its cap', async () => {
    service.clock.advance(HOLD_SECONDS + 1)
    const sessions = []
    for (let count = 0; count < 7; count++) sessions.push(await started())
    await Promise.all(sessions.map(({ intent }) => deliver(REQUIRES_ACTION, intent)))
    const held = await Promise.all(sessions.map(({ session_id }) => heldUntil(session_id)))
    expect(held.filter((until) => until !== null)).toHaveLength(5)
  })
})
