// Orders: sales that you collected yourself, and how far each is.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class Orders extends Resource {
  /** Records a sale, by a quote or by name and expected price. The name is sold to your buyer. */
  record(input: Body<'POST /api/partner/v1/orders'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/orders', { body: input }, options)
  }

  /** Newest first. Awaited: the first page. Iterated: every order. */
  list(query?: Filter<'GET /api/partner/v1/orders'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/orders', 'orders', { query }, options)
  }

  /** One order with its timeline. */
  get(publicId: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/orders/{public_id}', { params: { public_id: publicId } }, options)
  }
}
