// Single sign-on against a real OpenID Connect provider on loopback.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { buyDomain } from '../../../test/guest.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../../../test/identity-provider.ts'
import { readMail } from '../../../test/mailbox.ts'
import { newAccount } from '../../../test/oauth.ts'
import { newOperator } from '../../../test/operators.ts'
import { sql } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import { SSO_START_SECONDS } from '../../kernel/limits.ts'
import { hashPassword } from '../accounts/index.ts'
import { issueOperatorToken, restoreOperator } from '../roles/index.ts'

const CALLBACK = 'http://localhost:8080/sign-in/sso/callback'

/** Filled by the tests: the provider knows whoever is here. */
const people: Record<string, Record<string, unknown>> = {}

let provider: IdentityProvider
let service: TestService
const settings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ROLE_CLAIM: 'groups;domain-admins=admin;domain-support=support',
})
beforeAll(async () => {
  provider = await startIdentityProvider(CALLBACK, people)
  service = await startTestService(settings(provider.issuer))
})

let serial = 0
function newSubject(claims: Record<string, unknown> = {}): { subject: string; email: string } {
  const subject = `subject-${serial++}`
  const email = `${subject}-${process.pid}@market.example`
  people[subject] = { email, email_verified: true, groups: ['everyone', 'domain-support'], ...claims }
  return { subject, email: (people[subject].email as string) ?? email }
}

const openVisitor = () => openBrowser(overInject(service))
type Visitor = ReturnType<typeof openVisitor>

/** Where the service sends the browser. */
const begin = async (browser: Visitor, path = '/sign-in/sso'): Promise<string> =>
  (await browser.open(path)).left?.href ?? ''

const comeBack = (browser: Visitor, url: URL) => browser.open(url.pathname + url.search)

async function signIn(subject: string, browser = openVisitor(), path?: string) {
  const page = await comeBack(browser, await provider.visit(await begin(browser, path), subject))
  return { browser, page }
}

const findUser = (email: string) =>
  service.db.one<{ id: Id<'user'>; operatorRole: string | null; passwordHash: string | null }>(
    sql`select id, operator_role, password_hash from users where email = ${email}`,
  )
async function readLastRefusal(actor: string) {
  await service.deps.audit.settled()
  return service.db.one(sql`
    select status, reason, input from audit_log where actor = ${actor} and route = 'operators.sso' order by id desc limit 1`)
}
const countSessions = async () =>
  (await service.db.one<{ count: number }>(sql`select count(*)::int as count from sessions`))!.count

