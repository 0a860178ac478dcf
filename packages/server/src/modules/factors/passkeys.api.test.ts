// Passkeys: adding them, signing in with them alone or after the password, and responses that must be rejected.
import { beforeAll, describe, expect, it } from 'vitest'
import type { newAuthenticator } from '../../../test/authenticator.ts'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { computeCode, type FactorPerson, newFactorPerson, readPasskeyRequest } from '../../../test/factors.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const SESSION = 'freehold_session'

async function readRejected(actor: string, route: string) {
  await service.deps.audit.settled()
  return service.db.many<{ status: number; reason: string; path: string; input: object }>(sql`
    select status, reason, path, input from audit_log where actor = ${actor} and route = ${route} and reason is not null
    order by id`)
}
const rejectedReasons = async (actor: string, route: string) =>
  (await readRejected(actor, route)).map(({ reason }) => reason)

async function askOnSignInPage() {
  const browser = openBrowser(overInject(service))
  const page = await browser.open('/sign-in?next=%2Faccount%3Fa%3D1')
  return { browser, asked: readPasskeyRequest(page.text) }
}
const sendPasskey = (browser: ReturnType<typeof openBrowser>, response: unknown) =>
  browser.post('/sign-in/passkey', { passkey: JSON.stringify(response), next: '/account' })

describe('adding a passkey', () => {
  it('lists it, tells the person, and returns recovery codes with the first factor only', async () => {
    const person = await newFactorPerson(service)
    const { added } = await person.addPasskey('Work laptop')
    expect(added.status).toBe(201)
    expect(added.json.passkey).toMatchObject({ name: 'Work laptop', backed_up: false, last_used_at: null })
    expect(added.json.recovery_codes).toHaveLength(10)
    const second = await person.addPasskey('Phone')
    expect(second.added.json.recovery_codes).toEqual([])
    const { passkeys } = (await person.call('GET', '/factors')).json
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['Work laptop', 'Phone'])
    const [row] = await service.db.many<{ transports: string[] }>(
      sql`select transports from passkeys where user_id = ${person.userId}`,
    )
    // A transport that nobody knows is left out.
    expect(row!.transports).toEqual(['internal'])
    const mail = await service.db.many(
      sql`select 1 from mail_messages where to_address = ${person.account.email} and template = 'factor_changed'`,
    )
    expect(mail).toHaveLength(2)
    const audit = await service.db.many<{ route: string; input: { change: string } }>(
      sql`select route, input from audit_log where actor = ${`user:${person.account.email}`} and route <> 'accounts.sign_in'`,
    )
    expect(audit[0]).toMatchObject({ route: 'account.passkey_add', input: { change: 'passkey_added' } })
  })

  it('asks for a passkey that stays on the device, verifies its person, and excludes the known ones', async () => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    const { options } = (await person.call('POST', '/passkeys/options')).json
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Freehold' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
    })
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(person.userId)
  })

  type Make = (person: FactorPerson, authenticator: ReturnType<typeof newAuthenticator>, options: never) => unknown
  const rejected: [string, Make, RegExp][] = [
    ['another origin', (_, a, o) => a.register(o, { origin: 'https://freehold.example' }), /for another site/],
    ['another host', (_, a, o) => a.register(o, { rpId: 'example.com' }), /could not be verified/],
    ['no user verification', (_, a, o) => a.register(o, { verified: false }), /could not be verified/],
    [
      'a challenge of nobody',
      (_, a, o) => a.register({ ...(o as object), challenge: 'A'.repeat(70) } as never),
      /expired or was already used/,
    ],
    [
      'an attestation with certificates',
      (_, a, o) => a.register(o, { attestation: { fmt: 'apple', attStmt: new Map([['x5c', [new Uint8Array([1])]]]) } }),
      /could not be verified/,
    ],
    [
      'a packed attestation with certificates',
      (_, a, o) =>
        a.register(o, { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array([1])]]]) } }),
      /could not be verified/,
    ],
    ['no response', () => ({}), /not valid/],
    ['fields of other types', () => ({ id: 1, rawId: [], type: {}, response: { clientDataJSON: 5 } }), /not valid/],
    [
      'client data that is not JSON',
      () => ({ id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'bm8' } }),
      /not valid/,
    ],
    [
      'an attestation that is not CBOR',
      (_, a, o) => {
        const made = a.register(o)
        return { ...made, response: { ...made.response, attestationObject: '____' } }
      },
      /could not be verified/,
    ],
  ]
  it.each(rejected)('rejects %s', async (_, make, message) => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    const { newAuthenticator: another } = await import('../../../test/authenticator.ts')
    const { options } = (await person.call('POST', '/passkeys/options')).json
    const response = make(person, another(service.deps.config.baseUrl), options as never)
    const { status, json } = await person.call('POST', '/passkeys', { response, name: 'Other' })
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
    expect(json.error.message).toMatch(message)
    const { passkeys } = (await person.call('GET', '/factors')).json
    expect(passkeys).toHaveLength(1)
    expect(authenticator.id).toBeTypeOf('string')
  })

  it('rejects a challenge of another person, and a challenge that was used', async () => {
    const [one, two] = [await newFactorPerson(service), await newFactorPerson(service)]
    const { newAuthenticator: another } = await import('../../../test/authenticator.ts')
    const authenticator = another(service.deps.config.baseUrl)
    const { options } = (await one.call('POST', '/passkeys/options')).json
    const response = authenticator.register(options)
    expect((await two.call('POST', '/passkeys', { response, name: 'Mine' })).status).toBe(400)
    expect((await one.call('POST', '/passkeys', { response, name: 'Mine' })).status).toBe(201)
    const again = await one.call('POST', '/passkeys', { response, name: 'Mine' })
    expect([again.status, again.json.error.message]).toEqual([
      400,
      'The passkey request expired or was already used. Try again.',
    ])
    const fresh = (await two.call('POST', '/passkeys/options')).json.options
    const taken = await two.call('POST', '/passkeys', { response: authenticator.register(fresh), name: 'Mine' })
    expect([taken.status, taken.json.error.message]).toEqual([
      400,
      'This passkey is already registered. Use it to sign in, or add another.',
    ])
  })

  it('stops at twenty, also in parallel', async () => {
    const person = await newFactorPerson(service)
    for (let index = 0; index < 18; index++) await person.addPasskey(`Key ${index}`)
    const done = await Promise.all(Array.from({ length: 4 }, () => person.addPasskey()))
    expect(done.map(({ added }) => added.status).sort()).toEqual([201, 201, 409, 409])
    expect(done.map(({ added }) => added.json.error?.reason).filter(Boolean)).toEqual([
      'too_many_passkeys',
      'too_many_passkeys',
    ])
  })

  it('can be renamed and removed by its owner alone', async () => {
    const [one, two] = [await newFactorPerson(service), await newFactorPerson(service)]
    const { passkey_id } = (await one.addPasskey()).added.json.passkey
    expect((await two.call('PATCH', `/passkeys/${passkey_id}`, { name: 'Stolen' })).status).toBe(404)
    expect((await two.call('DELETE', `/passkeys/${passkey_id}`)).status).toBe(404)
    expect((await one.call('PATCH', `/passkeys/${passkey_id}`, { name: 'Old laptop' })).json.name).toBe('Old laptop')
    expect((await one.call('DELETE', `/passkeys/${passkey_id}`)).json).toEqual({
      totp_enabled_at: null,
      passkeys: [],
      recovery_codes_left: 0,
    })
  })
})

