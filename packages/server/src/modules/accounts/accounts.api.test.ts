// Accounts through their forms: signing up, in and out, sessions, and what attackers try.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { withoutChallenge } from '../../../test/factors.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { type Account, newAccount } from '../../../test/oauth.ts'
import { startVariant } from '../../../test/variant.ts'
import { sql } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import { createUser, hashPassword, setPassword } from './index.ts'

let service: TestService
let transport: Transport
let account: Account
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
  account = await newAccount(service)
})

const COOKIE = 'freehold_session'

describe('sign-up', () => {
  it('makes an account that can sign in, and leads on to where the person was going', async () => {
    const browser = openBrowser(transport)
    const fresh = { email: 'New.Person@Mail.example', password: 'a long enough one' }
    const form = await browser.open('/sign-up?next=%2Faccount%3Fa%3D1')
    const signIn = await browser.submit(form, fresh)
    expect([signIn.status, signIn.path]).toEqual([200, '/sign-in?from=sign-up&next=%2Faccount%3Fa%3D1'])
    const account = await browser.submit(signIn, { ...fresh, email: 'new.person@mail.EXAMPLE' })
    expect(account.path).toBe('/account?a=1')
    expect(account.text).toContain('new.person@mail.example')
  })

  it('answers a known address exactly as a new one, and leaves its account alone', async () => {
    const post = (email: string) => openBrowser(transport).post('/sign-up', { email, password: 'another password' })
    const [known, upper, fresh] = [
      await post(account.email),
      await post(account.email.toUpperCase()),
      await post('fresh@mail.example'),
    ]
    const visible = ({ status, text, headers }: typeof known) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers
      return { status, text, rest }
    }
    expect(visible(known)).toEqual(visible(fresh))
    expect(visible(upper)).toEqual(visible(fresh))
    expect(known.headers['set-cookie']).toBeUndefined()
    expect((await openBrowser(transport).signIn(account)).path).toBe('/account')
  })

  it('eight times at once makes one account', async () => {
    const one = { email: 'parallel@mail.example', password: 'parallel password' }
    const responses = await Promise.all(Array.from({ length: 8 }, () => openBrowser(transport).post('/sign-up', one)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]))
    const row = await service.db.one(sql`select count(*)::int as n from users where email = ${one.email}`)
    expect(row).toEqual({ n: 1 })
  })

  it.each([
    ['no address', { email: '', password: 'long enough password' }],
    ['an address that is none', { email: 'person', password: 'long enough password' }],
    ['a very long address', { email: `${'x'.repeat(250)}@mail.example`, password: 'long enough password' }],
    ['a short password', { email: 'a@mail.example', password: 'short' }],
    ['a password of eleven characters', { email: 'a@mail.example', password: 'eleven char' }],
    ['a password of 129 characters', { email: 'a@mail.example', password: 'x y'.repeat(43) }],
    ['a common password', { email: 'a@mail.example', password: '1qaz2wsx3edc' }],
    ['the address for a password', { email: 'someone@mail.example', password: 'Someone@mail.example' }],
    ['NUL in the address', { email: 'a\u0000@mail.example', password: 'long enough password' }],
  ])('refuses %s with a clear page', async (_, fields) => {
    const response = await openBrowser(transport).post('/sign-up', fields)
    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })
})

