// The shop front and the account behind it: looking at names, buying and brokering on our own pages, what one bought, one's password.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../test/browser.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { type Account, newAccessToken, newAccount } from '../../test/oauth.ts'
import { GOOD_CARD, openShop } from '../../test/shop.ts'
import { startVariant } from '../../test/variant.ts'
import { sql } from '../db/sql.ts'

let service: TestService
let serial = 0
beforeAll(async () => {
  service = await startTestService(
    {},
    { sites: { hasActiveSite: async (domain) => domain.startsWith('taken-busy'), close: async () => {} } },
  )
  await service.house()
})

const JSON_TYPE = { 'content-type': 'application/json' }
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const freshName = () => `front-${process.pid}-${serial++}.com`
const get = (path: string, headers: Record<string, string> = {}) =>
  service.send({ method: 'GET', url: `/api${path}`, headers })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  service.send({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  })
const listed = (terms: Record<string, unknown> = {}) => service.list('live', freshName(), terms)

/** What a signed-in person's browser sends along. */
async function signedIn(account: Account): Promise<Record<string, string>> {
  const browser = openBrowser(overInject(service))
  await browser.signIn(account)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, origin: service.deps.config.baseUrl }
}

/** Pays for a name on our own pages; the order's id. */
async function buy(domain: string, email: string, headers: Record<string, string> = {}): Promise<string> {
  const begun = await post('/market/checkout', { domain })
  expect([begun.status, begun.text]).toEqual([201, begun.text])
  const shop = openShop(service)
  const url = begun.json.checkout_url as string
  const form = shop.formToken(await shop.open(url))
  await shop.post(url, { form, email, ...shop.cardFields(GOOD_CARD) }, headers)
  return shop.readOrderId(url)
}

describe('one name of the market', () => {
  it('is shown in any spelling with what the list says of it, its description and its standing', async () => {
    const { domain } = await listed({ description: 'A good one.', categories: ['art'] })
    const { json, status } = await get(`/market/listings/${domain.toUpperCase()}.`)
    const [item] = (await get(`/market/listings?q=${domain.slice(0, -4)}`)).json.items
    expect(status).toBe(200)
    expect(json).toEqual({ ...item, description: 'A good one.', accepts_offers: false, status: 'listed' })
  })

  it('is reserved while somebody holds it, and sold for good', async () => {
    const partner = await service.partner({ environment: 'live' })
    const { domain } = await listed()
    await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })
    expect((await get(`/market/listings/${domain}`)).json.status).toBe('reserved')
    const sold = (await listed()).domain
    await buy(sold, 'a@mail.example')
    expect((await get(`/market/listings/${sold}`)).json.status).toBe('sold')
  })

  it('is 404 when it was never listed, was withdrawn or is the sandbox’s, and 400 when it is no name', async () => {
    const withdrawn = await listed()
    await service.operator('DELETE', `/listings/${withdrawn.listing_id}`)
    const sandbox = await service.list('sandbox', freshName())
    for (const name of [freshName(), withdrawn.domain, sandbox.domain])
      expect([name, (await get(`/market/listings/${name}`)).status]).toEqual([name, 404])
    for (const name of ['com', 'www.example.com', 'x'])
      expect([name, (await get(`/market/listings/${name}`)).status]).toEqual([name, 400])
  })
})

describe('facets and endings', () => {
  it('count what is for sale, under which endings', async () => {
    const before = (await get('/market/facets')).json
    const count = (facets: typeof before, tld: string) =>
      facets.tlds.find((one: { tld: string }) => one.tld === tld)?.count ?? 0
    await service.list('live', `front-${serial++}.de`)
    const sold = await service.list('live', `front-${serial++}.de`)
    await buy(sold.domain, 'a@mail.example')
    const after = (await get('/market/facets')).json
    expect([after.total - before.total, count(after, 'de') - count(before, 'de')]).toEqual([1, 1])
    expect(after.tlds.length).toBeLessThanOrEqual(30)
    expect((await get('/market/listings')).json.page.total).toBe(after.total)
  })

  it('list every ending that is offered, with its prices, and no other', async () => {
    const { tlds } = (await get('/tlds')).json
    const com = tlds.find(({ tld }: { tld: string }) => tld === 'com')
    const { prices } = (await get('/pricing/tld?tld=com')).json
    expect(com).toEqual({ tld: 'com', tld_unicode: 'com', type: 'gTLD', ...prices, currency: 'USD' })
    const offered = await service.operator('GET', '/tlds?offered=false&limit=1')
    expect(tlds.map(({ tld }: { tld: string }) => tld)).not.toContain(offered.json.tlds[0].tld)
  })
})

