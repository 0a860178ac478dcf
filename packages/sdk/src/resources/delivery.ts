// Where your domains are delivered.
import { type Body, type CallOptions, Resource } from '../api.ts'

export class Delivery extends Resource {
  /** Your delivery target in this environment; null if none is set. */
  get(options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/delivery', {}, options)
  }

  /** Sets the registrar account that receives your domains. Fields you leave out keep their value. */
  set(input: Body<'PATCH /api/partner/v1/delivery'>, options?: CallOptions) {
    return this.api.call('PATCH /api/partner/v1/delivery', { body: input }, options)
  }
}
