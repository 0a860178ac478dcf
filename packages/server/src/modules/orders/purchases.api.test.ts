// Whose a purchase is: the account that paid, claims or confirms the address. An address alone gets nothing.
import { describe, expect, it } from 'vitest'
import { type Browser, openBrowser, overInject } from '../../../test/browser.ts'
import { buyDomain, deliver, freshEmail } from '../../../test/guest.ts'
import { startTestService } from '../../../test/harness.ts'
import { findLink, readMail } from '../../../test/mailbox.ts'
import { type Account, newAccount } from '../../../test/oauth.ts'
import { openShop } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { attachPurchases } from './index.ts'

const service = await startTestService()
const PASSWORD = 'correct horse battery'
const MONTH = 31 * 86_400

async function signIn(account: Account): Promise<Browser> {
  const browser = openBrowser(overInject(service))
  await browser.signIn(account)
  return browser
}
const read = async (browser: Browser, url: string) => JSON.parse((await browser.request({ method: 'GET', url })).text)
const listOrders = async (browser: Browser): Promise<string[]> =>
  ((await read(browser, '/api/account/orders')).orders ?? []).map(({ public_id }: { public_id: string }) => public_id)
const listDomains = async (browser: Browser): Promise<string[]> =>
  ((await read(browser, '/api/domains')).domains ?? []).map(({ domain }: { domain: string }) => domain)
const claimPath = (email: string) => findLink(service, email, '/claim/')
const signUpByClaim = (path: string, browser = openBrowser(overInject(service)), password = PASSWORD) =>
  browser.post(`${path}/sign-up`, { password }).then((response) => ({ ...response, browser }))
const confirm = (account: { userId: string }) =>
  service.db.run(sql`update users set email_confirmed_at = ${service.clock.now()} where id = ${account.userId}`)

describe('an email address alone', () => {
  it('gets a stranger who signs up with it nothing, before and after the delivery', async () => {
    const bought = await buyDomain(service)
    const stranger = openBrowser(overInject(service))
    await stranger.submit(await stranger.open('/sign-up'), { email: bought.email, password: PASSWORD })
    await stranger.signIn({ email: bought.email, password: PASSWORD })
    for (const url of ['/api/account/orders', `/api/account/orders/${bought.orderId}`, '/api/domains']) {
      const { error } = await read(stranger, url)
      expect([url, error.code, error.reason]).toEqual([url, 'forbidden', 'email_unconfirmed'])
    }
    await deliver(service, bought.orderId)
    const change = await stranger.request({
      method: 'POST',
      url: '/api/domains/bulk/set_nameservers',
      headers: { 'content-type': 'application/json', origin: service.deps.config.baseUrl },
      body: JSON.stringify({
        domains: [bought.domain],
        params: { nameservers: ['ns1.evil.example', 'ns2.evil.example'] },
      }),
    })
    expect(change.status).toBe(403)
    const row = await service.db.one(sql`
      select owner_id, owner_email, nameservers from owned_domains where domain = ${bought.domain}`)
    expect(row).toEqual({ ownerId: null, ownerEmail: bought.email, nameservers: [] })
  })

  it('loses a stranger who signed up first their session, when the buyer claims', async () => {
    const bought = await buyDomain(service)
    const stranger = openBrowser(overInject(service))
    await stranger.submit(await stranger.open('/sign-up'), { email: bought.email, password: 'stranger battery staple' })
    await stranger.signIn({ email: bought.email, password: 'stranger battery staple' })
    expect((await read(stranger, '/api/account')).email).toBe(bought.email)
    const { browser } = await signUpByClaim(await claimPath(bought.email))
    expect(await listOrders(browser)).toEqual([bought.orderId])
    expect((await read(stranger, '/api/account')).error.code).toBe('invalid_token')
    const again = await stranger.signIn({ email: bought.email, password: 'stranger battery staple' })
    expect(again.status).toBe(401)
  })
})

