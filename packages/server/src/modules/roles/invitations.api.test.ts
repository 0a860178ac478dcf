// Operator invitations: sent by mail, accepted once, by exactly the invited address.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService, type TestResponse, type TestService } from '../../../test/harness.ts'
import { newAccount } from '../../../test/oauth.ts'
import { newOperator, readMailedSecret, type TestOperator } from '../../../test/operators.ts'
import { sql } from '../../db/sql.ts'
import { INVITATION_KEEP_SECONDS, OPERATOR_INVITATION_SECONDS } from '../../kernel/limits.ts'
import type { OperatorRole } from '../../kernel/operator-roles.ts'
import { createUser, hashPassword } from '../accounts/index.ts'

const PASSWORD = 'a new and long password'

let service: TestService
let admin: TestOperator
beforeAll(async () => {
  service = await startTestService()
  admin = await newOperator(service, 'admin')
})

let serial = 0
const freshEmail = (): string => `invited-${process.pid}-${serial++}@market.example`
const refusal = ({ status, json }: TestResponse) => [status, json?.error?.code, json?.error?.reason]
const openVisitor = () => openBrowser(overInject(service))

async function invite(email: string, role: OperatorRole = 'support'): Promise<{ id: string; path: string }> {
  const { status, json } = await admin.call('POST', '/operators', { email, role })
  if (status !== 201) throw new Error(`not invited: ${JSON.stringify(json)}`)
  const secret = await readMailedSecret(service, email, 'operator_invitation')
  return { id: json.invitation_id, path: `/operator-invitations/${secret}` }
}

const findUser = (email: string) =>
  service.db.one<{ id: string; operatorRole: string | null; emailConfirmedAt: Date | null }>(
    sql`select id, operator_role, email_confirmed_at from users where email = ${email}`,
  )

/** Somebody who signed up with an address and never proved it; and their session. */
async function newUnconfirmed(email: string) {
  const account = { email, password: 'the password of a stranger' }
  const passwordHash = await hashPassword(account.password)
  const person = { email, passwordHash, operatorRole: null, isConfirmed: false }
  await service.db.tx((tx) => createUser(tx, person, service.clock.now()))
  const browser = openVisitor()
  await browser.signIn(account)
  return { ...account, browser }
}

