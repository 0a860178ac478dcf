// Confirmed email addresses: what a link proves, and what strangers try who sign up with an address that is not theirs.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { readLink, readMail } from '../../../test/mailbox.ts'
import { type Account, newAccount, newApplication } from '../../../test/oauth.ts'
import { sql } from '../../db/sql.ts'
import { CONFIRM_LINK_SECONDS } from '../../kernel/limits.ts'

let service: TestService
let transport: Transport
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
})

let serial = 0
const newAddress = (): Account => ({
  email: `fresh-${process.pid}-${serial++}@mail.example`,
  password: 'a password of my own',
})

const signUp = (account: Account) => openBrowser(transport).post('/sign-up', account)
const templates = async (email: string) => (await readMail(service, email)).map(({ template }) => template)
const readUser = (email: string) =>
  service.db.one<{ id: string; emailConfirmedAt: Date | null; passwordHash: string }>(
    sql`select id, email_confirmed_at, password_hash from users where email = ${email}`,
  )
const isConfirmed = async (email: string) => (await readUser(email))?.emailConfirmedAt !== null

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
  return { ...browser, call }
}

describe('a sign-up', () => {
  it('sends a link, and its account is unconfirmed until the link is used', async () => {
    const person = newAddress()
    await signUp(person)
    expect(await templates(person.email)).toEqual(['confirm_address'])
    const { call } = await signedIn(person)
    expect(JSON.parse((await call('GET', '/api/account')).text)).toMatchObject({ email_confirmed: false })
  })

  it('with an address that has an account changes nothing and tells its owner', async () => {
    const person = newAddress()
    await signUp(person)
    const before = await readUser(person.email)
    await signUp({ ...person, password: 'the password of a stranger' })
    await signUp({ ...person, email: ` ${person.email.toUpperCase()} ` })
    expect(await readUser(person.email)).toEqual(before)
    expect(await templates(person.email)).toEqual(['confirm_address', 'confirm_address', 'confirm_address'])
    const known = await newAccount(service)
    await signUp({ ...known, password: 'the password of a stranger' })
    expect(await templates(known.email)).toEqual(['account_exists'])
  })

  it('with another spelling (İ) is another address, or none', async () => {
    const victim = newAddress()
    await signUp(victim)
    for (const email of [victim.email.replace('i', 'İ'), victim.email.replace('mail', 'maİl')])
      await signUp({ email, password: 'the password of a stranger' })
    expect(await templates(victim.email)).toEqual(['confirm_address'])
    const row = await service.db.one(sql`select count(*)::int as n from users where email ~ '[^ -~]'`)
    expect(row).toEqual({ n: 0 })
  })
})

