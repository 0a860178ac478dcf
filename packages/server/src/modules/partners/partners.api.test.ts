// Partners and credentials as the operator manages them: states, rates, and secrets that are seen once.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { sql } from '../../db/sql.ts'
import { createSecretBox } from '../../kernel/secret-box.ts'

const ME = '/api/partner/v1/me'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const PARTNER = { name: 'Registrar', email: 'ops@registrar.example', merchant_of_record: true }
const create = (more: Record<string, unknown> = {}) => service.operator('POST', '/partners', { ...PARTNER, ...more })
const issue = (partnerId: string, body: unknown = { environment: 'sandbox', scopes: ['search'] }) =>
  service.operator('POST', `/partners/${partnerId}/credentials`, body)

describe('partners', () => {
  it('are created pending, with the default rates, and shown as created', async () => {
    const created = await create()
    expect(created.status).toBe(201)
    expect(created.json).toMatchObject({
      ...PARTNER,
      status: 'pending',
      affiliate: false,
      commission_bps: 1500,
      brokerage_bps: 1000,
      referral_bps: 1000,
      approved_at: null,
      suspended_at: null,
    })
    expect((await service.operator('GET', `/partners/${created.json.partner_id}`)).json).toEqual(created.json)
  })

  it('take rates from 0 to 10,000 basis points and nothing else', async () => {
    for (const good of [0, 10_000])
      expect((await create({ commission_bps: good, brokerage_bps: good, referral_bps: good })).status).toBe(201)
    for (const bad of [-1, 10_001, 1.5, '1500', null])
      for (const name of ['commission_bps', 'brokerage_bps', 'referral_bps'])
        expect((await create({ [name]: bad })).status).toBe(400)
  })

  it.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(201) }],
    [{ email: 'nobody' }],
    [{ email: 'a b@c.d' }],
    [{ email: '@.' }],
    [{ merchant_of_record: undefined }],
    [{ status: 'approved' }],
    [{ partner_id: 'ptn_x' }],
    [{ name: 'a\u0000' }],
  ])('are refused with %j', async (wrong) => {
    expect((await create(wrong)).status).toBe(400)
  })

  it('change by the members given, and the change shows at once', async () => {
    const { partnerId, ...credential } = await service.partner()
    const changed = await service.operator('PATCH', `/partners/${partnerId}`, {
      commission_bps: 900,
      affiliate: false,
      merchant_of_record: false,
      name: 'New',
    })
    expect(changed.json).toMatchObject({
      commission_bps: 900,
      affiliate: false,
      merchant_of_record: false,
      name: 'New',
      brokerage_bps: 1000,
    })
    service.clock.advance(3)
    const me = await service.signed(credential, 'GET', ME)
    expect(me.json).toMatchObject({
      merchant_of_record: false,
      affiliate: { linked: false },
      rates: { commission_bps: 900 },
      partner: { name: 'New' },
    })
    for (const wrong of [{}, { status: 'approved' }, { commission_bps: null }])
      expect((await service.operator('PATCH', `/partners/${partnerId}`, wrong)).status).toBe(400)
  })

  it.each([
    ['See https://evil.example now', 'must not contain a URL'],
    ['Visit WWW.evil.example', 'must not contain a URL'],
    ['Shop\nYour account is locked', 'must not contain line breaks or control characters'],
    ['Shop\u2028Your account is locked', 'must not contain line breaks or control characters'],
    ['Shop\u0085', 'must not contain line breaks or control characters'],
  ])('are neither created nor renamed with the name %j', async (name, message) => {
    const terms = { email: 'a@shop.example', merchant_of_record: true }
    const { partner_id } = (await service.operator('POST', '/partners', { name: 'Shop', ...terms })).json
    const person = await newPerson(service)
    for (const { status, json } of [
      await service.operator('POST', '/partners', { name, ...terms }),
      await service.operator('PATCH', `/partners/${partner_id}`, { name }),
      await person.call('POST', '/partners', { name }),
    ])
      expect([status, json.error.code, json.error.details]).toEqual([
        400,
        'validation_error',
        [{ field: 'name', message }],
      ])
    const page = await openBrowser(overInject(service)).post('/developers/start', {
      company: name,
      email: 'a@shop.example',
      password: 'correct horse battery',
    })
    expect([page.status, page.text.includes(`The name of your company or project ${message}.`)]).toEqual([400, true])
    expect((await service.operator('GET', `/partners/${partner_id}`)).json.name).toBe('Shop')
  })

  it('are approved, suspended and reinstated in that sense only', async () => {
    const { partner_id } = (await create()).json
    const act = async (action: string) => {
      const response = await service.operator('POST', `/partners/${partner_id}/${action}`)
      return response.status === 200
        ? response.json.status
        : [response.status, response.json.error.code, response.json.error.reason]
    }
    const illegal = [409, 'conflict', 'illegal_transition']
    expect([await act('reinstate'), await act('approve'), await act('approve')]).toEqual([illegal, 'approved', illegal])
    expect([await act('suspend'), await act('suspend'), await act('reinstate'), await act('reinstate')]).toEqual([
      'suspended',
      illegal,
      'approved',
      illegal,
    ])
  })

  it('take one of ten concurrent approvals', async () => {
    const { partner_id } = (await create()).json
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => service.operator('POST', `/partners/${partner_id}/approve`)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  it('accept no body on an action but an empty object', async () => {
    const { partner_id } = (await create()).json
    expect((await service.operator('POST', `/partners/${partner_id}/approve`, { force: true })).status).toBe(400)
    expect((await service.operator('POST', `/partners/${partner_id}/approve`, {})).status).toBe(200)
  })

  it('are listed newest first, by status, page by page', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count++) made.unshift((await create({ name: `Paged ${count}` })).json.partner_id)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await service.operator('GET', `/partners?status=pending&limit=2${cursor}`)).json
      seen.push(...page.partners.map((one: { partner_id: string }) => one.partner_id))
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(seen.slice(0, 5)).toEqual(made)
    expect(new Set(seen).size).toBe(seen.length)
    const statuses = async (query: string) =>
      (await service.operator('GET', `/partners?limit=100&status=${query}`)).json.partners.map(
        (one: { status: string }) => one.status,
      )
    expect(new Set(await statuses('approved,suspended'))).not.toContain('pending')
    expect((await service.operator('GET', '/partners?status=unknown')).status).toBe(400)
  })
})

