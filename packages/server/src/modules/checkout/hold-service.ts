// Holding a domain while a payment waits for its buyer: what blocks a payment, who may hold, and who gets the domain back.
import type { Db, Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/errors.ts'
import { HOLD_WINDOW_SECONDS, PAYMENT_HOLD_SECONDS } from '../../kernel/limits.ts'
import { freeReservation, type Listing, lockListing, reserve } from '../catalog/index.ts'
import * as store from './hold-store.ts'
import { findPayment, lockPayment, type Payment } from './payment-store.ts'
import { isAtWork, isOwnQuote, isQuote, isReserved, mayHold, type Name } from './rules.ts'
import { lockSession, type SessionInContext } from './store.ts'

type Seller = { partnerId: string; sessionId: string | null }

/** Whether a quote of another partner is in force: on the listing itself, or beneath the hold of that partner's checkout. */
export async function isQuotedByOther(
  db: Db,
  name: Name & { id: string },
  partnerId: string,
  real: Date,
): Promise<boolean> {
  if (!isReserved(name, real)) return false
  if (isQuote(name.reservedBy)) return !isOwnQuote(name, partnerId)
  const quoting = await store.findQuotingPartner(db, name.id, real)
  return quoting !== undefined && quoting !== partnerId
}

/**
 * Whether someone else's reservation keeps a payment from beginning: a quote of another partner, or a card that is at the
 * processor this moment. A payment that waits for its buyer does not.
 */
export async function isBlocked(
  db: Db,
  name: Name & { id: string },
  { partnerId, sessionId }: Seller,
  real: Date,
): Promise<boolean> {
  if (!isReserved(name, real) || name.reservedBy === null || name.reservedBy === sessionId) return false
  if (await isQuotedByOther(db, name, partnerId, real)) return true
  if (isQuote(name.reservedBy)) return false
  return (await store.findHolder(db, name.reservedBy))?.status === 'started'
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

/**
 * The processor says that it has a payment method. `at` is when it said so: a notice that was on its way for longer than a hold
 * lasts holds nothing, and neither does one about a payment that has ended.
 */
export async function holdForNotice(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, id: string, at: Date): Promise<void> {
  const found = await findPayment(tx, id)
  invariant(found, 'payments are never deleted')
  const listing = await lockListing(tx, found.listingId)
  const session = await lockSession(tx, found.sessionId)
  const payment = await lockPayment(tx, id)
  invariant(listing && session && payment, 'sessions and listings are never deleted')
  const real = deps.clock.now()
  const until = addSeconds(at < real ? at : real, PAYMENT_HOLD_SECONDS)
  if (!isAtWork(payment.status) || session.paymentId !== id || until <= real) return
  if (listing.status !== 'listed' || listing.magic !== null) return
  if (listing.priceCents !== payment.amountCents || listing.currency !== payment.currency) return
  const claim = await store.findHold(tx, id)
  if (!claim || claim.heldAt !== null) return
  if (await isBlocked(tx, listing, { partnerId: session.partnerId, sessionId: session.id }, real)) return
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
  if (quote !== null && until !== null && until > real && (await store.isQuoteActive(tx, quote)))
    await reserve(tx, listing.id, session.partnerId, quote, until)
  else await freeReservation(tx, listing.id, session.id)
}

/** The three minutes are over, though the payment may still be completed: a quote beneath the hold is in force again. */
export async function endOverdueHold(deps: Pick<Deps, 'clock'>, tx: Tx, paymentId: string): Promise<void> {
  const found = await findPayment(tx, paymentId)
  const listing = found && (await lockListing(tx, found.listingId))
  const session = found && (await lockSession(tx, found.sessionId))
  const real = deps.clock.now()
  const hold = await store.findHold(tx, paymentId)
  if (!listing || !session || !hold?.heldUntil || hold.heldUntil > real || session.paymentId !== paymentId) return
  await freeName(tx, listing, session, found, real)
}

export const overdueHolds = store.overdueHolds
export const purgeHolds = store.purgeHolds