describe('a confirmation link', () => {
  it('changes nothing when it is read, and confirms by its button in the browser that is signed in', async () => {
    const person = newAddress()
    await signUp(person)
    const link = await readLink(service, person.email, 'confirm_address')
    const browser = await signedIn(person)
    for (let reads = 0; reads < 3; reads++) expect((await browser.open(link)).text).not.toContain('type="password"')
    expect(await isConfirmed(person.email)).toBe(false)
    const home = await browser.submit(await browser.open(link), {})
    expect([home.path, await isConfirmed(person.email)]).toEqual(['/account', true])
  })

  it('asks for the password in another browser, and signs in with it', async () => {
    const person = newAddress()
    await openBrowser(transport).post('/sign-up', { ...person, next: '/portal' })
    const link = await readLink(service, person.email, 'confirm_address')
    const browser = openBrowser(transport)
    const page = await browser.open(link)
    const wrong = await browser.submit(page, { password: 'not the password of mine' })
    expect([wrong.status, await isConfirmed(person.email)]).toEqual([401, false])
    const nothing = await browser.post(link, {})
    expect([nothing.status, await isConfirmed(person.email)]).toEqual([401, false])
    const done = await browser.submit(wrong, { password: person.password })
    expect([done.path, await isConfirmed(person.email)]).toEqual(['/portal', true])
  })

  it('does not give a stranger who signed up first the account: a new password ends all they have', async () => {
    const victim = newAddress()
    const stranger = { ...victim, password: 'the password of a stranger' }
    await signUp(stranger)
    const theirs = await signedIn(stranger)
    // An application that the stranger connected, as an older version allowed it.
    await service.db.run(sql`update users set email_confirmed_at = now() where email = ${victim.email}`)
    const application = await newApplication(transport)
    const { access_token: access, refresh_token: refresh } = await application.obtainTokens(stranger)
    await service.db.run(sql`update users set email_confirmed_at = null where email = ${victim.email}`)

    await signUp(victim)
    const browser = openBrowser(transport)
    const link = await readLink(service, victim.email, 'confirm_address')
    const done = await browser.post(link, { how: 'new_password', new_password: victim.password })
    expect([done.status, done.headers.location]).toEqual([303, '/sign-in?from=reset'])
    expect(await isConfirmed(victim.email)).toBe(true)
    expect((await theirs.call('GET', '/api/account')).status).toBe(401)
    expect((await openBrowser(transport).post('/sign-in', stranger)).status).toBe(401)
    expect((await openBrowser(transport).post('/sign-in', victim)).status).toBe(303)
    const api = await service.send({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${access}` } })
    expect(api.status).toBe(401)
    expect((await application.refresh(refresh)).json).toMatchObject({ error: 'invalid_grant' })
  })

  it('of a stranger’s browser confirms nothing without the password of the account', async () => {
    const victim = newAddress()
    await signUp(victim)
    const link = await readLink(service, victim.email, 'confirm_address')
    const other = await signedIn(await newAccount(service))
    expect((await other.post(link, {})).status).toBe(401)
    expect(await isConfirmed(victim.email)).toBe(false)
  })

  it('works once, and for a day', async () => {
    const person = newAddress()
    await signUp(person)
    const link = await readLink(service, person.email, 'confirm_address')
    const browser = await signedIn(person)
    const responses = await Promise.all(Array.from({ length: 4 }, () => browser.post(link, {})))
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404])
    const used = await browser.open(link)
    expect([used.status, used.text.includes('Your email address is confirmed')]).toEqual([404, true])
    expect(used.text).not.toContain('Send a new link')
    const stranger = await openBrowser(transport).open(link)
    expect([stranger.status, stranger.text.includes('Send a new link')]).toEqual([404, true])

    const late = newAddress()
    await signUp(late)
    const old = await readLink(service, late.email, 'confirm_address')
    service.clock.advance(CONFIRM_LINK_SECONDS)
    const expired = await openBrowser(transport).open(old)
    const unknown = await openBrowser(transport).open(`/confirm/fh_ln_${'0'.repeat(64)}`)
    expect([expired.status, unknown.status, unknown.text]).toEqual([404, 404, expired.text])
    await openBrowser(transport).submit(expired, { email: late.email })
    expect(await templates(late.email)).toEqual(['confirm_address', 'confirm_address'])
  })

  it('is not written down with its secret', async () => {
    const person = newAddress()
    await signUp(person)
    const link = await readLink(service, person.email, 'confirm_address')
    await openBrowser(transport).open(link)
    await openBrowser(transport).post(link, { how: 'password', password: person.password })
    const secret = link.slice('/confirm/'.length)
    const rows = await service.db.many(sql`select * from audit_log`)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(await service.db.many(sql`select * from mail_messages`))).not.toContain(secret)
    expect(JSON.stringify(rows)).toContain('accounts.confirm_address')
  })
})

describe('a link with encoded characters', () => {
  it.each([
    ['/confirm/', 'confirm_address'],
    ['/reset-password/', 'reset_password'],
  ])('at %s opens the page, and its secret is not in the log', async (prefix, template) => {
    const person = newAddress()
    await signUp(person)
    if (template === 'reset_password') await openBrowser(transport).post('/forgot-password', { email: person.email })
    const path = await readLink(service, person.email, template)
    const secret = path.slice(prefix.length)
    const hex = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
    const spellings = [
      secret.replaceAll('_', '%5F'),
      secret.replaceAll('_', '%5f'),
      hex(secret),
      secret.slice(0, 9) + hex(secret.slice(9, 12)) + secret.slice(12),
    ]
    const seen = service.logged.length
    for (const spelling of spellings) {
      expect([spelling, (await openBrowser(transport).open(prefix + spelling)).status]).toEqual([spelling, 200])
      expect((await openBrowser(transport).open(`/elsewhere/${spelling}`)).status).toBe(404)
    }
    const log = service.logged.slice(seen).join('')
    expect(log).toContain(`"path":"${prefix}:token"`)
    expect(log).toContain('"path":"/elsewhere/fh_ln_***"')
    for (const part of [...spellings, secret.slice(6), secret.slice(12), hex(secret.slice(9))])
      expect(log).not.toContain(part)
  })
})

describe('an unconfirmed account', () => {
  it('sees no domains and purchases, starts no partner and connects no application', async () => {
    const person = newAddress()
    await signUp(person)
    const browser = await signedIn(person)
    for (const [method, url, body] of [
      ['GET', '/api/domains', undefined],
      ['GET', '/api/account/orders', undefined],
      ['GET', '/api/account/bulk-runs', undefined],
      ['POST', '/api/portal/v1/partners', { name: 'Mine' }],
    ] as const) {
      const { status, text } = await browser.call(method, url, body)
      expect([url, status, JSON.parse(text).error.reason]).toEqual([url, 403, 'email_unconfirmed'])
    }
    const application = await newApplication(transport)
    const consent = await browser.open(application.authorizePath('x'.repeat(43)))
    expect([consent.status, consent.text.includes('Confirm your email address first')]).toEqual([403, true])
  })

  it('cannot agree on a page that was shown before', async () => {
    const person = await newAccount(service)
    const browser = await signedIn(person)
    const application = await newApplication(transport)
    const page = await browser.open(application.authorizePath('x'.repeat(43)))
    await service.db.run(sql`update users set email_confirmed_at = null where email = ${person.email}`)
    expect((await browser.submit(page, { decision: 'allow' })).status).toBe(403)
  })

  it('of an older version has no use of its old access token', async () => {
    const person = await newAccount(service)
    const application = await newApplication(transport)
    const { access_token: token } = await application.obtainTokens(person, { scope: 'domains:manage' })
    const ask = () =>
      service.send({ method: 'GET', url: '/api/domains', headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    await service.db.run(sql`update users set email_confirmed_at = null where email = ${person.email}`)
    expect((await ask()).json.error).toMatchObject({ code: 'forbidden', reason: 'email_unconfirmed' })
  })

  it('gets the message again by its button', async () => {
    const person = newAddress()
    await signUp(person)
    const browser = await signedIn(person)
    expect((await browser.call('POST', '/api/account/confirmation')).status).toBe(200)
    expect(await templates(person.email)).toEqual(['confirm_address', 'confirm_address'])
    await browser.submit(await browser.open(await readLink(service, person.email, 'confirm_address')), {})
    expect((await browser.call('POST', '/api/account/confirmation')).status).toBe(200)
    expect(await templates(person.email)).toEqual(['confirm_address', 'confirm_address'])
  })
})
