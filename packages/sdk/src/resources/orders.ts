// Orders: sales for which you collected the payment.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class Orders extends Resource {
  /** Records an order by quote, or by domain and expected price. The domain is then sold to your buyer. */
  record(input: Body<'POST /api/partner/v1/orders'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/orders', { body: input }, options)
  }

  /** Lists orders, newest first. Await it for the first page; iterate it for every order. */
  list(query?: Filter<'GET /api/partner/v1/orders'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/orders', 'orders', { query }, options)
  }

  /** One order with its timeline. */
  get(publicId: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/orders/{public_id}', { params: { public_id: publicId } }, options)
  }

  /** Corrects where one order is delivered, before its transfer starts or after the registrar rejected it. */
  setDelivery(
    publicId: string,
    input: Body<'PATCH /api/partner/v1/orders/{public_id}/delivery'>,
    options?: CallOptions,
  ) {
    const params = { public_id: publicId }
    return this.api.call('PATCH /api/partner/v1/orders/{public_id}/delivery', { params, body: input }, options)
  }

  /** The auth code of an order that you transfer yourself. Each call is recorded in the audit log. */
  authCode(publicId: string, options?: CallOptions) {
    const params = { public_id: publicId }
    return this.api.call('POST /api/partner/v1/orders/{public_id}/auth-code', { params }, options)
  }
}
