// Forgotten and changed passwords, and changed email addresses: who is signed out, who gets a message, who learns nothing.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { buyDomain, freshEmail } from '../../../test/guest.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { readLink, readMail } from '../../../test/mailbox.ts'
import { type Account, newAccount, newApplication } from '../../../test/oauth.ts'
import { sql } from '../../db/sql.ts'
import { RESET_LINK_SECONDS } from '../../kernel/limits.ts'

let service: TestService
let transport: Transport
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
})

const forgot = (email: string) => openBrowser(transport).post('/forgot-password', { email })
const templates = async (email: string) => (await readMail(service, email)).map(({ template }) => template)
const tryPassword = async (account: Account) => (await openBrowser(transport).post('/sign-in', account)).status

async function signedIn(account: Account) {
  const browser = openBrowser(transport)
  expect((await browser.signIn(account)).status).toBe(200)
  const call = (method: string, url: string, body?: object) =>
    browser.request({
      method,
      url,
      headers: { origin: transport.baseUrl, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  return { ...browser, call, status: async () => (await call('GET', '/api/account')).status }
}

/** A person with two browsers and an application, and whether each still has access. */
async function newConnected() {
  const account = await newAccount(service)
  const [first, second] = [await signedIn(account), await signedIn(account)]
  const application = await newApplication(transport)
  const { access_token: access, refresh_token: refresh } = await application.obtainTokens(account)
  const code = await application.obtainCode(account)
  const access2 = async () => {
    const headers = { authorization: `Bearer ${access}` }
    return (await service.send({ method: 'GET', url: '/api', headers })).status
  }
  return {
    account,
    first,
    second,
    access: access2,
    refresh: async () => (await application.refresh(refresh)).status,
    redeem: async () => (await application.redeem(code)).status,
  }
}

describe('a forgotten password', () => {
  it('is replaced by a link, which ends every session and every grant', async () => {
    const { account, first, second, access, refresh, redeem } = await newConnected()
    expect([await first.status(), await second.status(), await access()]).toEqual([200, 200, 200])
    await forgot(account.email.toUpperCase())
    const browser = openBrowser(transport)
    const page = await browser.open(await readLink(service, account.email, 'reset_password'))
    const done = await browser.submit(page, { new_password: 'a completely new one' })
    expect(done.path).toBe('/sign-in?from=reset')
    expect([await first.status(), await second.status(), await access()]).toEqual([401, 401, 401])
    expect([await refresh(), await redeem()]).toEqual([400, 400])
    expect([await tryPassword(account), await tryPassword({ ...account, password: 'a completely new one' })]).toEqual([
      401, 303,
    ])
    expect(await templates(account.email)).toContain('password_changed')
  })

  it('confirms the address: the person has proven it', async () => {
    const account = { email: `reset-${process.pid}@mail.example`, password: 'the password of a stranger' }
    await openBrowser(transport).post('/sign-up', account)
    await forgot(account.email)
    const link = await readLink(service, account.email, 'reset_password')
    expect((await openBrowser(transport).post(link, { new_password: 'a completely new one' })).status).toBe(303)
    const row = await service.db.one(sql`
      select email_confirmed_at is not null as confirmed from users where email = ${account.email}`)
    expect(row).toEqual({ confirmed: true })
  })

  it('is replaced once, however many use the link at the same time', async () => {
    const account = await newAccount(service)
    await forgot(account.email)
    const link = await readLink(service, account.email, 'reset_password')
    const passwords = Array.from({ length: 5 }, (_, index) => `the new password ${index}`)
    const responses = await Promise.all(
      passwords.map((password) => openBrowser(transport).post(link, { new_password: password })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404, 404])
    const winner = passwords[responses.findIndex(({ status }) => status === 303)]!
    expect(await tryPassword({ ...account, password: winner })).toBe(303)
    expect((await templates(account.email)).filter((one) => one === 'password_changed')).toHaveLength(1)
  })

  it('is not replaced by a bad password, and the link goes on working', async () => {
    const account = await newAccount(service)
    await forgot(account.email)
    const link = await readLink(service, account.email, 'reset_password')
    for (const bad of ['short', '1qaz2wsx3edc', account.email, '', 'x y'.repeat(43)])
      expect((await openBrowser(transport).post(link, { new_password: bad })).status).toBe(400)
    expect((await openBrowser(transport).post(link, { new_password: 'a completely new one' })).status).toBe(303)
  })

  it('is not replaced by a link that expired, that another one overtook or whose address changed', async () => {
    const account = await newAccount(service)
    await forgot(account.email)
    const late = await readLink(service, account.email, 'reset_password')
    service.clock.advance(RESET_LINK_SECONDS)
    expect((await openBrowser(transport).open(late)).status).toBe(404)
    await forgot(account.email)
    const first = await readLink(service, account.email, 'reset_password')
    await forgot(account.email)
    const second = await readLink(service, account.email, 'reset_password')
    // Both work until one is used: nobody can make the owner's link useless by asking for another.
    expect((await openBrowser(transport).open(first)).status).toBe(200)
    expect((await openBrowser(transport).post(second, { new_password: 'a completely new one' })).status).toBe(303)
    expect((await openBrowser(transport).open(first)).status).toBe(404)
    await forgot(account.email)
    const moved = await readLink(service, account.email, 'reset_password')
    await service.db.run(sql`update users set email = ${`x-${account.email}`} where email = ${account.email}`)
    expect((await openBrowser(transport).post(moved, { new_password: 'yet another new one' })).status).toBe(404)
  })

  it('is asked for with the same response whether the address has an account or not', async () => {
    const account = await newAccount(service)
    const nobody = `nobody-${process.pid}@mail.example`
    const visible = ({ status, text, headers }: Awaited<ReturnType<typeof forgot>>) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers
      return { status, text, rest }
    }
    expect(visible(await forgot(nobody))).toEqual(visible(await forgot(account.email)))
    expect([await templates(account.email), await templates(nobody)]).toEqual([['reset_password'], ['no_account']])
  })
})

describe('a changed password', () => {
  it('ends every other session and every grant, and says so by mail', async () => {
    const { account, first, second, access, refresh, redeem } = await newConnected()
    await forgot(account.email)
    const link = await readLink(service, account.email, 'reset_password')
    const body = { current_password: account.password, new_password: 'a completely new one' }
    expect((await first.call('POST', '/api/account/password', body)).status).toBe(200)
    expect([await first.status(), await second.status(), await access()]).toEqual([200, 401, 401])
    expect([await refresh(), await redeem()]).toEqual([400, 400])
    expect((await templates(account.email)).at(-1)).toBe('password_changed')
    expect((await openBrowser(transport).open(link)).status).toBe(404)
  })

  it('ends a session and a grant that are begun at the same time', async () => {
    const account = await newAccount(service)
    const browser = await signedIn(account)
    const application = await newApplication(transport)
    const body = { current_password: account.password, new_password: 'a completely new one' }
    const others = Array.from({ length: 6 }, () => openBrowser(transport))
    const [changed, ...signIns] = await Promise.all([
      browser.call('POST', '/api/account/password', body),
      ...others.map((other) => other.post('/sign-in', account)),
    ])
    expect([changed!.status, signIns.length]).toEqual([200, 6])
    for (const other of others) {
      const { status } = await other.request({ method: 'GET', url: '/api/account' })
      expect(status).toBe(401)
    }
    // A page that was shown before the change opens nothing after it.
    const page = await browser.open(application.authorizePath('x'.repeat(43)))
    await service.db.run(sql`delete from sessions`)
    expect((await browser.submit(page, { decision: 'allow' })).left).toBeNull()
  })
})

describe('a changed email address', () => {
  const ask = async (account: Account, to: string) => {
    const browser = await signedIn(account)
    const body = { new_email: to, current_password: account.password }
    return { browser, response: await browser.call('POST', '/api/account/email', body) }
  }
  const readEmail = async (browser: Awaited<ReturnType<typeof signedIn>>) =>
    JSON.parse((await browser.call('GET', '/api/account')).text).email
  const confirm = (link: string, browser: { post: Browser['post'] } = openBrowser(transport)) => browser.post(link, {})
  const readLinks = async (account: Account, to: string) => [
    await readLink(service, account.email, 'change_address'),
    await readLink(service, to, 'use_address'),
  ]

  it('needs both addresses, in any order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const account = await newAccount(service)
      const to = `moved-${account.email}`
      const { browser, response } = await ask(account, to.toUpperCase())
      expect([response.status, JSON.parse(response.text).email]).toEqual([202, account.email])
      const links = await readLinks(account, to)
      await openBrowser(transport).open(links[0]!)
      expect((await confirm(links[order[0]!]!, browser)).text).toContain('One more confirmation')
      expect((await confirm(links[order[0]!]!, browser)).status).toBe(404)
      expect(await readEmail(browser)).toBe(account.email)
      expect((await confirm(links[order[1]!]!, browser)).text).toContain('Your email address is changed')
      expect(await readEmail(browser)).toBe(to)
      expect(await tryPassword({ ...account, email: to })).toBe(303)
      expect(await templates(account.email)).toContain('address_changed')
    }
  })

  it('does not give a stranger’s account the address of someone who only follows the link', async () => {
    const [stranger, buyer] = [await newAccount(service), freshEmail('buyer')]
    const { orderId } = await buyDomain(service, { email: buyer })
    const { browser } = await ask(stranger, buyer)
    const [own, theirs] = await readLinks(stranger, buyer)
    await confirm(own!, browser)
    const reader = openBrowser(transport)
    const page = await reader.open(theirs!)
    expect([page.status, page.text.includes('Is this your account?'), page.text.includes('<form')]).toEqual([
      200,
      true,
      false,
    ])
    expect((await confirm(theirs!, reader)).status).toBe(401)
    const other = await signedIn(await newAccount(service))
    expect((await confirm(theirs!, other)).status).toBe(401)
    expect(await readEmail(browser)).toBe(stranger.email)
    const { text } = await browser.call('GET', '/api/account/orders')
    expect(text).not.toContain(orderId)
  })

  it('happens once when both confirm at the same time', async () => {
    const account = await newAccount(service)
    const to = `moved-${account.email}`
    const { browser } = await ask(account, to)
    await Promise.all((await readLinks(account, to)).map((link) => confirm(link, browser)))
    expect(await readEmail(browser)).toBe(to)
  })

  it('fails without a word to others when another account has the address by then', async () => {
    const [account, other] = [await newAccount(service), await newAccount(service)]
    const { browser, response } = await ask(account, other.email)
    const free = await ask(await newAccount(service), `free-${account.email}`)
    expect(response.status).toBe(free.response.status)
    await confirm(await readLink(service, account.email, 'change_address'))
    const last = await confirm(await readLink(service, other.email, 'use_address'), browser)
    expect(last.status).toBe(404)
    expect(await readEmail(browser)).toBe(account.email)
    expect((await templates(account.email)).at(-1)).toBe('address_not_changed')
    expect(await templates(other.email)).not.toContain('address_changed')
  })

  it.each([
    ['text that is not an address', 'nobody', 400],
    ['İ in the local part', 'İ@mail.example', 400],
  ])('is rejected for %s', async (_, to, status) => {
    expect((await ask(await newAccount(service), to)).response.status).toBe(status)
  })

  it('needs the password, and a confirmed address', async () => {
    const account = await newAccount(service)
    const browser = await signedIn(account)
    const wrong = { new_email: 'x@mail.example', current_password: 'not the right one' }
    expect((await browser.call('POST', '/api/account/email', wrong)).status).toBe(400)
    await service.db.run(sql`update users set email_confirmed_at = null where email = ${account.email}`)
    const right = { ...wrong, current_password: account.password }
    expect((await browser.call('POST', '/api/account/email', right)).status).toBe(403)
    expect(await templates('x@mail.example')).toEqual([])
  })
})