describe('an invitation', () => {
  it('is listed while it is open, and names who sent it', async () => {
    const email = freshEmail()
    const { id } = await invite(email, 'finance')
    const { json } = await admin.call('GET', '/operators')
    expect(json.invitations).toContainEqual(
      expect.objectContaining({ invitation_id: id, email, role: 'finance', invited_by: `user:${admin.email}` }),
    )
    expect(JSON.stringify(json)).not.toContain('fh_oi_')
  })

  it('is one per email address, in any spelling', async () => {
    const email = freshEmail()
    await invite(email)
    const again = await admin.call('POST', '/operators', { email: email.toUpperCase(), role: 'viewer' })
    expect(refusal(again)).toEqual([409, 'conflict', 'already_invited'])
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => admin.call('POST', '/operators', { email: `p-${email}`, role: 'viewer' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const mails = await service.db.many(sql`select 1 from mail_messages where to_address = ${`p-${email}`}`)
    expect(mails).toHaveLength(1)
  })

  it('is refused for an operator, and for text that is not an email address', async () => {
    const taken = await admin.call('POST', '/operators', { email: admin.email, role: 'viewer' })
    expect(refusal(taken)).toEqual([409, 'conflict', 'already_an_operator'])
    expect((await admin.call('POST', '/operators', { email: 'nobody@localhost', role: 'viewer' })).status).toBe(400)
  })

  it('changes nothing when its page is opened', async () => {
    const email = freshEmail()
    const { path } = await invite(email)
    for (let visit = 0; visit < 2; visit++) {
      const page = await openVisitor().open(path)
      expect([page.status, page.text.includes(email)]).toEqual([200, true])
    }
    expect(await findUser(email)).toBeUndefined()
  })
})

describe('accepting', () => {
  it('creates a confirmed account with the role, and signs it in', async () => {
    const email = freshEmail()
    const { path } = await invite(email, 'support')
    const browser = openVisitor()
    const weak = await browser.submit(await browser.open(path), { password: 'short' })
    expect([weak.status, weak.text.includes('at least 12')]).toEqual([400, true])
    const done = await browser.submit(await browser.open(path), { password: PASSWORD })
    expect([done.status, done.path]).toEqual([200, '/console'])
    expect(await findUser(email)).toMatchObject({ operatorRole: 'support', emailConfirmedAt: expect.any(Date) })
    const { json } = await service.operator('GET', `/audit?actor=user:${encodeURIComponent(email)}`)
    expect(json.audit).toContainEqual(
      expect.objectContaining({
        route: 'operators.accept_invitation',
        request_id: expect.stringMatching(/^req_/),
        input: expect.objectContaining({ role: 'support', address: '127.0.0.1' }),
      }),
    )
  })

  it('works once: the used link shows one clear page', async () => {
    const email = freshEmail()
    const { path } = await invite(email)
    const [first, second] = [openVisitor(), openVisitor()]
    const results = await Promise.all(
      [first, second].map(async (browser) => browser.submit(await browser.open(path), { password: PASSWORD })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404])
    const late = await openVisitor().open(path)
    expect([late.status, late.text.includes('This invitation is not valid')]).toEqual([404, true])
    expect((await openVisitor().post(path, { password: PASSWORD })).status).toBe(404)
  })

  it('asks a confirmed account to sign in, and then only to accept', async () => {
    const account = await newAccount(service)
    const { path } = await invite(account.email, 'viewer')
    const browser = openVisitor()
    const page = await browser.open(path)
    expect(page.text).toContain('Sign in to accept')
    // A password in the form does not replace the account's own.
    expect((await browser.post(path, { password: PASSWORD })).status).toBe(409)
    expect(await findUser(account.email)).toMatchObject({ operatorRole: null })
    await browser.signIn(account)
    const before = [...browser.cookies.values()]
    const done = await browser.submit(await browser.open(path), {})
    expect(done.path).toBe('/console')
    expect(await findUser(account.email)).toMatchObject({ operatorRole: 'viewer' })
    // The session from before does not gain the role: there is another one.
    expect([...browser.cookies.values()]).not.toEqual(before)
    expect((await openVisitor().signIn(account)).status).toBe(200)
  })

  it('takes an unconfirmed account from the stranger who created it', async () => {
    const email = freshEmail()
    const stranger = await newUnconfirmed(email)
    const { path } = await invite(email)
    const owner = openVisitor()
    const page = await owner.open(path)
    expect(page.text).toContain('Choose a new password')
    expect((await owner.submit(page, { password: PASSWORD })).path).toBe('/console')
    // The stranger's session has ended, and so has their password.
    expect((await stranger.browser.open('/account')).path).toContain('/sign-in')
    expect((await openVisitor().signIn(stranger)).status).toBe(401)
    expect(await findUser(email)).toMatchObject({ emailConfirmedAt: expect.any(Date) })
  })

  it('does not let the unconfirmed account accept with its own session', async () => {
    const email = freshEmail()
    const stranger = await newUnconfirmed(email)
    const { path } = await invite(email)
    expect((await stranger.browser.post(path, {})).status).toBe(409)
    expect(await findUser(email)).toMatchObject({ operatorRole: null })
  })

  it('is refused to another account, which is told to sign out', async () => {
    const email = freshEmail()
    const { path } = await invite(email)
    const other = await newAccount(service)
    const browser = openVisitor()
    await browser.signIn(other)
    expect((await browser.open(path)).text).toContain(`You are signed in as ${other.email}`)
    expect((await browser.post(path, { password: PASSWORD })).status).toBe(409)
    expect([await findUser(email), (await findUser(other.email))!.operatorRole]).toEqual([undefined, null])
    expect((await openVisitor().open(path)).status).toBe(200)
  })

  it('is refused from another site', async () => {
    const { path } = await invite(freshEmail())
    const response = await openVisitor().post(path, { password: PASSWORD }, { origin: 'https://elsewhere.example' })
    expect(response.status).toBe(403)
  })

  it('leaves the role alone that the person got meanwhile', async () => {
    const account = await newAccount(service)
    const { path } = await invite(account.email, 'viewer')
    await service.db.run(sql`update users set operator_role = 'admin' where email = ${account.email}`)
    const browser = openVisitor()
    await browser.signIn(account)
    await browser.submit(await browser.open(path), {})
    expect(await findUser(account.email)).toMatchObject({ operatorRole: 'admin' })
  })
})

describe('a link that ended', () => {
  it('is of a revoked invitation', async () => {
    const email = freshEmail()
    const { id, path } = await invite(email)
    expect((await admin.call('DELETE', `/operator-invitations/${id}`)).status).toBe(200)
    expect((await admin.call('DELETE', `/operator-invitations/${id}`)).status).toBe(404)
    expect((await openVisitor().open(path)).status).toBe(404)
    expect((await openVisitor().post(path, { password: PASSWORD })).status).toBe(404)
    await invite(email)
  })

  it('is of an expired invitation, which makes room for another', async () => {
    const email = freshEmail()
    const { path } = await invite(email)
    service.clock.advance(OPERATOR_INVITATION_SECONDS)
    admin = await newOperator(service, 'admin')
    expect((await openVisitor().open(path)).status).toBe(404)
    expect((await openVisitor().post(path, { password: PASSWORD })).status).toBe(404)
    const next = await invite(email)
    expect((await openVisitor().open(next.path)).status).toBe(200)
  })
})

it('is deleted 30 days after it expired, accepted or not', async () => {
  const [open, accepted] = [freshEmail(), freshEmail()]
  await invite(open)
  const { id, path } = await invite(accepted)
  expect((await openVisitor().post(path, { password: PASSWORD })).status).toBe(303)
  const list = async () =>
    (
      await service.db.many<{ email: string }>(
        sql`select email from operator_invitations where email = any(${[open, accepted]}::text[]) order by id`,
      )
    ).map(({ email }) => email)
  const age = (seconds: number) =>
    service.db.run(sql`
      update operator_invitations set expires_at = expires_at - make_interval(secs => ${seconds})
      where email = any(${[open, accepted]}::text[])`)
  await age(OPERATOR_INVITATION_SECONDS + INVITATION_KEEP_SECONDS - 60)
  await service.background.runJobNow('roles.purge_invitations')
  expect(await list()).toEqual([open, accepted])
  await age(120)
  await service.background.runJobNow('roles.purge_invitations')
  expect(await list()).toEqual([])
  // The role stays, and the audit log says where it came from.
  expect((await findUser(accepted))!.operatorRole).toBe('support')
  const rows = await service.db.many(sql`
    select 1 as one from audit_log where route = 'operators.accept_invitation' and input ->> 'invitation_id' = ${id}`)
  expect(rows).toHaveLength(1)
})
