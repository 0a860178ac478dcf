// The buyer's pages through HTTP, without JavaScript: tokens, every card, the challenge, forms that work once.
import { beforeAll, describe, expect, it } from 'vitest'
import { policyWithoutHash, strangeScripts } from '../../../test/browser.ts'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../../test/harness.ts'
import { GOOD_CARD, openShop, V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { readCheckout } from './index.ts'

let service: TestService
let shop: ReturnType<typeof openShop>
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  shop = openShop(service)
  partner = await service.partner({ name: 'Ink & "Paper" <b>' })
})

const charges = (id: string) =>
  service.db.many<{ status: string }>(
    sql`select status from sandbox_charges where payment_id like ${`${id}.%`} order by payment_id`,
  )
const hasForm = (page: TestResponse) => page.text.includes('name="form"')

describe('the page', () => {
  it('shows name, price and a plain form, under a strict policy', async () => {
    const { checkout_url } = await shop.session(partner)
    const page = await shop.open(checkout_url)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.text).toContain('$1,000.00')
    expect(page.text).toContain('Ink &amp; &quot;Paper&quot; &lt;b&gt;')
    expect(strangeScripts(page.text)).toEqual([])
    expect(policyWithoutHash(page.headers)).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; manifest-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self' https://shop.example; base-uri 'none'; frame-ancestors 'none'",
    )
    expect([page.headers['referrer-policy'], page.headers['cache-control']]).toEqual(['no-referrer', 'no-store'])
    expect(service.logged.join('')).not.toContain('pt=')
  })

  it('takes no address of the partner that would write into its policy, and lets nobody frame it', async () => {
    const { domain } = await shop.freshName()
    for (const host of ['a;frame-ancestors', 'a;script-src-elem', 'a,b', "a'*"])
      for (const field of ['return_url', 'cancel_url']) {
        const refused = await shop.createSession(partner, domain, { [field]: `https://${host}/x` })
        expect([host, refused.status, refused.json.error.code]).toEqual([host, 400, 'validation_error'])
      }
    const page = await shop.open((await shop.session(partner, domain)).checkout_url)
    expect(page.headers['x-frame-options']).toBe('DENY')
  })

  it('says of a form of before that nothing was charged, not that the card was declined', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    const before = shop.formToken(await shop.open(checkout_url))
    await shop.payForm(checkout_url, '4000000000000002')
    const fields = { form: before, email: 'ada@example.com', ...shop.cardFields(GOOD_CARD) }
    const again = await shop.post(checkout_url, fields)
    expect(again.status).toBe(422)
    expect(again.text).toContain('This page was out of date. You were not charged')
    expect(again.text).not.toContain('The card was declined')
    expect(await shop.show(partner, session_id)).toMatchObject({ status: 'open' })
  })

  it('pays and returns with session and order behind the own query', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    const response = await shop.payForm(checkout_url)
    const session = await shop.show(partner, session_id)
    expect([response.status, response.headers.location]).toEqual([
      303,
      `https://shop.example/paid?cart=7&session_id=${session_id}&order=${session.order_public_id}`,
    ])
    expect(session).toMatchObject({ status: 'completed', buyer: { email: 'ada@example.com' } })
    const again = await shop.open(checkout_url)
    expect([again.status, again.text.includes(session.order_public_id), hasForm(again)]).toEqual([200, true, false])
    const card = await service.db.one(sql`select card_brand, card_last4 from payments where session_id = ${session_id}`)
    expect(card).toEqual({ cardBrand: 'visa', cardLast4: '4242' })
  })

  it('cancels: the session is over and the buyer is back at the shop', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    const page = await shop.open(checkout_url)
    const cancelled = await shop.step(checkout_url, 'cancel')
    expect([cancelled.status, cancelled.headers.location]).toEqual([303, 'https://shop.example/back'])
    expect((await shop.show(partner, session_id)).status).toBe('cancelled')
    const late = await shop.post(checkout_url, {
      form: shop.formToken(page),
      email: 'a@b.example',
      ...shop.cardFields(GOOD_CARD),
    })
    expect(late.headers.location).toContain('/checkout/')
    expect((await shop.open(checkout_url)).status).toBe(410)
    expect(await charges(session_id)).toEqual([])
  })

  it('shows a sold name and a suspended seller without a form', async () => {
    const first = await shop.session(partner)
    const second = await shop.session(partner, first.domain)
    await shop.payForm(first.checkout_url)
    const sold = await shop.open(second.checkout_url)
    expect([sold.status, hasForm(sold)]).toEqual([410, false])
    const seller = await service.partner()
    const { checkout_url } = await shop.session(seller)
    await service.operator('POST', `/partners/${seller.partnerId}/suspend`)
    expect(hasForm(await shop.open(checkout_url))).toBe(false)
  })

  it('asks again for an address or a card that cannot be, and charges nothing', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    for (const wrong of [
      { email: 'nobody' },
      { email: '\u0000@x.example' },
      { number: '4242' },
      { expiry: '13/35' },
      { cvc: '1' },
      { expiry: '' },
    ]) {
      const response = await shop.payForm(checkout_url, GOOD_CARD, wrong)
      expect([response.status, hasForm(response)]).toEqual([422, true])
    }
    expect(await charges(session_id)).toEqual([])
    expect((await shop.payForm(checkout_url)).headers.location).toContain('shop.example')
  })

  it('answers a page to nonsense: no session, no token, a huge body, another method', async () => {
    const { checkout_url } = await shop.session(partner)
    for (const url of [
      '/checkout/x',
      '/checkout/cs_01k9zq4x7v3m8n2p5r6s7t8w9y',
      '/checkout/%00?pt=x',
      checkout_url.split('?')[0]!.slice('http://localhost:8080'.length),
    ]) {
      const page = await service.send({ method: 'GET', url })
      expect([url, page.status, hasForm(page)]).toEqual([url, 403, false])
    }
    const huge = await shop.post(checkout_url, { form: 'x'.repeat(20_000) })
    expect([huge.status, huge.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    expect(
      (await service.send({ method: 'PUT', url: checkout_url.slice('http://localhost:8080'.length) })).status,
    ).toBe(405)
  })
})

