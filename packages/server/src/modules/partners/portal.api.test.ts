// A partner's people: how a partner starts, who belongs to it, its credentials, and its way to live access.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { join, newPerson, type Person } from '../../../test/person.ts'
import { sql } from '../../db/sql.ts'
import { SCOPES } from '../../kernel/owner.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

async function started(name = 'Shop'): Promise<{ person: Person; partnerId: string; keyId: string; secret: string }> {
  const person = await newPerson(service)
  const { status, json } = await person.call('POST', '/partners', { name })
  expect(status).toBe(201)
  const { key_id: keyId, secret } = json.credential
  return { person, partnerId: json.partner.partner_id, keyId, secret }
}

describe('a person', () => {
  it('starts a partner and signs its first request at once', async () => {
    const person = await newPerson(service)
    expect((await person.call('GET', '/partners')).json).toEqual({ partners: [], next_cursor: null, has_more: false })
    const { json } = await person.call('POST', '/partners', { name: 'Café' })
    expect(json.partner).toMatchObject({
      name: 'Café',
      email: person.email,
      role: 'owner',
      status: 'pending',
      merchant_of_record: false,
      sandbox_merchant_of_record: true,
      affiliate: true,
      live_requested_at: null,
    })
    expect(json.credential).toMatchObject({ environment: 'sandbox', scopes: SCOPES, active: true })
    const credential = { keyId: json.credential.key_id, secret: json.credential.secret }
    const me = await service.signed(credential, 'GET', '/api/partner/v1/me')
    expect(me.json.partner).toEqual({ partner_id: json.partner.partner_id, name: 'Café' })
    expect((await person.call('GET', '/partners')).json.partners).toEqual([json.partner])
    expect((await person.call('GET', '/credentials')).text).not.toContain(credential.secret)
  })

  it('starts at most five, also at the same moment', async () => {
    const person = await newPerson(service)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, number) => person.call('POST', '/partners', { name: `Shop ${number}` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409])
    expect(responses.find(({ status }) => status === 409)!.json.error.reason).toBe('too_many_partners')
    expect((await person.call('GET', '/partners?limit=2')).json).toMatchObject({ has_more: true })
  })

  it.each([[''], ['  '], ['x'.repeat(201)]])('is refused the name %j', async (name) => {
    const person = await newPerson(service)
    expect((await person.call('POST', '/partners', { name })).status).toBe(400)
  })

  it('on several teams must name the partner, and acts for that one', async () => {
    const { person, partnerId } = await started()
    const readKeyOwner = async (headers?: Record<string, string>) =>
      (await person.call('GET', '/credentials', undefined, headers)).json.credentials[0].partner_id
    expect(await readKeyOwner()).toBe(partnerId)
    const second = await service.partner()
    await join(service, second.partnerId, person.userId, 'member')
    const listed = (await person.call('GET', '/partners')).json.partners
    expect(listed.map((one: Record<string, unknown>) => [one.partner_id, one.role])).toEqual([
      [partnerId, 'owner'],
      [second.partnerId, 'member'],
    ])
    for (const path of ['/credentials', '/sandbox/orders']) {
      const { status, json } = await person.call('GET', path)
      expect([status, json.error.code, json.error.details[0].field]).toEqual([400, 'validation_error', 'X-Partner-Id'])
    }
    const named = [partnerId, second.partnerId]
    expect(await Promise.all(named.map((id) => readKeyOwner({ 'x-partner-id': id })))).toEqual(named)
  })

  it('creates no partner before the email address is confirmed', async () => {
    const person = await newPerson(service)
    await service.db.run(sql`update users set email_confirmed_at = null where id = ${person.userId}`)
    const { status, json } = await person.call('POST', '/partners', { name: 'Shop' })
    expect([status, json.error.reason]).toEqual([403, 'email_unconfirmed'])
  })
})

describe('a team member from before addresses were confirmed', () => {
  it('sees the sandbox, nothing of live mode, and changes nothing but their membership', async () => {
    const { person, partnerId, keyId } = await started()
    await service.operator('POST', `/partners/${partnerId}/approve`)
    expect((await person.call('GET', '/live/orders')).status).toBe(200)
    await service.db.run(sql`update users set email_confirmed_at = null where id = ${person.userId}`)
    for (const [method, path, body] of [
      ['GET', '/live/orders'],
      ['GET', '/live/webhooks'],
      ['PUT', '/live/webhooks', { url: 'https://shop.example/hook', secret: 'sixteen-or-longer' }],
      ['PUT', '/sandbox/webhooks', { url: 'https://shop.example/hook', secret: 'sixteen-or-longer' }],
      ['POST', '/sandbox/links', { kind: 'generic' }],
      ['POST', '/live/links', { kind: 'generic' }],
      ['POST', '/live-access', {}],
      ['POST', `/credentials/${keyId}/rotate`, {}],
      ['GET', '/requests'],
      ['GET', '/webhook-endpoint?environment=live'],
    ] as const) {
      const { status, json } = await person.call(method, path, body)
      expect([method, path, status, json.error?.reason]).toEqual([method, path, 403, 'email_unconfirmed'])
    }
    for (const path of ['/partners', '/members', '/sandbox/orders', '/webhook-endpoint?environment=sandbox'])
      expect([path, (await person.call('GET', path)).status]).toEqual([path, 200])
    const left = await person.call('POST', '/leave')
    expect([left.status, left.json.error.reason]).toEqual([409, 'last_owner'])
    await service.db.run(sql`update users set email_confirmed_at = now() where id = ${person.userId}`)
    expect((await person.call('GET', '/live/orders')).status).toBe(200)
  })
})

