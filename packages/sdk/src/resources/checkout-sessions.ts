// Checkout sessions: links where a buyer pays at the service, and the sale is yours.
import { type Body, type CallOptions, Resource } from '../api.ts'

export class CheckoutSessions extends Resource {
  /** Send the buyer to `checkout_url`. Nothing is reserved before they pay. */
  create(input: Body<'POST /api/partner/v1/checkout-session'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/checkout-session', { body: input }, options)
  }

  get(sessionId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/partner/v1/checkout-session/{session_id}',
      { params: { session_id: sessionId } },
      options,
    )
  }
}
