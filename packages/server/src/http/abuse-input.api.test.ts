// Requests that once cost seconds of processor time, each beside a plain request of the same operation.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../test/harness.ts'
import { newAccessToken } from '../../test/oauth.ts'
import { join, newPerson, type Person } from '../../test/person.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const RATIO_MAX = 20
/** Less than this is not measured well enough to be a measure. */
const PLAIN_MS_MIN = 5
const TRIES = 5

async function cpuMs(send: () => Promise<TestResponse>): Promise<{ milliseconds: number; response: TestResponse }> {
  const before = process.cpuUsage()
  const response = await send()
  const { user, system } = process.cpuUsage(before)
  return { milliseconds: (user + system) / 1000, response }
}

/** The best of a few tries: noise makes a request slower, never faster. */
async function best(send: () => Promise<TestResponse>): Promise<{ milliseconds: number; response: TestResponse }> {
  let least = await cpuMs(send)
  for (let tries = 1; tries < TRIES; tries += 1) {
    const next = await cpuMs(send)
    if (next.milliseconds < least.milliseconds) least = next
  }
  return least
}

async function expectCheap(
  plain: () => Promise<TestResponse>,
  hostile: () => Promise<TestResponse>,
): Promise<TestResponse> {
  const { milliseconds: plainMs } = await best(plain)
  const { milliseconds, response } = await best(hostile)
  expect(milliseconds / Math.max(plainMs, PLAIN_MS_MIN)).toBeLessThan(RATIO_MAX)
  return response
}

const postJson = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  service.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const postForm = (url: string, fields: Record<string, string>) =>
  service.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.deps.config.baseUrl },
    body: new URLSearchParams(fields).toString(),
  })

describe('a hostile request costs at most 20 times a plain one', () => {
  it.each(['.', '@.', 'a@a.'])('an email address of 250,000 characters of %j in a brokerage request', async (part) => {
    const open = (email: string) =>
      postJson('/api/market/brokerage', {
        domain: 'taken-abuse.com',
        tier: 'managed',
        buyer_email: email,
        budget_cents: 90_000,
      })
    const email = part.repeat(250_000 / part.length)
    const response = await expectCheap(
      () => open('ada'),
      () => open(email),
    )
    expect([response.status, response.json.error.details[0]]).toEqual([
      400,
      { field: 'buyer_email', message: 'must have at most 254 characters' },
    ])
  })

  it('an email address of 30,000 dots at sign-up', async () => {
    const signUp = (email: string) => postForm('/sign-up', { email, password: 'correct horse battery', next: '/' })
    const response = await expectCheap(
      () => signUp('ada'),
      () => signUp('.'.repeat(30_000)),
    )
    expect(response.status).toBe(400)
  })

  it('a password of combining marks in the wrong order at sign-in', async () => {
    const password = `a${'\u0301'.repeat(2500)}${'\u0323'.repeat(2500)}`
    const signIn = (text: string) => postForm('/sign-in', { email: 'nobody@abuse.example', password: text, next: '/' })
    const response = await expectCheap(
      () => signIn('wrong password'),
      () => signIn(password),
    )
    expect(response.status).toBe(401)
  })

  describe('in the signature doctor', () => {
    let owner: Person
    let url: string
    beforeAll(async () => {
      const partner = await service.partner({ approved: true })
      owner = await newPerson(service)
      await join(service, partner.partnerId, owner.userId, 'owner')
      const refused = await service.signed({ ...partner, secret: 'wrong' }, 'GET', '/api/partner/v1/me')
      url = `/requests/${refused.headers['x-request-id']}/diagnose`
    })

    const canonical = (pathLine: string, query = '') => `GET\n${pathLine}\n${query}\n1\nnonce-nonce\n${'0'.repeat(64)}`

    it.each([
      ['slashes', canonical(`/x${'/'.repeat(30_000)}x`)],
      ['the names of secrets', canonical('/x', 'token'.repeat(6000))],
      ['escapes', canonical('/x', '%2f'.repeat(10_000))],
    ])('30,000 characters of %s', async (_, text) => {
      const ask = (canonicalString: string) => owner.call('POST', url, { canonical_string: canonicalString })
      const response = await expectCheap(
        () => ask(canonical('/x')),
        () => ask(text),
      )
      expect(response.status).toBe(200)
    })

    it('a canonical string longer than any request', async () => {
      const response = await owner.call('POST', url, { canonical_string: '/'.repeat(60_000) })
      expect(response.status).toBe(400)
    })
  })

  // Beside 1,000 ordinary international names.
  describe('a bulk call of 1,000 long international names', () => {
    const cjk = (at: number, length: number) =>
      Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((at * 31 + index * 7) % 20_000))).join('')

    it.each([
      ['names over 253 characters', (at: number) => `${cjk(at, 320)}.com`],
      ['one label of 249 characters', (at: number) => `${cjk(at, 249)}.com`],
      ['many labels', (at: number) => `${Array.from({ length: 24 }, (_, label) => cjk(at + label, 9)).join('.')}.com`],
    ])('%s', async (_, name) => {
      const headers = { authorization: `Bearer ${await newAccessToken(service, 'domains:manage')}` }
      const run = (domains: string[]) =>
        postJson('/api/domains/bulk/set_lock', { domains, params: { locked: true }, dry_run: true }, headers)
      const plainNames = Array.from({ length: 1000 }, (_, at) => `müller-${at}.de`)
      const response = await expectCheap(
        () => run(plainNames),
        () => run(Array.from({ length: 1000 }, (_, at) => name(at))),
      )
      expect([response.status, response.json.total, response.json.failed]).toEqual([200, 1000, 1000])
    })
  })

  it('a body of many wrong items', async () => {
    const run = (operations: unknown[]) => postJson('/api/batch', { operations })
    const response = await expectCheap(
      () => run([]),
      () => run(Array(120_000).fill(0)),
    )
    expect([response.status, response.json.error.details.length]).toEqual([400, 1])
  })
})