describe('a sign-in with a passkey alone', () => {
  it('starts a session that counts as password and second factor', async () => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    const { browser, asked } = await askOnSignInPage()
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const response = await sendPasskey(browser, authenticator.signIn(asked))
    expect([response.status, response.headers.location]).toEqual([303, '/account'])
    expect((await browser.open('/account')).text).toContain(person.account.email)
    const session = await service.db.one<{ secondFactorAt: Date | null }>(sql`
      select second_factor_at from sessions where user_id = ${person.userId} order by created_at desc limit 1`)
    expect(session!.secondFactorAt).not.toBeNull()
    const { passkeys } = (await person.call('GET', '/factors')).json
    expect(passkeys[0].last_used_at).not.toBeNull()
  })

  it('works with a passkey whose counter stays zero', async () => {
    const person = await newFactorPerson(service)
    const { newAuthenticator: another } = await import('../../../test/authenticator.ts')
    const authenticator = another(service.deps.config.baseUrl)
    const { options } = (await person.call('POST', '/passkeys/options')).json
    await person.call('POST', '/passkeys', {
      response: authenticator.register(options, { counter: 0 }),
      name: 'Synced',
    })
    for (let time = 0; time < 2; time++) {
      const { browser, asked } = await askOnSignInPage()
      expect((await sendPasskey(browser, authenticator.signIn(asked, { counter: 0 }))).status).toBe(303)
    }
  })

  it('rejects a replayed response, also in parallel', async () => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    const { asked } = await askOnSignInPage()
    const response = authenticator.signIn(asked)
    const done = await Promise.all(
      Array.from({ length: 6 }, () => sendPasskey(openBrowser(overInject(service)), response)),
    )
    expect(done.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400, 400])
    const late = await sendPasskey(openBrowser(overInject(service)), response)
    expect(late.status).toBe(400)
    const reasons = await rejectedReasons(`user:${person.account.email}`, 'factors.passkey_sign_in')
    expect([reasons.length, reasons.every((one) => one === 'expired' || one === 'counter')]).toEqual([6, true])
  })

  it('keeps ten rejected passkeys of an account in an hour in the audit log', async () => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    for (let time = 0; time < 12; time++) {
      const { browser, asked } = await askOnSignInPage()
      await sendPasskey(browser, authenticator.signIn(asked, { verified: false }))
      await service.deps.audit.settled()
    }
    expect(await readRejected(`user:${person.account.email}`, 'factors.passkey_sign_in')).toHaveLength(10)
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }, 'is for another site', 'other_origin'],
    ['of another port', { origin: 'http://localhost:1' }, 'is for another site', 'other_origin'],
    ['for another host', { rpId: 'evil.example' }, 'could not be verified', 'unverified'],
    ['with a lower counter', { counter: 1 }, 'suggests a copy', 'counter'],
    ['without user verification', { verified: false }, 'could not be verified', 'unverified'],
  ])('rejects a response %s, and the audit log has it', async (_, change, message, reason) => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    const first = await askOnSignInPage()
    expect((await sendPasskey(first.browser, authenticator.signIn(first.asked))).status).toBe(303)
    const { browser, asked } = await askOnSignInPage()
    const response = await sendPasskey(browser, authenticator.signIn(asked, change))
    expect([response.status, browser.cookies.has(SESSION)]).toEqual([400, false])
    expect(response.text).toContain(message)
    // The page can be used again.
    expect(readPasskeyRequest(response.text).challenge).not.toBe(asked.challenge)
    // A response for another site is rejected before its passkey is read.
    const actor = reason === 'other_origin' ? 'anonymous' : `user:${person.account.email}`
    const input = { address: '127.0.0.1', ...(actor === 'anonymous' ? {} : { user_id: person.userId }) }
    const rows = await readRejected(actor, 'factors.passkey_sign_in')
    expect(rows.at(-1)).toEqual({ status: 400, reason, path: '/sign-in/passkey', input })
  })

  it('rejects an expired challenge, a removed passkey, and a changed signature', async () => {
    const person = await newFactorPerson(service)
    const { authenticator, added } = await person.addPasskey()
    const slow = await askOnSignInPage()
    service.clock.advance(601)
    expect((await sendPasskey(slow.browser, authenticator.signIn(slow.asked))).text).toContain('expired')
    const { browser, asked } = await askOnSignInPage()
    const good = authenticator.signIn(asked)
    const forged = { ...good, response: { ...good.response, signature: 'MEUCIQDx' } }
    expect((await sendPasskey(browser, forged)).text).toContain('could not be verified')
    const fresh = await newFactorPerson(service)
    const other = await fresh.addPasskey()
    await fresh.call('DELETE', `/passkeys/${other.added.json.passkey.passkey_id}`)
    const removed = await sendPasskey(browser, other.authenticator.signIn((await askOnSignInPage()).asked))
    expect(removed.text).toContain('is not registered with this service')
    expect(added.status).toBe(201)
  })

  it.each(['', 'null', '[]', '{', '"text"', '{"id":"\\u0000","response":{"clientDataJSON":"e30"}}', '{"id":{}}'])(
    'shows a clear error for %s',
    async (passkey) => {
      const response = await openBrowser(overInject(service)).post('/sign-in/passkey', { passkey, next: '/account' })
      expect(response.status).toBe(400)
      expect(response.text).toContain('The response of the passkey is not valid. Try again.')
    },
  )
})

