// Operator API: partner credentials.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const ISSUE = 'POST /api/operator/v1/partners/{partner_id}/credentials'
const LIST = 'GET /api/operator/v1/partners/{partner_id}/credentials'
const RENAME = 'PATCH /api/operator/v1/credentials/{key_id}'
const ROTATE = 'POST /api/operator/v1/credentials/{key_id}/rotate'

export class OperatorCredentials extends Resource {
  /** Issues a credential. The secret is returned once and never again. */
  issue(partnerId: string, input: Body<typeof ISSUE>, options?: CallOptions) {
    return this.api.call(ISSUE, { params: { partner_id: partnerId }, body: input }, options)
  }

  /** Newest first. */
  list(partnerId: string, query?: Filter<typeof LIST>, options?: CallOptions) {
    return this.api.list(LIST, 'credentials', { params: { partner_id: partnerId }, query }, options)
  }

  /** Issues a replacement. The old credential stays valid during the overlap. */
  rotate(keyId: string, input?: Body<typeof ROTATE>, options?: CallOptions) {
    return this.api.call(ROTATE, { params: { key_id: keyId }, body: input }, options)
  }

  /** Names a credential, to tell keys apart. */
  rename(keyId: string, input: Body<typeof RENAME>, options?: CallOptions) {
    return this.api.call(RENAME, { params: { key_id: keyId }, body: input }, options)
  }

  /** Revokes a credential within seconds. */
  revoke(keyId: string, options?: CallOptions) {
    return this.api.call('DELETE /api/operator/v1/credentials/{key_id}', { params: { key_id: keyId } }, options)
  }
}
