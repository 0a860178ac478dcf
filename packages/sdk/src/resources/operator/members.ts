// Operator: the team members of partners.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const ADD = 'POST /api/operator/v1/partners/{partner_id}/members'
const LIST = 'GET /api/operator/v1/partners/{partner_id}/members'
const REMOVE = 'DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}'

export class OperatorMembers extends Resource {
  /** Gives a person with an account access to the partner in the portal. */
  add(partnerId: string, input: Body<typeof ADD>, options?: CallOptions) {
    return this.api.call(ADD, { params: { partner_id: partnerId }, body: input }, options)
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
