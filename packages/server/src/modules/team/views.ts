// Schemas and JSON views of team members and invitations.
import { IdText, isoTime, Named, Nullable, OneOf, type Static, Timestamp, Type } from '../../http/schema.ts'
import { MEMBER_ROLES } from '../../kernel/owner.ts'
import type { Member } from '../partners/index.ts'
import type { Invitation } from './store.ts'

const Role = () => OneOf(MEMBER_ROLES, { description: 'Owners have full access, members read-only access.' })

export const MemberView = Named('Member', {
  user_id: IdText('usr_'),
  email: Type.String({ description: 'The email address of their account.' }),
  role: Role(),
  created_at: Timestamp('When they joined.'),
})

export const memberView = (member: Member): Static<typeof MemberView> => ({
  user_id: member.userId,
  email: member.email,
  role: member.role,
  created_at: isoTime(member.createdAt),
})

export const InvitationView = Named('Invitation', {
  invitation_id: IdText('inv_'),
  email: Type.String({ description: 'The invited email address, normalized.' }),
  role: Role(),
  invited_by: Nullable(Type.String({ description: 'Email address of the inviting owner; null for an operator.' })),
  created_at: Timestamp('When the latest link was sent.'),
  expires_at: Timestamp('When the link stops working.'),
})

export const invitationView = (invitation: Invitation): Static<typeof InvitationView> => ({
  invitation_id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.inviterEmail,
  created_at: isoTime(invitation.createdAt),
  expires_at: isoTime(invitation.expiresAt),
})
