// What the two sides do with an offer: counter, accept, decline, withdraw. The listing is locked before the offer, always.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import { OFFER_RESERVATION_SECONDS, OFFER_SECONDS } from '../../../kernel/limits.ts'
import { type Listing, lockListing, refuseClaim, reserve } from '../../catalog/index.ts'
import { checkoutSecret, closeOfferSession, createOfferSession } from '../../checkout/index.ts'
import { findAddress, lockFrozen } from '../../sellers/index.ts'
import { agreePrice, assertCounter, assertInTime, moveOffer, type OfferSide, refuseMoreMoves } from '../rules.ts'
import {
  countMoves,
  findLastAmount,
  findOffer,
  forgetMessages,
  insertMove,
  listInProgress,
  lockOffer,
  type Offer,
  saveOffer,
} from '../store.ts'
import { expireAccepted, freeDomain, type Locked } from './expire.ts'
import { drawDecision } from './make.ts'
import { other, tellAccepted, tellCountered, tellEnded } from './tell.ts'

export type Moving = Pick<Deps, 'clock' | 'config' | 'payments' | 'secrets'>

/** Who moves: the buyer, the seller, or an operator for the marketplace's own domains. */
export type OfferActor = { side: OfferSide; userId: string } | { side: 'seller'; userId: null }

const offerNotFound = (): ApiError => notFound('Offer not found.')

const belongsTo = (offer: Offer, { side, userId }: OfferActor): boolean =>
  side === 'buyer' ? offer.buyerId === userId : offer.sellerId === userId

export async function getOffer(db: Db, actor: OfferActor, id: string): Promise<Offer> {
  const offer = isId('offer', id) ? await findOffer(db, id) : undefined
  if (!offer || !belongsTo(offer, actor)) throw offerNotFound()
  return offer
}

type Scene = Locked

/** The seller comes before the listing, as everywhere. */
export async function lockScene(tx: Tx, known: Offer): Promise<Scene> {
  const isFrozen = known.sellerId !== null && (await lockFrozen(tx, known.sellerId))
  const listing = await lockListing(tx, known.listingId)
  const offer = await lockOffer(tx, known.id)
  invariant(listing && offer, 'listings and offers are never deleted')
  return { offer, listing, isFrozen }
}

/** An operator paused the seller: nothing new is agreed. */
function assertActive(isFrozen: boolean, side: OfferSide): void {
  if (!isFrozen) return
  throw new ApiError('conflict', {
    message:
      side === 'seller'
        ? 'Selling is paused for your account. Contact the operator of this marketplace.'
        : 'The domain cannot be bought at the moment. Try again later, or withdraw the offer.',
    reason: 'seller_frozen',
  })
}

/** Throws where the domain is sold, off the market, or priced in another currency since. */
export function assertForSale({ domain, status, currency }: Listing, offer: Offer): void {
  if (status !== 'listed')
    throw new ApiError('conflict', {
      message: status === 'sold' ? `${domain} has been sold.` : `${domain} is no longer for sale.`,
      reason: 'domain_sold',
    })
  if (currency !== offer.currency)
    throw new ApiError('conflict', {
      message: `The price of ${domain} is now in ${currency}. This offer can no longer be accepted.`,
      reason: 'illegal_transition',
    })
}

export type CounterInput = { amountCents: number; message: string | null }

export async function counterOffer(
  deps: Moving,
  tx: Tx,
  actor: OfferActor,
  id: string,
  { amountCents, message }: CounterInput,
  now: Date,
): Promise<Offer> {
  const { offer, listing, isFrozen } = await lockScene(tx, await getOffer(tx, actor, id))
  const { side } = actor
  const status = moveOffer(side, offer.status, 'counter')
  assertInTime(offer, now)
  assertActive(isFrozen, side)
  assertForSale(listing, offer)
  const tooMany = refuseMoreMoves(await countMoves(tx, offer.id))
  if (tooMany) throw tooMany
  const last = { own: await findLastAmount(tx, offer.id, side), other: offer.amountCents }
  assertCounter(side, listing, last, amountCents)
  const countered: Offer = {
    ...offer,
    status,
    amountCents,
    decideAt: side === 'buyer' ? drawDecision(now) : null,
    expiresAt: addSeconds(now, OFFER_SECONDS),
    updatedAt: now,
  }
  await saveOffer(tx, countered)
  await insertMove(tx, { offerId: offer.id, side, action: 'counter', amountCents, message, automatic: false, at: now })
  await tellCountered(deps, tx, countered, side, message, now)
  return countered
}

type Acceptance = { side: OfferSide; automatic: boolean }