describe('a purchase while signed in', () => {
  it('belongs to an account with a confirmed address, whatever address the buyer types', async () => {
    const account = await newAccount(service)
    const browser = await signIn(account)
    const bought = await buyDomain(service, { browser })
    expect(bought.email).not.toBe(account.email)
    expect(await listOrders(browser)).toEqual([bought.orderId])
    expect(await listDomains(browser)).toEqual([])
    await deliver(service, bought.orderId)
    expect(await listDomains(browser)).toEqual([bought.domain])
    const [receipt] = await readMail(service, bought.email)
    expect(receipt?.links).toEqual([expect.stringMatching(/^\/orders\//)])
  })

  it('waits for a claim when the address is not confirmed', async () => {
    const account = await newAccount(service, { isConfirmed: false })
    const bought = await buyDomain(service, { browser: await signIn(account), email: account.email })
    const row = await service.db.one(
      sql`select account_id, claimed_at from purchases where order_id = ${bought.orderId}`,
    )
    expect(row).toEqual({ accountId: null, claimedAt: null })
    expect(await claimPath(bought.email)).toMatch(/^\/claim\//)
  })

  it('does not go to the account of an earlier attempt of someone else', async () => {
    const stranger = await signIn(await newAccount(service))
    const partner = await service.partner({ environment: 'live' })
    const shop = openShop(service)
    const { checkout_url, domain } = await shop.session(partner)
    const path = checkout_url.slice(checkout_url.indexOf('/checkout/'))
    const form = async (browser: Browser) =>
      /name="form" value="([^"]+)"/.exec((await browser.open(path)).text)?.[1] ?? ''
    const declined = { ...shop.cardFields('4000000000000002'), email: freshEmail() }
    await stranger.post(path, { form: await form(stranger), ...declined })
    const email = freshEmail()
    await shop.payForm(checkout_url, undefined, { email })
    const { orders } = (await service.operator('GET', `/orders?domain=${domain}`)).json
    await deliver(service, orders[0].public_id)
    expect(await listDomains(stranger)).toEqual([])
    expect(await claimPath(email)).toMatch(/^\/claim\//)
  })
})

describe('a claim link', () => {
  it('opens a confirmed account with the buyer’s address, with the purchase and its delivered domain', async () => {
    const bought = await buyDomain(service, { email: `Guest-${process.pid}@Mail.Example` })
    const email = bought.email.toLowerCase()
    await deliver(service, bought.orderId)
    const path = await claimPath(email)
    const shown = await openBrowser(overInject(service)).open(path)
    expect(shown.status).toBe(200)
    for (const text of [bought.domain, bought.orderId, '$1,000.00', email]) expect(shown.text).toContain(text)
    const { status, headers, browser } = await signUpByClaim(path)
    expect([status, headers.location]).toEqual([303, `/account/orders/${bought.orderId}`])
    expect(await read(browser, '/api/account')).toMatchObject({ email, email_confirmed: true })
    expect(await listOrders(browser)).toEqual([bought.orderId])
    expect(await listDomains(browser)).toEqual([bought.domain])
  })

  it('is in the audit log, with the account, the IP address and the order', async () => {
    const bought = await buyDomain(service)
    await signUpByClaim(await claimPath(bought.email))
    const rows = await service.db.many<{ route: string; input: object }>(sql`
      select route, input from audit_log where actor = ${`user:${bought.email}`} order by id`)
    expect(rows).toMatchObject([
      { route: 'orders.claim', input: { order_id: bought.orderId, address: '127.0.0.1' } },
      { route: 'accounts.sign_in', input: { method: 'claim', address: '127.0.0.1' } },
    ])
  })

  it('brings the domain to the account when it is claimed before the delivery', async () => {
    const bought = await buyDomain(service)
    const { browser } = await signUpByClaim(await claimPath(bought.email))
    expect(await listDomains(browser)).toEqual([])
    await deliver(service, bought.orderId)
    expect(await listDomains(browser)).toEqual([bought.domain])
  })

  it('brings along every other purchase with the address', async () => {
    const first = await buyDomain(service)
    const second = await buyDomain(service, { email: first.email.toUpperCase() })
    const { browser } = await signUpByClaim(await claimPath(first.email))
    expect((await listOrders(browser)).sort()).toEqual([first.orderId, second.orderId].sort())
  })

  it('adds the purchase to an account with another, confirmed address', async () => {
    const bought = await buyDomain(service)
    const browser = await signIn(await newAccount(service))
    const path = await claimPath(bought.email)
    const page = await browser.open(path)
    expect(page.text).toContain('Add to my account')
    const end = await browser.post(path, {})
    expect([end.status, end.headers.location]).toEqual([303, `/account/orders/${bought.orderId}`])
    expect(await listOrders(browser)).toEqual([bought.orderId])
  })

  it('adds nothing to an account that is not confirmed, or to nobody', async () => {
    const bought = await buyDomain(service)
    const path = await claimPath(bought.email)
    const unconfirmed = await signIn(await newAccount(service, { isConfirmed: false }))
    for (const browser of [unconfirmed, openBrowser(overInject(service))])
      expect((await browser.post(path, {})).status).toBe(401)
    expect((await unconfirmed.open(path)).text).toContain('not confirmed')
    expect((await signUpByClaim(path)).status).toBe(303)
  })

  it('does not change the password of a confirmed account with the address', async () => {
    const account = await newAccount(service)
    const bought = await buyDomain(service, { email: account.email })
    const path = await claimPath(bought.email)
    const refused = await signUpByClaim(path, undefined, 'another horse battery')
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('already has an account')
    const browser = openBrowser(overInject(service))
    // Signing in leads back to the link.
    const signInPath = /href="(\/sign-in\?next=[^"]+)"/.exec(refused.text)?.[1] ?? ''
    const back = await browser.submit(await browser.open(signInPath), account)
    expect(back.path).toBe(path)
    await browser.post(path, {})
    expect(await listOrders(browser)).toEqual([bought.orderId])
  })

  it('refuses a weak password and stays usable', async () => {
    const bought = await buyDomain(service)
    const path = await claimPath(bought.email)
    expect((await signUpByClaim(path, undefined, 'short')).status).toBe(400)
    expect((await signUpByClaim(path)).status).toBe(303)
  })

  it('is not used up by looking at it', async () => {
    const bought = await buyDomain(service)
    const path = await claimPath(bought.email)
    const browser = await signIn(await newAccount(service))
    for (const method of ['GET', 'HEAD', 'GET']) expect((await browser.request({ method, url: path })).status).toBe(200)
    expect(await listOrders(browser)).toEqual([])
  })

  it('works once', async () => {
    const bought = await buyDomain(service)
    const path = await claimPath(bought.email)
    const { browser: owner } = await signUpByClaim(path)
    const thief = await signIn(await newAccount(service))
    for (const response of [await thief.open(path), await thief.post(path, {}), await signUpByClaim(path, thief)]) {
      expect(response.status).toBe(410)
      expect(response.text).toContain('This claim link does not work')
    }
    expect(await listOrders(thief)).toEqual([])
    expect(await listOrders(owner)).toEqual([bought.orderId])
  })

  it('is won by one of many parallel claims', async () => {
    const bought = await buyDomain(service)
    await deliver(service, bought.orderId)
    const path = await claimPath(bought.email)
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => ({ browser: await signIn(await newAccount(service)) })),
    )
    const ends = await Promise.all([
      ...others.map(async ({ browser }) => ({ ...(await browser.post(path, {})), browser })),
      signUpByClaim(path),
      signUpByClaim(path),
    ])
    const won = ends.filter(({ status }) => status === 303)
    expect(won).toHaveLength(1)
    expect(ends.filter(({ status }) => status === 410)).toHaveLength(5)
    expect(await listDomains(won[0]!.browser)).toEqual([bought.domain])
  })

  it('delivers to the account that claims at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const bought = await buyDomain(service)
      await service.operator('POST', `/orders/${bought.orderId}/start_transfer`, { without_choice: true })
      const browser = await signIn(await newAccount(service))
      const path = await claimPath(bought.email)
      const [claimed, delivered] = await Promise.all([
        browser.post(path, {}),
        service.operator('POST', `/orders/${bought.orderId}/complete_transfer`),
      ])
      expect([claimed.status, delivered.status]).toEqual([303, 200])
      expect(await listDomains(browser)).toEqual([bought.domain])
    }
  })

  it('of another order, changed or malformed opens nothing', async () => {
    const [mine, other] = [await buyDomain(service), await buyDomain(service)]
    const [path, foreign] = [await claimPath(mine.email), await claimPath(other.email)]
    const [secret = '', token = ''] = path.slice('/claim/'.length).split('.')
    const [otherSecret = '', otherToken = ''] = foreign.slice('/claim/'.length).split('.')
    const thief = await signIn(await newAccount(service))
    for (const text of [
      `${secret}.${otherToken}`,
      `${otherSecret}.${token}`,
      secret,
      `${secret}.`,
      `.${token}`,
      token,
      `${secret}.${token}x`,
      `${secret}x.${token}`,
      `x${secret.slice(1)}.${token}`,
      `${secret}.${token}.${token}x`.replace(`.${token}.`, `.${token.slice(1)}.`),
      '%00',
      'x'.repeat(5000),
      encodeURIComponent('🙂'),
    ])
      for (const response of [await thief.open(`/claim/${text}`), await thief.post(`/claim/${text}`, {})]) {
        expect([text, [404, 410].includes(response.status)]).toEqual([text, true])
        expect(response.text).toContain('This claim link does not work')
      }
    expect(await listOrders(thief)).toEqual([])
    expect((await thief.open(path)).status).toBe(200)
  })

  it('ends after 30 days, and a new one from the order page replaces the one before', async () => {
    const bought = await buyDomain(service)
    const old = await claimPath(bought.email)
    const browser = openBrowser(overInject(service))
    const order = await browser.open(`/orders/${old.slice('/claim/'.length)}`)
    expect(order.path).not.toContain('.')
    const sent = await browser.post(`${order.path}/claim-link`, {})
    expect(sent.headers.location).toBe(`${order.path}?sent=1`)
    expect((await browser.open(`${order.path}?sent=1`)).text).toContain('Claim link sent')
    const fresh = await claimPath(bought.email)
    expect(fresh).not.toBe(old)
    expect((await signUpByClaim(old)).status).toBe(410)
    service.clock.advance(MONTH)
    const late = await browser.open(fresh)
    expect(late.status).toBe(410)
    // The dead link still leads to the order page, which sends another.
    expect(late.text).toContain(`href="${order.path}"`)
    await browser.post(`${order.path}/claim-link`, {})
    expect((await signUpByClaim(await claimPath(bought.email))).status).toBe(303)
  })

  it('rejects forms that another site sends', async () => {
    const bought = await buyDomain(service)
    const path = await claimPath(bought.email)
    const browser = await signIn(await newAccount(service))
    const order = path.replace('/claim/', '/orders/').split('.')[0]
    for (const target of [path, `${path}/sign-up`, `${order}/claim-link`]) {
      const response = await browser.post(target, { password: PASSWORD }, { origin: 'https://evil.example' })
      expect([target, response.status]).toEqual([target, 403])
    }
    expect(await listOrders(browser)).toEqual([])
  })
})

