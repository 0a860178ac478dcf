// Operator endpoints for the teams of partners: a new partner with its first owner, members and invitations.
import { defineRoute } from '../../http/define-route.ts'
import { EmailText, pageQuery, Strict, Type } from '../../http/schema.ts'
import { PartnerInput, PartnerView, partnerView, requirePartner, toPartner } from '../partners/index.ts'
import {
  InvitationInput,
  InvitationPage,
  invitationPage,
  limitOperatorInvitations,
  MemberPage,
  memberPage,
} from './http.ts'
import { endMembership } from './service/change-team.ts'
import { createPartnerWithOwner, inviteMember, normalizeInvited, revokeInvitation } from './service/invite.ts'
import { InvitationView, invitationView, MemberView, memberView } from './views.ts'

const PartnerPath = Strict({ partner_id: Type.String() })

const create = defineRoute({
  id: 'operator.partners.create',
  area: 'operator',
  method: 'POST',
  path: '/partners',
  summary: 'Create a partner',
  description:
    'The partner can use the sandbox immediately and live mode after approval. Its first owner is invited by email.',
  returns: 'The created partner.',
  body: Strict({
    ...PartnerInput.properties,
    owner_email: Type.Optional({ ...EmailText(), description: 'The first owner. Default: `email`.' }),
  }),
  status: 201,
  response: PartnerView,
  operators: [],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body: { owner_email, ...body } }) => {
    const ownerEmail = normalizeInvited(owner_email ?? body.email, owner_email === undefined ? 'email' : 'owner_email')
    const inviter = { userId: caller.userId, byOperator: true }
    return partnerView(await createPartnerWithOwner(deps, tx, { partner: toPartner(body), ownerEmail, inviter }, now))
  },
})

const members = defineRoute({
  id: 'operator.members.list',
  area: 'operator',
  method: 'GET',
  path: '/partners/{partner_id}/members',
  summary: "List a partner's team members",
  description: 'Newest first.',
  returns: 'A page of team members.',
  params: PartnerPath,
  query: Strict(pageQuery),
  response: MemberPage,
  errors: ['not_found'],
  handle: async ({ db }, { params, query }) =>
    memberPage(db, 'members', (await requirePartner(db, params.partner_id)).id, query),
})

const invite = defineRoute({
  id: 'operator.members.add',
  area: 'operator',
  method: 'POST',
  path: '/partners/{partner_id}/members',
  operators: [],
  confirmed: true,
  recent: true,
  summary: 'Invite a team member to a partner',
  description:
    'Sends an invitation by email. Owners have full access and can invite others. Inviting again replaces the link.',
  returns: 'The invitation.',
  params: PartnerPath,
  body: InvitationInput('owner'),
  status: 201,
  response: InvitationView,
  errors: ['not_found', 'conflict'],
  writes: true,
  prepare: ({ deps }, { params, body }) => limitOperatorInvitations(deps, params.partner_id, body.email),
  handle: async ({ deps, tx, caller, now }, { params, body: { email, role = 'owner' } }) => {
    const inviter = { userId: caller.userId, byOperator: true }
    const partnerId = params.partner_id
    return invitationView(await inviteMember(deps, tx, { partnerId, email, role, inviter }, now))
  },
})

const remove = defineRoute({
  id: 'operator.members.remove',
  area: 'operator',
  method: 'DELETE',
  path: '/partners/{partner_id}/members/{user_id}',
  operators: [],
  confirmed: true,
  recent: true,
  summary: 'Remove a team member from a partner',
  description: 'The last owner cannot be removed: 409 `last_owner`.',
  returns: 'The removed team member.',
  params: Strict({ partner_id: Type.String(), user_id: Type.String() }),
  response: MemberView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, now }, { params }) => {
    const partner = await requirePartner(tx, params.partner_id)
    return memberView(await endMembership(tx, partner.id, params.user_id, now))
  },
})

const invitations = defineRoute({
  id: 'operator.invitations.list',
  area: 'operator',
  method: 'GET',
  path: '/partners/{partner_id}/invitations',
  summary: "List a partner's open invitations",
  description: 'Newest first. Expired invitations stay in the list for 30 days.',
  returns: 'A page of invitations.',
  params: PartnerPath,
  query: Strict(pageQuery),
  response: InvitationPage,
  errors: ['not_found'],
  handle: async ({ db }, { params, query }) =>
    invitationPage(db, 'invitations', (await requirePartner(db, params.partner_id)).id, query),
})

const revoke = defineRoute({
  id: 'operator.invitations.revoke',
  area: 'operator',
  method: 'DELETE',
  path: '/partners/{partner_id}/invitations/{invitation_id}',
  operators: [],
  confirmed: true,
  recent: true,
  summary: 'Revoke an invitation to a partner',
  description: 'Its link stops working.',
  returns: 'The revoked invitation.',
  params: Strict({ partner_id: Type.String(), invitation_id: Type.String() }),
  response: InvitationView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params }) => {
    const partner = await requirePartner(tx, params.partner_id)
    return invitationView(await revokeInvitation(tx, partner.id, params.invitation_id, now))
  },
})

export const operatorRoutes = [create, members, invite, remove, invitations, revoke]
