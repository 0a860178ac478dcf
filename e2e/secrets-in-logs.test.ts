// A full day of one service, written down at its most talkative: no secret that was sent or given out is in what it wrote.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { sql } from '../packages/server/src/db/sql.ts'
import { openBrowser, overNetwork, readForm } from '../packages/server/test/browser.ts'
import { newApplication } from '../packages/server/test/oauth.ts'
import { freePort } from '../packages/server/test/ports.ts'
import { respondWith, startReceiver, until } from '../packages/server/test/receiver.ts'
import { type Credential, sign } from '../packages/server/test/signer.ts'
import { cleanUp, type Ended, type Service, startService, usedDatabase } from './process.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
type Reply = { status: number; json: any; text: string; headers: Headers }

const METRICS_TOKEN = 'metrics-token-of-this-test'
/** By what each secret is called, so that a failure does not print it. */
const secrets = new Map<string, string>()

function keep(name: string, secret: string): string {
  // A short text would be found by chance.
  expect([name, secret.length >= 12]).toEqual([name, true])
  secrets.set(secrets.has(name) ? `${name} (${secrets.size})` : name, secret)
  return secret
}

let service: Service
let database: string

async function call(method: string, url: string, headers: Record<string, string>, body?: unknown): Promise<Reply> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' }
  const request = { method, headers: { ...type, ...headers }, ...(text === undefined ? {} : { body: text }) }
  const reply = await fetch(new URL(url, service.url), { ...request, redirect: 'manual' })
  const received = await reply.text()
  const json = received.startsWith('{') ? JSON.parse(received) : undefined
  return { status: reply.status, json, text: received, headers: reply.headers }
}

function signed(who: Credential, method: string, url: string, body?: unknown): Promise<Reply> {
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  const idempotent = { 'idempotency-key': keep('an idempotency key', `idempotency-${Math.random()}`) }
  const request = sign(who, method, url, { ...text, headers: idempotent })
  keep('a signature', request.headers['x-service-signature']!.slice(3))
  return call(method, url, request.headers, request.body)
}

const operator = (method: string, url: string, body?: unknown): Promise<Reply> =>
  call(method, `/api/operator/v1${url}`, { authorization: `Bearer ${service.credentials().operator.token}` }, body)

const own = (): Credential => {
  const { key_id: keyId, secret } = service.credentials().partner
  return { keyId, secret }
}

const V1 = '/api/partner/v1'
let serial = 0

async function newName(): Promise<string> {
  const domain = `quiet-${process.pid}-${serial++}.test`
  const terms = { environment: 'sandbox', domain, price_cents: 100_000, currency: 'USD' }
  expect((await operator('POST', '/listings', terms)).status).toBe(201)
  return domain
}

async function signGoodAndBad(): Promise<void> {
  expect((await signed(own(), 'GET', `${V1}/me`)).status).toBe(200)
  const quote = await signed(own(), 'POST', `${V1}/quotes`, { domain: await newName() })
  keep('a quote token', quote.json.quote_token)
  const wrong = { ...own(), secret: keep('a wrong secret', 'sk_sandbox_0123456789abcdef') }
  expect((await signed(wrong, 'GET', `${V1}/me?token=${keep('a token in a query', 'token-in-a-query')}`)).status).toBe(
    401,
  )
  // Somebody's mistakes: the secret in the place of an id, of a parameter, of a key id and of a member.
  const { secret } = own()
  await signed(own(), 'GET', `${V1}/orders/${secret}`)
  await signed(own(), 'GET', `${V1}/orders?cursor=${secret}&secret=${secret}`)
  await signed({ keyId: secret, secret }, 'GET', `${V1}/me`)
  await signed(own(), 'POST', `${V1}/quotes`, { domain: secret, secret })
  await call('GET', `/nowhere/${secret}?secret=${secret}`, { authorization: `Bearer ${secret}` })
}

async function moveCredentials(): Promise<void> {
  const { partner_id } = service.credentials().partner
  const issued = await operator('POST', `/partners/${partner_id}/credentials`, {
    environment: 'sandbox',
    scopes: ['search'],
  })
  keep('an issued secret', issued.json.secret)
  const rotated = await operator('POST', `/credentials/${issued.json.key_id}/rotate`, { overlap_seconds: 60 })
  keep('a rotated secret', rotated.json.secret)
  expect((await operator('DELETE', `/credentials/${rotated.json.key_id}`)).status).toBe(200)
  const { token } = service.credentials().operator
  await operator('GET', `/partners/${token}`)
  await operator('GET', `/search?q=${token}`)
  await operator('POST', '/review-rules', { kind: 'buyer_email', value: token })
  await operator('POST', '/partners', { name: 'x', secret: keep('a posted secret', 'posted-by-mistake-1') })
  await call('GET', '/api/operator/v1/partners', {
    authorization: `Bearer ${keep('a bad token', 'op_0123456789abcdef')}`,
  })
}