describe('credentials', () => {
  it('are issued, rotated and revoked by owners', async () => {
    const { person, keyId } = await started()
    const issued = await person.call('POST', '/credentials', { environment: 'sandbox', scopes: ['search'] })
    expect(issued.json).toMatchObject({ environment: 'sandbox', scopes: ['search'] })
    const rotated = await person.call('POST', `/credentials/${keyId}/rotate`, { overlap_seconds: 60 })
    expect(rotated.json).toMatchObject({ rotated_from: keyId, scopes: SCOPES })
    expect((await person.call('DELETE', `/credentials/${issued.json.key_id}`)).json.active).toBe(false)
    service.clock.advance(3)
    const gone = { keyId: issued.json.key_id, secret: issued.json.secret }
    expect((await service.signed(gone, 'GET', '/api/partner/v1/me')).json.error.reason).toBe('credential_revoked')
    const listed = (await person.call('GET', '/credentials')).json.credentials
    expect(listed.map((one: { key_id: string }) => one.key_id).sort()).toEqual(
      [keyId, issued.json.key_id, rotated.json.key_id].sort(),
    )
  })

  it('have names, which their successors keep and only their own people change', async () => {
    const { person, keyId } = await started()
    const body = { name: ' Shop backend ', environment: 'sandbox', scopes: ['search'] }
    const issued = await person.call('POST', '/credentials', body)
    expect(issued.json.name).toBe('Shop backend')
    const rotated = await person.call('POST', `/credentials/${issued.json.key_id}/rotate`, {})
    expect(rotated.json.name).toBe('Shop backend')
    const rename = (name: string | null) => person.call('PATCH', `/credentials/${keyId}`, { name })
    expect((await rename('First key')).json).toMatchObject({ key_id: keyId, name: 'First key' })
    const names = (await person.call('GET', '/credentials')).json.credentials.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual(['First key', 'Shop backend', 'Shop backend'])
    expect((await rename(null)).json.name).toBeNull()
    expect((await rename('two\nlines')).json.error.code).toBe('validation_error')
    expect((await rename('x'.repeat(101))).json.error.code).toBe('validation_error')
    const stranger = await started()
    expect((await stranger.person.call('PATCH', `/credentials/${keyId}`, { name: 'Mine' })).status).toBe(404)
    const byOperator = await service.operator('PATCH', `/credentials/${keyId}`, { name: 'Known to the operator' })
    expect(byOperator.json.name).toBe('Known to the operator')
  })

  it('are live only after approval', async () => {
    const { person, partnerId } = await started()
    const issue = () => person.call('POST', '/credentials', { environment: 'live', scopes: ['search'] })
    const listEnvironments = async () => (await person.call('GET', '/partners')).json.partners[0].key_environments
    expect(await listEnvironments()).toEqual(['sandbox'])
    expect((await issue()).json.error.reason).toBe('partner_not_approved')
    await service.operator('POST', `/partners/${partnerId}/approve`)
    expect(await listEnvironments()).toEqual(['sandbox', 'live'])
    expect((await issue()).json.key_id).toMatch(/^pk_live_/)
    await service.operator('POST', `/partners/${partnerId}/suspend`)
    expect(await listEnvironments()).toEqual([])
    expect((await issue()).json.error.reason).toBe('partner_suspended')
  })
})

describe('live access', () => {
  it('is applied for once, seen by the operator, and granted by approval', async () => {
    const { person, partnerId } = await started()
    const applied = async () =>
      (await service.operator('GET', '/partners?status=applied&limit=100')).json.partners
        .map((one: { partner_id: string }) => one.partner_id)
        .includes(partnerId)
    expect(await applied()).toBe(false)
    const first = await person.call('POST', '/live-access', { note: 'We sell names.' })
    expect([first.status, first.json.live_request_note]).toEqual([200, 'We sell names.'])
    service.clock.advance(60)
    expect((await person.call('POST', '/live-access', { note: 'Again.' })).json).toEqual(first.json)
    expect(await applied()).toBe(true)
    const seen = (await service.operator('GET', `/partners/${partnerId}`)).json
    expect([seen.status, seen.live_requested_at]).toEqual(['pending', first.json.live_requested_at])
    await service.operator('POST', `/partners/${partnerId}/approve`)
    expect(await applied()).toBe(false)
    const late = await person.call('POST', '/live-access')
    expect([late.status, late.json.error.reason]).toEqual([409, 'illegal_transition'])
  })
})

describe('the webhook endpoint', () => {
  it('is null for a new partner, and the registered one afterwards', async () => {
    const { person, keyId, secret } = await started()
    const read = () => person.call('GET', '/webhook-endpoint?environment=sandbox')
    expect([(await read()).status, (await read()).json]).toEqual([200, { endpoint: null }])
    const body = { url: 'https://shop.example/hooks', secret: 'a-secret-of-sixteen-characters' }
    const registered = await service.signed({ keyId, secret }, 'PUT', '/api/partner/webhooks', body)
    expect(registered.status).toBeLessThan(300)
    expect((await read()).json).toEqual({ endpoint: registered.json })
    expect((await person.call('GET', '/webhook-endpoint?environment=live')).json).toEqual({ endpoint: null })
  })
})