describe('a passkey after the password', () => {
  it('completes the sign-in, and a passkey of another account does not', async () => {
    const [one, two] = [await newFactorPerson(service), await newFactorPerson(service)]
    const [mine, theirs] = [await one.addPasskey(), await two.addPasskey()]
    const browser = openBrowser(overInject(service))
    const page = await browser.submit(await browser.open('/sign-in'), one.account)
    expect(page.path).toMatch(/^\/sign-in\/verify/)
    const asked = readPasskeyRequest(page.text)
    expect(asked).toMatchObject({ allowCredentials: [{ id: mine.authenticator.id }] })
    const send = (response: unknown) =>
      browser.post('/sign-in/verify', { passkey: JSON.stringify(response), next: '/account' })
    const wrong = await send(theirs.authenticator.signIn(asked))
    expect([wrong.status, browser.cookies.has(SESSION)]).toEqual([400, false])
    expect(wrong.text).toContain('belongs to another account')
    // A challenge of the sign-in page is for nobody in particular.
    const elsewhere = await askOnSignInPage()
    expect((await send(mine.authenticator.signIn(elsewhere.asked))).text).toContain('expired or was already used')
    await send(mine.authenticator.signIn(asked, { origin: 'https://evil.example' }))
    await send(mine.authenticator.signIn(asked, { verified: false }))
    const reasons = await rejectedReasons(`user:${one.account.email}`, 'factors.second_step')
    expect(reasons).toEqual(['other_account', 'expired', 'other_origin', 'unverified'])
    const right = await send(mine.authenticator.signIn(asked))
    expect([right.status, right.headers.location]).toEqual([303, '/account'])
  })
})

