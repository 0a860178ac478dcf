// A partner's team as its own members manage it.
import { requireMembership } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { OneOf, pageQuery, Strict, Type } from '../../http/schema.ts'
import { MEMBER_ROLES } from '../../kernel/owner.ts'
import { InvitationInput, InvitationPage, invitationPage, limitInvitations, MemberPage, memberPage } from './http.ts'
import { changeMemberRole, endMembership } from './service/change-team.ts'
import { inviteMember, revokeInvitation } from './service/invite.ts'
import { InvitationView, invitationView, MemberView, memberView } from './views.ts'

const MemberPath = Strict({ user_id: Type.String() })

const members = defineRoute({
  id: 'portal.members.list',
  area: 'portal',
  method: 'GET',
  path: '/members',
  summary: 'List team members',
  description: 'Newest first.',
  returns: 'A page of team members.',
  query: Strict(pageQuery),
  response: MemberPage,
  handle: async ({ db, caller }, { query }) =>
    memberPage(db, 'portal.members', requireMembership(caller).partnerId, query),
})

const invite = defineRoute({
  id: 'portal.members.add',
  area: 'portal',
  method: 'POST',
  path: '/members',
  confirmed: true,
  recent: true,
  summary: 'Invite a team member',
  description:
    'Sends an invitation by email. The link works once, for 7 days; inviting again replaces it. The person joins when they accept.',
  returns: 'The invitation.',
  body: InvitationInput('member'),
  status: 201,
  response: InvitationView,
  errors: ['conflict'],
  writes: true,
  prepare: ({ deps, caller }, { body }) => limitInvitations(deps, requireMembership(caller).partnerId, body.email),
  handle: async ({ deps, tx, caller, now, prepared: { isMailed } }, { body: { email, role = 'member' } }) => {
    const { partnerId } = requireMembership(caller)
    const inviter = { userId: caller.userId, byOperator: false }
    return invitationView(await inviteMember(deps, tx, { partnerId, email, role, inviter, isMailed }, now))
  },
})

const change = defineRoute({
  id: 'portal.members.change',
  area: 'portal',
  method: 'PATCH',
  path: '/members/{user_id}',
  confirmed: true,
  recent: true,
  summary: 'Change the role of a team member',
  description:
    '409 `last_owner` if the partner would have no owner. An owner who becomes a member loses open invitations.',
  returns: 'The team member.',
  params: MemberPath,
  body: Strict({ role: OneOf(MEMBER_ROLES) }),
  response: MemberView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { params, body }) => {
    const { partnerId } = requireMembership(caller)
    return memberView(await changeMemberRole(tx, partnerId, { userId: params.user_id, role: body.role }, now))
  },
})

const remove = defineRoute({
  id: 'portal.members.remove',
  area: 'portal',
  method: 'DELETE',
  path: '/members/{user_id}',
  confirmed: true,
  recent: true,
  summary: 'Remove a team member',
  description: 'Also revokes the open invitations they sent. 409 `last_owner` for the last owner.',
  returns: 'The removed team member.',
  params: MemberPath,
  response: MemberView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { params }) =>
    memberView(await endMembership(tx, requireMembership(caller).partnerId, params.user_id, now)),
})

const leave = defineRoute({
  id: 'portal.members.leave',
  area: 'portal',
  method: 'POST',
  path: '/leave',
  membership: 'member',
  recent: true,
  summary: 'Leave the team',
  description: 'Ends your own membership. 409 `last_owner` for the last owner.',
  returns: 'Your ended membership.',
  response: MemberView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, caller, now }) =>
    memberView(await endMembership(tx, requireMembership(caller).partnerId, caller.userId, now)),
})

const invitations = defineRoute({
  id: 'portal.invitations.list',
  area: 'portal',
  method: 'GET',
  path: '/invitations',
  summary: 'List open invitations',
  description: 'Newest first. Expired invitations stay in the list for 30 days.',
  returns: 'A page of invitations.',
  query: Strict(pageQuery),
  response: InvitationPage,
  handle: async ({ db, caller }, { query }) =>
    invitationPage(db, 'portal.invitations', requireMembership(caller).partnerId, query),
})

const revoke = defineRoute({
  id: 'portal.invitations.revoke',
  area: 'portal',
  method: 'DELETE',
  path: '/invitations/{invitation_id}',
  confirmed: true,
  recent: true,
  summary: 'Revoke an invitation',
  description: 'Its link stops working.',
  returns: 'The revoked invitation.',
  params: Strict({ invitation_id: Type.String() }),
  response: InvitationView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, caller, now }, { params }) =>
    invitationView(await revokeInvitation(tx, requireMembership(caller).partnerId, params.invitation_id, now)),
})

export const portalRoutes = [members, invite, change, remove, leave, invitations, revoke]
