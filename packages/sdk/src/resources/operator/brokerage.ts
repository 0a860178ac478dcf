// Operator API: brokerage cases.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'
import type { BrokerageAction } from '../../types.gen.ts'

const CASE = '/api/operator/v1/brokerage/{case_id}'
type Move = Exclude<BrokerageAction, 'complete'>
type Note = Body<`POST ${typeof CASE}/${Move}`>

export class OperatorBrokerage extends Resource {
  /** Live before sandbox, then newest first. */
  list(query?: Filter<'GET /api/operator/v1/brokerage'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/brokerage', 'cases', { query }, options)
  }

  get(caseId: string, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/brokerage/{case_id}', { params: { case_id: caseId } }, options)
  }

  /** Completes a case with the agreed price. */
  complete(caseId: string, input: Body<'POST /api/operator/v1/brokerage/{case_id}/complete'>, options?: CallOptions) {
    return this.api.call(
      'POST /api/operator/v1/brokerage/{case_id}/complete',
      { params: { case_id: caseId }, body: input },
      options,
    )
  }

  advance(caseId: string, input?: Note, options?: CallOptions) {
    return this.#move('advance', caseId, input, options)
  }

  decline(caseId: string, input?: Note, options?: CallOptions) {
    return this.#move('decline', caseId, input, options)
  }

  noDeal(caseId: string, input?: Note, options?: CallOptions) {
    return this.#move('no_deal', caseId, input, options)
  }

  cancel(caseId: string, input?: Note, options?: CallOptions) {
    return this.#move('cancel', caseId, input, options)
  }

  #move(move: Move, caseId: string, body: Note, options?: CallOptions) {
    return this.api.call(`POST ${CASE}/${move}`, { params: { case_id: caseId }, body }, options)
  }
}
