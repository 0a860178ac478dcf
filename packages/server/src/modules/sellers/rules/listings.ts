// Whether an account may list a domain. Nothing here is written.
import { ApiError } from '../../../kernel/errors.ts'
import { LISTING_PROOFS_MAX, SELLER_LISTINGS_MAX } from '../../../kernel/limits.ts'
import { LISTING_ACTIONS, listListingActions } from '../../catalog/rules.ts'

export const SELLER_LISTING_STATUSES = [
  'pending_verification',
  'listed',
  'reserved',
  'sold',
  'withdrawn',
  'expired',
] as const
export type SellerListingStatus = (typeof SELLER_LISTING_STATUSES)[number]

export const SELLER_LISTING_ACTIONS = ['verify', ...LISTING_ACTIONS] as const
export type SellerListingAction = (typeof SELLER_LISTING_ACTIONS)[number]
type Available = { action: SellerListingAction; toStatus: SellerListingStatus }

/** What is possible with a listing: before it is verified as its proof allows, and on the market as any listing. */
export function listSellerActions(status: SellerListingStatus): Available[] {
  if (status === 'expired') return [{ action: 'withdraw', toStatus: 'withdrawn' }]
  if (status !== 'pending_verification') return listListingActions(status)
  return [
    { action: 'verify', toStatus: 'listed' },
    { action: 'change', toStatus: status },
    { action: 'withdraw', toStatus: 'withdrawn' },
  ]
}

/** How an account showed that a domain is its own: it owns the domain here, by DNS, or an operator checked it. */
export const PROOF_METHODS = ['ownership', 'dns', 'operator'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]

/** The listing that a domain has now. `isDelivered`: it was sold, and the sale was delivered. */
export type TakenBy = { status: string; isMine: boolean; isDelivered: boolean }

/**
 * Null: the domain can be listed. The first listing stays until its seller or an operator withdraws it, even if another
 * account proves control later. A delivered sale makes room for the next.
 */
export function refuseListing(domain: string, taken: TakenBy | null): ApiError | null {
  if (taken === null || taken.isDelivered) return null
  if (taken.status === 'sold')
    return new ApiError('conflict', {
      message: `${domain} was sold on this marketplace. It can be listed again after the transfer to its buyer.`,
      reason: 'domain_sold',
    })
  return new ApiError('conflict', {
    message: taken.isMine
      ? `You already listed ${domain}. Change that listing instead.`
      : `${domain} is already listed by someone else. If it is yours, contact the operator of this marketplace.`,
    reason: 'already_listed',
  })
}

/** The TXT record of a former owner often outlives the sale by days. */
export const refuseEarlierProof = (domain: string) =>
  new ApiError('conflict', {
    message: `${domain} was sold and delivered after this verification started. If it is yours now, delete this listing and list the domain again.`,
    reason: 'domain_sold',
  })

export type Counted = { listed: number; pending: number }

export function refuseMore(counted: Counted, adding: Counted): ApiError | null {
  if (adding.pending > 0 && counted.pending + adding.pending > LISTING_PROOFS_MAX)
    return new ApiError('conflict', {
      message: `You can verify at most ${LISTING_PROOFS_MAX} domains at a time. Finish or delete one first.`,
      reason: 'too_many_listings',
    })
  if (counted.listed + counted.pending + adding.listed + adding.pending > SELLER_LISTINGS_MAX)
    return new ApiError('conflict', {
      message: `You can have at most ${SELLER_LISTINGS_MAX} open listings. Delete one first.`,
      reason: 'too_many_listings',
    })
  return null
}

export const refuseFrozen = (): ApiError =>
  new ApiError('conflict', {
    message: 'Selling is paused for your account. Contact the operator of this marketplace.',
    reason: 'seller_frozen',
  })