/** Reserves the domain for the buyer and opens the checkout. The caller has locked listing and offer. */
export async function agree(
  deps: Moving,
  tx: Tx,
  { offer, listing }: { offer: Offer; listing: Listing },
  { side, automatic }: Acceptance,
  now: Date,
): Promise<Offer> {
  const status = moveOffer(side, offer.status, 'accept')
  assertInTime(offer, now)
  assertForSale(listing, offer)
  if (refuseClaim(listing, { purpose: 'reserve', partnerId: null }, now) !== null)
    throw new ApiError('conflict', {
      message: `${listing.domain} is reserved for another partner or buyer until ${listing.reservedUntil?.toISOString()}. Accept the offer after that.`,
      reason: 'domain_reserved',
    })
  await expireAccepted(deps, tx, listing, now)
  const email = await findAddress(tx, offer.buyerId)
  if (email === null)
    throw new ApiError('conflict', {
      message: 'The buyer has no confirmed email address. Wait until the buyer confirms it, or decline the offer.',
      reason: 'illegal_transition',
    })
  const priceCents = agreePrice(listing, offer)
  const expiresAt = addSeconds(now, OFFER_RESERVATION_SECONDS)
  const { id: sessionId, partnerId } = await createOfferSession(deps, tx, {
    offerId: offer.id,
    listing,
    buyer: { userId: offer.buyerId, email },
    priceCents,
    currency: offer.currency,
    cancelUrl: `${deps.config.baseUrl}/account/offers/${offer.id}`,
    expiresAt,
  })
  await reserve(tx, listing.id, partnerId, offer.id, expiresAt)
  const accepted: Offer = {
    ...offer,
    status,
    amountCents: priceCents,
    decideAt: null,
    expiresAt,
    sessionId,
    updatedAt: now,
  }
  await saveOffer(tx, accepted)
  const move = { side, action: 'accept', amountCents: priceCents, message: null, automatic } as const
  await insertMove(tx, { ...move, offerId: offer.id, at: now })
  const secret = checkoutSecret(deps, { id: sessionId, expiresAt })
  await tellAccepted(deps, tx, accepted, { secret, tellsSeller: automatic || side === 'buyer' }, now)
  return accepted
}

export async function acceptOffer(deps: Moving, tx: Tx, actor: OfferActor, id: string, now: Date): Promise<Offer> {
  const scene = await lockScene(tx, await getOffer(tx, actor, id))
  moveOffer(actor.side, scene.offer.status, 'accept')
  assertActive(scene.isFrozen, actor.side)
  return agree(deps, tx, scene, { side: actor.side, automatic: false }, now)
}

type Ending = { action: 'decline' | 'withdraw'; message: string | null }

/** A buyer who withdraws an accepted offer gives the domain back, unless a payment is in progress. */
async function endLocked(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  side: OfferSide,
  scene: Scene,
  { action, message }: Ending,
  now: Date,
): Promise<Offer> {
  const { offer } = scene
  const status = moveOffer(side, offer.status, action)
  if (offer.status === 'accepted') {
    if (offer.sessionId !== null && !(await closeOfferSession(tx, offer.sessionId, now)))
      throw new ApiError('conflict', {
        message: 'A payment for this offer is in progress. Try again when it has ended.',
        reason: 'illegal_transition',
      })
    await freeDomain(tx, scene, now)
  }
  const ended: Offer = { ...offer, status, decideAt: null, updatedAt: now }
  await saveOffer(tx, ended)
  await insertMove(tx, { offerId: offer.id, side, action, amountCents: null, message, automatic: false, at: now })
  await tellEnded(
    deps,
    tx,
    ended,
    other(side),
    action === 'decline' ? 'offer_declined' : 'offer_withdrawn',
    message,
    now,
  )
  return ended
}

export async function endOffer(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  actor: OfferActor,
  id: string,
  ending: Ending,
  now: Date,
): Promise<Offer> {
  const scene = await lockScene(tx, await getOffer(tx, actor, id))
  moveOffer(actor.side, scene.offer.status, ending.action)
  assertInTime(scene.offer, now)
  return endLocked(deps, tx, actor.side, scene, ending, now)
}

/** Before an account is deleted: its offers end, and the texts that it wrote are removed. */
export async function removeOffers(deps: Pick<Deps, 'secrets'>, tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  for (const { id } of await listInProgress(tx, userId)) {
    const scene = await lockScene(tx, await getOffer(tx, { side: 'buyer', userId }, id))
    // One whose time is over would wait for the job, which the account does not survive.
    await endLocked(deps, tx, 'buyer', scene, { action: 'withdraw', message: null }, now)
  }
  await forgetMessages(tx, userId)
}
