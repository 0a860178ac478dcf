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

const OFFER = '/api/seller/offers/{offer_id}'

export class SellerOffers extends Resource {
  /** Offers for your domains, newest first. */
  list(query?: Filter<'GET /api/seller/offers'>, options?: CallOptions) {
    return this.api.list('GET /api/seller/offers', 'offers', { query }, options)
  }

  get(offerId: string, options?: CallOptions) {
    return this.api.call(`GET ${OFFER}`, { params: { offer_id: offerId } }, options)
  }

  counter(offerId: string, input: Body<`POST ${typeof OFFER}/counter`>, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/counter`, { params: { offer_id: offerId }, body: input }, options)
  }

  /** Reserves the domain for the buyer for 72 hours. */
  accept(offerId: string, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/accept`, { params: { offer_id: offerId } }, options)
  }

  decline(offerId: string, input: Body<`POST ${typeof OFFER}/decline`> = {}, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/decline`, { params: { offer_id: offerId }, body: input }, options)
  }

  /** Takes your counter-offer back. */
  withdraw(offerId: string, input: Body<`POST ${typeof OFFER}/withdraw`> = {}, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/withdraw`, { params: { offer_id: offerId }, body: input }, options)
  }
}

export class PayoutAccount extends Resource {
  /** Whether you can set up payouts yourself, and the state of your account at Stripe. */
  get(options?: CallOptions) {
    return this.api.call('GET /api/seller/payout-account', {}, options)
  }

  /** A link to Stripe, where you set up or change your payout account. It needs a browser session, so it works only in Freehold's own pages. */
  open(input: Body<'POST /api/seller/payout-account'> = {}, options?: CallOptions) {
    return this.api.call('POST /api/seller/payout-account', { body: input }, options)
  }

  /** Asks Stripe for the current state of your account. */
  refresh(options?: CallOptions) {
    return this.api.call('POST /api/seller/payout-account/refresh', {}, options)
  }
}

export class Selling extends Resource {
  readonly payoutAccount = new PayoutAccount(this.api)
  readonly offers = new SellerOffers(this.api)
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

  /** Statements of your balance, newest first: one with each payout, and one after each month with movements. */
  statements(query?: Filter<'GET /api/seller/statements'>, options?: CallOptions) {
    return this.api.list('GET /api/seller/statements', 'statements', { query }, options)
  }

  statement(documentId: string, options?: CallOptions) {
    return this.api.call('GET /api/seller/statements/{document_id}', { params: { document_id: documentId } }, options)
  }

  /** A statement as PDF. */
  statementPdf(documentId: string, options?: CallOptions): Promise<Uint8Array> {
    return this.api.pdf('GET /api/seller/statements/{document_id}', { params: { document_id: documentId } }, options)
  }

  /** Pays out everything that is payable, or what is payable in one currency. */
  requestPayout(input: Body<'POST /api/seller/payouts'> = {}, options?: CallOptions) {
    return this.api.call('POST /api/seller/payouts', { body: input }, options)
  }
}
