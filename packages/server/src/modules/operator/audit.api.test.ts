// The audit log: a row for every operator call, written with the write, without secrets; and who may call at all.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { issueOperatorToken } from '../roles/index.ts'
import { redact } from './rules/audit.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

type Row = {
  actor: string
  route: string
  method: string
  path: string
  status: number
  request_id: string
  input: unknown
  reason: string | null
}
const findRow = async (requestId: string | undefined): Promise<Row | undefined> =>
  (await service.operator('GET', '/audit?limit=100')).json.audit.find((row: Row) => row.request_id === requestId)
const PARTNER = { name: 'Audited', email: 'a@audited.example', merchant_of_record: true }

describe('every operator call leaves a row', () => {
  it('a write, with its actor, route, path, status and input', async () => {
    const response = await service.operator('POST', '/partners', PARTNER)
    expect(await findRow(response.headers['x-request-id'])).toMatchObject({
      actor: 'token:tests',
      route: 'operator.partners.create',
      method: 'POST',
      path: '/api/operator/v1/partners',
      status: 201,
      input: PARTNER,
      reason: null,
    })
  })

  it('found by its request, and among the changes only when it is one', async () => {
    const read = (await service.operator('GET', '/listings?limit=1')).headers['x-request-id']
    const write = (await service.operator('POST', '/partners', PARTNER)).headers['x-request-id']
    const ids = async (query: string): Promise<string[]> =>
      (await service.operator('GET', `/audit?${query}`)).json.audit.map((row: Row) => row.request_id)
    expect(await ids(`request_id=${read}`)).toEqual([read])
    expect(await ids(`request_id=${write}&changes=true`)).toEqual([write])
    expect(await ids(`request_id=${read}&changes=true`)).toEqual([])
    expect((await ids('changes=true&limit=1'))[0]).toBe(write)
  })

  it('a read, a HEAD and an import', async () => {
    const read = await service.operator('GET', '/listings?limit=1')
    const head = await service.operator('HEAD', '/partners')
    const imported = await service.send({
      method: 'POST',
      url: '/api/operator/v1/listings/import?environment=sandbox',
      headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'text/csv' },
      body: 'domain\n',
    })
    expect(await findRow(read.headers['x-request-id'])).toMatchObject({
      route: 'operator.listings.list',
      method: 'GET',
      status: 200,
    })
    expect(await findRow(head.headers['x-request-id'])).toMatchObject({ method: 'HEAD', status: 200 })
    expect(await findRow(imported.headers['x-request-id'])).toMatchObject({
      route: 'operator.listings.import',
      status: 200,
    })
  })

  it('a refusal, with its code', async () => {
    const missing = await service.operator('GET', '/partners/ptn_00000000000000000000000000')
    const invalid = await service.operator('POST', '/partners', { name: 1 })
    const created = await service.operator('POST', '/partners', PARTNER)
    await service.operator('POST', `/partners/${created.json.partner_id}/approve`)
    const conflict = await service.operator('POST', `/partners/${created.json.partner_id}/approve`)
    expect(await findRow(missing.headers['x-request-id'])).toMatchObject({ status: 404, reason: 'not_found' })
    expect(await findRow(invalid.headers['x-request-id'])).toMatchObject({ status: 400, reason: 'validation_error' })
    expect(await findRow(conflict.headers['x-request-id'])).toMatchObject({ status: 409, reason: 'conflict' })
  })

  it('one row, not two, whatever the outcome', async () => {
    const responses = await Promise.all([
      service.operator('GET', '/partners'),
      service.operator('POST', '/partners', PARTNER),
      service.operator('POST', '/partners', {}),
    ])
    for (const response of responses) {
      const rows = await service.db.many(
        sql`select id from audit_log where request_id = ${response.headers['x-request-id']}`,
      )
      expect(rows).toHaveLength(1)
    }
  })

  it('the reading of the log itself', async () => {
    const first = await service.operator('GET', '/audit')
    expect(await findRow(first.headers['x-request-id'])).toMatchObject({ route: 'operator.audit.list' })
  })
})

describe('the row and the write', () => {
  it('commit together: when the row cannot be written, nothing is', async () => {
    await service.db.run(
      sql`alter table audit_log add constraint no_more check (route <> 'operator.partners.create' or status <> 201) not valid`,
    )
    const failed = await service.operator('POST', '/partners', { ...PARTNER, name: 'Never stored' })
    await service.db.run(sql`alter table audit_log drop constraint no_more`)
    expect(failed.status).toBe(500)
    expect(await service.db.many(sql`select id from partners where name = 'Never stored'`)).toEqual([])
    expect((await service.operator('POST', '/partners', { ...PARTNER, name: 'Stored' })).status).toBe(201)
  })

  it('tell nothing of the fault to the caller, and all of it to the log', async () => {
    await service.db.run(sql`alter table partners rename to partners_away`)
    const failed = await service.operator('GET', '/partners')
    await service.db.run(sql`alter table partners_away rename to partners`)
    expect([failed.status, failed.json.error.code]).toEqual([500, 'internal_error'])
    expect(failed.text).not.toContain('relation')
    expect(
      service.logged.some((line) => line.includes(failed.json.error.request_id) && line.includes('relation')),
    ).toBe(true)
  })
})

