// Operator API: payouts and the ledger check.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'
import type { PayoutAction } from '../../types.gen.ts'

const PAYOUT = '/api/operator/v1/payouts/{payout_id}'
type Reference = Body<`POST ${typeof PAYOUT}/${PayoutAction}`>

export class OperatorPayouts extends Resource {
  /** Creates a payout of the pending balance in an environment. */
  create(input: Body<'POST /api/operator/v1/payouts'>, options?: CallOptions) {
    return this.api.call('POST /api/operator/v1/payouts', { body: input }, options)
  }

  /** Pending amounts by partner, kind and currency: live before sandbox, then the largest first. */
  due(query?: Filter<'GET /api/operator/v1/payouts/due'>, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/payouts/due', { query }, options)
  }

  /** Live before sandbox, then newest first. */
  list(query?: Filter<'GET /api/operator/v1/payouts'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/payouts', 'payouts', { query }, options)
  }

  sent(payoutId: string, input?: Reference, options?: CallOptions) {
    return this.#move('sent', payoutId, input, options)
  }

  paid(payoutId: string, input?: Reference, options?: CallOptions) {
    return this.#move('paid', payoutId, input, options)
  }

  failed(payoutId: string, input?: Reference, options?: CallOptions) {
    return this.#move('failed', payoutId, input, options)
  }

  #move(move: PayoutAction, payoutId: string, body: Reference, options?: CallOptions) {
    return this.api.call(`POST ${PAYOUT}/${move}`, { params: { payout_id: payoutId }, body }, options)
  }
}

export class OperatorLedger extends Resource {
  /** Checks every invariant of the ledger. */
  check(options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/ledger/check', {}, options)
  }
}