describe('buying on our own pages', () => {
  it('opens a checkout at the price in force, which leads back to the page of the name', async () => {
    const { domain } = await listed({ price_cents: 123_400, currency: 'EUR' })
    const { status, json } = await post('/market/checkout', { domain: domain.toUpperCase() })
    expect([status, json.domain, json.price_cents, json.currency]).toEqual([201, domain, 123_400, 'EUR'])
    expect(json.checkout_url).toContain(`/checkout/${json.session_id}?pt=`)
    const session = await service.db.one<{ returnUrl: string; cancelUrl: string }>(
      sql`select return_url, cancel_url from checkout_sessions where id = ${json.session_id}`,
    )
    const page = `${service.deps.config.baseUrl}/domains/${domain}`
    expect(session).toEqual({ returnUrl: page, cancelUrl: page })
  })

  it('refuses what is not listed, what is sold and what somebody else holds', async () => {
    const [sold, held] = [await listed(), await listed()]
    await buy(sold.domain, 'a@mail.example')
    const partner = await service.partner({ environment: 'live' })
    await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain: held.domain })
    const responses = await Promise.all(
      [freshName(), sold.domain, held.domain].map((domain) => post('/market/checkout', { domain })),
    )
    expect(responses.map(({ status, json }) => [status, json.error.reason])).toEqual([
      [404, null],
      [409, 'domain_sold'],
      [409, 'domain_reserved'],
    ])
  })

  it('pays whoever sent the visitor: the cookie of a referral link counts', async () => {
    const affiliate = await service.partner({ environment: 'live' })
    const link = await service.signed(affiliate, 'POST', '/api/partner/v1/links', { kind: 'generic' })
    const click = await service.send({
      method: 'GET',
      url: `/r/${link.json.code}`,
      headers: { 'user-agent': BROWSER },
    })
    const cookie = String(click.headers['set-cookie']).split(';')[0]!
    const { domain } = await listed()
    const order = await buy(domain, 'a@mail.example', { cookie })
    const { sales } = (await service.signed(affiliate, 'GET', '/api/partner/v1/me/sales')).json
    expect(sales).toMatchObject([{ domain, order_public_id: order, link_id: link.json.link_id }])
  })

  it('is limited by address', async () => {
    const limited = await startVariant(service, { RATE_LIMITS: 'on', RATE_MARKET_WRITES: '2' })
    const send = () =>
      limited.send({
        method: 'POST',
        url: '/api/market/checkout',
        headers: JSON_TYPE,
        body: JSON.stringify({ domain: freshName() }),
      })
    const statuses = [(await send()).status, (await send()).status, (await send()).status]
    expect(statuses).toEqual([404, 404, 429])
  })
})

