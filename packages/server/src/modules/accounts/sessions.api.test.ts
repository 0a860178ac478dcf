// Sessions and applications that people see and end, new devices, recent sign-ins, and how much mail an address gets.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { readLink, readMail } from '../../../test/mailbox.ts'
import { type Account, newAccount, newApplication } from '../../../test/oauth.ts'
import { join } from '../../../test/person.ts'
import { startVariant } from '../../../test/variant.ts'
import { sql } from '../../db/sql.ts'
import { RECENT_SIGN_IN_SECONDS, RESET_LINK_SECONDS } from '../../kernel/limits.ts'
import { createUser, hashPassword } from './index.ts'

let service: TestService
let transport: Transport
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
})

const templates = async (email: string) => (await readMail(service, email)).map(({ template }) => template)

async function signedIn(account: Account) {
  const browser = openBrowser(transport)
  const landed = await browser.signIn(account)
  expect(landed.status).toBe(200)
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
  async function call(method: string, url: string, body?: object): Promise<{ status: number; json: any }> {
    const { status, text } = await browser.request({
      method,
      url,
      headers: { origin: transport.baseUrl, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status, json: JSON.parse(text) }
  }
  return { ...browser, landed, call }
}

async function newOperator(): Promise<Account> {
  const account = { email: `op-${process.pid}-${Math.random()}@mail.example`, password: 'operator password' }
  const passwordHash = await hashPassword(account.password)
  const user = { email: account.email, passwordHash, operatorRole: 'admin' as const, isConfirmed: true }
  await service.db.tx((tx) => createUser(tx, user, service.clock.now()))
  return account
}

describe('sessions', () => {
  it('are listed with where they are from, and end one by one', async () => {
    const account = await newAccount(service)
    const [first, second] = [await signedIn(account), await signedIn(account)]
    const { sessions } = (await first.call('GET', '/api/account/sessions')).json
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    expect(sessions[0]).toMatchObject({ ip_address: '127.0.0.1', user_agent: expect.any(String) })
    const other = sessions.find(({ current }: { current: boolean }) => !current)
    expect((await first.call('DELETE', `/api/account/sessions/${other.session_id}`)).status).toBe(200)
    expect((await second.call('GET', '/api/account')).status).toBe(401)
    expect((await first.call('DELETE', `/api/account/sessions/${other.session_id}`)).status).toBe(404)
    const audit = await service.db.one<{ input: object }>(
      sql`select input from audit_log where route = 'account.sessions.end' and actor = ${`user:${account.email}`}`,
    )
    expect(audit!.input).toMatchObject({ session_id: other.session_id, address: '127.0.0.1' })
  })

  it('of another person are not found', async () => {
    const [mine, theirs] = [await signedIn(await newAccount(service)), await signedIn(await newAccount(service))]
    const { sessions } = (await theirs.call('GET', '/api/account/sessions')).json
    for (const id of [sessions[0].session_id, 'ses_nothing', '%00'])
      expect((await mine.call('DELETE', `/api/account/sessions/${id}`)).status).toBe(404)
    expect((await theirs.call('GET', '/api/account')).status).toBe(200)
  })

  it('of an operator end after twelve hours, in use or not', async () => {
    const { call } = await signedIn(await newOperator())
    service.clock.advance(11 * 3600)
    expect((await call('GET', '/api/operator/v1/partners')).status).toBe(200)
    service.clock.advance(3600)
    expect((await call('GET', '/api/operator/v1/partners')).status).toBe(401)
  })

  it('from an unknown browser are reported by mail, except the first one', async () => {
    const account = await newAccount(service)
    const first = await signedIn(account)
    expect(await templates(account.email)).toEqual([])
    await first.signIn(account)
    expect(await templates(account.email)).toEqual([])
    await signedIn(account)
    expect(await templates(account.email)).toEqual(['new_device'])
  })
})

describe('a sign-in without a destination', () => {
  it('leads operators to the console, team members to the portal and others to their account', async () => {
    const [operator, member, other] = [await newOperator(), await newAccount(service), await newAccount(service)]
    const { partnerId } = await service.partner()
    const user = await service.db.one<{ id: string }>(sql`select id from users where email = ${member.email}`)
    await join(service, partnerId, user!.id, 'member')
    const land = async (account: Account) => (await signedIn(account)).landed.path
    expect([await land(operator), await land(member), await land(other)]).toEqual(['/console', '/portal', '/account'])
  })
})

describe('connected applications', () => {
  it('are listed, and lose access when they are disconnected', async () => {
    const account = await newAccount(service)
    const application = await newApplication(transport)
    const { access_token: access, refresh_token: refresh } = await application.obtainTokens(account)
    const other = await newApplication(transport)
    const { access_token: kept } = await other.obtainTokens(account)
    const { call } = await signedIn(account)
    const { grants } = (await call('GET', '/api/account/grants')).json
    expect(grants).toHaveLength(2)
    expect(grants).toContainEqual({
      client_id: application.clientId,
      name: 'Price watcher',
      host: '127.0.0.1:7777',
      scopes: ['pricing:read'],
      connected_at: expect.any(String),
    })
    expect((await call('DELETE', `/api/account/grants/${application.clientId}`)).status).toBe(200)
    const ask = async (token: string) =>
      (await service.send({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${token}` } })).status
    expect([await ask(access), await ask(kept)]).toEqual([401, 200])
    expect((await application.refresh(refresh)).status).toBe(400)
    expect((await call('DELETE', `/api/account/grants/${application.clientId}`)).status).toBe(404)
  })

  it('of another person stay connected', async () => {
    const application = await newApplication(transport)
    const { access_token: access } = await application.obtainTokens(await newAccount(service))
    const { call } = await signedIn(await newAccount(service))
    expect((await call('DELETE', `/api/account/grants/${application.clientId}`)).status).toBe(404)
    const api = await service.send({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${access}` } })
    expect(api.status).toBe(200)
  })
})

describe('keys and team members', () => {
  async function newOwner() {
    const account = await newAccount(service)
    const person = await signedIn(account)
    const started = await person.call('POST', '/api/portal/v1/partners', { name: 'Shop' })
    expect(started.status).toBe(201)
    return { ...person, account, keyId: started.json.credential.key_id as string }
  }
  const issue = { environment: 'sandbox', scopes: ['report'] }

  it('need a sign-in within the last ten minutes', async () => {
    const { call, account, keyId } = await newOwner()
    expect((await call('POST', '/api/portal/v1/credentials', issue)).status).toBe(201)
    service.clock.advance(RECENT_SIGN_IN_SECONDS)
    for (const [method, url, body] of [
      ['POST', '/credentials', issue],
      ['POST', `/credentials/${keyId}/rotate`, undefined],
      ['DELETE', `/credentials/${keyId}`, undefined],
      ['POST', '/members', { email: 'x@mail.example' }],
      ['DELETE', '/members/usr_x', undefined],
    ] as const) {
      const { status, json } = await call(method, `/api/portal/v1${url}`, body)
      expect([url, status, json.error?.code]).toEqual([url, 401, 'reauthentication_required'])
    }
    // Reading needs none.
    expect((await call('GET', '/api/portal/v1/credentials')).status).toBe(200)
    const wrong = await call('POST', '/api/account/reauthenticate', { password: 'not the right one' })
    expect([wrong.status, wrong.json.error.details[0].field]).toEqual([400, 'password'])
    expect((await call('POST', '/api/portal/v1/credentials', issue)).status).toBe(401)
    expect((await call('POST', '/api/account/reauthenticate', { password: account.password })).status).toBe(200)
    expect((await call('POST', '/api/portal/v1/credentials', issue)).status).toBe(201)
  })

  it('are within reach again by the page, without JavaScript', async () => {
    const { call, account, open, submit, post } = await newOwner()
    service.clock.advance(RECENT_SIGN_IN_SECONDS)
    const page = await open('/reauthenticate?next=%2Fportal%2Fkeys')
    expect((await submit(page, { password: 'not the right one' })).status).toBe(401)
    expect((await submit(page, { password: account.password })).path).toBe('/portal/keys')
    expect((await call('POST', '/api/portal/v1/credentials', issue)).status).toBe(201)
    const elsewhere = await post('/reauthenticate', { password: account.password, next: '//evil.example' })
    expect(elsewhere.headers.location).toBe('/account')
  })
})

describe('guesses of the password in a stolen session', () => {
  it('are limited, and the owner can sign in', async () => {
    const limited = await startVariant(service, { RATE_LIMITS: 'on' })
    const account = await newAccount(service)
    const browser = openBrowser(limited)
    await browser.signIn(account)
    const guess = () =>
      browser.request({
        method: 'POST',
        url: '/api/account/reauthenticate',
        headers: { origin: limited.baseUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ password: 'a wrong guess' }),
      })
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push((await guess()).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await openBrowser(limited).post('/sign-in', account)).status).toBe(303)
  })
})

