// Operator API: the people who operate the marketplace, and tokens for programs. For admins.
import { type Body, type CallOptions, Resource } from '../../api.ts'

const OPERATOR = '/api/operator/v1/operators/{user_id}'
const INVITATION = '/api/operator/v1/operator-invitations/{invitation_id}'
const TOKENS = '/api/operator/v1/operator-tokens'

export class OperatorPeople extends Resource {
  /** Operators and open invitations. */
  list(options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/operators', {}, options)
  }

  /** Sends an invitation by email. */
  invite(input: Body<'POST /api/operator/v1/operators'>, options?: CallOptions) {
    return this.api.call('POST /api/operator/v1/operators', { body: input }, options)
  }

  changeRole(userId: string, input: Body<`PATCH ${typeof OPERATOR}`>, options?: CallOptions) {
    return this.api.call(`PATCH ${OPERATOR}`, { params: { user_id: userId }, body: input }, options)
  }

  /** Ends the person's sessions and tokens. */
  remove(userId: string, options?: CallOptions) {
    return this.api.call(`DELETE ${OPERATOR}`, { params: { user_id: userId } }, options)
  }

  revokeInvitation(invitationId: string, options?: CallOptions) {
    return this.api.call(`DELETE ${INVITATION}`, { params: { invitation_id: invitationId } }, options)
  }
}

export class OperatorTokens extends Resource {
  list(options?: CallOptions) {
    return this.api.call(`GET ${TOKENS}`, {}, options)
  }

  /** The token is returned only in this response. */
  create(input: Body<`POST ${typeof TOKENS}`>, options?: CallOptions) {
    return this.api.call(`POST ${TOKENS}`, { body: input }, options)
  }

  revoke(tokenId: string, options?: CallOptions) {
    return this.api.call(`DELETE ${TOKENS}/{token_id}`, { params: { token_id: tokenId } }, options)
  }
}