describe('brokerage on our own pages', () => {
  const wish = (domain: string) => ({ domain, tier: 'managed', buyer_email: 'b@mail.example', budget_cents: 250_000 })

  it('opens a live case of the house, which earns no share of it, and shows how it goes', async () => {
    const domain = `taken-${freshName()}`
    expect((await get(`/market/brokerage/eligibility?domain=${domain}`)).json).toMatchObject({
      eligible: true,
      reason: null,
    })
    const { status, json } = await post('/market/brokerage', wish(domain))
    expect([status, json.status]).toEqual([201, 'opened'])
    const page = await service.send({ method: 'GET', url: json.progress_url.slice(service.deps.config.baseUrl.length) })
    expect(page.status).toBe(200)
    const shown = (await service.operator('GET', `/brokerage/${json.case_id}`)).json
    expect(shown).toMatchObject({
      environment: 'live',
      partner_name: 'Freehold',
      partner_commission_bps: 0,
      budget_cents: 250_000,
      currency: 'USD',
    })
  })

  it('says why a name is not eligible', async () => {
    const taken = `taken-${freshName()}`
    const broker = await service.partner({ environment: 'live' })
    const { budget_cents: budget, ...asPartner } = wish(taken)
    await service.signed(broker, 'POST', '/api/partner/v1/brokerage', { ...asPartner, budget })
    const cases = [
      [taken, 'already_in_case'],
      [(await listed()).domain, 'listed_for_sale'],
      [`free-${freshName()}`, 'unregistered'],
      [`taken-busy-${freshName()}`, 'active_site'],
    ] as const
    for (const [domain, reason] of cases) {
      const { status, json } = await post('/market/brokerage', wish(domain))
      expect([domain, status, json.error.reason]).toEqual([domain, 409, reason])
      const asked = await get(`/market/brokerage/eligibility?domain=${domain}`)
      expect([domain, asked.json.eligible, asked.json.reason]).toEqual([domain, false, reason])
    }
  })

  it('refuses a budget that is none, and names of the sandbox', async () => {
    for (const wrong of [
      { budget_cents: 0 },
      { budget_cents: '100' },
      { buyer_email: 'nobody' },
      { domain: 'any.test' },
    ])
      expect((await post('/market/brokerage', { ...wish(`taken-${freshName()}`), ...wrong })).status).toBe(400)
  })
})

describe('the account', () => {
  it('tells who is signed in, and nobody else', async () => {
    const account = await newAccount(service)
    const { json, status } = await get('/account', await signedIn(account))
    expect([status, json.email, json.role]).toEqual([200, account.email, 'user'])
    expect(Object.keys(json)).toEqual([
      'email',
      'role',
      'email_confirmed',
      'operator_role',
      'has_password',
      'created_at',
    ])
    expect((await get('/account')).status).toBe(401)
    const prices = await newAccessToken(service, 'pricing:read')
    const manager = await newAccessToken(service, 'domains:manage')
    const withToken = (token: string) => get('/account', { authorization: `Bearer ${token}` })
    expect([(await withToken(prices)).status, (await withToken(manager)).status]).toEqual([403, 200])
  })

  it('shows what was bought while signed in, with any address, newest first, page by page', async () => {
    const account = await newAccount(service)
    const me = await signedIn(account)
    const bought: string[] = []
    for (const email of [account.email, 'another@mail.example', account.email])
      bought.unshift(await buy((await listed()).domain, email, me))
    // Not signed in: an address alone gets nothing.
    await buy((await listed()).domain, account.email)
    const first = (await get('/account/orders?limit=2', me)).json
    const second = (await get(`/account/orders?limit=2&cursor=${first.next_cursor}`, me)).json
    const ids = [...first.orders, ...second.orders].map((order: { public_id: string }) => order.public_id)
    expect([ids, second.has_more]).toEqual([bought, false])
  })

  it('follows a purchase without what is between us and the partner, nor what operators note', async () => {
    const account = await newAccount(service)
    const me = await signedIn(account)
    const { domain } = await listed({ price_cents: 150_000 })
    const id = await buy(domain, account.email, me)
    for (const move of ['hold', 'clear', 'start_transfer', 'fail_transfer', 'start_transfer', 'complete_transfer'])
      await service.operator('POST', `/orders/${id}/${move}`, {
        note: 'looks like fraud',
        ...(move === 'start_transfer' ? { without_choice: true } : {}),
      })
    const { json, text } = await get(`/account/orders/${id}`, me)
    expect(json).toMatchObject({
      public_id: id,
      domain,
      price_cents: 150_000,
      currency: 'USD',
      status: 'TRANSFER_COMPLETED',
      held: false,
    })
    expect(json.transfer).toMatchObject({ state: 'completed' })
    expect(json.timeline.map((line: { event: string }) => line.event)).toEqual([
      'order.paid',
      'order.held',
      'order.manual_review_cleared',
      'order.transfer_started',
      'transfer.failed',
      'order.transfer_started',
      'order.transfer_completed',
    ])
    for (const hidden of ['fraud', 'operator', 'commission', 'evt_', 'partner', 'owed'])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false])
  })

  it('does not show what others bought, sandbox sales, nor what a partner collected', async () => {
    const account = await newAccount(service)
    const me = await signedIn(account)
    const others = await buy((await listed()).domain, 'somebody.else@mail.example')
    const buyer = { email: account.email }
    const collected = []
    for (const environment of ['live', 'sandbox'] as const) {
      const partner = await service.partner({ environment })
      const { domain, price_cents } = await service.list(environment, freshName())
      const body = { domain, expected_price: price_cents, currency: 'USD', external_payment_ref: 'r', buyer }
      const order = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, {
        headers: { 'idempotency-key': domain },
      })
      collected.push(order.json.public_id)
    }
    for (const id of [others, ...collected]) expect((await get(`/account/orders/${id}`, me)).status).toBe(404)
    expect((await get('/account/orders', me)).json.orders).toEqual([])
  })

  it('remembers what was done to many names at once, but no dry run', async () => {
    const account = await newAccount(service)
    const me = await signedIn(account)
    const run = (dry_run: boolean) =>
      post('/domains/bulk/renew', { domains: ['not-mine.com'], params: { years: 1 }, dry_run }, me)
    await run(true)
    const done = (await run(false)).json
    expect((await get('/account/bulk-runs', me)).json.bulk_runs).toMatchObject([
      { bulk_id: done.bulk_id, op: 'renew', params: { years: 1 }, total: 1, succeeded: 0, failed: 1 },
    ])
    expect((await get('/account/bulk-runs', await signedIn(await newAccount(service)))).json.bulk_runs).toEqual([])
  })
})

