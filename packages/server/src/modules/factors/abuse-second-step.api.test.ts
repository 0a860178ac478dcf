// Guesses of codes: bounded for an attacker who knows the password, without keeping the owner out. And operators in production.
import { beforeAll, describe, expect, it } from 'vitest'
import { computeCode, computeWrongCode, type FactorPerson, newFactorPerson } from '../../../test/factors.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { PRODUCTION, startVariant } from '../../../test/variant.ts'
import { sql } from '../../db/sql.ts'

/** Codes that an account, or a known browser, may have wrong in an hour: a tenth of the guesses for passwords. */
const CODES = 10

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on', RATE_SIGN_IN_ACCOUNT: String(CODES * 10) })
})

let hosts = 0
const elsewhere = () => `198.51.${Math.floor(hosts / 250)}.${(hosts++ % 250) + 1}`

async function post(path: string, fields: Record<string, string>, cookie = '') {
  const { statusCode, headers, body } = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie ? { cookie } : {}) },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: elsewhere(),
  })
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]!)
  const pick = (name: string) => cookies.find((one) => one.startsWith(`${name}=`)) ?? ''
  const pending = pick('freehold_sign_in')
  return { status: statusCode, pending, device: pick('freehold_device'), session: pick('freehold_session'), body }
}

/** The password, then the code, from another network each time. */
async function attempt({ account }: FactorPerson, code: string, device = '') {
  const { pending } = await post('/sign-in', { ...account, next: '/' }, device)
  return post('/sign-in/verify', { code, next: '/' }, [pending, device].filter(Boolean).join('; '))
}

/** An attacker with the password, from as many networks as guesses. */
async function exhaust(person: FactorPerson, secret: string): Promise<number> {
  let judged = 0
  for (let guess = 0; guess < CODES + 5; guess++)
    if ((await attempt(person, computeWrongCode(secret, service.clock.now()))).status !== 429) judged++
  return judged
}

describe('guesses of codes by someone who knows the password', () => {
  it('end after ten an hour, whatever the network and however many sign-ins', async () => {
    const person = await newFactorPerson(service)
    const { secret } = await person.addApp()
    const judged = await exhaust(person, secret)
    expect(judged).toBeGreaterThanOrEqual(CODES)
    expect(judged).toBeLessThanOrEqual(CODES + 1)
    // A right code is not judged either.
    const right = await attempt(person, computeCode(secret, service.clock.now()))
    expect([right.status, right.session]).toEqual([429, ''])
    expect(right.body).toMatch(/Too many attempts\. Try again in \d+ (minutes|seconds)\./)
  })

  it('keep out neither the owner in a known browser nor a recovery code nor a passkey', async () => {
    const person = await newFactorPerson(service)
    const { authenticator } = await person.addPasskey()
    const { secret } = await person.addApp()
    const codes = (await person.call('POST', '/recovery-codes')).json.recovery_codes as string[]
    const { device } = await attempt(person, codes[0]!)
    expect(device).not.toBe('')
    await exhaust(person, secret)
    expect((await attempt(person, computeCode(secret, service.clock.now()))).status).toBe(429)
    expect((await attempt(person, codes[1]!)).status).toBe(303)
    expect((await attempt(person, computeCode(secret, service.clock.now()), device)).status).toBe(303)
    const page = await service.app.inject({ method: 'GET', url: '/sign-in', remoteAddress: elsewhere() })
    const { readPasskeyRequest } = await import('../../../test/factors.ts')
    const passkey = JSON.stringify(authenticator.signIn(readPasskeyRequest(page.body)))
    expect((await post('/sign-in/passkey', { passkey, next: '/' })).status).toBe(303)
  })

  it('cost nothing when they are right', async () => {
    const person = await newFactorPerson(service)
    const { secret } = await person.addApp()
    for (let time = 0; time < CODES + 3; time++) {
      expect((await attempt(person, computeCode(secret, service.clock.now()))).status).toBe(303)
      await service.db.run(sql`update totp_secrets set last_step = 0 where user_id = ${person.userId}`)
    }
  })

  it('end after ten an hour in a session that wants to re-authenticate', async () => {
    const person = await newFactorPerson(service)
    const { secret } = await person.addApp()
    const seen: number[] = []
    for (let guess = 0; guess < CODES + 3; guess++)
      seen.push(
        (await person.call('POST', '/reauthenticate', { code: computeWrongCode(secret, service.clock.now()) })).status,
      )
    expect(seen.filter((status) => status === 400).length).toBeLessThanOrEqual(CODES + 1)
    expect(seen.at(-1)).toBe(429)
  })
})

describe('an operator', () => {
  const write = {
    url: '/api/operator/v1/review-rules',
    body: JSON.stringify({ kind: 'buyer_email', value: 'a@b.example' }),
  }

  it('needs a second factor for writes in production, and none in development or with a token', async () => {
    const person = await newFactorPerson(service)
    await service.db.run(sql`update users set operator_role = 'admin' where id = ${person.userId}`)
    const production = await startVariant(service, PRODUCTION)
    const session = person.browser.cookies.get('freehold_session')!
    const send = (transport: { send: typeof production.send }, method: string, headers: Record<string, string>) =>
      transport.send({
        method,
        url: write.url,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        ...(method === 'POST' ? { body: write.body } : {}),
      })
    const asPerson = { cookie: `__Host-freehold_session=${session}`, origin: PRODUCTION.BASE_URL }
    const refused = await send(production, 'POST', asPerson)
    const { code, reason, message } = JSON.parse(refused.text).error
    expect([refused.status, code, reason]).toEqual([403, 'forbidden', 'second_factor_required'])
    expect(message).toContain('Add an authenticator app or a passkey')
    expect((await send(production, 'GET', asPerson)).status).toBe(200)
    expect((await send(production, 'POST', { authorization: `Bearer ${service.operatorToken}` })).status).toBe(201)
    const development = { cookie: `freehold_session=${session}`, origin: service.deps.config.baseUrl }
    expect((await send(service, 'POST', development)).status).not.toBe(403)
    // Turning one on proves it in this session.
    await person.addApp()
    expect((await send(production, 'POST', asPerson)).status).not.toBe(403)
    await person.call('DELETE', '/totp')
    expect((await send(production, 'POST', asPerson)).status).toBe(403)
  })
})
