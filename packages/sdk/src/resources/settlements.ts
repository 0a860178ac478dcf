// Settlements: your statements by period.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Settlements extends Resource {
  /** Lists statements, newest period first. An open statement has its current amounts. */
  list(query?: Filter<'GET /api/partner/v1/settlements'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/settlements', 'settlements', { query }, options)
  }

  /** One statement with its lines. */
  get(settlementId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/partner/v1/settlements/{settlement_id}',
      { params: { settlement_id: settlementId } },
      options,
    )
  }

  /** Every statement as CSV, one per row. */
  csv(options?: CallOptions): Promise<string> {
    return this.api.text('GET /api/partner/v1/settlements', 'text/csv', {}, options)
  }

  /** The lines of one statement, as CSV. */
  linesCsv(settlementId: string, options?: CallOptions): Promise<string> {
    return this.api.text(
      'GET /api/partner/v1/settlements/{settlement_id}',
      'text/csv',
      { params: { settlement_id: settlementId } },
      options,
    )
  }
}