describe('secrets', () => {
  it('are blanked at every depth and in every list', () => {
    expect(
      redact({ secret: 'a', nested: [{ API_TOKEN: 'b', keep: 1, new_password: { x: 1 } }], list: ['x'], n: null }),
    ).toEqual({
      secret: '[redacted]',
      nested: [{ API_TOKEN: '[redacted]', keep: 1, new_password: '[redacted]' }],
      list: ['x'],
      n: null,
    })
    expect([redact('text'), redact(null), redact(12)]).toEqual(['text', null, 12])
  })

  it('never reach the logs: no secret, token, signature or nonce, in good requests and bad', async () => {
    const partner = await service.partner()
    const issued = (
      await service.operator('POST', `/partners/${partner.partnerId}/credentials`, {
        environment: 'sandbox',
        scopes: ['search'],
      })
    ).json
    await service.signed(
      partner,
      'GET',
      `/api/partner/v1/availability?domain=a.com&token=tk-in-query&password=pw-in-query`,
      undefined,
      { nonce: 'nonce-in-log-1' },
    )
    await service.signed({ ...partner, secret: 'wrong-secret-value' }, 'GET', '/api/partner/v1/me')
    await service.operator('POST', '/partners', { ...PARTNER, secret: 'posted-secret', password: 'posted-password' })
    await service.send({
      method: 'GET',
      url: '/api/operator/v1/partners',
      headers: { authorization: 'Bearer op_wrong_token_value' },
    })
    await service.send({ method: 'GET', url: '/nowhere?token=tk-in-query' })
    const everything = service.logged.join('') + (await service.operator('GET', '/audit?limit=100')).text
    for (const hidden of [
      partner.secret,
      issued.secret,
      service.operatorToken,
      'op_wrong_token_value',
      'wrong-secret-value',
      'posted-secret',
      'posted-password',
      'tk-in-query',
      'pw-in-query',
      'v1=',
      'nonce-in-log-1',
    ])
      expect([hidden, everything.includes(hidden)]).toEqual([hidden, false])
  })

  it('one log line a request, with what is needed to find it again', async () => {
    const partner = await service.partner()
    const before = service.logged.length
    const response = await service.signed(partner, 'GET', '/api/partner/v1/me')
    const entries = service.logged.slice(before).map((line) => JSON.parse(line))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      request_id: response.headers['x-request-id'],
      method: 'GET',
      path: '/api/partner/v1/me',
      route: 'me.get',
      status: 200,
      partner_id: partner.partnerId,
      key_id: partner.keyId,
    })
  })
})

describe('reading the log', () => {
  it('filters by actor, route and time, newest first, page by page', async () => {
    for (let count = 0; count < 5; count++) await service.operator('GET', '/listings')
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await service.operator('GET', `/audit?route=operator.listings.list&limit=2${cursor}`)).json
      seen.push(...page.audit.map((row: { audit_id: string }) => row.audit_id))
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(seen.length).toBeGreaterThanOrEqual(5)
    expect([...seen].sort().reverse()).toEqual(seen)
    expect((await service.operator('GET', '/audit?actor=nobody')).json.audit).toEqual([])
    expect((await service.operator('GET', '/audit?to=2020-01-01')).json.audit).toEqual([])
    expect((await service.operator('GET', '/audit?from=2020-01-01&to=9999-12-31')).json.audit.length).toBeGreaterThan(0)
    for (const bad of [
      'from=2026-02-30',
      'from=yesterday',
      'from=2026-01-02&to=2026-01-01',
      'from=2026-01-01&to=2026-01-01',
      'to=2026-02-30T10:00:00Z',
      'from=2026-01-01T00:00:00',
      'from=1767225600',
    ])
      expect([bad, (await service.operator('GET', `/audit?${bad}`)).status]).toEqual([bad, 400])
    for (const good of [
      'from=2026-01-01T00:00:00Z',
      'from=2026-01-01T00:00:00.123%2B02:00',
      'from=0000-01-01',
      'to=9999-12-31T23:59:59-23:59',
    ])
      expect([good, (await service.operator('GET', `/audit?${good}`)).status]).toEqual([good, 200])
  })
})

describe('operator tokens', () => {
  const withToken = (token: string) =>
    service.send({ method: 'GET', url: '/api/operator/v1/partners', headers: { authorization: `Bearer ${token}` } })
  const newToken = () =>
    service.db.tx((tx) =>
      issueOperatorToken(tx, { name: 'second', role: 'admin', userId: null, createdBy: 'test' }, service.clock.now()),
    )

  it('name the actor, and are noted when used', async () => {
    const { id, token } = await newToken()
    const response = await withToken(token)
    expect(await findRow(response.headers['x-request-id'])).toMatchObject({ actor: 'token:second' })
    expect(
      (
        await service.db.one<{ lastUsedAt: Date | null }>(
          sql`select last_used_at from operator_tokens where id = ${id}`,
        )
      )?.lastUsedAt,
    ).not.toBeNull()
  })

  it('are refused once revoked or expired', async () => {
    const [revoked, expired, lasting] = [await newToken(), await newToken(), await newToken()]
    await service.db.run(sql`update operator_tokens set revoked_at = now() where id = ${revoked.id}`)
    await service.db.run(sql`update operator_tokens set expires_at = ${service.clock.now()} where id = ${expired.id}`)
    await service.db.run(
      sql`update operator_tokens set expires_at = ${new Date(service.clock.now().getTime() + 60_000)} where id = ${lasting.id}`,
    )
    expect([
      (await withToken(revoked.token)).status,
      (await withToken(expired.token)).status,
      (await withToken(lasting.token)).status,
    ]).toEqual([401, 401, 200])
  })

  it('lie hashed in the database', async () => {
    const { token } = await newToken()
    const rows = await service.db.many<{ text: string }>(sql`select t::text as text from operator_tokens t`)
    expect(rows.some(({ text }) => text.includes(token) || text.includes(token.slice(3)))).toBe(false)
  })
})
