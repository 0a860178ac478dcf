// Operator API: order fulfillment and review rules.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'
import type { OrderAction } from '../../types.gen.ts'

const ORDER = '/api/operator/v1/orders/{public_id}'
const BULK = 'POST /api/operator/v1/orders/bulk'
const BULK_TIMEOUT_MS = 300_000
type DeliveryNote = Body<`POST ${typeof ORDER}/delivery/confirm`>
type Note = Body<`POST ${typeof ORDER}/${OrderAction}`>

export class OperatorOrders extends Resource {
  /** Live before sandbox, then newest first or as `sort` says. */
  list(query?: Filter<'GET /api/operator/v1/orders'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/orders', 'orders', { query }, options)
  }

  get(publicId: string, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/orders/{public_id}', { params: { public_id: publicId } }, options)
  }

  /**
   * Applies an action to up to 200 orders and reports the outcome of each. Safe to repeat with the same `idempotency_key`: it
   * continues after an interruption.
   */
  bulk(input: Body<typeof BULK>, options?: CallOptions) {
    return this.api.call(BULK, { body: input }, { repeatable: true, timeoutMs: BULK_TIMEOUT_MS, ...options })
  }

  /** A bulk action with the outcome of each order. */
  run(runId: string, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/orders/bulk/{run_id}', { params: { run_id: runId } }, options)
  }

  /** Purchases and domains that belong to no account. */
  unclaimed(query?: Filter<'GET /api/operator/v1/unclaimed-purchases'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/unclaimed-purchases', 'purchases', { query }, options)
  }

  /** Sends the buyer a new claim link. Earlier links stop working. */
  sendClaimLink(publicId: string, options?: CallOptions) {
    return this.api.call(`POST ${ORDER}/claim-link`, { params: { public_id: publicId } }, options)
  }

  /** Returns the payment of a delivered order. What was earned on it is taken back. */
  refundAfterDelivery(
    publicId: string,
    input: Body<`POST ${typeof ORDER}/refund_after_delivery`>,
    options?: CallOptions,
  ) {
    const params = { public_id: publicId }
    return this.api.call(`POST ${ORDER}/refund_after_delivery`, { params, body: input }, options)
  }

  /** Where the domain is delivered, and each command sent to the registrar. */
  delivery(publicId: string, options?: CallOptions) {
    return this.api.call(`GET ${ORDER}/delivery`, { params: { public_id: publicId } }, options)
  }

  confirmDelivery(publicId: string, input?: DeliveryNote, options?: CallOptions) {
    return this.api.call(`POST ${ORDER}/delivery/confirm`, { params: { public_id: publicId }, body: input }, options)
  }

  /** Stores the auth code that the buyer chose, and shows it on the order page. */
  setAuthCode(publicId: string, input: Body<`POST ${typeof ORDER}/delivery/set_auth_code`>, options?: CallOptions) {
    return this.api.call(
      `POST ${ORDER}/delivery/set_auth_code`,
      { params: { public_id: publicId }, body: input },
      options,
    )
  }

  /** Starts the delivery again, with another target or the auth code of a domain at another registrar. */
  retryDelivery(publicId: string, input?: Body<`POST ${typeof ORDER}/delivery/retry`>, options?: CallOptions) {
    return this.api.call(`POST ${ORDER}/delivery/retry`, { params: { public_id: publicId }, body: input }, options)
  }

  takeOverDelivery(publicId: string, input?: DeliveryNote, options?: CallOptions) {
    return this.api.call(`POST ${ORDER}/delivery/take_over`, { params: { public_id: publicId }, body: input }, options)
  }

  cancelDelivery(publicId: string, input?: DeliveryNote, options?: CallOptions) {
    return this.api.call(`POST ${ORDER}/delivery/cancel`, { params: { public_id: publicId }, body: input }, options)
  }

  hold(publicId: string, input?: Note, options?: CallOptions) {
    return this.#move('hold', publicId, input, options)
  }

  clear(publicId: string, input?: Note, options?: CallOptions) {
    return this.#move('clear', publicId, input, options)
  }

  startTransfer(publicId: string, input?: Note, options?: CallOptions) {
    return this.#move('start_transfer', publicId, input, options)
  }

  failTransfer(publicId: string, input?: Note, options?: CallOptions) {
    return this.#move('fail_transfer', publicId, input, options)
  }

  completeTransfer(publicId: string, input?: Note, options?: CallOptions) {
    return this.#move('complete_transfer', publicId, input, options)
  }

  refund(publicId: string, input?: Note, options?: CallOptions) {
    return this.#move('refund', publicId, input, options)
  }

  cancel(publicId: string, input?: Note, options?: CallOptions) {
    return this.#move('cancel', publicId, input, options)
  }

  #move(move: OrderAction, publicId: string, body: Note, options?: CallOptions) {
    return this.api.call(`POST ${ORDER}/${move}`, { params: { public_id: publicId }, body }, options)
  }
}

export class OperatorReviewRules extends Resource {
  list(options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/review-rules', {}, options)
  }

  create(input: Body<'POST /api/operator/v1/review-rules'>, options?: CallOptions) {
    return this.api.call('POST /api/operator/v1/review-rules', { body: input }, options)
  }

  delete(ruleId: string, options?: CallOptions) {
    return this.api.call('DELETE /api/operator/v1/review-rules/{rule_id}', { params: { rule_id: ruleId } }, options)
  }
}
