// The request log through HTTP: what is kept of signed requests, what never is, and who reads it.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { join, newPerson, type Person } from '../../../test/person.ts'
import { sign } from '../../../test/signer.ts'
import { sql } from '../../db/sql.ts'
import { createRequestRecorder } from './index.ts'

const V1 = '/api/partner/v1'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService()
  person = await newPerson(service)
})

/** A partner of the person, and its log. */
async function observed() {
  const partner = await service.partner({ approved: true })
  await join(service, partner.partnerId, person.userId)
  const ask = (path: string, body?: unknown) =>
    person.call(body === undefined ? 'GET' : 'POST', path, body, { 'x-partner-id': partner.partnerId })
  const log = async (query = '') => (await ask(`/requests?limit=100${query}`)).json.requests
  return { partner, ask, log }
}

const me = (partner: TestPartner, query = '') => service.signed(partner, 'GET', `${V1}/me${query}`)
const forged = (partner: TestPartner) => me({ ...partner, secret: 'another' }, '?b=2&a=1')

describe('the log', () => {
  it('keeps what was answered, newest first, and shows it at once', async () => {
    const { partner, log, ask } = await observed()
    const good = await service.signed(partner, 'GET', `${V1}/domains/search?q=x%20y&min_price=2`)
    const missing = await service.signed(partner, 'GET', `${V1}/orders/ord_x`)
    const malformed = await service.signed(partner, 'POST', `${V1}/links`, { kind: 'nonsense' })
    const rows = await log()
    expect(rows.map((row: Record<string, unknown>) => [row.request_id, row.method, row.path, row.status])).toEqual([
      [malformed.headers['x-request-id'], 'POST', `${V1}/links`, 400],
      [missing.headers['x-request-id'], 'GET', `${V1}/orders/ord_x`, 404],
      [good.headers['x-request-id'], 'GET', `${V1}/domains/search`, 200],
    ])
    expect(rows[0]).toMatchObject({ error_code: 'validation_error', error_reason: null, key_id: partner.keyId })
    expect(rows[2]).toMatchObject({ query: 'min_price=2&q=x%20y', environment: 'sandbox', error_code: null })
    expect(rows[2].duration_ms).toBeGreaterThanOrEqual(0)
    const one = (await ask(`/requests/${rows[2].request_id}`)).json
    expect(one).toEqual({ ...rows[2], canonical_string: null, timestamp_header: null, nonce_header: null })
  })

  it('keeps refusals with a known key: signature, timestamp, replay, scope, revocation', async () => {
    const { partner, log } = await observed()
    const ended = await service.credential(partner, 'sandbox')
    await forged(partner)
    const late = sign(partner, 'GET', `${V1}/me`, { now: new Date(service.clock.now().getTime() - 400_000) })
    await service.send(late)
    const twice = sign(partner, 'GET', `${V1}/me`, { now: service.clock.now() })
    await service.send(twice)
    await service.send(twice)
    const { 'x-service-nonce': _nonce, ...bare } = sign(partner, 'GET', `${V1}/me`, {
      now: service.clock.now(),
    }).headers
    await service.send({ method: 'GET', url: `${V1}/me`, headers: bare })
    await service.operator('DELETE', `/credentials/${ended.keyId}`)
    await me(ended)
    const codes = (await log('&status=failed')).map((row: Record<string, unknown>) => [
      row.error_code,
      row.error_reason,
    ])
    expect(codes).toEqual([
      ['invalid_signature', 'credential_revoked'],
      ['missing_signature_headers', null],
      ['replay_detected', null],
      ['invalid_timestamp', null],
      ['invalid_signature', null],
    ])
  })

  it('keeps neither what nobody sent nor what is unsigned', async () => {
    const { partner, log } = await observed()
    await service.send({ method: 'GET', url: `${V1}/me` })
    await me({ ...partner, keyId: `pk_sandbox_${'0'.repeat(24)}` })
    await me({ ...partner, keyId: 'nonsense' })
    expect(await log()).toEqual([])
  })

  it('never keeps a body, a signature or a secret', async () => {
    const { partner, log } = await observed()
    const body = { url: 'https://hooks.example/in', secret: 'a-secret-of-the-partner' }
    const request = sign({ ...partner, secret: 'wrong-secret' }, 'PUT', '/api/partner/webhooks?token=s3cret-token', {
      now: service.clock.now(),
      body: JSON.stringify(body),
    })
    const { status } = await service.send(request)
    expect([status, (await log()).length]).toEqual([401, 1])
    const rows = await service.db.many<{ text: string }>(sql`select r::text as text from request_log r`)
    const text = rows.map((row) => row.text).join('\n')
    for (const hidden of [
      body.secret,
      'hooks.example',
      's3cret-token',
      partner.secret,
      request.headers['x-service-signature']!.slice(3),
    ])
      expect(text.includes(hidden)).toBe(false)
    expect((await log())[0].query).toBe('token=***')
  })

  it('is filtered by outcome, key, environment, path and time, and paged', async () => {
    const { partner, log, ask } = await observed()
    const live = await service.credential(partner, 'live')
    for (let count = 0; count < 3; count++) await me(partner)
    await me(live)
    await service.signed(partner, 'GET', `${V1}/orders`)
    await forged(partner)
    const counts = await Promise.all(
      [
        '',
        '&status=failed',
        '&status=succeeded',
        `&key_id=${live.keyId}`,
        '&environment=live',
        `&path=${V1}/ord`,
        '&path=%25',
        '&from=2999-01-01',
        '&to=2999-01-01',
      ].map(async (query) => (await log(query)).length),
    )
    expect(counts).toEqual([6, 1, 5, 1, 1, 1, 0, 0, 6])
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await ask(`/requests?limit=4${cursor}`)).json
      seen.push(...page.requests.map((row: { request_id: string }) => row.request_id))
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect([seen.length, new Set(seen).size, [...seen].sort().reverse()]).toEqual([6, 6, seen])
    for (const wrong of ['status=maybe', 'environment=test', 'from=yesterday', 'limit=0', 'cursor=x'])
      expect((await ask(`/requests?${wrong}`)).status).toBe(400)
  })

  it('forgets after seven days', async () => {
    service.clock.advance(-8 * 86_400)
    const { partner, log } = await observed()
    await me(partner)
    service.clock.advance(6 * 86_400)
    await me(partner)
    await service.background.runJobNow('requests.purge')
    expect(await log()).toHaveLength(2)
    service.clock.advance(2 * 86_400)
    await service.background.runJobNow('requests.purge')
    expect(await log()).toHaveLength(1)
  })

  it('forgets nothing by the clock of one process that runs ahead', async () => {
    const { partner, log } = await observed()
    await me(partner)
    await log()
    service.clock.advance(100 * 86_400)
    await service.background.runJobNow('requests.purge')
    service.clock.advance(-100 * 86_400)
    expect(await log()).toHaveLength(1)
  })
})