/** Once to a receiver that is there, once to one whose address says more than it should and that fails. */
async function receiveEvents(): Promise<void> {
  const receiver = await startReceiver(respondWith(500))
  const address = `${receiver.url}?key=${keep('a secret in an address', 'hook-key-in-the-address')}`
  const register = (secret: string) =>
    signed(own(), 'PUT', '/api/partner/webhooks', { url: address, secret, event_types: ['order.recorded'] })
  expect((await register(keep('a webhook secret', 'first-webhook-secret'))).status).toBe(200)
  expect((await register(keep('the next webhook secret', 'second-webhook-secret'))).status).toBe(200)
  await signed(own(), 'POST', `${V1}/webhooks/test`)
  await until('a failed delivery', () => receiver.received.length > 0)
  receiver.behave(respondWith(200))
  const body = { domain: await newName(), expected_price: 100_000, currency: 'USD', external_payment_ref: 'e2e' }
  expect((await signed(own(), 'POST', `${V1}/orders`, body)).status).toBe(201)
  await until('a delivery', () => receiver.received.length > 1)
  for (const { headers } of receiver.received)
    for (const name of ['x-service-signature', 'x-service-signature-previous'])
      if (headers[name]) keep(`${name} of a delivery`, String(headers[name]).replace(/^.*=/, ''))
  await receiver.stop()
}

async function signIn(account: { email: string; password: string }): Promise<Record<string, string>> {
  const browser = openBrowser(overNetwork(service.url))
  await browser.signIn({ ...account, password: keep('a wrong password', 'this is not the password') })
  await browser.signIn({ ...account, password: keep(`the password of ${account.email}`, account.password) })
  const [cookie] = browser.cookies.values()
  keep(`a session of ${account.email}`, cookie ?? '')
  return { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '), origin: service.url }
}

async function usePortal(): Promise<string> {
  const person = await signIn(service.credentials().portal)
  const portal = (method: string, url: string, body?: unknown) => call(method, `/api/portal/v1${url}`, person, body)
  const key = await portal('POST', '/credentials', { environment: 'sandbox', scopes: ['search'] })
  keep('a secret of the portal', key.json.secret)
  const rotated = await portal('POST', `/credentials/${key.json.key_id}/rotate`, {})
  keep('a rotated secret of the portal', rotated.json.secret)
  await portal('POST', '/members', { email: keep('a pasted secret', 'sk_live_pasted0123456789') })
  // Requests reach the log of the portal a moment after their answers.
  await until(
    'the log of requests',
    async () => (await portal('GET', '/requests?status=failed')).json.requests.length > 1,
  )
  const { json, text } = await portal('GET', '/requests?limit=100')
  const shown = [text]
  for (const { request_id } of json.requests) shown.push((await portal('GET', `/requests/${request_id}`)).text)
  return shown.join('\n')
}

async function changePassword(): Promise<void> {
  const { user } = service.credentials()
  const person = await signIn(user)
  const body = { current_password: user.password, new_password: keep('a new password', 'a new and longer password') }
  expect((await call('POST', '/api/account/password', person, body)).status).toBe(200)
}

async function useApplication(): Promise<void> {
  const { operator: account } = service.credentials()
  const application = await newApplication(overNetwork(service.url))
  const code = await application.obtainCode(account, { scope: 'pricing:read domains:manage' })
  keep('a code', code.code)
  keep('a verifier', code.verifier)
  await application.redeem({ ...code, verifier: keep('a wrong verifier', 'w'.repeat(43)) })
  const again = await application.obtainCode(account)
  const { json } = await application.redeem(again)
  keep('an access token', json.access_token)
  keep('a refresh token', json.refresh_token)
  const next = await application.refresh(json.refresh_token)
  keep('the next access token', next.json.access_token)
  keep('the next refresh token', next.json.refresh_token)
  const bearer = { authorization: `Bearer ${next.json.access_token}` }
  expect((await call('GET', '/api', bearer)).status).toBe(200)
  const params = { name: 'tld_requirements', arguments: { tld: 'com' } }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const accept = 'application/json, text/event-stream'
  expect((await call('POST', '/mcp', { ...bearer, accept }, message)).status).toBe(200)
  await call(
    'POST',
    '/mcp',
    { accept, authorization: `Bearer ${keep('a bad access token', 'fh_at_not_a_token_of_ours')}` },
    message,
  )
  await call('GET', `/api/domains/${next.json.access_token}?access_token=${next.json.access_token}`, bearer)
  await call(
    'POST',
    '/api/oauth/token',
    { authorization: `Basic ${keep('a client secret', 'Y2xpZW50OnNlY3JldA==')}` },
    '{}',
  )
  await application.postForm('/api/oauth/revoke', { token: next.json.refresh_token, client_id: application.clientId })
}

async function payAtCheckout(): Promise<void> {
  const address = { return_url: 'https://shop.example/paid', cancel_url: 'https://shop.example/back' }
  const session = await signed(own(), 'POST', `${V1}/checkout-session`, { domain: await newName(), ...address })
  const url = new URL(session.json.checkout_url)
  keep('the token of a checkout', url.searchParams.get('pt') ?? '')
  const place = url.pathname + url.search
  const page = await call('GET', place, {})
  const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  keep('the token of a form', form)
  const pay = (number: string) => {
    const fields = { form, email: 'ada@example.com', number, expiry: '12/35', cvc: '123' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return call('POST', place, headers, new URLSearchParams(fields).toString())
  }
  await pay(keep('a card that is refused', '4000000000000002'))
  await pay(keep('a card', '4242424242424242'))
  const body = { domain: `taken-${serial++}.test`, tier: 'managed', buyer_email: 'b@c.example', budget: 50_000 }
  const { json } = await signed(own(), 'POST', `${V1}/brokerage`, body)
  keep('the token of a case', new URL(json.progress_url).searchParams.get('t') ?? '')
  expect((await call('GET', json.progress_url.replace(/^https?:\/\/[^/]+/, ''), {})).status).toBe(200)
}

async function startAsDeveloper(): Promise<void> {
  const browser = openBrowser(overNetwork(service.url))
  const page = await browser.open('/developers')
  const { fields } = readForm(page.text.slice(page.text.indexOf('action="/developers/start"') - 60))
  const account = {
    email: `new-${process.pid}@mail.example`,
    password: keep('a first password', 'my very first password'),
  }
  const asked = await browser.post('/developers/start', { ...fields, ...account, company: 'Quiet' })
  expect(asked.status).toBe(202)
  const { user } = service.credentials()
  // The password of the account was changed before.
  const known = { email: user.email, password: 'a new and longer password' }
  await browser.open(`/confirm/${keep('the secret of a link', `fh_ln_${'5ec7e7'.repeat(10)}`)}`)
  const made = await browser.post('/developers/start', { ...fields, ...known, company: 'Quiet' })
  expect(made.status).toBe(201)
  keep('a first secret', /sk_sandbox_[0-9a-f]+/.exec(made.text)?.[0] ?? '')
}

/** The text itself, and as it looks inside addresses, headers and dumps. */
const listEncodings = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')]
  return [secret, encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1), ...encoded]
}