describe('confirming an address', () => {
  it.each([
    ['in capitals', (email: string) => email.toUpperCase()],
    ['as typed by the account', (email: string) => email],
  ])('attaches open purchases made with it (%s), and their domains', async (_, spell) => {
    const account = await newAccount(service, { isConfirmed: false })
    const [open, delivered] = [
      await buyDomain(service, { email: spell(account.email) }),
      await buyDomain(service, { email: spell(account.email) }),
    ]
    await deliver(service, delivered.orderId)
    const other = await buyDomain(service)
    const link = await claimPath(account.email)
    await confirm(account)
    const attached = await service.db.tx((tx) =>
      attachPurchases(tx, { id: account.userId, email: account.email }, service.clock.now()),
    )
    expect([...attached].sort()).toEqual([open.orderId, delivered.orderId].sort())
    const browser = await signIn(account)
    expect((await listOrders(browser)).sort()).toEqual([...attached].sort())
    expect(await listDomains(browser)).toEqual([delivered.domain])
    expect(await listOrders(browser)).not.toContain(other.orderId)
    expect((await signUpByClaim(link)).status).toBe(410)
  })

  it('finds an internationalized address in both spellings', async () => {
    const local = `idn-${process.pid}`
    const bought = await buyDomain(service, { email: `${local}@BÜCHER.example` })
    const email = `${local}@xn--bcher-kva.example`
    expect((await readMail(service, email)).map(({ template }) => template)).toEqual(['receipt'])
    const { browser } = await signUpByClaim(await claimPath(email))
    expect(await listOrders(browser)).toEqual([bought.orderId])
  })

  it('does not take a purchase that another account claimed', async () => {
    const bought = await buyDomain(service)
    const browser = await signIn(await newAccount(service))
    await browser.post(await claimPath(bought.email), {})
    const account = await newAccount(service)
    const late = await service.db.tx((tx) =>
      attachPurchases(tx, { id: account.userId, email: bought.email }, service.clock.now()),
    )
    expect(late).toEqual([])
    expect(await listOrders(browser)).toEqual([bought.orderId])
  })
})
