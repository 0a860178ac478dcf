// A partner's people: how a partner starts, who belongs to it, its credentials, and its way to live access.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { join, newPerson, newUser, type Person } from '../../../test/person.ts'
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

  it('of several partners speaks for the first, or for the one named', async () => {
    const { person, partnerId } = await started()
    const second = await service.partner()
    await join(service, second.partnerId, person.userId, 'member')
    const listed = (await person.call('GET', '/partners')).json.partners
    expect(listed.map((one: Record<string, unknown>) => [one.partner_id, one.role])).toEqual([
      [partnerId, 'owner'],
      [second.partnerId, 'member'],
    ])
    const readKeyOwner = async (headers?: Record<string, string>) =>
      (await person.call('GET', '/credentials', undefined, headers)).json.credentials[0].partner_id
    expect([await readKeyOwner(), await readKeyOwner({ 'x-partner-id': second.partnerId })]).toEqual([
      partnerId,
      second.partnerId,
    ])
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

  it('are live only after approval', async () => {
    const { person, partnerId } = await started()
    const issue = () => person.call('POST', '/credentials', { environment: 'live', scopes: ['search'] })
    expect((await issue()).json.error.reason).toBe('partner_not_approved')
    await service.operator('POST', `/partners/${partnerId}/approve`)
    expect((await issue()).json.key_id).toMatch(/^pk_live_/)
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

describe('members', () => {
  it('are added by address, in any case, and removed again', async () => {
    const { person } = await started()
    const { id, email } = await newUser(service)
    const added = await person.call('POST', '/members', { email: email.toUpperCase() })
    expect([added.status, added.json]).toMatchObject([201, { user_id: id, email, role: 'member' }])
    const twice = await person.call('POST', '/members', { email })
    expect([twice.status, twice.json.error.reason]).toEqual([409, 'already_a_member'])
    const unknown = await person.call('POST', '/members', { email: 'nobody@nowhere.example' })
    expect([unknown.status, unknown.json.error.message]).toEqual([404, expect.stringMatching(/sign up/)])
    const emails = async () =>
      (await person.call('GET', '/members')).json.members.map((one: { email: string }) => one.email)
    expect(await emails()).toEqual([email, person.email])
    expect((await person.call('DELETE', `/members/${id}`)).json).toEqual(added.json)
    expect(await emails()).toEqual([person.email])
    expect((await person.call('DELETE', `/members/${id}`)).status).toBe(404)
  })

  it('are added by an operator to a partner that the operator created, who can then use the portal', async () => {
    const created = { name: 'Acme', email: 'office@acme.example', merchant_of_record: false }
    const { partner_id: partnerId } = (await service.operator('POST', '/partners', created)).json
    const person = await newPerson(service)
    expect((await person.call('GET', '/partners')).json.partners).toEqual([])
    const path = `/partners/${partnerId}/members`
    const added = await service.operator('POST', path, { email: person.email })
    expect([added.status, added.json]).toMatchObject([201, { user_id: person.userId, role: 'owner' }])
    expect((await service.operator('GET', path)).json.members).toEqual([added.json])
    expect((await person.call('GET', '/partners')).json.partners).toMatchObject([{ partner_id: partnerId }])
    expect((await person.call('POST', '/credentials', { environment: 'sandbox', scopes: ['search'] })).status).toBe(201)
    const last = await service.operator('DELETE', `${path}/${person.userId}`)
    expect([last.status, last.json.error.reason]).toEqual([409, 'last_owner'])
    expect((await service.operator('GET', '/partners/ptn_unknown/members')).status).toBe(404)
  })

  it('keep an owner, though two leave at the same moment', async () => {
    const { person, partnerId } = await started()
    const last = await person.call('DELETE', `/members/${person.userId}`)
    expect([last.status, last.json.error.reason]).toEqual([409, 'last_owner'])
    const other = await newPerson(service)
    await join(service, partnerId, other.userId, 'owner')
    const responses = await Promise.all([
      person.call('DELETE', `/members/${person.userId}`),
      other.call('DELETE', `/members/${other.userId}`),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('see the business and change nothing', async () => {
    const { partnerId } = await started()
    const member = await newPerson(service)
    await join(service, partnerId, member.userId, 'member')
    expect((await member.call('GET', '/sandbox/orders')).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/credentials'],
      ['POST', '/live-access'],
      ['POST', '/members'],
      ['POST', '/sandbox/links'],
      ['PUT', '/sandbox/webhooks'],
    ] as const)
      expect([path, (await member.call(method, path, {})).json.error.reason]).toEqual([path, 'owner_only'])
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