function expectNone(place: string, text: string): void {
  const found = [...secrets].filter(([, secret]) => listEncodings(secret).some((look) => text.includes(look)))
  expect([place, found.map(([name]) => name)]).toEqual([place, []])
}

const written: Record<string, string> = {}
let ended: Ended

beforeAll(async () => {
  const port = await freePort()
  const used = await usedDatabase(inject('postgresUrl'))
  database = used.DATABASE_URL
  const url = `http://127.0.0.1:${port}`
  service = await startService({
    ...used,
    PORT: String(port),
    BASE_URL: url,
    LOG_LEVEL: 'trace',
    RATE_LIMITS: 'off',
    METRICS_TOKEN: keep('the metrics token', METRICS_TOKEN),
  })
  const { partner, operator: person } = service.credentials()
  keep('the partner’s secret', partner.secret)
  keep('the operator’s token', person.token)
  keep('the master key', readFileSync(path.join(service.dataDir, 'master.key'), 'utf8').trim())
  await signGoodAndBad()
  await moveCredentials()
  await receiveEvents()
  await useApplication()
  await payAtCheckout()
  await changePassword()
  await startAsDeveloper()
  written.portal = await usePortal()
  written.audit = (await operator('GET', '/audit?limit=100')).text
  written.metrics = (await call('GET', '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).text
  ended = await service.stop()
})
afterAll(cleanUp)

it('writes neither to its output what it was told in confidence', () => {
  const lines = ended.stdout.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(60)
  expect(secrets.size).toBeGreaterThan(60)
  expectNone('stdout', ended.stdout)
  expectNone('stderr', ended.stderr)
})

it('shows none in the portal’s log of requests, in the audit log or in its metrics', () => {
  expect(written.portal).toContain('invalid_signature')
  expect(written.metrics).toContain('freehold_http_request_seconds')
  for (const [place, text] of Object.entries(written)) expectNone(place, text)
})

it('keeps none in the tables that remember what was asked', async () => {
  const db = openPostgres({ url: database, poolSize: 1 })
  try {
    for (const rows of [
      await db.many<{ text: string }>(sql`select t::text as text from request_log t`),
      await db.many<{ text: string }>(sql`select t::text as text from audit_log t`),
    ]) {
      expect(rows.length).toBeGreaterThan(5)
      expectNone('a table', rows.map(({ text }) => text).join('\n'))
    }
  } finally {
    await db.close()
  }
})
