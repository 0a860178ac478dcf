// Operator API: disputes of payments.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const V1 = '/api/operator/v1'

export class OperatorDisputes extends Resource {
  /** Disputes of payments, newest first. */
  list(query?: Filter<`GET ${typeof V1}/disputes`>, options?: CallOptions) {
    return this.api.list(`GET ${V1}/disputes`, 'disputes', { query }, options)
  }

  get(disputeId: string, options?: CallOptions) {
    return this.api.call(`GET ${V1}/disputes/{dispute_id}`, { params: { dispute_id: disputeId } }, options)
  }

  /** Sends evidence to the bank, once. */
  submit(disputeId: string, input: Body<`POST ${typeof V1}/disputes/{dispute_id}/submit`>, options?: CallOptions) {
    const params = { dispute_id: disputeId }
    return this.api.call(`POST ${V1}/disputes/{dispute_id}/submit`, { params, body: input }, options)
  }

  /** The buyer keeps the money. */
  accept(disputeId: string, options?: CallOptions) {
    return this.api.call(`POST ${V1}/disputes/{dispute_id}/accept`, { params: { dispute_id: disputeId } }, options)
  }

  /** Decides a dispute of the sandbox processor. */
  close(disputeId: string, input: Body<`POST ${typeof V1}/disputes/{dispute_id}/close`>, options?: CallOptions) {
    const params = { dispute_id: disputeId }
    return this.api.call(`POST ${V1}/disputes/{dispute_id}/close`, { params, body: input }, options)
  }
}
