// Whoever tries too often is told to wait: at the sign-in, at registration, at the token endpoint.
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { startTestService } from '../../../test/harness.ts'
import { type Account, CALLBACK, newAccount, newApplication } from '../../../test/oauth.ts'

const FROM = { RATE_LIMITS: 'on', RATE_OAUTH_REGISTER: '2', RATE_OAUTH_TOKEN: '3', RATE_SIGN_IN: '4', TRUST_PROXY: '1' }

let transport: Transport
let account: Account
beforeAll(async () => {
  const service = await startTestService(FROM)
  transport = overInject(service)
  account = await newAccount(service)
})

it('an address registers so many applications an hour', async () => {
  const app = await newApplication(transport)
  const body = JSON.stringify({ redirect_uris: [CALLBACK] })
  await app.send('/api/oauth/register', body, 'application/json')
  const third = await app.send('/api/oauth/register', body, 'application/json')
  expect([third.status, third.json.error]).toEqual([429, 'rate_limited'])
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(60)
  const answers = []
  for (let tries = 0; tries < 4; tries++) answers.push(await app.refresh('guess'))
  expect(answers.map(({ json }) => json.error)).toEqual([...Array(3).fill('invalid_grant'), 'rate_limited'])
  expect(answers[3]!.status).toBe(429)
  expect(Number(answers[3]!.headers['retry-after'])).toBeGreaterThan(0)
})

const tryFrom = (address: string, email: string, password = 'wrong password') =>
  openBrowser(transport).post('/sign-in', { email, password }, { 'x-forwarded-for': address })

it('an address tries so many sign-ins a minute, whoever it pretends to be', async () => {
  const statuses = []
  for (let tries = 0; tries < 5; tries++)
    statuses.push((await tryFrom('192.0.2.1', `nobody-${tries}@mail.example`)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 429])
  const page = await tryFrom('192.0.2.1', account.email, account.password)
  expect([page.status, page.headers['set-cookie']]).toEqual([429, undefined])
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
})

it('an account is tried so often a minute, from wherever and in whatever spelling, known or not', async () => {
  for (const email of [account.email, 'unknown@mail.example']) {
    const statuses = []
    for (let tries = 0; tries < 5; tries++) {
      const spelling = tries % 2 === 0 ? email : ` ${email.toUpperCase()} `
      statuses.push((await tryFrom(`198.51.100.${email.length}${tries}`, spelling)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429])
  }
})
