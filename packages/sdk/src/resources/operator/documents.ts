// Operator API: documents and tax.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const V1 = '/api/operator/v1'

export class OperatorDocuments extends Resource {
  /** Receipts, invoices, credit notes and commission statements, newest first. */
  list(query?: Filter<`GET ${typeof V1}/documents`>, options?: CallOptions) {
    return this.api.list(`GET ${V1}/documents`, 'documents', { query }, options)
  }

  /** One document as it was issued. */
  get(documentId: string, options?: CallOptions) {
    return this.api.call(`GET ${V1}/documents/{document_id}`, { params: { document_id: documentId } }, options)
  }

  /** One document as PDF. */
  pdf(documentId: string, options?: CallOptions): Promise<Uint8Array> {
    return this.api.pdf(`GET ${V1}/documents/{document_id}`, { params: { document_id: documentId } }, options)
  }
}

export class OperatorTax extends Resource {
  get(options?: CallOptions) {
    return this.api.call(`GET ${V1}/tax`, {}, options)
  }

  /** Replaces the tax settings. Documents that were issued keep their tax. */
  replace(input: Body<`PUT ${typeof V1}/tax`>, options?: CallOptions) {
    return this.api.call(`PUT ${V1}/tax`, { body: input }, options)
  }
}
