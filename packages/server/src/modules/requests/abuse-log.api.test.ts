// Attacks on the disk through signed requests: strangers with a key ID, floods over the limit, fields of many kilobytes.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { join, newPerson } from '../../../test/person.ts'
import { sign } from '../../../test/signer.ts'
import { sql } from '../../db/sql.ts'

const V1 = '/api/partner/v1'
const ROUNDS = Number(process.env.ABUSE_ROUNDS ?? 1)
const FLOOD = 1600 * ROUNDS
const AT_ONCE = 50
/** Two kinds of refusals, and a minute may end in the middle of the flood. */
const KEPT_MAX = 2 * 20
/** As long as a request line may be. */
const LONG = 'x'.repeat(12_000)

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on', RATE_REFUSED_SIGNATURES: String(10_000_000) })
})

/** `total` requests, some of them at a time; how often each status was answered. */
async function flood(total: number, request: (index: number) => Promise<{ status: number }>) {
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < total; sent += AT_ONCE) {
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => request(sent + index)))
    for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  await service.deps.requests.flush()
  return Object.fromEntries(statuses)
}

const logBytes = async () =>
  (await service.db.one<{ bytes: number }>(
    sql`select (pg_total_relation_size('request_log') + pg_total_relation_size('request_log_skipped'))::bigint as bytes`,
  ))!.bytes
const kept = async ({ keyId }: TestPartner) =>
  (await service.db.one<{ rows: number; longest: number }>(sql`
    select count(*)::int as rows, coalesce(max(greatest(octet_length(path), octet_length(query), octet_length(canonical_string),
      octet_length(timestamp_header), octet_length(nonce_header))), 0) as longest from request_log where key_id = ${keyId}`))!
const skipped = async ({ keyId }: TestPartner) =>
  (await service.db.one<{ n: number }>(
    sql`select coalesce(sum(requests), 0)::int as n from request_log_skipped where key_id = ${keyId}`,
  ))!.n

const unsigned = (of: TestPartner, url: string, headers: Record<string, string> = {}) =>
  service.send({
    method: 'GET',
    url,
    headers: {
      'x-service-key-id': of.keyId,
      'x-service-timestamp': String(Math.floor(service.clock.now().getTime() / 1000)),
      'x-service-nonce': 'n'.repeat(16),
      'x-service-signature': `v1=${'0'.repeat(64)}`,
      ...headers,
    },
  })

describe('a stranger who knows a key ID', () => {
  it('grows the database by kilobytes, not megabytes, with 1,600 unsigned requests', async () => {
    partner = await service.partner()
    const before = await logBytes()
    expect(await flood(FLOOD, (index) => unsigned(partner, `${V1}/me?n=${index}&${LONG}`))).toEqual({ 401: FLOOD })
    const { rows, longest } = await kept(partner)
    expect(rows).toBeLessThanOrEqual(KEPT_MAX)
    expect(longest).toBeLessThanOrEqual(1024)
    expect((await logBytes()) - before).toBeLessThan(500_000)
    expect(rows + (await skipped(partner))).toBe(FLOOD)
  })

  it('cannot hide the partner’s own requests in the log, and the partner sees how many were left out', async () => {
    partner = await service.partner()
    const person = await newPerson(service)
    await join(service, partner.partnerId, person.userId)
    await flood(100, () => unsigned(partner, `${V1}/me`))
    const own = await service.signed(partner, 'GET', `${V1}/me`)
    const { json } = await person.call('GET', '/requests?limit=100', undefined, { 'x-partner-id': partner.partnerId })
    expect(json.requests[0].request_id).toBe(own.headers['x-request-id'])
    expect(json.refused_not_kept).toBe(101 - json.requests.length)
    expect(json.refused_not_kept).toBeGreaterThanOrEqual(60)
  })

  it('leaves the same little behind with stale timestamps, missing headers and replays', async () => {
    partner = await service.partner()
    const once = sign(partner, 'GET', `${V1}/me`, { now: service.clock.now() })
    await service.send(once)
    const attacks = [
      () => unsigned(partner, `${V1}/me`, { 'x-service-timestamp': '1' }),
      () => unsigned(partner, `${V1}/me`, { 'x-service-signature': '' }),
      () => unsigned(partner, `${V1}/me`, { 'x-service-nonce': LONG }),
      () => service.send(once),
    ]
    expect(await flood(200, (index) => attacks[index % attacks.length]!())).toEqual({ 401: 200 })
    const { rows, longest } = await kept(partner)
    expect(rows).toBeLessThanOrEqual(KEPT_MAX + 1)
    expect(longest).toBeLessThanOrEqual(1024)
  })
})