describe('sign-in', () => {
  it('gives a cookie that no script and no other site can use', async () => {
    const response = await openBrowser(transport).post('/sign-in', { ...account, next: '/docs' })
    expect([response.status, response.headers.location]).toEqual([303, '/docs'])
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^freehold_session=[0-9a-f]{64}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^freehold_device=\d+\.[0-9a-f]{32}\.[0-9a-f]{64}\.[0-9a-f]{64}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  it('answers an unknown address exactly as a wrong password', async () => {
    const post = (email: string) => openBrowser(transport).post('/sign-in', { email, password: 'wrong password' })
    const [known, unknown] = [await post(account.email), await post('nobody@mail.example')]
    expect([known.status, known.headers['set-cookie']]).toEqual([401, undefined])
    expect(withoutChallenge(unknown.text).replace('nobody@mail.example', account.email)).toBe(
      withoutChallenge(known.text),
    )
    expect(unknown.status).toBe(401)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
  ])('leads nowhere but to our own pages: not to %j', async (next) => {
    const signedIn = await openBrowser(transport).post('/sign-in', { ...account, next })
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/account'])
    const page = await openBrowser(transport).open(`/sign-in?next=${encodeURIComponent(next)}`)
    expect(page.text).toContain('name="next" value=""')
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that hides', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }],
  ])('takes no form from %s, so nobody is signed in as somebody else', async (_, headers) => {
    const response = await openBrowser(transport).post('/sign-in', account, headers)
    expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined])
  })

  it('takes no repeated field, no JSON and no body that is too large', async () => {
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      transport.send({ method: 'POST', url: '/sign-in', headers: { 'content-type': type }, body })
    expect((await send(`${new URLSearchParams(account).toString()}&email=x`)).status).toBe(400)
    expect((await send(JSON.stringify(account), 'application/json')).status).toBe(415)
    expect((await send(`email=${'x'.repeat(40_000)}`)).status).toBe(413)
    expect((await send('email=%00&password=x')).status).toBe(400)
    expect((await send('')).status).toBe(401)
  })

  it('answers another method with 405', async () => {
    for (const [url, allow] of [
      ['/sign-in', 'GET, HEAD, POST'],
      ['/sign-out', 'POST'],
      ['/account', 'GET, HEAD'],
    ])
      expect((await service.send({ method: 'DELETE', url: url! })).headers.allow).toBe(allow)
    expect((await service.send({ method: 'GET', url: '/sign-out' })).status).toBe(405)
  })
})

