// A good input for every route of the portal; the world's owner sends it.
import type { TestService } from './harness.ts'
import { join, leaveAllBut, newUser } from './person.ts'
import { freshDomain, type MakeSample, newPartner } from './route-sample-records.ts'

/** One more key of the world's partner, for a route that ends it. */
const ownKey: MakeSample = async ({ partner }, service) => ({
  params: { key_id: (await service.credential(partner, 'sandbox')).keyId },
})

/** A partner of the owner's that nobody has approved yet. */
const newApplicant: MakeSample = async ({ owner }, service) => {
  const { partnerId } = await service.partner()
  await join(service, partnerId, owner.userId)
  return { headers: { 'x-partner-id': partnerId }, body: { note: 'We sell names.' } }
}

const newMember: MakeSample = async ({ partner }, service) => {
  const { id } = await newUser(service)
  await join(service, partner.partnerId, id, 'member')
  return { params: { user_id: id } }
}

/** Another partner of the world's owner, who can leave it: it has a second owner. A partner has only so many invitations. */
const newTeam: MakeSample = async ({ owner }, service) => {
  const { partnerId } = await service.partner()
  await join(service, partnerId, owner.userId)
  await join(service, partnerId, (await newUser(service)).id)
  return { headers: { 'x-partner-id': partnerId } }
}

const newInvited = () => ({ email: `${freshDomain()}@mail.example`, role: 'member' })

const newInvitation = async (service: TestService, partnerId: string): Promise<{ invitation_id: string }> => {
  const { json } = await service.operator('POST', `/partners/${partnerId}/members`, newInvited())
  return { invitation_id: json.invitation_id }
}

/** A request of the world's partner that was refused for its signature. The log samples refusals, so one of a fresh key serves all. */
const refusals = new WeakMap<object, Promise<string>>()
const newRefusal: MakeSample = async ({ partner }, service) => {
  const refuse = async () => {
    const wrong = { ...(await service.credential(partner, 'sandbox')), secret: 'another' }
    const { headers } = await service.signed(wrong, 'GET', '/api/partner/v1/me?b=2&a=1')
    return headers['x-request-id'] as string
  }
  const made = refusals.get(partner) ?? refuse()
  refusals.set(partner, made)
  return { params: { request_id: await made } }
}

export const PORTAL_SAMPLES: Record<string, MakeSample> = {
  'portal.partners.list': () => ({ query: 'limit=2' }),
  'portal.partners.start': async ({ partner, owner }, service) => {
    await leaveAllBut(service, partner.partnerId, owner.userId)
    return { body: { name: 'Matrix' } }
  },
  'portal.credentials.list': () => ({ query: 'limit=2' }),
  'portal.webhook_endpoint.get': () => ({ query: 'environment=sandbox' }),
  'portal.credentials.issue': () => ({ body: { name: 'Search only', environment: 'live', scopes: ['search'] } }),
  'portal.credentials.rotate': async (world, service) => ({
    ...(await ownKey(world, service)),
    body: { overlap_seconds: 60 },
  }),
  'portal.credentials.rename': async (world, service) => ({ ...(await ownKey(world, service)), body: { name: null } }),
  'portal.credentials.revoke': ownKey,
  'portal.live_access.request': newApplicant,
  'portal.members.list': () => ({ query: 'limit=2' }),
  'portal.members.add': async (world, service) => ({ ...(await newTeam(world, service)), body: newInvited() }),
  'portal.members.remove': newMember,
  'portal.members.change': async (world, service) => ({
    ...(await newMember(world, service)),
    body: { role: 'owner' },
  }),
  'portal.members.leave': newTeam,
  'portal.invitations.list': () => ({ query: 'limit=2' }),
  'portal.invitations.revoke': async (world, service) => {
    const { headers } = await newTeam(world, service)
    return { headers: headers!, params: await newInvitation(service, headers!['x-partner-id']!) }
  },
  'portal.requests.list': () => ({
    query: 'status=failed&environment=sandbox&path=/api/partner&from=2020-01-01&limit=2',
  }),
  'portal.requests.get': newRefusal,
  'portal.changes.list': () => ({ query: 'environment=sandbox&after=1.1700000000.700:700:' }),
  'portal.requests.diagnose': async (world, service) => ({
    ...(await newRefusal(world, service)),
    body: { canonical_string: 'GET\n/me\n\n1\nnonce\n' },
  }),
}

/** A partner's team members, as an operator manages them. */
export const TEAM_SAMPLES: Record<string, MakeSample> = {
  'operator.members.list': ({ partner }) => ({ params: { partner_id: partner.partnerId }, query: 'limit=5' }),
  'operator.members.add': async (_, service) => ({
    ...(await newPartner(service)),
    body: newInvited(),
  }),
  'operator.invitations.list': ({ partner }) => ({ params: { partner_id: partner.partnerId }, query: 'limit=5' }),
  'operator.invitations.revoke': async (_, service) => {
    const { partnerId } = await service.partner()
    return { params: { partner_id: partnerId, ...(await newInvitation(service, partnerId)) } }
  },
  'operator.members.remove': async (world, service) => {
    const { params } = await newMember(world, service)
    return { params: { partner_id: world.partner.partnerId, ...params } }
  },
}
