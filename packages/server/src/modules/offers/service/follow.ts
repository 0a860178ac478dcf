// What the service does with offers: the floor decides, time ends them, and a listing that left the market closes them.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { OFFER_DECISION_PERIOD_SECONDS } from '../../../kernel/limits.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import { findTurn, isAcceptedByFloor, isOver, OFFER_ENDS, type OfferClosedReason } from '../rules.ts'
import {
  countAmounts,
  findOffer,
  hasBought,
  hasUnpaidAcceptance,
  insertMove,
  type Offer,
  saveOffer,
  setDecision,
} from '../store.ts'
import { endMove, expireLocked } from './expire.ts'
import { agree, lockScene, type Moving } from './move.ts'
import { tellClosed } from './tell.ts'

/** A domain that is reserved now, or a payment processor that is not configured: look again later. */
const RETRY_SECONDS = 60

/**
 * The floor decides about one amount of a buyer: with a second one, the buyer would begin to search for it. After an acceptance that is
 * not paid it decides no more: several accounts would search from there.
 */
async function mayDecide(tx: Tx, offer: Offer, now: Date): Promise<boolean> {
  const since = addSeconds(now, -OFFER_DECISION_PERIOD_SECONDS)
  return (await countAmounts(tx, offer, since)) <= 1 && !(await hasUnpaidAcceptance(tx, offer.listingId, since))
}

async function decide(deps: Moving, tx: Tx, known: Offer, now: Date): Promise<void> {
  const { isFrozen, ...scene } = await lockScene(tx, known)
  const { offer, listing } = scene
  if (offer.decideAt === null || offer.decideAt > now) return
  const isWaiting = findTurn(offer.status) === 'seller' && !isOver(offer, now)
  if (isFrozen || !isWaiting || !isAcceptedByFloor(listing, offer) || !(await mayDecide(tx, offer, now)))
    return setDecision(tx, offer.id, null)
  await agree(deps, tx, scene, { side: 'seller', automatic: true }, now)
}

/** Accepts in the seller's name, or leaves the offer to the seller without a trace. One that fails does not stop the others. */
export async function decideOffer(deps: Moving & Pick<Deps, 'db' | 'log'>, id: string): Promise<void> {
  const now = deps.clock.now()
  const known = await findOffer(deps.db, id)
  if (!known) return
  try {
    await deps.db.tx((tx) => decide(deps, tx, known, now))
  } catch (error) {
    if (!(error instanceof ApiError)) deps.log.error({ err: error, offer_id: id }, 'could not decide; will retry')
    await deps.db.tx((tx) => setDecision(tx, id, addSeconds(now, RETRY_SECONDS)))
  }
}

export async function expireOffer(deps: Pick<Deps, 'secrets'>, tx: Tx, id: string, now: Date): Promise<void> {
  const known = await findOffer(tx, id)
  if (known) await expireLocked(deps, tx, await lockScene(tx, known), now)
}

function findReason(listing: { status: string; currency: string }, offer: Offer): OfferClosedReason | null {
  if (listing.status === 'sold') return 'sold'
  if (listing.status !== 'listed') return 'unlisted'
  return listing.currency === offer.currency ? null : 'currency_changed'
}

export async function closeOffer(deps: Pick<Deps, 'secrets'>, tx: Tx, id: string, now: Date): Promise<void> {
  const known = await findOffer(tx, id)
  if (!known) return
  const { offer, listing } = await lockScene(tx, known)
  const status = nextState(OFFER_ENDS, offer.status, 'close')
  const closedReason = findReason(listing, offer)
  if (status === null || closedReason === null) return
  const closed: Offer = { ...offer, status, closedReason, decideAt: null, updatedAt: now }
  await saveOffer(tx, closed)
  await insertMove(tx, endMove(offer, 'close', now))
  // Who bought the domain knows: the order has its own messages.
  if (closedReason === 'sold' && (await hasBought(tx, offer))) return
  await tellClosed(deps, tx, closed, now)
}
