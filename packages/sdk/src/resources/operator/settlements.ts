// Operator API: settlements.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const GET = 'GET /api/operator/v1/settlements/{settlement_id}'
const PAID = 'POST /api/operator/v1/settlements/{settlement_id}/paid'
const ADJUST = 'POST /api/operator/v1/settlements/{settlement_id}/adjustments'
const RUN_TIMEOUT_MS = 600_000

export class OperatorSettlements extends Resource {
  /** Closes the periods that are due. Safe to repeat; continues after an interruption. */
  run(input?: Body<'POST /api/operator/v1/settlements/run'>, options?: CallOptions) {
    const patient = { repeatable: true, timeoutMs: RUN_TIMEOUT_MS, ...options }
    return this.api.call('POST /api/operator/v1/settlements/run', { body: input }, patient)
  }

  /** The statements that a run would close now. Changes nothing. */
  preview(query?: Filter<'GET /api/operator/v1/settlements/preview'>, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/settlements/preview', { query }, options)
  }

  /** Newest period first. */
  list(query?: Filter<'GET /api/operator/v1/settlements'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/settlements', 'settlements', { query }, options)
  }

  /** Await it for the statement and its first lines; iterate it for every line. */
  get(settlementId: string, query?: Filter<typeof GET>, options?: CallOptions) {
    return this.api.list(GET, 'lines', { params: { settlement_id: settlementId }, query }, options)
  }

  paid(settlementId: string, input?: Body<typeof PAID>, options?: CallOptions) {
    return this.api.call(PAID, { params: { settlement_id: settlementId }, body: input }, options)
  }

  /** Adds a correction to the next statement. A positive amount increases what the partner owes. */
  adjust(settlementId: string, input: Body<typeof ADJUST>, options?: CallOptions) {
    return this.api.call(ADJUST, { params: { settlement_id: settlementId }, body: input }, options)
  }
}
