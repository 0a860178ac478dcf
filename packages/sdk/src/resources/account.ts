// A user's own account: domains, bulk operations and purchases. Needs an access token.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

export class OwnedDomains extends Resource {
  list(query?: Filter<'GET /api/domains'>, options?: CallOptions) {
    return this.api.list('GET /api/domains', 'domains', { query }, options)
  }
}

export class Bulk extends Resource {
  /** The available bulk operations. */
  operations(options?: CallOptions) {
    return this.api.call('GET /api/domains/bulk', {}, options)
  }

  /** Applies one operation to up to 1,000 of your domains. Each row has its own result. */
  run(op: string, input: Body<'POST /api/domains/bulk/{op}'>, options?: CallOptions) {
    return this.api.call('POST /api/domains/bulk/{op}', { params: { op }, body: input }, options)
  }

  /** A bulk run with the progress of each domain at the registry. */
  report(bulkId: string, options?: CallOptions) {
    return this.api.call('GET /api/account/bulk-runs/{bulk_id}', { params: { bulk_id: bulkId } }, options)
  }

  /** Your bulk runs, newest first. */
  runs(query?: Filter<'GET /api/account/bulk-runs'>, options?: CallOptions) {
    return this.api.list('GET /api/account/bulk-runs', 'bulk_runs', { query }, options)
  }
}

export class Registrations extends Resource {
  /** Opens a checkout. The domain is registered once it is paid. */
  create(input: Body<'POST /api/registrations'>, options?: CallOptions) {
    return this.api.call('POST /api/registrations', { body: input }, options)
  }

  /** Your registrations and renewals, newest first. */
  purchases(query?: Filter<'GET /api/account/domain-purchases'>, options?: CallOptions) {
    return this.api.list('GET /api/account/domain-purchases', 'domain_purchases', { query }, options)
  }

  /** How far the registry is with each domain of a purchase. */
  purchase(purchaseId: string, options?: CallOptions) {
    const params = { purchase_id: purchaseId }
    return this.api.call('GET /api/account/domain-purchases/{purchase_id}', { params }, options)
  }
}

export class Account extends Resource {
  get(options?: CallOptions) {
    return this.api.call('GET /api/account', {}, options)
  }

  /** Changes the password. It needs a browser session, so it works only in Freehold's own pages. */
  changePassword(input: Body<'POST /api/account/password'>, options?: CallOptions) {
    return this.api.call('POST /api/account/password', { body: input }, options)
  }

  /** Your purchases, newest first. */
  orders(query?: Filter<'GET /api/account/orders'>, options?: CallOptions) {
    return this.api.list('GET /api/account/orders', 'orders', { query }, options)
  }

  order(publicId: string, options?: CallOptions) {
    return this.api.call('GET /api/account/orders/{public_id}', { params: { public_id: publicId } }, options)
  }

  /** A receipt, invoice or credit note of one of your orders, registrations or renewals. */
  document(documentId: string, options?: CallOptions) {
    return this.api.call('GET /api/account/documents/{document_id}', { params: { document_id: documentId } }, options)
  }

  /** The same as PDF. */
  documentPdf(documentId: string, options?: CallOptions): Promise<Uint8Array> {
    return this.api.pdf('GET /api/account/documents/{document_id}', { params: { document_id: documentId } }, options)
  }
}