describe('signed requests', () => {
  it('answered with 429 are sampled, too', async () => {
    partner = await service.partner()
    const statuses = await flood(400, () => service.signed(partner, 'GET', `${V1}/domains/search?q=flood`))
    expect(statuses[429]).toBeGreaterThan(300)
    expect((await kept(partner)).rows).toBeLessThanOrEqual(statuses[200]! + KEPT_MAX)
  })

  it('with a revoked key are sampled, though no partner limit counts them', async () => {
    partner = await service.partner()
    await service.operator('DELETE', `/credentials/${partner.keyId}`)
    expect(await flood(200, () => service.signed(partner, 'GET', `${V1}/me`))).toEqual({ 401: 200 })
    expect((await kept(partner)).rows).toBeLessThanOrEqual(KEPT_MAX)
  })
})

describe('logged fields', () => {
  it('are cut at 1 KB on standard output and in the audit log', async () => {
    const lines = service.logged.length
    await service.send({ method: 'GET', url: `/${LONG}` })
    await service.operator('GET', `/partners/${LONG}`)
    await service.operator('POST', '/partners', {
      name: 'n'.repeat(150),
      email: 'a@b.example',
      merchant_of_record: true,
    })
    for (const line of service.logged.slice(lines))
      expect(Buffer.byteLength((JSON.parse(line) as { path?: string }).path ?? '')).toBeLessThanOrEqual(1024)
    const row = await service.db.one<{ longest: number }>(sql`select max(octet_length(path)) as longest from audit_log`)
    expect(row!.longest).toBe(1024)
  })

  it('that were cut can still be diagnosed, and the doctor says so', async () => {
    partner = await service.partner()
    const person = await newPerson(service)
    await join(service, partner.partnerId, person.userId)
    const refused = sign({ ...partner, secret: 'another' }, 'GET', `${V1}/me?q=${LONG}&a=1`, {
      now: service.clock.now(),
    })
    const { headers } = await service.send(refused)
    const ask = (canonical: string) =>
      person.call(
        'POST',
        `/requests/${headers['x-request-id']}/diagnose`,
        { canonical_string: canonical },
        { 'x-partner-id': partner.partnerId },
      )
    const sent = (query: string) =>
      [
        'GET',
        `${V1}/me`,
        query,
        refused.headers['x-service-timestamp'],
        refused.headers['x-service-nonce'],
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ].join('\n')
    const equal = (await ask(sent(`a=1&q=${LONG}`))).json
    expect([equal.matches, equal.lines.filter(({ differs }: { differs: boolean }) => differs)]).toEqual([true, []])
    expect(equal.causes.at(-1)).toEqual({ line: 'query', text: expect.stringMatching(/first 384 bytes/) })
    const unsorted = (await ask(sent(`q=${LONG}&a=1`))).json
    expect([unsorted.matches, unsorted.lines[2].differs]).toEqual([false, true])
  })
})

describe('a network whose signatures are refused', () => {
  it('is turned away before its signature is checked, and others are not', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_REFUSED_SIGNATURES: '50' })
    const victim = await limited.partner()
    const from = (remoteAddress: string, request: ReturnType<typeof sign>) =>
      limited.app.inject({ method: 'GET', url: request.url, headers: request.headers, remoteAddress })
    const forge = () => sign({ ...victim, secret: 'guessed' }, 'GET', `${V1}/me`, { now: limited.clock.now() })
    const good = () => sign(victim, 'GET', `${V1}/me`, { now: limited.clock.now() })
    const statuses: number[] = []
    // Refusals are charged behind the response: on a busy machine a few more come through before the charge is felt.
    for (let round = 0; round < 60 && statuses.at(-1) !== 429; round++) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, host) => from(`2001:db8:1:2::${host}`, forge())),
      )
      statuses.push(...responses.map(({ statusCode }) => statusCode))
    }
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    // A write of nonces or of a refusal would change a bucket; a query would find the key.
    const buckets = () => limited.db.many(sql`select bucket, tokens, at from rate_buckets order by bucket`)
    // Refusals are charged behind the response; the last charge may still be on its way.
    let before = await buckets()
    for (let last: unknown; JSON.stringify(last) !== JSON.stringify(before); ) {
      last = before
      await new Promise((resolve) => setTimeout(resolve, 250))
      before = await buckets()
    }
    const refused = await from('2001:db8:1:2:ffff::1', good())
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers['ratelimit-policy']).toBe('"refused_signatures";q=50;w=60')
    expect(await buckets()).toEqual(before)
    expect((await from('2001:db8:1:3::1', good())).statusCode).toBe(200)
    expect((await from('192.0.2.1', good())).statusCode).toBe(200)
  })

  it('costs good requests nothing: they take no token of it', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_REFUSED_SIGNATURES: '5' })
    const partner = await limited.partner()
    for (let round = 0; round < 20; round++) expect((await limited.signed(partner, 'GET', `${V1}/me`)).status).toBe(200)
    expect(
      await limited.db.many(sql`select 1 as one from rate_buckets where bucket like 'refused_signatures:%'`),
    ).toEqual([])
  })
})