describe('credentials', () => {
  it('carry their environment in both prefixes, and their scopes once each', async () => {
    const { partner_id } = (await create()).json
    for (const environment of ['sandbox', 'live']) {
      const issued = await issue(partner_id, { environment, scopes: ['webhook', 'search', 'search'] })
      expect(issued.status).toBe(201)
      expect(issued.json).toMatchObject({
        partner_id,
        environment,
        scopes: ['search', 'webhook'],
        active: true,
        rotated_from: null,
        retires_at: null,
        revoked_at: null,
        last_used_at: null,
      })
      expect(issued.json.key_id).toMatch(new RegExp(`^pk_${environment}_[0-9a-f]{24}$`))
      expect(issued.json.secret).toMatch(new RegExp(`^sk_${environment}_[0-9a-f]{48}$`))
    }
  })

  it.each([
    [{ environment: 'sandbox', scopes: [] }],
    [{ environment: 'sandbox', scopes: ['admin'] }],
    [{ environment: 'sandbox' }],
    [{ scopes: ['search'] }],
    [{ environment: 'test', scopes: ['search'] }],
    [{ environment: 'sandbox', scopes: Array.from({ length: 8 }, () => 'search') }],
    [{ environment: 'sandbox', scopes: ['search'], secret: 'mine' }],
  ])('are refused with %j', async (body) => {
    const { partner_id } = (await create()).json
    expect((await issue(partner_id, body)).status).toBe(400)
  })

  it('show their secret once: not in lists, not in the partner, not in the audit log, not in the logs', async () => {
    const { partner_id } = (await create()).json
    const issued = (await issue(partner_id)).json
    const rotated = (await service.operator('POST', `/credentials/${issued.key_id}/rotate`)).json
    await service.signed({ keyId: rotated.key_id, secret: rotated.secret }, 'GET', ME)
    const pages = await Promise.all(
      ['', `/${partner_id}`, `/${partner_id}/credentials`].map((path) => service.operator('GET', `/partners${path}`)),
    )
    const audit = await service.operator('GET', '/audit?limit=100')
    for (const secret of [issued.secret, rotated.secret])
      for (const text of [...pages.map((page) => page.text), audit.text, service.logged.join('')])
        expect(text.includes(secret)).toBe(false)
    expect(pages[2]!.json.credentials.map((one: { key_id: string }) => one.key_id).sort()).toEqual(
      [issued.key_id, rotated.key_id].sort(),
    )
  })

  it('lie sealed in the database: no column of any table holds a secret, a token or a password', async () => {
    const { partner_id } = (await create()).json
    const { key_id, secret } = (await issue(partner_id)).json
    await service.signed({ keyId: key_id, secret }, 'GET', ME)
    const tables = await service.db.many<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(8)
    for (const { name } of tables) {
      const rows = await service.db.session((session) =>
        session.many<{ text: string }>(
          sql([`select t::text as text from "${name}" t`] as unknown as TemplateStringsArray),
        ),
      )
      const text = rows.map((row) => row.text).join('\n')
      for (const hidden of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64url'),
        service.operatorToken,
        Buffer.from(service.operatorToken).toString('hex'),
      ])
        expect([name, text.includes(hidden)]).toEqual([name, false])
    }
  })

  it('do not open in another row, nor under another master key', async () => {
    const [one, two] = [await service.partner(), await service.partner()]
    const sealed = (await service.db.one<{ secretSealed: string }>(
      sql`select secret_sealed from credentials where key_id = ${one.keyId}`,
    ))!.secretSealed
    expect(service.deps.secrets.open(sealed, `credential:${one.keyId}`)).toBe(one.secret)
    expect(() => service.deps.secrets.open(sealed, `credential:${two.keyId}`)).toThrow()
    expect(() => createSecretBox(Buffer.alloc(32, 9)).open(sealed, `credential:${one.keyId}`)).toThrow()
    await service.db.run(sql`update credentials set secret_sealed = ${sealed} where key_id = ${two.keyId}`)
    service.clock.advance(3)
    expect((await service.signed({ keyId: two.keyId, secret: one.secret }, 'GET', ME)).status).not.toBe(200)
  })

  it('rotate into a successor with the same rights; the old one ends after the overlap, a day unless told', async () => {
    const old = await service.partner({ scopes: ['search', 'buy'] })
    const rotated = await service.operator('POST', `/credentials/${old.keyId}/rotate`)
    expect(rotated.json).toMatchObject({
      environment: 'sandbox',
      scopes: ['search', 'buy'],
      rotated_from: old.keyId,
      partner_id: old.partnerId,
    })
    const listed = (await service.operator('GET', `/partners/${old.partnerId}/credentials`)).json.credentials
    const retired = listed.find((one: { key_id: string }) => one.key_id === old.keyId)
    const overlap = (new Date(retired.retires_at).getTime() - new Date(rotated.json.created_at).getTime()) / 1000
    expect([retired.active, overlap]).toEqual([true, 86_400])
    service.clock.advance(86_401)
    expect(
      (await service.operator('GET', `/partners/${old.partnerId}/credentials`)).json.credentials.find(
        (one: { key_id: string }) => one.key_id === old.keyId,
      ).active,
    ).toBe(false)
    expect((await service.signed(old, 'GET', ME)).json.error.reason).toBe('credential_revoked')
  })

  it('never live longer by a second rotation, and cannot be rotated once ended', async () => {
    const old = await service.partner()
    await service.operator('POST', `/credentials/${old.keyId}/rotate`, { overlap_seconds: 60 })
    await service.operator('POST', `/credentials/${old.keyId}/rotate`, { overlap_seconds: 6000 })
    service.clock.advance(61)
    expect((await service.signed(old, 'GET', ME)).status).toBe(401)
    const again = await service.operator('POST', `/credentials/${old.keyId}/rotate`)
    expect([again.status, again.json.error.reason]).toEqual([409, 'credential_revoked'])
    for (const overlap_seconds of [-1, 1.5, 31 * 86_400, '60', null])
      expect((await service.operator('POST', `/credentials/${old.keyId}/rotate`, { overlap_seconds })).status).toBe(400)
  })

  it('rotate at once with an overlap of zero', async () => {
    const old = await service.partner()
    expect((await service.operator('POST', `/credentials/${old.keyId}/rotate`, { overlap_seconds: 0 })).status).toBe(
      201,
    )
    service.clock.advance(3)
    expect((await service.signed(old, 'GET', ME)).status).toBe(401)
  })

  it('are revoked for good, also during an overlap, and a second time changes nothing', async () => {
    const old = await service.partner()
    await service.operator('POST', `/credentials/${old.keyId}/rotate`)
    const revoked = await service.operator('DELETE', `/credentials/${old.keyId}`)
    expect(revoked.json).toMatchObject({ active: false, key_id: old.keyId })
    expect(revoked.json).not.toHaveProperty('secret')
    service.clock.advance(5)
    expect((await service.operator('DELETE', `/credentials/${old.keyId}`)).json.revoked_at).toBe(
      revoked.json.revoked_at,
    )
    expect((await service.signed(old, 'GET', ME)).json.error.reason).toBe('credential_revoked')
  })

  it('are listed newest first, every one of them, page by page', async () => {
    const { partnerId } = await service.partner()
    for (let count = 0; count < 6; count++) await issue(partnerId)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await service.operator('GET', `/partners/${partnerId}/credentials?limit=3${cursor}`)).json
      seen.push(...page.credentials.map((one: { key_id: string }) => one.key_id))
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })

  it('note when they were last used, to the minute', async () => {
    const used = await service.partner()
    await service.signed(used, 'GET', ME)
    const lastUsed = async () =>
      (await service.operator('GET', `/partners/${used.partnerId}/credentials`)).json.credentials[0].last_used_at
    for (let tries = 0; tries < 40 && (await lastUsed()) === null; tries++)
      await new Promise((resolve) => setTimeout(resolve, 25))
    expect(await lastUsed()).not.toBeNull()
  })
})