describe('a person whom the provider vouches for', () => {
  it('gets an account with the role of the claim, and lands in the console', async () => {
    const { subject, email } = newSubject()
    const { page } = await signIn(subject)
    expect([page.status, page.path]).toEqual([200, '/console'])
    expect(await findUser(email)).toMatchObject({ operatorRole: 'support', passwordHash: null })
    const { json } = await service.operator('GET', `/audit?actor=user:${encodeURIComponent(email)}`)
    expect(json.audit.map(({ route }: { route: string }) => route).sort()).toEqual([
      'accounts.sign_in',
      'operators.sso',
    ])
  })

  it('gets what was bought with their address, and a browser that is known the next time', async () => {
    const { subject, email } = newSubject()
    const { orderId } = await buyDomain(service, { email })
    const { browser } = await signIn(subject)
    const { text } = await browser.request({ method: 'GET', url: '/api/account/orders' })
    expect(JSON.parse(text).orders.map(({ public_id }: { public_id: string }) => public_id)).toEqual([orderId])
    expect([...browser.cookies.keys()]).toContain('freehold_device')
    const countWarnings = async () =>
      (await readMail(service, email)).filter(({ template }) => template === 'new_device').length
    await signIn(subject, browser)
    expect(await countWarnings()).toBe(0)
    await signIn(subject)
    expect(await countWarnings()).toBe(1)
  })

  it('comes back to the page they wanted, never to another site', async () => {
    const { subject } = newSubject()
    const wanted = await signIn(subject, openVisitor(), '/sign-in/sso?next=/console/orders')
    expect(wanted.page.path).toBe('/console/orders')
    const elsewhere = await signIn(subject, openVisitor(), '/sign-in/sso?next=//elsewhere.example')
    expect([elsewhere.page.left, elsewhere.page.path]).toEqual([null, '/console'])
  })

  it('is known by the subject, whatever the address is now, and gets the role of today', async () => {
    const { subject, email } = newSubject()
    await signIn(subject)
    people[subject] = { ...people[subject], email: `other-${email}`, groups: 'domain-admins' }
    await signIn(subject)
    expect([(await findUser(email))!.operatorRole, await findUser(`other-${email}`)]).toEqual(['admin', undefined])
  })

  it('has signed in recently, with a second factor only if the provider says so', async () => {
    for (const [amr, expected] of [
      [['pwd'], null],
      [['pwd', 'mfa'], expect.any(Date)],
    ] as const) {
      const { subject, email } = newSubject({ amr })
      await signIn(subject)
      const session = await service.db.one(sql`
        select s.second_factor_at, s.authenticated_at from sessions s join users u on u.id = s.user_id where u.email = ${email}`)
      expect(session).toEqual({ secondFactorAt: expected, authenticatedAt: expect.any(Date) })
    }
  })

  it('links the operator account with their address, which then needs the provider', async () => {
    const operator = await newOperator(service, 'viewer')
    const { subject } = newSubject({ email: operator.email })
    await signIn(subject)
    expect(await findUser(operator.email)).toMatchObject({ id: operator.userId, operatorRole: 'support' })
    const byPassword = await openVisitor().signIn(operator)
    expect([byPassword.status, byPassword.text.includes('single sign-on')]).toEqual([403, true])
    // Someone else to whom the provider gives the address does not get the account.
    const next = newSubject({ email: operator.email })
    expect((await signIn(next.subject)).page.status).toBe(403)
  })
})

describe('an account with the address that nobody confirmed', () => {
  it('is taken from the person who created it: password, sessions and links end, and the person gets it', async () => {
    const squatter = await newAccount(service, { isConfirmed: false })
    const { email } = squatter
    const { orderId } = await buyDomain(service, { email })
    const before = openVisitor()
    expect((await before.signIn(squatter)).status).toBe(200)
    const { subject } = newSubject({ email })
    const { page, browser } = await signIn(subject)
    expect([page.status, page.path]).toEqual([200, '/console'])
    expect(await findUser(email)).toEqual({ id: squatter.userId, operatorRole: 'support', passwordHash: null })
    expect((await before.request({ method: 'GET', url: '/api/account' })).status).toBe(401)
    expect((await openVisitor().signIn(squatter)).status).toBe(401)
    const links = sql`select 1 from account_tokens where user_id = ${squatter.userId} and used_at is null`
    expect(await service.db.many(links)).toEqual([])
    const { text } = await browser.request({ method: 'GET', url: '/api/account/orders' })
    expect(JSON.parse(text).orders.map(({ public_id }: { public_id: string }) => public_id)).toEqual([orderId])
    const row = await service.db.one<{ input: object }>(sql`
      select input from audit_log where actor = ${`user:${email}`} and route = 'operators.sso' order by id desc limit 1`)
    expect(row!.input).toMatchObject({ account: 'recovered', role: 'support', former_role: null })
  })

  it('is linked once when the person comes in two windows together', async () => {
    for (const squatter of [await newAccount(service, { isConfirmed: false }), null]) {
      const { subject, email } = newSubject(squatter ? { email: squatter.email } : {})
      const pages = await Promise.all([signIn(subject), signIn(subject)])
      expect(pages.map(({ page }) => page.path)).toEqual(['/console', '/console'])
      const links = sql`select 1 from operator_identities where subject = ${subject}`
      expect([(await service.db.many(links)).length, (await findUser(email))!.operatorRole]).toEqual([1, 'support'])
    }
  })
})

