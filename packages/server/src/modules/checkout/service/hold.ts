// Holding a domain while a payment waits for its buyer: what blocks a payment, who may hold, and who gets the domain back.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { HOLD_WINDOW_SECONDS, PAYMENT_HOLD_SECONDS } from '../../../kernel/limits.ts'
import {
  type Claimable,
  freeReservation,
  type Hold,
  isOffer,
  isQuote,
  isReserved,
  type Listing,
  refuseClaim,
  reserve,
} from '../../catalog/index.ts'
import { findQuotingPartner, lockActiveQuote } from '../../quotes/index.ts'
import { isAtWork, mayHold, samePrice } from '../rules/sessions.ts'
import * as store from '../store/holds.ts'
import type { Payment } from '../store/payments.ts'
import type { SessionInContext } from '../store/sessions.ts'
import { lockPayment } from './lock.ts'

/**
 * The hold of another session on a listing, as `refuseClaim` weighs it: a payment that waits for its buyer gives way to the next
 * one; a card at the processor, or a quote of another partner beneath the hold, does not. Null: no other session holds it.
 */
export async function findHold(
  db: Db,
  listing: Claimable & { id: string },
  sessionId: string | null,
  real: Date,
): Promise<Hold | null> {
  const { reservedBy } = listing
  if (reservedBy === null || reservedBy === sessionId || !isReserved(listing, real)) return null
  if (isQuote(reservedBy) || isOffer(reservedBy)) return null
  const quotedBy = (await findQuotingPartner(db, listing.id, real)) ?? null
  const holder = await store.findHolder(db, reservedBy)
  return { quotedBy, charging: holder?.status === 'started' }
}

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)

/** The quote of the seller that a new hold pushes aside: the listing's own, or the one beneath the hold that is taken over. */
async function quoteBeneath(tx: Tx, listing: Listing, real: Date): Promise<{ id: string; until: Date } | null> {
  const { reservedBy, reservedUntil } = listing
  if (reservedBy === null || reservedUntil === null || !isReserved(listing, real)) return null
  if (isQuote(reservedBy)) return { id: reservedBy, until: reservedUntil }
  const holder = await store.findHolder(tx, reservedBy)
  if (!holder || holder.displacedQuote === null || holder.displacedUntil === null) return null
  return holder.displacedUntil > real ? { id: holder.displacedQuote, until: holder.displacedUntil } : null
}

/**
 * Holds the domain for a payment, if the caps allow it. The caller has locked the listing and has seen that nobody blocks it.
 * A quote of the seller that is pushed aside goes on protecting the domain, so the reservation lasts at least as long.
 */
export async function takeHold(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  listing: Listing,
  claim: store.Claimed,
  until: Date,
  real: Date,
): Promise<void> {
  await store.serializeHolds(tx, claim)
  const counts = await store.countHolds(tx, claim, real, addSeconds(real, -HOLD_WINDOW_SECONDS))
  if (!mayHold(counts, deps.config.holdsPerAddress)) return
  const quote = await quoteBeneath(tx, listing, real)
  if (quote) await store.setDisplacedQuote(tx, claim.paymentId, quote.id, quote.until)
  await store.markHeld(tx, claim.paymentId, real, until)
  await reserve(tx, listing.id, claim.partnerId, claim.sessionId, later(until, quote?.until ?? null))
}

/** The buyer has the domain already; the reservation lasts at least until the payment ends. */
export const extendReservation = (
  tx: Tx,
  { id, reservedUntil }: Listing,
  { partnerId, offerId }: { partnerId: string; offerId: string },
  until: Date,
): Promise<void> => reserve(tx, id, partnerId, offerId, later(until, reservedUntil))

/**
 * The processor says that it has a payment method. `at` is when it said so: a notice that was on its way for longer than a hold
 * lasts holds nothing, and neither does one about a payment that has ended.
 */
export async function holdForNotice(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, id: string, at: Date): Promise<void> {
  const { listing, session, payment } = await lockPayment(tx, id)
  const real = deps.clock.now()
  const until = addSeconds(at < real ? at : real, PAYMENT_HOLD_SECONDS)
  if (!isAtWork(payment.status) || session.paymentId !== id || until <= real) return
  if (listing === null || listing.magic !== null || session.offerId !== null) return
  if (!samePrice(listing, { priceCents: payment.amountCents, currency: payment.currency })) return
  const claim = await store.findClaim(tx, id)
  if (!claim || claim.heldAt !== null) return
  const { partnerId, id: sessionId } = session
  const hold = await findHold(tx, listing, sessionId, real)
  if (refuseClaim(listing, { purpose: 'buy', partnerId, sessionId, hold }, real) !== null) return
  await takeHold(deps, tx, listing, claim, until, real)
}

/**
 * Gives the domain back: to the payment whose hold this one took over, if that is still within its time, else to the quote that
 * was pushed aside, else to everybody.
 */
export async function freeName(
  tx: Tx,
  listing: Listing,
  session: Pick<SessionInContext, 'id' | 'partnerId'>,
  payment: Pick<Payment, 'displacedQuote' | 'displacedUntil'>,
  real: Date,
): Promise<void> {
  if (listing.reservedBy !== session.id) return
  const displaced = await store.findDisplaced(tx, listing.id, session.id, real)
  if (displaced?.heldUntil) {
    const until = later(displaced.heldUntil, displaced.displacedUntil)
    await reserve(tx, listing.id, displaced.partnerId, displaced.sessionId, until)
    return
  }
  const { displacedQuote: quote, displacedUntil: until } = payment
  if (quote !== null && until !== null && until > real && (await lockActiveQuote(tx, quote)))
    await reserve(tx, listing.id, session.partnerId, quote, until)
  else await freeReservation(tx, listing.id, session.id)
}

/** The three minutes are over, though the payment may still be completed: a quote beneath the hold is in force again. */
export async function endOverdueHold(deps: Pick<Deps, 'clock'>, tx: Tx, paymentId: string): Promise<void> {
  const { listing, session, payment } = await lockPayment(tx, paymentId)
  const real = deps.clock.now()
  const claim = await store.findClaim(tx, paymentId)
  if (listing === null || !claim?.heldUntil || claim.heldUntil > real || session.paymentId !== paymentId) return
  await freeName(tx, listing, session, payment, real)
}

export const overdueHolds = store.overdueHolds
export const purgeHolds = store.purgeHolds
