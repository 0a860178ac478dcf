// Checkout sessions: links to a hosted page where the buyer pays. You earn the commission.
import { type Body, type CallOptions, Resource } from '../api.ts'

export class CheckoutSessions extends Resource {
  /** Creates a checkout link. Send the buyer to `checkout_url`. The domain is not reserved until they pay. */
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