describe('re-authentication', () => {
  const makeOld = async (person: FactorPerson) => {
    const old = new Date(service.clock.now().getTime() - 601_000)
    await service.db.run(sql`update sessions set authenticated_at = ${old} where user_id = ${person.userId}`)
  }
  const isRecent = async (person: FactorPerson) => (await person.call('POST', '/passkeys/options')).status === 200

  it('accepts the password of an account without a second factor', async () => {
    const person = await newFactorPerson(service)
    await makeOld(person)
    expect(await isRecent(person)).toBe(false)
    const wrong = await person.call('POST', '/reauthenticate', { password: 'not this one' })
    expect([wrong.status, wrong.json.error.details[0].field]).toEqual([400, 'password'])
    expect(await isRecent(person)).toBe(false)
    expect((await person.call('POST', '/reauthenticate', { password: person.account.password })).status).toBe(200)
    expect(await isRecent(person)).toBe(true)
  })

  it('accepts a code once, and a recovery code', async () => {
    const person = await newFactorPerson(service)
    const { secret, codes } = await person.addApp()
    const code = computeCode(secret, service.clock.now())
    await makeOld(person)
    expect((await person.call('POST', '/reauthenticate', { code })).status).toBe(200)
    await makeOld(person)
    expect((await person.call('POST', '/reauthenticate', { code })).json.error.message).toBe('code: is incorrect')
    expect(await isRecent(person)).toBe(false)
    expect((await person.call('POST', '/reauthenticate', { code: codes[0] })).status).toBe(200)
    expect(await isRecent(person)).toBe(true)
  })

  it('accepts a passkey of the account, once', async () => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    await makeOld(person)
    const options = (await person.call('POST', '/reauthenticate/options')).json
    expect(options).toMatchObject({ password: true, code: true })
    const passkey = authenticator.signIn(options.passkey)
    expect((await person.call('POST', '/reauthenticate', { passkey })).status).toBe(200)
    expect(await isRecent(person)).toBe(true)
    expect((await person.call('POST', '/reauthenticate', { passkey })).status).toBe(400)
    expect(await rejectedReasons(`user:${person.account.email}`, 'account.reauthenticate')).toEqual(['counter'])
  })

  it('does not accept the password alone in a session from before the second factor', async () => {
    const person = await newFactorPerson(service)
    const before = openBrowser(overInject(service))
    await before.signIn(person.account)
    const { secret } = await person.addApp()
    const send = (body: object) =>
      before.request({
        method: 'POST',
        url: '/api/account/reauthenticate',
        headers: { origin: service.deps.config.baseUrl, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const refused = await send({ password: person.account.password })
    expect([refused.status, JSON.parse(refused.text).error.reason]).toEqual([403, 'second_factor_required'])
    expect((await send({ code: computeCode(secret, service.clock.now()) })).status).toBe(200)
    expect((await send({ password: person.account.password })).status).toBe(200)
  })

  it.each([[{}], [{ password: 'a', code: '123456' }], [{ code: '' }], [{ passkey: 'text' }]])(
    'rejects the body %j',
    async (body) => {
      const person = await newFactorPerson(service)
      expect((await person.call('POST', '/reauthenticate', body)).status).toBe(400)
    },
  )
})
