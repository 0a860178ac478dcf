// Authenticator apps and recovery codes: turning them on, signing in with them, and what must not work.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { computeCode, computeWrongCode, type FactorPerson, newFactorPerson } from '../../../test/factors.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { type Account, newApplication, newPkce } from '../../../test/oauth.ts'
import { sql } from '../../db/sql.ts'
import { hashPassword, setPassword } from '../accounts/index.ts'
import { removeFactors } from './index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const SESSION = 'freehold_session'
const PENDING = 'freehold_sign_in'
const now = () => service.clock.now()
/** Not a code at all. */
const WRONG = 'wrong1'
/** To the beginning of a time step: the codes of this moment stay the same for a while. */
const alignClock = () => service.clock.advance(31 - ((now().getTime() / 1000) % 30))

/** A browser at the second step. */
async function startSignIn(account: Account, next = '/account') {
  const browser = openBrowser(overInject(service))
  const page = await browser.submit(await browser.open(`/sign-in?next=${encodeURIComponent(next)}`), account)
  return { browser, page }
}
async function signInWith(account: Account, code: string) {
  const { browser, page } = await startSignIn(account)
  return { browser, page: await browser.submit(page, { code }) }
}
const listMail = async (person: FactorPerson) =>
  (
    await service.db.many<{ content: { subject: string } }>(
      sql`select content from mail_messages where to_address = ${person.account.email} and template = 'factor_changed' order by id`,
    )
  ).map(({ content }) => content.subject)
const listAudit = (person: FactorPerson) =>
  service.db.many<{ route: string; status: number; reason: string | null; input: Record<string, unknown> }>(
    sql`select route, status, reason, input from audit_log
        where actor = ${`user:${person.account.email}`} and route <> 'accounts.sign_in' order by id`,
  )

describe('an authenticator app', () => {
  it('is set up by a QR code and confirmed by a code, which returns ten recovery codes once', async () => {
    const person = await newFactorPerson(service)
    const started = await person.call('POST', '/totp')
    expect(started.status).toBe(200)
    expect(started.json.otpauth_url).toContain(`secret=${started.json.secret}`)
    expect(started.json.qr_svg).toMatch(/^<svg [^>]*>/)
    // Shown, and not confirmed: it changes nothing.
    expect((await person.call('GET', '/factors')).json).toEqual({
      totp_enabled_at: null,
      passkeys: [],
      recovery_codes_left: 0,
    })
    expect((await startSignIn(person.account)).page.path).toBe('/account')
    const wrong = await person.call('POST', '/totp/confirm', { code: WRONG })
    expect([wrong.status, wrong.json.error.details[0].field]).toEqual([400, 'code'])
    const confirmed = await person.call('POST', '/totp/confirm', { code: computeCode(started.json.secret, now()) })
    expect(confirmed.json.recovery_codes).toHaveLength(10)
    const factors = (await person.call('GET', '/factors')).json
    expect([factors.totp_enabled_at === null, factors.recovery_codes_left]).toEqual([false, 10])
    expect(await listMail(person)).toEqual(['An authenticator app was added'])
    const [row] = await listAudit(person)
    expect(row).toMatchObject({ route: 'account.totp_confirm', status: 200, input: { change: 'totp_enabled' } })
    expect(row!.input.address).toBeTypeOf('string')
    expect((await person.call('POST', '/totp')).status).toBe(409)
    expect((await person.call('POST', '/totp/confirm', { code: '123456' })).status).toBe(409)
  })

  it('needs a recent sign-in to be added, removed or given new recovery codes', async () => {
    const person = await newFactorPerson(service)
    await person.addApp()
    const old = new Date(now().getTime() - 601_000)
    await service.db.run(sql`update sessions set authenticated_at = ${old} where user_id = ${person.userId}`)
    for (const [method, path] of [
      ['POST', '/totp'],
      ['POST', '/totp/confirm'],
      ['DELETE', '/totp'],
      ['POST', '/recovery-codes'],
      ['POST', '/passkeys/options'],
      ['POST', '/passkeys'],
      ['DELETE', '/passkeys/pky_1'],
    ] as const) {
      const { status, json } = await person.call(method, path)
      expect([path, status, json.error.code]).toEqual([path, 401, 'reauthentication_required'])
    }
    expect((await person.call('GET', '/factors')).status).toBe(200)
  })

  it('is stored encrypted, and bound to its account', async () => {
    const person = await newFactorPerson(service)
    const { secret, codes } = await person.addApp()
    const rows = await service.db.many(sql`
      select t.secret, encode(r.code_hash, 'escape') as codes from totp_secrets t
      join recovery_codes r using (user_id) where t.user_id = ${person.userId}`)
    const stored = JSON.stringify(rows)
    expect(rows).toHaveLength(10)
    expect(stored).not.toContain(secret)
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
    const { secrets } = service.deps
    const sealed = (rows[0] as { secret: string }).secret
    expect(secrets.open(sealed, `totp:${person.userId}`)).toBe(secret)
    expect(() => secrets.open(sealed, 'totp:usr_other')).toThrow()
    expect(JSON.stringify(await listAudit(person))).not.toContain(secret)
    expect(service.logged.join('')).not.toContain(secret)
  })
})

