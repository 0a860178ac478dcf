// The operator and credentials: the keys that partners hold.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const ISSUE = 'POST /api/operator/v1/partners/{partner_id}/credentials'
const LIST = 'GET /api/operator/v1/partners/{partner_id}/credentials'
const ROTATE = 'POST /api/operator/v1/credentials/{key_id}/rotate'

export class OperatorCredentials extends Resource {
  /** The secret is shown here once and never again. */
  issue(partnerId: string, input: Body<typeof ISSUE>, options?: CallOptions) {
    return this.api.call(ISSUE, { params: { partner_id: partnerId }, body: input }, options)
  }

  /** Newest first. */
  list(partnerId: string, query?: Filter<typeof LIST>, options?: CallOptions) {
    return this.api.list(LIST, 'credentials', { params: { partner_id: partnerId }, query }, options)
  }

  /** Issues a new one; the old one goes on for the overlap. */
  rotate(keyId: string, input?: Body<typeof ROTATE>, options?: CallOptions) {
    return this.api.call(ROTATE, { params: { key_id: keyId }, body: input }, options)
  }

  /** It stops within seconds. */
  revoke(keyId: string, options?: CallOptions) {
    return this.api.call('DELETE /api/operator/v1/credentials/{key_id}', { params: { key_id: keyId } }, options)
  }
}