describe('the doctor', () => {
  it('shows both strings line by line, and what usually causes the difference', async () => {
    const { partner, ask } = await observed()
    const { headers } = await forged(partner)
    const id = headers['x-request-id']
    const kept = (await ask(`/requests/${id}`)).json
    expect(kept.canonical_string).toBe(
      ['GET', `${V1}/me`, 'a=1&b=2', kept.timestamp_header, kept.nonce_header, kept.canonical_string.slice(-64)].join(
        '\n',
      ),
    )
    const given = kept.canonical_string.replace('a=1&b=2', 'b=2&a=1')
    const { status, json } = await ask(`/requests/${id}/diagnose`, { canonical_string: given })
    expect([status, json.matches, json.request_id]).toEqual([200, false, id])
    expect(json.lines[2]).toEqual({ name: 'query', server: 'a=1&b=2', given: 'b=2&a=1', differs: true })
    expect(json.causes).toEqual([{ line: 'query', text: expect.stringMatching(/Sort/) }])
    const equal = (await ask(`/requests/${id}/diagnose`, { canonical_string: kept.canonical_string })).json
    expect([equal.matches, equal.causes[0].line]).toEqual([true, null])
  })

  it('is for members too, and only where the signature or the timestamp was refused', async () => {
    const { partner, ask } = await observed()
    const good = await me(partner)
    const response = await ask(`/requests/${good.headers['x-request-id']}/diagnose`, { canonical_string: 'x' })
    expect([response.status, response.json.error.code]).toEqual([409, 'conflict'])
    const member = await newPerson(service)
    await join(service, partner.partnerId, member.userId, 'member')
    const { headers } = await forged(partner)
    const asked = await member.call('POST', `/requests/${headers['x-request-id']}/diagnose`, { canonical_string: 'x' })
    expect(asked.status).toBe(200)
  })
})

describe('the recorder', () => {
  const request = (keyId: string, number: number, errorCode: string | null = null) => ({
    requestId: `req_${String(number).padStart(26, '0')}`,
    keyId,
    at: service.clock.now(),
    method: 'GET',
    path: '/',
    query: '',
    status: 200,
    errorCode,
    errorReason: null,
    durationMs: 1,
    canonicalString: null,
    timestampHeader: null,
    nonceHeader: null,
  })
  const dropped = async (reason: string) => {
    const { values } = await service.deps.metrics.requestLogDropped.get()
    return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
  }
  const count = async (keyId: string) =>
    (await service.db.one<{ n: number }>(sql`select count(*)::int as n from request_log where key_id = ${keyId}`))!.n

  it('writes everything when it is closed, in batches', async () => {
    const { keyId } = await service.partner()
    const recorder = createRequestRecorder(service.deps)
    for (let number = 0; number < 1200; number++) recorder.note(request(keyId, number))
    await recorder.close()
    expect(await count(keyId)).toBe(1200)
  })

  it('keeps 20 refused requests of a key, a minute and a kind, and counts the rest', async () => {
    const { keyId } = await service.partner()
    const recorder = createRequestRecorder(service.deps)
    const before = await dropped('sampled')
    let number = 0
    for (const kind of ['unproven', 'rate_limited'] as const)
      for (let round = 0; round < 80; round++)
        if (recorder.keepsRefused(keyId, kind)) recorder.note(request(keyId, number++, 'invalid_signature'))
    await recorder.close()
    const row = await service.db.one<{ n: number }>(
      sql`select sum(requests)::int as n from request_log_skipped where key_id = ${keyId}`,
    )
    expect([await count(keyId), row!.n, (await dropped('sampled')) - before]).toEqual([40, 120, 120])
  })

  it('lets the oldest go while the database is away, and goes on after', async () => {
    const { keyId } = await service.partner()
    let isUnavailable = true
    const db = {
      ...service.db,
      run: (statement: Parameters<typeof service.db.run>[0]) =>
        isUnavailable ? Promise.reject(new Error('away')) : service.db.run(statement),
    }
    const recorder = createRequestRecorder({ ...service.deps, db })
    const before = await dropped('failed')
    recorder.note(request(keyId, 0))
    await recorder.flush()
    expect((await dropped('failed')) - before).toBe(1)
    isUnavailable = false
    recorder.note(request(keyId, 1))
    await recorder.close()
    expect(await count(keyId)).toBe(1)
  })
})