describe('a sign-in to an account with an authenticator app', () => {
  let person: FactorPerson
  let secret: string
  beforeAll(async () => {
    person = await newFactorPerson(service)
    ;({ secret } = await person.addApp())
  })

  it('starts no session with the password alone, and one after the code', async () => {
    const { browser, page } = await startSignIn(person.account, '/account?a=1')
    expect([page.status, page.path]).toEqual([200, '/sign-in/verify?next=%2Faccount%3Fa%3D1'])
    expect([browser.cookies.has(SESSION), browser.cookies.has(PENDING)]).toEqual([false, true])
    expect((await browser.open('/account')).path).toMatch(/^\/sign-in\?/)
    const done = await browser.submit(page, { code: computeCode(secret, now()) })
    expect(done.path).toBe('/account?a=1')
    expect([browser.cookies.has(SESSION), browser.cookies.has(PENDING)]).toEqual([true, false])
    const [session] = await service.db.many<{ secondFactorAt: Date | null }>(
      sql`select second_factor_at from sessions where user_id = ${person.userId} order by created_at desc limit 1`,
    )
    expect(session!.secondFactorAt).not.toBeNull()
    expect((await listAudit(person)).at(-1)).toMatchObject({
      route: 'factors.second_step',
      status: 200,
      input: { method: 'totp' },
    })
  })

  it('rejects a code that was used, and accepts the code of the previous step only once', async () => {
    const fresh = await newFactorPerson(service)
    const { secret: key } = await fresh.addApp()
    alignClock()
    const code = computeCode(key, now(), -1)
    expect((await signInWith(fresh.account, code)).page.path).toBe('/account')
    const again = await signInWith(fresh.account, code)
    expect([again.page.status, again.browser.cookies.has(SESSION)]).toEqual([401, false])
    expect(again.page.text).toContain('The code is incorrect or was already used.')
    // An older code than the last one is never accepted, used or not.
    const current = computeCode(key, now())
    expect((await signInWith(fresh.account, current)).page.path).toBe('/account')
    expect((await signInWith(fresh.account, computeCode(key, now(), -1))).page.status).toBe(401)
  })

  it('accepts a code once when it is sent eight times in parallel', async () => {
    service.clock.advance(120)
    const waiting = await Promise.all(Array.from({ length: 8 }, () => startSignIn(person.account)))
    const code = computeCode(secret, now())
    const done = await Promise.all(waiting.map(({ browser }) => browser.post('/sign-in/verify', { code, next: '/' })))
    expect(done.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 7 }, () => 401)])
  })

  it('cannot be completed twice', async () => {
    service.clock.advance(120)
    const { browser, page } = await startSignIn(person.account)
    const pending = browser.cookies.get(PENDING)!
    await browser.submit(page, { code: computeCode(secret, now()) })
    const thief = openBrowser(overInject(service))
    thief.cookies.set(PENDING, pending)
    const reused = await thief.post('/sign-in/verify', { code: computeCode(secret, now(), 1), next: '/account' })
    expect([reused.status, reused.headers.location]).toEqual([303, '/sign-in?from=second-step&next=%2Faccount'])
    expect(thief.cookies.has(SESSION)).toBe(false)
    expect((await thief.open('/sign-in/verify?next=/account')).path).toMatch(/^\/sign-in\?from=second-step/)
  })

  it('expires after ten minutes, and with a new password', async () => {
    const slow = await startSignIn(person.account)
    service.clock.advance(601)
    const late = await slow.browser.submit(slow.page, { code: computeCode(secret, now()) })
    expect(late.path).toMatch(/^\/sign-in\?from=second-step/)
    expect(late.text).toContain('This sign-in expired')
    const other = await newFactorPerson(service)
    const { secret: key } = await other.addApp()
    const { browser, page } = await startSignIn(other.account)
    const hash = await hashPassword('a new password here')
    await service.db.tx((tx) => setPassword(service.deps, tx, other.userId, hash, now()))
    expect((await browser.submit(page, { code: computeCode(key, now()) })).path).toMatch(/^\/sign-in\?from=second-step/)
  })

  it('ends after five wrong codes, tells the owner, and not before', async () => {
    const owner = await newFactorPerson(service)
    const { secret: key } = await owner.addApp()
    const wrongCode = computeWrongCode(key, now())
    const { browser, page } = await startSignIn(owner.account)
    for (let wrong = 1; wrong <= 4; wrong++) expect((await browser.submit(page, { code: wrongCode })).status).toBe(401)
    expect(await listMail(owner)).toHaveLength(1)
    const patient = await startSignIn(owner.account)
    for (let wrong = 1; wrong <= 4; wrong++) await patient.browser.submit(patient.page, { code: wrongCode })
    expect((await patient.browser.submit(patient.page, { code: computeCode(key, now()) })).path).toBe('/account')
    const last = await browser.submit(page, { code: wrongCode })
    expect(last.path).toMatch(/^\/sign-in\?from=second-step/)
    service.clock.advance(60)
    const after = await browser.post('/sign-in/verify', { code: computeCode(key, now()), next: '/account' })
    expect(after.headers.location).toMatch(/^\/sign-in\?from=second-step/)
    expect(await listMail(owner)).toEqual([
      'An authenticator app was added',
      'Someone with your password entered wrong codes',
    ])
    await service.deps.audit.settled()
    const failed = (await listAudit(owner)).filter(({ reason }) => reason === 'wrong_code')
    expect(failed).toHaveLength(9)
    expect(failed[0]).toMatchObject({ route: 'factors.second_step', status: 401 })
  })

  it('cannot be guessed more often by parallel requests', async () => {
    const owner = await newFactorPerson(service)
    const { secret: key } = await owner.addApp()
    const code = computeWrongCode(key, now())
    const { browser } = await startSignIn(owner.account)
    const done = await Promise.all(
      Array.from({ length: 12 }, () => browser.post('/sign-in/verify', { code, next: '/' })),
    )
    expect(done.filter(({ status }) => status === 401)).toHaveLength(4)
    expect(done.filter(({ status }) => status === 303)).toHaveLength(8)
  })

  it('looks the same for every wrong code', async () => {
    const owner = await newFactorPerson(service)
    const { secret: key, codes } = await owner.addApp()
    await signInWith(owner.account, codes[0]!)
    const seen = new Set<string>()
    const used = computeCode(key, now())
    await signInWith(owner.account, used)
    for (const code of ['000', WRONG, used, codes[0]!, 'aaaa-bbbb-cccc', '\u0000', '٣٣٣٣٣٣', 'x'.repeat(5000)]) {
      const { browser, page } = await startSignIn(owner.account)
      const { status, text } = await browser.submit(page, { code }).catch(() => ({ status: 0, text: '' }))
      if (status === 400) continue
      expect([code, status]).toEqual([code, 401])
      seen.add(text)
    }
    expect(seen.size).toBe(1)
  })

  it('continues to an application that asked for authorization', async () => {
    const owner = await newFactorPerson(service)
    const { secret: key } = await owner.addApp()
    const application = await newApplication(overInject(service))
    const path = application.authorizePath(newPkce().challenge)
    const browser = openBrowser(overInject(service))
    const verify = await browser.submit(await browser.open(path), owner.account)
    expect(verify.path).toMatch(/^\/sign-in\/verify\?/)
    const consent = await browser.submit(verify, { code: computeCode(key, now()) })
    expect(consent.path).toMatch(/^\/oauth\/authorize\?/)
    expect((await browser.submit(consent, { decision: 'allow' })).left?.searchParams.get('code')).toBeTruthy()
  })

  it('continues from the developers page, which starts no partner before', async () => {
    const owner = await newFactorPerson(service)
    const { secret: key } = await owner.addApp()
    const browser = openBrowser(overInject(service))
    const response = await browser.post('/developers/start', { ...owner.account, company: 'Two steps' })
    expect([response.status, response.headers.location]).toEqual([
      303,
      '/sign-in/verify?next=%2Fdevelopers%3Fcompany%3DTwo%2520steps',
    ])
    expect(await service.db.many(sql`select 1 from partners where name = 'Two steps'`)).toEqual([])
    const verify = await browser.open('/sign-in/verify?next=%2Fdevelopers%3Fcompany%3DTwo%2520steps')
    expect((await browser.submit(verify, { code: computeCode(key, now()) })).path).toMatch(/^\/developers/)
    const started = await browser.post('/developers/start', { company: 'Two steps' })
    expect(started.status).toBe(201)
  })
})