describe('a session', () => {
  const isSignedIn = async (cookie: string) =>
    (await service.send({ method: 'GET', url: '/account', headers: { cookie: `${COOKIE}=${cookie}` } })).status === 200

  it('is new at every sign-in: one that was planted before opens nothing after', async () => {
    const planted = 'f'.repeat(64)
    const victim = openBrowser(transport)
    victim.cookies.set(COOKIE, planted)
    await victim.signIn(account)
    expect(victim.cookies.get(COOKIE)).not.toBe(planted)
    expect(await isSignedIn(planted)).toBe(false)
    const first = victim.cookies.get(COOKIE)!
    await victim.signIn(account)
    expect([await isSignedIn(first), await isSignedIn(victim.cookies.get(COOKIE)!)]).toEqual([false, true])
  })

  it('ends at sign-out, on the server too, and only by a form of ours', async () => {
    const browser = openBrowser(transport)
    await browser.signIn(account)
    const cookie = browser.cookies.get(COOKIE)!
    const elsewhere = await browser.post('/sign-out', {}, { origin: 'https://evil.example' })
    expect([elsewhere.status, await isSignedIn(cookie)]).toEqual([403, true])
    await browser.post('/sign-out', {})
    expect([browser.cookies.has(COOKIE), await isSignedIn(cookie)]).toEqual([false, false])
    expect((await browser.open('/account')).path).toBe('/sign-in?next=%2Faccount')
  })

  it('leaves nothing in the browser after sign-out', async () => {
    const { headers } = await service.send({
      method: 'POST',
      url: '/sign-out',
      headers: { origin: service.deps.config.baseUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect(headers['clear-site-data']).toBe('"storage"')
    expect(headers['set-cookie']).toContain('Max-Age=0')
  })

  it('goes on while it is used, for two weeks from the last use and three months in all', async () => {
    const browser = openBrowser(transport)
    await browser.signIn(account)
    const cookie = browser.cookies.get(COOKIE)!
    for (let weeks = 0; weeks < 12; weeks++) {
      service.clock.advance(7 * 86_400)
      expect([weeks, await isSignedIn(cookie)]).toEqual([weeks, true])
    }
    service.clock.advance(7 * 86_400)
    expect(await isSignedIn(cookie)).toBe(false)
    await browser.signIn(account)
    service.clock.advance(14 * 86_400)
    expect(await isSignedIn(browser.cookies.get(COOKIE)!)).toBe(false)
  })

  it('ends when the password changes', async () => {
    const browser = openBrowser(transport)
    const person = await newAccount(service)
    await browser.signIn(person)
    const user = await service.db.one<{ id: Id<'user'> }>(sql`select id from users where email = ${person.email}`)
    const hash = await hashPassword('the next password')
    await service.db.tx((tx) => setPassword(service.deps, tx, user!.id, hash, service.clock.now()))
    expect(await isSignedIn(browser.cookies.get(COOKIE)!)).toBe(false)
  })

  it('is not opened by what only looks like one', async () => {
    for (const cookie of ['', 'x', "' or 1=1 --", 'a'.repeat(5000), '%00'.repeat(10)])
      expect(await isSignedIn(cookie)).toBe(false)
  })
})

describe('the operator area', () => {
  it('admits a signed-in operator from our own pages, and writes down who it was', async () => {
    const operator = { email: 'op@mail.example', password: 'operator password' }
    const passwordHash = await hashPassword(operator.password)
    await service.db.tx((tx) =>
      createUser(
        tx,
        { email: operator.email, passwordHash, operatorRole: 'admin', isConfirmed: true },
        service.clock.now(),
      ),
    )
    const browser = openBrowser(transport)
    await browser.signIn(operator)
    const call = (method: string, headers: Record<string, string> = {}) =>
      browser.request({
        method,
        url: '/api/operator/v1/partners',
        headers,
        ...(method === 'POST'
          ? { body: JSON.stringify({ name: 'P', email: 'p@p.example', merchant_of_record: true }) }
          : {}),
      })
    const json = { 'content-type': 'application/json' }
    expect((await call('GET')).status).toBe(200)
    expect((await call('POST', { ...json, origin: transport.baseUrl })).status).toBe(201)
    // Without a word on where it comes from, a write is not from a page of ours.
    expect((await call('POST', json)).status).toBe(401)
    expect((await call('POST', { ...json, origin: 'https://evil.example' })).status).toBe(401)
    expect((await call('POST', { ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(401)
    expect((await call('GET', { authorization: 'Bearer op_wrong' })).status).toBe(401)
    const audit = await service.db.many<{ route: string; status: number }>(
      sql`select route, status from audit_log where actor = ${`user:${operator.email}`} order by id`,
    )
    expect(audit.map(({ route, status }) => [route, status])).toEqual([
      ['accounts.sign_in', 200],
      ['operator.partners.list', 200],
      ['operator.partners.create', 201],
    ])
  })

  it('is closed to a person who is no operator', async () => {
    const browser = openBrowser(transport)
    await browser.signIn(account)
    const response = await browser.request({ method: 'GET', url: '/api/operator/v1/partners' })
    expect(response.status).toBe(403)
  })
})

describe('behind https', () => {
  it('the cookie is bound to the host, and no other name for it is read', async () => {
    const secure = await startVariant(service, { BASE_URL: 'https://market.example' })
    const person = await newAccount(service)
    const browser = openBrowser(secure)
    const page = await browser.signIn(person)
    expect(page.path).toBe('/account')
    expect([...browser.cookies.keys()]).toEqual(['__Host-freehold_session', '__Host-freehold_device'])
    const response = await browser.post('/sign-in', person)
    for (const cookie of response.headers['set-cookie'] ?? [])
      expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
    const cookie = `freehold_session=${browser.cookies.get('__Host-freehold_session')}`
    expect((await secure.send({ method: 'GET', url: '/account', headers: { cookie } })).status).toBe(302)
    // The same host over plain http is another origin.
    const plain = { origin: 'http://market.example', host: 'market.example' }
    expect((await browser.post('/sign-in', person, plain)).status).toBe(403)
  })
})