describe('another password', () => {
  const change = (me: Record<string, string>, current_password: string, new_password: string) =>
    post('/account/password', { current_password, new_password }, me)
  const isIn = async (me: Record<string, string>) => (await get('/account', me)).status === 200

  it('ends every other session, keeps this one, and opens the door from now on', async () => {
    const account = await newAccount(service)
    const [here, elsewhere] = [await signedIn(account), await signedIn(account)]
    const next = 'an entirely new password'
    const response = await change(here, account.password, next)
    expect([response.status, response.json.email]).toEqual([200, account.email])
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false])
    expect(await isIn(await signedIn(account))).toBe(false)
    expect(await isIn(await signedIn({ ...account, password: next }))).toBe(true)
  })

  it('needs the old one, and a new one that is good enough', async () => {
    const account = await newAccount(service)
    const me = await signedIn(account)
    const field = async (current: string, next: string) => {
      const { status, json } = await change(me, current, next)
      return [status, json.error?.details[0].field]
    }
    expect(await field('not my password', 'an entirely new password')).toEqual([400, 'current_password'])
    expect(await field(account.password, 'short')).toEqual([400, 'new_password'])
    expect(await field(account.password, account.email)).toEqual([400, 'new_password'])
    expect(await isIn(me)).toBe(true)
  })

  it('is changed from our own pages only, by no application and no other site', async () => {
    const account = await newAccount(service)
    const { cookie } = await signedIn(account)
    const token = { authorization: `Bearer ${await newAccessToken(service, 'domains:manage')}` }
    const next = 'an entirely new password'
    const statuses = [token, {}, { cookie: cookie! }, { cookie: cookie!, origin: 'https://evil.example' }].map(
      async (headers) => (await change(headers as Record<string, string>, account.password, next)).status,
    )
    expect(await Promise.all(statuses)).toEqual([403, 401, 401, 401])
  })

  it('is changed once when two ask at the same time', async () => {
    const account = await newAccount(service)
    const [here, there] = [await signedIn(account), await signedIn(account)]
    const responses = await Promise.all([
      change(here, account.password, 'the password from here'),
      change(there, account.password, 'the password from there'),
    ])
    const statuses = responses.map(({ status }) => status).sort()
    // The other one lost to the first change or, if it read the account after that, named a password that is no longer right.
    expect([
      [200, 400],
      [200, 409],
    ]).toContainEqual(statuses)
  })

  it('counts as a try to sign in', async () => {
    const limited = await startVariant(service, { RATE_LIMITS: 'on', RATE_SIGN_IN: '3', TRUST_PROXY: '1' })
    const account = await newAccount(service)
    const me = await signedIn(account)
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) {
      const headers = { ...me, ...JSON_TYPE, 'x-forwarded-for': `192.0.2.${count}` }
      const body = JSON.stringify({ current_password: 'guess number', new_password: 'an entirely new password' })
      statuses.push((await limited.send({ method: 'POST', url: '/api/account/password', headers, body })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})
