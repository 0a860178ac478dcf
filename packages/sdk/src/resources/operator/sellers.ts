// Operator API: sellers and payouts to them.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const V1 = '/api/operator/v1'

export class OperatorSellers extends Resource {
  /** Accounts that listed or sold a domain, newest first. */
  list(query?: Filter<`GET ${typeof V1}/sellers`>, options?: CallOptions) {
    return this.api.list(`GET ${V1}/sellers`, 'sellers', { query }, options)
  }

  get(userId: string, options?: CallOptions) {
    return this.api.call(`GET ${V1}/sellers/{user_id}`, { params: { user_id: userId } }, options)
  }

  /** Sets where payouts go. */
  setDestination(userId: string, input: Body<`PUT ${typeof V1}/sellers/{user_id}/destination`>, options?: CallOptions) {
    const params = { user_id: userId }
    return this.api.call(`PUT ${V1}/sellers/{user_id}/destination`, { params, body: input }, options)
  }

  freeze(userId: string, input: Body<`POST ${typeof V1}/sellers/{user_id}/freeze`>, options?: CallOptions) {
    return this.api.call(`POST ${V1}/sellers/{user_id}/freeze`, { params: { user_id: userId }, body: input }, options)
  }

  unfreeze(userId: string, options?: CallOptions) {
    return this.api.call(`POST ${V1}/sellers/{user_id}/unfreeze`, { params: { user_id: userId } }, options)
  }

  /** Creates payouts of everything that is payable to the seller. */
  payOut(userId: string, input: Body<`POST ${typeof V1}/sellers/{user_id}/payouts`> = {}, options?: CallOptions) {
    return this.api.call(`POST ${V1}/sellers/{user_id}/payouts`, { params: { user_id: userId }, body: input }, options)
  }

  listings(userId: string, query?: Filter<`GET ${typeof V1}/sellers/{user_id}/listings`>, options?: CallOptions) {
    const params = { user_id: userId }
    return this.api.list(`GET ${V1}/sellers/{user_id}/listings`, 'listings', { params, query }, options)
  }

  sales(userId: string, query?: Filter<`GET ${typeof V1}/sellers/{user_id}/sales`>, options?: CallOptions) {
    const params = { user_id: userId }
    return this.api.list(`GET ${V1}/sellers/{user_id}/sales`, 'sales', { params, query }, options)
  }

  /** Lists a domain whose seller proved control in another way. */
  verifyListing(
    listingId: string,
    input: Body<`POST ${typeof V1}/seller-listings/{listing_id}/verify`>,
    options?: CallOptions,
  ) {
    const params = { listing_id: listingId }
    return this.api.call(`POST ${V1}/seller-listings/{listing_id}/verify`, { params, body: input }, options)
  }
}

export class OperatorSellerPayouts extends Resource {
  list(query?: Filter<`GET ${typeof V1}/seller-payouts`>, options?: CallOptions) {
    return this.api.list(`GET ${V1}/seller-payouts`, 'payouts', { query }, options)
  }

  /** Records that the money was sent. */
  markPaid(payoutId: string, input: Body<`POST ${typeof V1}/seller-payouts/{payout_id}/paid`>, options?: CallOptions) {
    const params = { payout_id: payoutId }
    return this.api.call(`POST ${V1}/seller-payouts/{payout_id}/paid`, { params, body: input }, options)
  }

  /** Has Stripe try the payout again now. */
  retry(payoutId: string, options?: CallOptions) {
    return this.api.call(`POST ${V1}/seller-payouts/{payout_id}/retry`, { params: { payout_id: payoutId } }, options)
  }

  /** Records that the payout failed. Its amount is payable again. */
  markFailed(
    payoutId: string,
    input: Body<`POST ${typeof V1}/seller-payouts/{payout_id}/failed`>,
    options?: CallOptions,
  ) {
    const params = { payout_id: payoutId }
    return this.api.call(`POST ${V1}/seller-payouts/{payout_id}/failed`, { params, body: input }, options)
  }

  /** Records that the bank returned a payout that was sent. Its amount is payable again. */
  markReturned(
    payoutId: string,
    input: Body<`POST ${typeof V1}/seller-payouts/{payout_id}/returned`>,
    options?: CallOptions,
  ) {
    const params = { payout_id: payoutId }
    return this.api.call(`POST ${V1}/seller-payouts/{payout_id}/returned`, { params, body: input }, options)
  }
}
