// Selling your own domains: listings, their verification and files. Needs an access token with the scope `domains:manage`.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

const LISTING = '/api/seller/listings/{listing_id}'

export class SellerListings extends Resource {
  /** Lists a domain. A domain that you do not own here waits until its TXT record is published. */
  create(input: Body<'POST /api/seller/listings'>, options?: CallOptions) {
    return this.api.call('POST /api/seller/listings', { body: input }, options)
  }

  /** Your listings, newest first. */
  list(query?: Filter<'GET /api/seller/listings'>, options?: CallOptions) {
    return this.api.list('GET /api/seller/listings', 'listings', { query }, options)
  }

  get(listingId: string, options?: CallOptions) {
    return this.api.call(`GET ${LISTING}`, { params: { listing_id: listingId } }, options)
  }

  /** Changes only the given fields. */
  update(listingId: string, input: Body<`PATCH ${typeof LISTING}`>, options?: CallOptions) {
    return this.api.call(`PATCH ${LISTING}`, { params: { listing_id: listingId }, body: input }, options)
  }

  withdraw(listingId: string, options?: CallOptions) {
    return this.api.call(`DELETE ${LISTING}`, { params: { listing_id: listingId } }, options)
  }

  /** Looks up the TXT record now. */
  verify(listingId: string, options?: CallOptions) {
    return this.api.call(`POST ${LISTING}/verify`, { params: { listing_id: listingId } }, options)
  }

  /** Lists or changes the domains of a CSV file with up to 1,000 lines. */
  import(file: string | Uint8Array, options?: CallOptions) {
    const body = typeof file === 'string' ? new TextEncoder().encode(file) : file
    const headers = { ...options?.headers, 'Content-Type': 'text/csv' }
    return this.api.call('POST /api/seller/listings/import', { body: body as never }, { ...options, headers })
  }
}

export class Selling extends Resource {
  readonly listings = new SellerListings(this.api)

  /** Sales of your domains, newest first. */
  sales(query?: Filter<'GET /api/seller/sales'>, options?: CallOptions) {
    return this.api.list('GET /api/seller/sales', 'sales', { query }, options)
  }

  /** What you earned and what can be paid out. */
  balance(options?: CallOptions) {
    return this.api.call('GET /api/seller/balance', {}, options)
  }

  payouts(query?: Filter<'GET /api/seller/payouts'>, options?: CallOptions) {
    return this.api.list('GET /api/seller/payouts', 'payouts', { query }, options)
  }

  /** Pays out everything that is payable, or what is payable in one currency. */
  requestPayout(input: Body<'POST /api/seller/payouts'> = {}, options?: CallOptions) {
    return this.api.call('POST /api/seller/payouts', { body: input }, options)
  }
}