describe('messages that strangers cause', () => {
  it('are none about sign-ins, passwords and deletion at an address that nobody confirmed', async () => {
    const account = { email: `not-mine-${process.pid}@mail.example`, password: 'the password of a stranger' }
    await openBrowser(transport).post('/sign-up', account)
    for (let i = 0; i < 3; i++) await openBrowser(transport).signIn(account)
    const { call } = await signedIn(account)
    const next = 'another password of a stranger'
    const changed = await call('POST', '/api/account/password', {
      current_password: account.password,
      new_password: next,
    })
    expect(changed.status).toBe(200)
    expect((await call('DELETE', '/api/account', { password: next })).status).toBe(200)
    expect((await readMail(service, account.email)).map(({ template }) => template)).toEqual(['confirm_address'])
  })

  it('name the browser, and never with text of theirs', async () => {
    const account = await newAccount(service)
    await openBrowser(transport).signIn(account)
    const { baseUrl } = transport
    await transport.send({
      method: 'POST',
      url: '/sign-in',
      headers: {
        origin: baseUrl,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Your account is suspended, go to https://evil.example Firefox/1 Windows',
      },
      body: new URLSearchParams({ email: account.email, password: account.password }).toString(),
    })
    const messages = await service.db.many<{ content: object }>(sql`
      select content from mail_messages where to_address = ${account.email} and template = 'new_device'`)
    const text = JSON.stringify(messages.at(-1))
    expect([text.includes('Firefox on Windows'), text.includes('evil.example')]).toEqual([true, false])
  })

  it('are few, and the owner can always reset the password', async () => {
    const limited = await startVariant(service, { RATE_LIMITS: 'on', RATE_SIGN_IN: '1000' })
    const account = await newAccount(service)
    const ask = (path: string) => openBrowser(limited).post(path, { ...account, password: 'a wrong guess of mine' })
    // Tests before this one have used up some of it, under a smaller limit.
    await service.db.run(sql`delete from rate_buckets`)
    const responses = new Set<string>()
    for (let count = 0; count < 20; count++) {
      const { status, text } = await ask('/forgot-password')
      responses.add(`${status} ${text}`)
      await ask('/sign-up')
      await ask('/confirm')
    }
    const sent = await templates(account.email)
    expect(sent.filter((one) => one === 'reset_password')).toHaveLength(5)
    expect(sent.filter((one) => one === 'account_exists')).toHaveLength(5)
    // Nobody sees that no message went out.
    expect(responses.size).toBe(1)
    // The stranger goes on for hours. Whenever the owner looks, the newest message has a link that works.
    for (let minutes = 0; minutes < 120; minutes += 9) {
      service.clock.advance(9 * 60)
      // Limits go by the clock of the database.
      await service.db.run(sql`update rate_buckets set at = at - interval '9 minutes'`)
      await ask('/forgot-password')
      const link = await readLink(service, account.email, 'reset_password')
      expect([minutes, (await openBrowser(limited).open(link)).status]).toEqual([minutes, 200])
    }
    expect(RESET_LINK_SECONDS).toBeGreaterThan(3600 / 5)
  })
})