describe('a recovery code', () => {
  it('signs in once, tells the owner how many are left, and is gone', async () => {
    const person = await newFactorPerson(service)
    const { codes } = await person.addApp()
    expect((await signInWith(person.account, codes[3]!.toUpperCase())).page.path).toBe('/account')
    expect((await signInWith(person.account, codes[3]!)).page.status).toBe(401)
    expect((await person.call('GET', '/factors')).json.recovery_codes_left).toBe(9)
    expect(await listMail(person)).toEqual(['An authenticator app was added', 'A recovery code was used'])
    const message = await service.db.one<{ content: unknown }>(sql`
      select content from mail_messages where to_address = ${person.account.email} and template = 'factor_changed'
      order by id desc limit 1`)
    expect(JSON.stringify(message!.content)).toContain('Recovery codes left: 9.')
  })

  it('is accepted once when it is sent eight times in parallel', async () => {
    const person = await newFactorPerson(service)
    const { codes } = await person.addApp()
    const waiting = await Promise.all(Array.from({ length: 8 }, () => startSignIn(person.account)))
    const done = await Promise.all(
      waiting.map(({ browser }) => browser.post('/sign-in/verify', { code: codes[0]!, next: '/' })),
    )
    expect(done.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 7 }, () => 401)])
  })

  it('does not open another account, and stops working when new codes are created', async () => {
    const [one, two] = [await newFactorPerson(service), await newFactorPerson(service)]
    const { codes } = await one.addApp()
    await two.addApp()
    expect((await signInWith(two.account, codes[0]!)).page.status).toBe(401)
    const fresh = (await one.call('POST', '/recovery-codes')).json.recovery_codes as string[]
    expect(fresh).toHaveLength(10)
    expect((await signInWith(one.account, codes[0]!)).page.status).toBe(401)
    expect((await signInWith(one.account, fresh[0]!)).page.path).toBe('/account')
    const none = await newFactorPerson(service)
    expect((await none.call('POST', '/recovery-codes')).status).toBe(409)
  })
})