describe('cards', () => {
  it.each([['4242424242424242'], ['5555555555554444'], ['378282246310005']])('%s pays', async (number) => {
    const { checkout_url, session_id } = await shop.session(partner)
    await shop.payForm(checkout_url, number)
    expect((await shop.show(partner, session_id)).status).toBe('completed')
  })

  it.each([
    ['4000000000000002', 'card_declined', 'declined'],
    ['4000000000009995', 'insufficient_funds', 'insufficient funds'],
    ['4000000000000069', 'expired_card', 'expired'],
    ['4000000000000127', 'incorrect_cvc', 'The CVC is incorrect'],
    ['4000000000000119', 'processing_error', 'processed'],
    ['4111111111111111', 'test_cards_only', 'test cards'],
  ])('%s: %s, and another card pays afterwards', async (number, code, words) => {
    const { checkout_url, session_id } = await shop.session(partner)
    const response = await shop.payForm(checkout_url, number)
    expect(response.headers.location).toContain('/checkout/')
    expect(await shop.show(partner, session_id)).toMatchObject({ status: 'open', last_payment_error: code })
    expect((await shop.open(checkout_url)).text).toContain(words)
    expect((await shop.payForm(checkout_url)).headers.location).toContain('shop.example')
    expect((await charges(session_id)).map(({ status }) => status)).toEqual(['declined', 'paid'])
    expect(
      JSON.stringify(await service.db.many(sql`select * from payments where session_id = ${session_id}`)),
    ).not.toContain(number)
  })

  it('challenges, and pays on yes, lets go on no, once', async () => {
    const { checkout_url, session_id, domain } = await shop.session(partner)
    await shop.payForm(checkout_url, '4000002500003155')
    expect((await shop.show(partner, session_id)).status).toBe('processing')
    const rival = await service.partner()
    expect((await service.signed(rival, 'GET', `${V1}/availability?domain=${domain}`)).json.reason).toBe('reserved')
    expect((await shop.open(checkout_url)).text).toContain('Your bank asks')
    await shop.step(checkout_url, 'confirm', { answer: 'no' })
    expect(await shop.show(partner, session_id)).toMatchObject({
      status: 'open',
      last_payment_error: 'authentication_failed',
    })
    await shop.payForm(checkout_url, '4000002500003155')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => shop.step(checkout_url, 'confirm', { answer: 'yes' })),
    )
    expect(responses.every(({ status }) => status === 303)).toBe(true)
    expect((await shop.show(partner, session_id)).status).toBe('completed')
    expect((await charges(session_id)).map(({ status }) => status)).toEqual(['declined', 'paid'])
    await shop.booksHold()
  })

  it('gives the name back when a challenge is left alone for fifteen minutes', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    await shop.payForm(checkout_url, '4000002500003155')
    service.clock.advance(15 * 60 + 1)
    await service.background.runJobNow('checkout.finish_payments')
    expect(await shop.show(partner, session_id)).toMatchObject({ status: 'open', last_payment_error: 'timed_out' })
    await shop.step(checkout_url, 'confirm', { answer: 'yes' })
    expect((await charges(session_id)).map(({ status }) => status)).toEqual(['cancelled'])
    expect((await shop.payForm(checkout_url)).headers.location).toContain('shop.example')
    await shop.booksHold()
  })
})