describe('single sign-on is refused', () => {
  it.each([
    ['without a verified address', { email_verified: false }, 'has not verified', 'email_not_verified'],
    ['with an address that is verified as text', { email_verified: 'true' }, 'has not verified', 'email_not_verified'],
    ['without an address', { email: undefined }, 'did not send your email address', 'no_email'],
    ['with an unknown role', { groups: ['everyone'] }, 'no operator role', 'no_role'],
    ['without the claim', { groups: undefined }, 'no operator role', 'no_role'],
  ])('%s, and the audit log has the subject', async (_, claims, text, reason) => {
    const { subject, email } = newSubject(claims)
    const before = await countSessions()
    const { page } = await signIn(subject)
    expect([page.status, page.text.includes(text)]).toEqual([403, true])
    expect([await countSessions(), await findUser(email)]).toEqual([before, undefined])
    expect(await readLastRefusal('anonymous')).toEqual({
      status: 403,
      reason,
      input: { subject, address: '127.0.0.1' },
    })
  })

  it.each([
    ['without a role', { groups: [] }],
    ['without a role and a verified address', { groups: [], email_verified: false }],
    ['without a role and an address', { groups: [], email: undefined }],
  ])('to somebody who comes back %s, and ends their role, sessions, tokens and invitations', async (_, lost) => {
    const { subject, email } = newSubject({ groups: ['domain-admins'] })
    const { browser } = await signIn(subject)
    const { id: userId } = (await findUser(email))!
    const token = { name: 'Script', role: 'viewer', userId, createdBy: `user:${email}` } as const
    const issued = await service.db.tx((tx) => issueOperatorToken(tx, token, service.clock.now()))
    const bySession = async () => (await browser.request({ method: 'GET', url: '/api/operator/v1/partners' })).status
    const byToken = async () => {
      const headers = { authorization: `Bearer ${issued.token}` }
      return (await service.send({ method: 'GET', url: '/api/operator/v1/partners', headers })).status
    }
    expect([await bySession(), await byToken()]).toEqual([200, 200])
    const invited = `invited-by-${email}`
    const headers = { origin: 'http://localhost:8080', 'content-type': 'application/json' }
    const body = JSON.stringify({ email: invited, role: 'viewer' })
    const sent = await browser.request({ method: 'POST', url: '/api/operator/v1/operators', headers, body })
    expect(sent.status).toBe(201)

    people[subject] = { ...people[subject], ...lost }
    expect((await signIn(subject)).page.status).toBe(403)
    expect((await findUser(email))!.operatorRole).toBeNull()
    expect([await bySession(), await byToken()]).toEqual([401, 401])
    const invitation = sql`select revoked_at from operator_invitations where email = ${invited}`
    expect(await service.db.one(invitation)).toEqual({ revokedAt: expect.any(Date) })
    const row = await service.db.one(sql`
      select route, status, reason, input from audit_log where actor = ${`user:${email}`} order by id desc limit 1`)
    const input = {
      user_id: userId,
      account: 'existing',
      role: null,
      former_role: 'admin',
      address: expect.any(String),
    }
    expect(row).toEqual({ route: 'operators.sso', status: 403, reason: 'no_role', input })

    // Their account comes back with the role of the provider.
    people[subject] = { ...people[subject], email, email_verified: true, groups: ['domain-support'] }
    expect((await signIn(subject)).page.status).toBe(200)
    expect(await findUser(email)).toMatchObject({ id: userId, operatorRole: 'support' })
    expect(await byToken()).toBe(401)
  })

  it('to the last admin, too, whom create-operator restores', async () => {
    const own = await startTestService(settings(provider.issuer))
    const { subject, email } = newSubject({ groups: ['domain-admins'] })
    const browse = async () => {
      const browser = openBrowser(overInject(own))
      return comeBack(browser, await provider.visit(await begin(browser), subject))
    }
    await browse()
    await own.db.run(sql`update users set operator_role = null where email <> ${email}`)
    people[subject] = { ...people[subject], groups: [] }
    expect((await browse()).status).toBe(403)
    expect(await own.db.many(sql`select id from users where operator_role is not null`)).toEqual([])
    const access = { email, role: 'admin', passwordHash: await hashPassword('restored from the shell') } as const
    await own.db.tx((tx) => restoreOperator(own.deps, tx, access, own.clock.now()))
    const page = await openBrowser(overInject(own)).signIn({ email, password: 'restored from the shell' })
    expect(page.path).toBe('/console')
  })

  it('without ending the role of somebody whose address is not verified any more', async () => {
    const { subject, email } = newSubject()
    await signIn(subject)
    people[subject] = { ...people[subject], email_verified: false }
    expect((await signIn(subject)).page.status).toBe(403)
    const { id, operatorRole } = (await findUser(email))!
    expect(operatorRole).toBe('support')
    const input = { user_id: id, address: '127.0.0.1' }
    expect(await readLastRefusal(`user:${email}`)).toEqual({ status: 403, reason: 'email_not_verified', input })
  })

  it('on the address of an account that is not an operator’s, which stays as it is', async () => {
    const account = await newAccount(service)
    const { subject } = newSubject({ email: account.email })
    const { page } = await signIn(subject)
    expect([page.status, page.text.includes('cannot take it over')]).toEqual([403, true])
    const input = { subject, address: '127.0.0.1' }
    expect(await readLastRefusal('anonymous')).toEqual({ status: 403, reason: 'not_linked', input })
    expect(await findUser(account.email)).toMatchObject({ operatorRole: null, passwordHash: expect.any(String) })
    expect((await openVisitor().signIn(account)).status).toBe(200)
  })
})

