// Ends offers whose time is over. The job does it for all of them, an acceptance for the one that is in its way.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import { freeReservation, isReserved, type Listing, withdrawOfSeller } from '../../catalog/index.ts'
import { isOver, OFFER_ENDS } from '../rules.ts'
import { insertMove, lockAccepted, type Offer, saveOffer } from '../store.ts'
import { tellExpired } from './tell.ts'

export const endMove = (offer: Offer, action: 'expire' | 'close', at: Date) => ({
  offerId: offer.id,
  side: 'service' as const,
  action,
  amountCents: null,
  message: null,
  automatic: false,
  at,
})

export type Locked = { offer: Offer; listing: Listing; isFrozen: boolean }

/** Ends the reservation of an accepted offer. The domain of a seller who was frozen meanwhile leaves the market. */
export async function freeDomain(tx: Tx, { offer, listing, isFrozen }: Locked, now: Date): Promise<void> {
  await freeReservation(tx, listing.id, offer.id)
  if (isFrozen && offer.sellerId !== null) await withdrawOfSeller(tx, offer.sellerId, now)
}

/** An accepted offer ends with its reservation, which a payment in progress may have extended. Both are locked. */
export async function expireLocked(deps: Pick<Deps, 'secrets'>, tx: Tx, locked: Locked, now: Date): Promise<void> {
  const { offer, listing } = locked
  const status = nextState(OFFER_ENDS, offer.status, 'expire')
  if (status === null || !isOver(offer, now)) return
  const wasAccepted = offer.status === 'accepted'
  if (wasAccepted && listing.reservedBy === offer.id && isReserved(listing, now)) return
  if (wasAccepted) await freeDomain(tx, locked, now)
  const expired: Offer = { ...offer, status, decideAt: null, updatedAt: now }
  await saveOffer(tx, expired)
  await insertMove(tx, endMove(offer, 'expire', now))
  await tellExpired(deps, tx, expired, wasAccepted, now)
}

/** A listing has one accepted offer. One that was not paid in time must not be in the way until the job comes. Only an active seller agrees. */
export async function expireAccepted(deps: Pick<Deps, 'secrets'>, tx: Tx, listing: Listing, now: Date): Promise<void> {
  const offer = await lockAccepted(tx, listing.id)
  if (offer) await expireLocked(deps, tx, { offer, listing, isFrozen: false }, now)
}