describe('a form works once', () => {
  it('charges once for a double click, a reload and the back button', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    const page = await shop.open(checkout_url)
    const fields = { form: shop.formToken(page), email: 'ada@example.com', ...shop.cardFields('4000000000000002') }
    await Promise.all([shop.post(checkout_url, fields), shop.post(checkout_url, fields)])
    await shop.post(checkout_url, fields)
    await shop.post(checkout_url, { ...fields, number: GOOD_CARD })
    expect((await charges(session_id)).map(({ status }) => status)).toEqual(['declined'])
    expect((await shop.show(partner, session_id)).status).toBe('open')
  })

  it('refuses a form that is forged or of another session', async () => {
    const [one, two] = [await shop.session(partner), await shop.session(partner)]
    const form = shop.formToken(await shop.open(two.checkout_url))
    for (const token of [form, '', 'v1.x.y', `${form}x`, form.slice(0, -1)])
      await shop.post(one.checkout_url, { form: token, email: 'ada@example.com', ...shop.cardFields(GOOD_CARD) })
    expect(await charges(one.session_id)).toEqual([])
  })

  it('shows a changed price before it is paid', async () => {
    const listing = await shop.freshName()
    const { checkout_url, session_id } = await shop.session(partner, listing.domain)
    const stale = shop.formToken(await shop.open(checkout_url))
    await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 123_400 })
    await shop.post(checkout_url, { form: stale, email: 'ada@example.com', ...shop.cardFields(GOOD_CARD) })
    expect(await shop.show(partner, session_id)).toMatchObject({
      status: 'open',
      price_cents: 123_400,
      last_payment_error: 'price_changed',
    })
    expect(await charges(session_id)).toEqual([])
    const page = await shop.open(checkout_url)
    expect(page.text).toContain('$1,234.00')
    expect(page.text).toContain('price has changed')
    expect((await shop.payForm(checkout_url)).headers.location).toContain('shop.example')
  })

  it('keeps the agreed price while it is being paid', async () => {
    const listing = await shop.freshName()
    const { checkout_url, session_id } = await shop.session(partner, listing.domain)
    await shop.payForm(checkout_url, '4000002500003155')
    await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 999_900 })
    await shop.step(checkout_url, 'confirm', { answer: 'yes' })
    expect(await shop.show(partner, session_id)).toMatchObject({ status: 'completed', price_cents: 100_000 })
    await shop.booksHold()
  })

  it('stops after twenty cards', async () => {
    const { checkout_url, session_id } = await shop.session(partner)
    for (let tries = 0; tries < 22; tries++) await shop.payForm(checkout_url, '4000000000000002')
    expect(await charges(session_id)).toHaveLength(20)
    expect(hasForm(await shop.open(checkout_url))).toBe(false)
  })
})

describe('the pt token', () => {
  it('opens nothing after any single-bit change', async () => {
    const { session_id, checkout_url } = await shop.session(partner)
    const pt = checkout_url.split('pt=')[1]!
    const now = service.clock.now()
    expect((await readCheckout(service.deps, service.db, session_id, pt, now)).kind).toBe('session')
    for (let at = 0; at < pt.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const flipped = pt.slice(0, at) + String.fromCharCode(pt.charCodeAt(at) ^ (1 << bit)) + pt.slice(at + 1)
        expect([at, bit, (await readCheckout(service.deps, service.db, session_id, flipped, now)).kind]).toEqual([
          at,
          bit,
          'invalid',
        ])
      }
  })

  it('refuses what is cut, doubled, of another session, of a form, or too old, with a clear page and no form', async () => {
    const [one, two] = [await shop.session(partner), await shop.session(partner)]
    const pt = one.checkout_url.split('pt=')[1]!
    const form = shop.formToken(await shop.open(one.checkout_url))
    const path = `/checkout/${one.session_id}`
    for (const token of [
      two.checkout_url.split('pt=')[1]!,
      form,
      '',
      'v1',
      'v1..',
      `${pt}.x`,
      pt.slice(0, -1),
      pt.replace('v1', 'v2'),
      'x'.repeat(5000),
    ]) {
      const page = await service.send({ method: 'GET', url: `${path}?pt=${encodeURIComponent(token)}` })
      expect([page.status, hasForm(page), page.text.includes('not valid')]).toEqual([403, false, true])
      const posted = await service.send({
        method: 'POST',
        url: `${path}?pt=${encodeURIComponent(token)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form, email: 'a@b.example', ...shop.cardFields(GOOD_CARD) }).toString(),
      })
      expect(posted.status).toBe(403)
    }
    const cancel = await service.send({ method: 'POST', url: `${path}/cancel?pt=${two.checkout_url.split('pt=')[1]}` })
    expect(cancel.status).toBe(403)
    service.clock.advance(7 * 86_400)
    const old = await shop.open(one.checkout_url)
    expect([old.status, hasForm(old), old.text.includes('expired')]).toEqual([410, false, true])
    expect(await charges(one.session_id)).toEqual([])
  })
})
