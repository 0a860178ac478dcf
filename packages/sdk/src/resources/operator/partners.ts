// Operator API: partners, their rates and their approval.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'
import type { PartnerAction } from '../../types.gen.ts'

const PARTNER = '/api/operator/v1/partners/{partner_id}'

export class OperatorPartners extends Resource {
  /** Creates a partner. It can use the sandbox immediately, and live mode after approval. */
  create(input: Body<'POST /api/operator/v1/partners'>, options?: CallOptions) {
    return this.api.call('POST /api/operator/v1/partners', { body: input }, options)
  }

  /** Newest first. */
  list(query?: Filter<'GET /api/operator/v1/partners'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/partners', 'partners', { query }, options)
  }

  get(partnerId: string, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/partners/{partner_id}', { params: { partner_id: partnerId } }, options)
  }

  change(partnerId: string, input: Body<'PATCH /api/operator/v1/partners/{partner_id}'>, options?: CallOptions) {
    return this.api.call(
      'PATCH /api/operator/v1/partners/{partner_id}',
      { params: { partner_id: partnerId }, body: input },
      options,
    )
  }

  approve(partnerId: string, options?: CallOptions) {
    return this.#move('approve', partnerId, options)
  }

  suspend(partnerId: string, options?: CallOptions) {
    return this.#move('suspend', partnerId, options)
  }

  reinstate(partnerId: string, options?: CallOptions) {
    return this.#move('reinstate', partnerId, options)
  }

  #move(move: PartnerAction, partnerId: string, options?: CallOptions) {
    return this.api.call(`POST ${PARTNER}/${move}`, { params: { partner_id: partnerId } }, options)
  }
}
