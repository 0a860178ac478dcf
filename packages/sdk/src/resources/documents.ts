// Documents: commission statements, receipts, invoices and credit notes.
import { type CallOptions, type Filter, Resource } from '../api.ts'

export class Documents extends Resource {
  /** Lists your documents, newest first. */
  list(query?: Filter<'GET /api/partner/v1/documents'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/documents', 'documents', { query }, options)
  }

  /** One document as it was issued. */
  get(documentId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/partner/v1/documents/{document_id}',
      { params: { document_id: documentId } },
      options,
    )
  }

  /** One document as PDF. */
  pdf(documentId: string, options?: CallOptions): Promise<Uint8Array> {
    return this.api.pdf('GET /api/partner/v1/documents/{document_id}', { params: { document_id: documentId } }, options)
  }

  /** Every document as CSV, one per row. */
  csv(query?: Filter<'GET /api/partner/v1/documents'>, options?: CallOptions): Promise<string> {
    return this.api.text('GET /api/partner/v1/documents', 'text/csv', { query }, options)
  }
}
