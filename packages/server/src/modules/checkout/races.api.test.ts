// One sale per name and one charge per sale, whatever happens at once; and what crashes leave behind is finished.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { GOOD_CARD, openShop, V1 } from '../../../test/shop.ts'
import { type Db, sql } from '../../db/sql.ts'
import type { PaymentProvider } from '../../integrations/payments/provider.ts'

let service: TestService
let shop: ReturnType<typeof openShop>
let partner: TestPartner
let other: TestPartner
let sandbox: (db: Db) => PaymentProvider
beforeAll(async () => {
  service = await startTestService()
  shop = openShop(service)
  partner = await service.partner()
  other = await service.partner()
  sandbox = service.deps.payments.sandbox
})
afterEach(() => {
  service.deps.payments.sandbox = sandbox
})

/** Puts something between the checkout and the processor. */
function between(change: (real: PaymentProvider) => Partial<PaymentProvider>): void {
  service.deps.payments.sandbox = (db) => ({ ...sandbox(db), ...change(sandbox(db)) })
}

const order = (who: TestPartner, domain: string) =>
  service.signed(
    who,
    'POST',
    `${V1}/orders`,
    { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
const charges = (id: string, ...statuses: string[]) =>
  service.db.many<{ status: string }>(
    sql`select status from sandbox_charges where payment_id like ${`${id}.%`} and status = any(${statuses})`,
  )
const openSales = (domain: string) =>
  service.db.many<{ id: string; checkoutSessionId: string | null }>(
    sql`select id, checkout_session_id from orders where domain = ${domain} and status not in ('REFUNDED', 'CANCELLED')`,
  )

describe('one session', () => {
  it('is charged once by 50 concurrent payments of its form', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    const form = shop.formToken(await shop.open(checkout_url))
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        shop.post(checkout_url, { form, email: 'ada@example.com', ...shop.cardFields(GOOD_CARD) }),
      ),
    )
    expect(responses.every(({ status }) => status === 303)).toBe(true)
    expect(await charges(session_id, 'paid')).toHaveLength(1)
    expect((await shop.show(partner, session_id)).status).toBe('completed')
    await shop.booksHold()
  })

  it('is charged once by 50 calls of the helper and the form together', async () => {
    const { checkout_url, session_id, domain } = await shop.session(partner)
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 5 ? shop.payHelper(partner, session_id) : shop.payForm(checkout_url),
      ),
    )
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await charges(session_id, 'paid')).toHaveLength(1)
    expect(await openSales(domain)).toHaveLength(1)
    await shop.booksHold()
  })
})

describe('one name', () => {
  it('is sold once to checkouts, orders and quotes that come together, and no other buyer is charged', async () => {
    let sales = 0
    for (let round = 0; round < 12; round++) {
      const { domain } = await shop.freshName()
      const sessions = await Promise.all(
        Array.from({ length: 6 }, (_, index) => shop.session(index % 2 ? partner : other, domain)),
      )
      await Promise.all([
        ...sessions.slice(0, 3).map(({ checkout_url }) => shop.payForm(checkout_url)),
        ...sessions.slice(3).map(({ session_id }, index) => shop.payHelper(index % 2 ? other : partner, session_id)),
        order(partner, domain),
        order(other, domain),
        service.signed(other, 'POST', `${V1}/quotes`, { domain }),
      ])
      const sold = await openSales(domain)
      expect(sold.length).toBeLessThanOrEqual(1)
      sales += sold.length
      const paid = (await Promise.all(sessions.map(({ session_id }) => charges(session_id, 'paid')))).flat()
      expect(paid).toHaveLength(sold.filter(({ checkoutSessionId }) => checkoutSessionId !== null).length)
    }
    expect(sales).toBeGreaterThan(0)
    await shop.booksHold()
  })

  it('is kept for a payment under way: orders and quotes are refused, its own partner not excepted', async () => {
    const { checkout_url, domain, session_id } = await shop.session(partner)
    const quoted = await service.signed(partner, 'POST', `${V1}/quotes`, { domain })
    await shop.payForm(checkout_url, '4000002500003155')
    const byQuote = { quote_id: quoted.json.quote_id, external_payment_ref: 'r' }
    const pushedAside = await service.signed(partner, 'POST', `${V1}/orders`, byQuote, {
      headers: { 'idempotency-key': session_id },
    })
    expect(pushedAside.json.error.reason).toBe('domain_reserved')
    for (const who of [partner, other]) {
      expect((await order(who, domain)).json.error.reason).toBe('domain_reserved')
      expect((await service.signed(who, 'POST', `${V1}/quotes`, { domain })).json.error.reason).toBe('domain_reserved')
    }
    await shop.step(checkout_url, 'confirm', { answer: 'yes' })
    expect((await shop.show(partner, session_id)).status).toBe('completed')
  })
})

