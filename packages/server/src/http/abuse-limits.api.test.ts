// Attacks that multiply a limit: many addresses of one network, many keys of one partner, many people in its portal.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { join, newPerson } from '../../test/person.ts'
import { V1 } from '../../test/shop.ts'
import { sql } from '../db/sql.ts'
import { CREDENTIALS_ACTIVE_MAX } from '../kernel/limits.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    RATE_LIMITS: 'on',
    RATE_PUBLIC_READS: '20',
    RATE_PAGES: '20',
    RATE_PARTNER_SEARCH: '60',
  })
})

const countStatuses = (responses: { statusCode: number }[]) => ({
  allowed: responses.filter(({ statusCode }) => statusCode !== 429).length,
  refused: responses.filter(({ statusCode }) => statusCode === 429).length,
})

describe('an IPv6 network', () => {
  const hosts = (network: string) => Array.from({ length: 60 }, (_, host) => `${network}::${(host + 1).toString(16)}`)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }

  it.each([
    ['public reads', { method: 'GET', url: '/api/tlds' }],
    [
      'rows of a batch',
      {
        method: 'POST',
        url: '/api/batch',
        headers: json,
        payload: '{"operations":[{"id":"1","op":"market_listings"}]}',
      },
    ],
    ['calls of agents', { method: 'POST', url: '/mcp', headers: json, payload: '{}' }],
    ['pages with forms', { method: 'GET', url: '/sign-in' }],
    ['sign-ins', { method: 'POST', url: '/sign-in', headers: form, payload: 'email=nobody&password=wrong' }],
    ['sign-ups', { method: 'POST', url: '/sign-up', headers: form, payload: 'email=nobody&password=wrong' }],
    ['registrations', { method: 'POST', url: '/api/oauth/register', headers: json, payload: '{}' }],
    ['requests for tokens', { method: 'POST', url: '/api/oauth/token', headers: form, payload: 'grant_type=x' }],
  ] as const)('has one limit for %s, whichever of its addresses is used', async (name, request) => {
    const network = `2001:db8:${name.length.toString(16)}:${name.charCodeAt(0).toString(16)}`
    const send = (remoteAddress: string) => service.app.inject({ ...request, remoteAddress } as never)
    const responses = await Promise.all(hosts(network).map(send))
    const text = request.url === '/api/batch'
    const refused = responses.filter(
      ({ statusCode, body }) => statusCode === 429 || (text && body.includes('rate_limited')),
    )
    expect(refused.length).toBeGreaterThanOrEqual(25)
    const elsewhere = await send(`${network.replace('2001:db8', '2001:db9')}::1`)
    expect([elsewhere.statusCode === 429, elsewhere.body.includes('rate_limited')]).toEqual([false, false])
  })
})

describe('a partner', () => {
  it('with three keys has 60 searches a minute, not 180', async () => {
    const first = await service.partner()
    const keys = [first, await service.credential(first, 'sandbox'), await service.credential(first, 'sandbox')]
    const started = performance.now()
    const responses = []
    for (let round = 0; round < 6; round++)
      responses.push(
        ...(await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            service.signed(keys[index % keys.length]!, 'GET', `${V1}/domains/search?q=coffee`),
          ),
        )),
      )
    const { allowed, refused } = countStatuses(responses.map(({ status }) => ({ statusCode: status })))
    const refilled = Math.ceil((performance.now() - started) / 1000) + 1
    expect(allowed).toBeGreaterThanOrEqual(60)
    expect(allowed).toBeLessThanOrEqual(60 + refilled)
    expect(refused).toBeGreaterThanOrEqual(120 - refilled)
    const { limits } = (await service.signed(keys[2]!, 'GET', `${V1}/me`)).json
    expect(limits.find(({ name }: { name: string }) => name === 'partner_search').remaining).toBeLessThan(refilled)
  })

  it('has its limits once in each environment, and another partner has its own', async () => {
    const sandbox = await service.partner({ approved: true })
    const live = await service.credential(sandbox, 'live')
    const left = async (of: typeof live) => (await service.signed(of, 'GET', `${V1}/me`)).headers.ratelimit
    await service.signed(sandbox, 'GET', `${V1}/me`)
    expect(await left(sandbox)).toContain('r=118')
    expect(await left(live)).toContain('r=119')
    expect(await left(await service.partner())).toContain('r=119')
  })

  it('has one limit for all its people in the portal, apart from that of its keys', async () => {
    const partner = await service.partner()
    const people = [await newPerson(service), await newPerson(service), await newPerson(service)]
    for (const { userId } of people) await join(service, partner.partnerId, userId)
    const read = (index: number) =>
      people[index % people.length]!.call('GET', '/sandbox/orders', undefined, { 'x-partner-id': partner.partnerId })
    const responses = []
    for (let round = 0; round < 9; round++)
      responses.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => read(index)))))
    const { allowed } = countStatuses(responses.map(({ status }) => ({ statusCode: status })))
    expect(allowed).toBeLessThan(180)
    expect((await service.signed(partner, 'GET', `${V1}/me`)).status).toBe(200)
  })
})

describe('the 21st key', () => {
  const KEY = { environment: 'sandbox', scopes: ['search'] }
  const partnerWithKeys = async (count: number) => {
    const partner = await service.partner()
    const person = await newPerson(service)
    await join(service, partner.partnerId, person.userId)
    for (let made = 1; made < count; made++) await service.credential(partner, 'sandbox')
    const call = (method: string, path: string, body?: unknown) =>
      person.call(method, path, body, { 'x-partner-id': partner.partnerId })
    return { partner, call }
  }

  it('is refused in the portal and to the operator, until one is revoked', async () => {
    const { partner, call } = await partnerWithKeys(CREDENTIALS_ACTIVE_MAX)
    const refused = await call('POST', '/credentials', KEY)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'too_many_credentials'])
    expect(refused.json.error.message).toContain('Revoke one')
    expect((await service.operator('POST', `/partners/${partner.partnerId}/credentials`, KEY)).status).toBe(409)
    await call('DELETE', `/credentials/${partner.keyId}`)
    expect((await call('POST', '/credentials', KEY)).status).toBe(201)
  })

  it('is refused to all but one of ten who ask at once', async () => {
    const { partner } = await partnerWithKeys(CREDENTIALS_ACTIVE_MAX - 1)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => service.operator('POST', `/partners/${partner.partnerId}/credentials`, KEY)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  it('may be a rotation of one of twenty; a chain of rotations does not keep more keys working', async () => {
    const { partner, call } = await partnerWithKeys(CREDENTIALS_ACTIVE_MAX)
    const rotate = (keyId: string) => call('POST', `/credentials/${keyId}/rotate`, { overlap_seconds: 86_400 })
    const first = await rotate(partner.keyId)
    expect(first.status).toBe(201)
    for (const again of [partner.keyId, first.json.key_id as string]) {
      const refused = await rotate(again)
      expect([refused.status, refused.json.error.reason]).toEqual([409, 'too_many_credentials'])
    }
    service.clock.advance(2 * 86_400)
    await service.db.run(sql`update sessions set authenticated_at = ${service.clock.now()}`)
    expect((await rotate(first.json.key_id)).status).toBe(201)
    service.clock.advance(-2 * 86_400)
  })
})