describe('a callback is refused', () => {
  const expectRefused = async (browser: Visitor, url: URL) => {
    const before = await countSessions()
    const page = await comeBack(browser, url)
    expect([page.status, page.text.includes('Single sign-on failed')]).toEqual([400, true])
    expect(await countSessions()).toBe(before)
  }

  it('with another state', async () => {
    const browser = openVisitor()
    const back = await provider.visit(await begin(browser), newSubject().subject)
    back.searchParams.set('state', 'another')
    await expectRefused(browser, back)
  })

  it('with a token for another nonce', async () => {
    const browser = openVisitor()
    const url = new URL(await begin(browser))
    url.searchParams.set('nonce', 'another')
    await expectRefused(browser, await provider.visit(url.href, newSubject().subject))
  })

  it('a second time, even with the cookie of the first', async () => {
    const browser = openVisitor()
    const url = await begin(browser)
    const cookies = new Map(browser.cookies)
    const back = await provider.visit(url, newSubject().subject)
    expect((await comeBack(browser, back)).path).toBe('/console')
    await expectRefused(browser, back)
    const copy = openVisitor()
    for (const [name, value] of cookies) copy.cookies.set(name, value)
    await expectRefused(copy, back)
  })

  it('in a browser that did not start it', async () => {
    const back = await provider.visit(await begin(openVisitor()), newSubject().subject)
    await expectRefused(openVisitor(), back)
    const other = openVisitor()
    await begin(other)
    await expectRefused(other, back)
  })

  it('from another issuer', async () => {
    const other = await startIdentityProvider(CALLBACK, people)
    const browser = openVisitor()
    const url = new URL(await begin(browser))
    const back = await other.visit(other.issuer + url.pathname + url.search, newSubject().subject)
    expect(back.searchParams.get('code')).not.toBeNull()
    await expectRefused(browser, back)
  })

  it('when it took too long, or the person canceled', async () => {
    const browser = openVisitor()
    const back = await provider.visit(await begin(browser), newSubject().subject)
    service.clock.advance(SSO_START_SECONDS)
    await expectRefused(browser, back)
    await begin(browser)
    await expectRefused(browser, new URL('/sign-in/sso/callback?error=access_denied', CALLBACK))
    await expectRefused(browser, new URL('/sign-in/sso/callback', CALLBACK))
  })
})

it('says clearly when the provider is down', async () => {
  const gone = await startIdentityProvider(CALLBACK, people)
  await gone.close()
  const own = await startTestService(settings(gone.issuer))
  const page = await openBrowser(overInject(own)).open('/sign-in/sso')
  expect([page.status, page.text.includes('identity provider does not respond')]).toEqual([503, true])
})

it('is offered on the sign-in page only where it is configured', async () => {
  expect((await openVisitor().open('/sign-in')).text).toContain('Sign in with SSO')
  const own = await startTestService()
  const browser = openBrowser(overInject(own))
  expect((await browser.open('/sign-in')).text).not.toContain('SSO')
  expect((await browser.open('/sign-in/sso')).status).toBe(404)
})