describe('money that comes too late', () => {
  it('goes back when the name was sold after the lock had ended', async () => {
    const { checkout_url, domain, session_id } = await shop.session(partner)
    between((real) => ({
      start: async (charge) => {
        service.clock.advance(15 * 60 + 1)
        expect((await order(other, domain)).status).toBe(201)
        return real.start(charge)
      },
    }))
    await shop.payForm(checkout_url)
    expect(await shop.show(partner, session_id)).toMatchObject({
      status: 'unavailable',
      order_public_id: null,
      last_payment_error: 'refunded',
    })
    expect((await shop.open(checkout_url)).text).toContain('We are refunding you in full')
    await shop.booksHold()
    let failures = 2
    between((real) => ({
      refund: async (refund) =>
        failures-- > 0 ? Promise.reject(new Error('the bank is closed')) : real.refund(refund),
    }))
    for (let round = 0; round < 3; round++) {
      expect(await charges(session_id, 'refunded')).toHaveLength(0)
      await service.background.runJobNow('checkout.send_refunds')
      await shop.booksHold()
      service.clock.advance(120)
    }
    expect(await charges(session_id, 'refunded')).toHaveLength(1)
    const refund = await service.db.one(
      sql`select status, failures from buyer_refunds where payment_id = ${`${session_id}.1`}`,
    )
    expect(refund).toEqual({ status: 'sent', failures: 2 })
    expect(await openSales(domain)).toHaveLength(1)
  })

  it('buys the name after all when nobody else took it', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    between((real) => ({
      start: async (charge) => {
        service.clock.advance(15 * 60 + 1)
        return real.start(charge)
      },
    }))
    await shop.payForm(checkout_url)
    expect((await shop.show(partner, session_id)).status).toBe('completed')
    await shop.booksHold()
  })

  it('finds the door shut when the job ended the payment before', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    between((real) => ({
      start: async (charge) => {
        service.clock.advance(15 * 60 + 1)
        await service.background.runJobNow('checkout.finish_payments')
        return real.start(charge)
      },
    }))
    await shop.payForm(checkout_url)
    expect((await shop.show(partner, session_id)).status).toBe('open')
    expect(await charges(session_id, 'paid')).toEqual([])
    await shop.booksHold()
  })
})

describe('crashes', () => {
  const dead = () => Promise.reject(new Error('the process is gone'))

  it('between charge and sale: the job finishes the sale', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    between((real) => ({ start: (charge) => real.start(charge).then(dead), conclude: dead }))
    const response = await shop.payForm(checkout_url)
    expect([response.status, response.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect((await shop.show(partner, session_id)).status).toBe('processing')
    service.deps.payments.sandbox = sandbox
    await service.background.runJobNow('checkout.finish_payments')
    expect((await shop.show(partner, session_id)).status).toBe('processing')
    service.clock.advance(121)
    await service.background.runJobNow('checkout.finish_payments')
    expect((await shop.show(partner, session_id)).status).toBe('completed')
    await service.background.runJobNow('checkout.finish_payments')
    expect(await charges(session_id, 'paid')).toHaveLength(1)
    await shop.booksHold()
  })

  it('before the charge: the job gives the name back', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    between(() => ({ start: dead, conclude: dead }))
    await shop.payForm(checkout_url)
    service.deps.payments.sandbox = sandbox
    service.clock.advance(121)
    await service.background.runJobNow('checkout.finish_payments')
    expect(await shop.show(partner, session_id)).toMatchObject({ status: 'open', last_payment_error: 'timed_out' })
    expect((await shop.payForm(checkout_url)).headers.location).toContain('shop.example')
    await shop.booksHold()
  })

  it('of the answer alone: the processor is asked at once what became of the charge', async () => {
    const [charged, lost] = [await shop.session(partner), await shop.session(partner)]
    between((real) => ({ start: (charge) => real.start(charge).then(dead) }))
    expect((await shop.payForm(charged.checkout_url)).headers.location).toContain('shop.example')
    between(() => ({ start: dead }))
    await shop.payForm(lost.checkout_url)
    expect(await shop.show(partner, lost.session_id)).toMatchObject({
      status: 'open',
      last_payment_error: 'payment_unavailable',
    })
    await shop.booksHold()
  })
})
