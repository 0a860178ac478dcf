// Operator: the team members of partners, and invitations to their teams.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const INVITE = 'POST /api/operator/v1/partners/{partner_id}/members'
const LIST = 'GET /api/operator/v1/partners/{partner_id}/members'
const LIST_INVITATIONS = 'GET /api/operator/v1/partners/{partner_id}/invitations'
const REVOKE = 'DELETE /api/operator/v1/partners/{partner_id}/invitations/{invitation_id}'
const REMOVE = 'DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}'

export class OperatorMembers extends Resource {
  /** Invites a person by email. They become a team member when they accept. */
  invite(partnerId: string, input: Body<typeof INVITE>, options?: CallOptions) {
    return this.api.call(INVITE, { params: { partner_id: partnerId }, body: input }, options)
  }

  /** Newest first. */
  list(partnerId: string, query?: Filter<typeof LIST>, options?: CallOptions) {
    return this.api.list(LIST, 'members', { params: { partner_id: partnerId }, query }, options)
  }

  /** The last owner cannot be removed. */
  remove(partnerId: string, userId: string, options?: CallOptions) {
    return this.api.call(REMOVE, { params: { partner_id: partnerId, user_id: userId } }, options)
  }
}

export class OperatorInvitations extends Resource {
  /** Open invitations, newest first. */
  list(partnerId: string, query?: Filter<typeof LIST_INVITATIONS>, options?: CallOptions) {
    return this.api.list(LIST_INVITATIONS, 'invitations', { params: { partner_id: partnerId }, query }, options)
  }

  /** The link stops working. */
  revoke(partnerId: string, invitationId: string, options?: CallOptions) {
    return this.api.call(REVOKE, { params: { partner_id: partnerId, invitation_id: invitationId } }, options)
  }
}
