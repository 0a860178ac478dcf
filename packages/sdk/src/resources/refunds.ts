// Refunds: possible until the domain is delivered.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class Refunds extends Resource {
  /** Refunds an order. The domain is for sale again. */
  create(input: Body<'POST /api/partner/v1/refunds'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/refunds', { body: input }, options)
  }

  /** Newest first. */
  list(query?: Filter<'GET /api/partner/v1/refunds'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/refunds', 'refunds', { query }, options)
  }

  get(refundId: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/refunds/{refund_id}', { params: { refund_id: refundId } }, options)
  }
}
