// Offers that you make for domains. Needs an access token with the scope `domains:manage`.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'

const OFFER = '/api/market/offers/{offer_id}'

export class Offers extends Resource {
  /** Offers less than the price. The seller has 7 days to respond. */
  create(input: Body<'POST /api/market/offers'>, options?: CallOptions) {
    return this.api.call('POST /api/market/offers', { body: input }, options)
  }

  /** Your offers, newest first. */
  list(query?: Filter<'GET /api/market/offers'>, options?: CallOptions) {
    return this.api.list('GET /api/market/offers', 'offers', { query }, options)
  }

  /** Once accepted, `checkout_url` is where you pay. */
  get(offerId: string, options?: CallOptions) {
    return this.api.call(`GET ${OFFER}`, { params: { offer_id: offerId } }, options)
  }

  counter(offerId: string, input: Body<`POST ${typeof OFFER}/counter`>, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/counter`, { params: { offer_id: offerId }, body: input }, options)
  }

  /** Accepts the seller's counter-offer. The domain is reserved for you for 72 hours. */
  accept(offerId: string, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/accept`, { params: { offer_id: offerId } }, options)
  }

  decline(offerId: string, input: Body<`POST ${typeof OFFER}/decline`> = {}, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/decline`, { params: { offer_id: offerId }, body: input }, options)
  }

  withdraw(offerId: string, input: Body<`POST ${typeof OFFER}/withdraw`> = {}, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/withdraw`, { params: { offer_id: offerId }, body: input }, options)
  }
}
