// Operator API: offers of buyers, and the responses for the marketplace's own domains.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const OFFERS = '/api/operator/v1/offers'
const OFFER = `${OFFERS}/{offer_id}` as const

export class OperatorOffers extends Resource {
  /** All offers, newest first. */
  list(query?: Filter<`GET ${typeof OFFERS}`>, options?: CallOptions) {
    return this.api.list(`GET ${OFFERS}`, 'offers', { query }, options)
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

  withdraw(offerId: string, input: Body<`POST ${typeof OFFER}/withdraw`> = {}, options?: CallOptions) {
    return this.api.call(`POST ${OFFER}/withdraw`, { params: { offer_id: offerId }, body: input }, options)
  }
}
