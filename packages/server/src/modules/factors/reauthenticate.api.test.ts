// Proving again who you are: which proofs a session may use, where the pages ask for them, and what is written down.
import { beforeAll, describe, expect, it } from 'vitest'
import { computeCode, computeWrongCode, type FactorPerson, newFactorPerson } from '../../../test/factors.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../kernel/limits.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const PAGE = '/reauthenticate?next=%2Faccount%2Fsecurity'
const wait = () => service.clock.advance(RECENT_SIGN_IN_SECONDS)
const listAudit = async (person: FactorPerson, route: string) => {
  await service.deps.audit.settled()
  return service.db.many<{ status: number; reason: string | null; input: Record<string, unknown> }>(sql`
    select status, reason, input from audit_log
    where actor = ${`user:${person.account.email}`} and route = ${route} order by id`)
}
/** As it is after the factor was added in another browser. */
const forgetFactor = (person: FactorPerson) =>
  service.db.run(sql`update sessions set second_factor_at = null where user_id = ${person.userId}`)

describe('the page, without JavaScript', () => {
  it('accepts a code of the authenticator app, once', async () => {
    const person = await newFactorPerson(service)
    const { secret } = await person.addApp()
    await forgetFactor(person)
    wait()
    const page = await person.browser.open(PAGE)
    expect(page.text).toContain('name="code"')
    // This session has never proved the factor: the password alone is not offered.
    expect(page.text).not.toContain('name="password"')
    const wrong = await person.browser.submit(page, { code: computeWrongCode(secret, service.clock.now()) })
    expect([wrong.status, wrong.text.includes('The code is incorrect.')]).toEqual([401, true])
    const code = computeCode(secret, service.clock.now())
    expect((await person.browser.submit(page, { code })).path).toBe('/account/security')
    expect((await person.call('POST', '/recovery-codes')).status).toBe(200)
    expect((await person.browser.submit(page, { code })).status).toBe(401)
  })

  it('does not accept the password alone where the session never proved the second factor', async () => {
    const person = await newFactorPerson(service)
    await person.addApp()
    await forgetFactor(person)
    wait()
    const sent = await person.browser.post('/reauthenticate', { password: person.account.password, next: '/account' })
    expect(sent.status).toBe(403)
    expect((await person.call('POST', '/recovery-codes')).status).toBe(401)
  })

  it('tells a person without password and factors to sign in again', async () => {
    const person = await newFactorPerson(service)
    await service.db.run(sql`update users set password_hash = null where id = ${person.userId}`)
    const page = await person.browser.open(PAGE)
    expect([page.status, page.text.includes('Your account has no password.')]).toEqual([200, true])
    expect(page.text).not.toContain('name="password"')
  })
})

it('every failure and success is in the audit log with the IP address', async () => {
  const person = await newFactorPerson(service)
  const { secret } = await person.addApp()
  await person.call('POST', '/reauthenticate', { password: 'not this one' })
  await person.call('POST', '/reauthenticate', { code: computeWrongCode(secret, service.clock.now()) })
  await person.call('POST', '/reauthenticate', { code: computeCode(secret, service.clock.now(), 1) })
  const rows = [
    ...(await listAudit(person, 'accounts.reauthenticate')),
    ...(await listAudit(person, 'account.reauthenticate')),
  ]
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    [400, 'wrong_password'],
    [400, 'wrong_code'],
    [200, null],
  ])
  for (const { input } of rows) expect(input).toMatchObject({ user_id: person.userId, address: '127.0.0.1' })
  expect(JSON.stringify(rows)).not.toContain('not this one')
})

describe('the first key of a partner', () => {
  it('needs a recent sign-in in the API', async () => {
    const person = await newFactorPerson(service)
    wait()
    const { status, text } = await person.browser.request({
      method: 'POST',
      url: '/api/portal/v1/partners',
      headers: { origin: service.deps.config.baseUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Shop' }),
    })
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'reauthentication_required'])
  })

  it('asks on the developers’ page for the password, and comes back with the name that was typed', async () => {
    const person = await newFactorPerson(service)
    wait()
    const asked = await person.browser.submit(await person.browser.open('/developers'), { company: 'Late Shop' })
    expect([asked.path.split('?')[0], asked.text.includes('This operation requires a recent sign-in.')]).toEqual([
      '/reauthenticate',
      true,
    ])
    const back = await person.browser.submit(asked, { password: person.account.password })
    expect([back.path.split('?')[0], back.text.includes('value="Late Shop"')]).toEqual(['/developers', true])
    const started = await person.browser.submit(back, {})
    expect([started.status, started.text.includes('Late Shop')]).toEqual([201, true])
  })
})