describe('removing an authenticator app', () => {
  it('deletes the codes and ends no session', async () => {
    const person = await newFactorPerson(service)
    const { secret } = await person.addApp()
    const other = await signInWith(person.account, computeCode(secret, now()))
    const removed = await person.call('DELETE', '/totp')
    expect(removed.json).toEqual({ totp_enabled_at: null, passkeys: [], recovery_codes_left: 0 })
    expect((await other.browser.open('/account')).path).toBe('/account')
    expect((await person.call('GET', '/factors')).status).toBe(200)
    expect((await startSignIn(person.account)).page.path).toBe('/account')
    expect((await person.call('DELETE', '/totp')).status).toBe(404)
    // Without a factor no session has proved one.
    const sessions = await service.db.many<{ secondFactorAt: Date | null }>(
      sql`select second_factor_at from sessions where user_id = ${person.userId}`,
    )
    expect(new Set(sessions.map(({ secondFactorAt }) => secondFactorAt))).toEqual(new Set([null]))
    expect((await listMail(person)).at(-1)).toBe('The authenticator app was removed')
  })

  it('from the shell removes every factor', async () => {
    const person = await newFactorPerson(service)
    await person.addApp()
    await person.addPasskey()
    await service.db.tx((tx) => removeFactors(tx, person.userId))
    expect((await person.call('GET', '/factors')).json).toEqual({
      totp_enabled_at: null,
      passkeys: [],
      recovery_codes_left: 0,
    })
    expect((await startSignIn(person.account)).page.path).toBe('/account')
  })
})
