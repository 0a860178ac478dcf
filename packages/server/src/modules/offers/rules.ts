// The rules of offers: who may do what when, which amounts are possible, and when the service decides.
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, invalidField } from '../../kernel/errors.ts'
import {
  OFFER_DECISION_SECONDS_MAX,
  OFFER_DECISION_SECONDS_MIN,
  OFFER_MOVES_MAX,
  OFFERS_OPEN_MAX,
  OFFERS_PER_DOMAIN_MAX,
} from '../../kernel/limits.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { type Machine, nextState } from '../../kernel/state-machine.ts'

export const OFFER_STATUSES = [
  'open',
  'countered_by_seller',
  'countered_by_buyer',
  'accepted',
  'paid',
  'declined',
  'withdrawn',
  'expired',
  'closed',
] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

/** An operator is the seller of the marketplace's own domains. */
export const OFFER_SIDES = ['buyer', 'seller'] as const
export type OfferSide = (typeof OFFER_SIDES)[number]

export const OFFER_ACTIONS = ['counter', 'accept', 'decline', 'withdraw'] as const
export type OfferAction = (typeof OFFER_ACTIONS)[number]

/** What one side does. */
export const OFFER_MACHINES: Record<OfferSide, Machine<OfferStatus, OfferAction>> = {
  buyer: {
    counter: { from: ['countered_by_seller'], to: 'countered_by_buyer' },
    accept: { from: ['countered_by_seller'], to: 'accepted' },
    decline: { from: ['countered_by_seller'], to: 'declined' },
    withdraw: { from: ['open', 'countered_by_buyer', 'countered_by_seller', 'accepted'], to: 'withdrawn' },
  },
  seller: {
    counter: { from: ['open', 'countered_by_buyer'], to: 'countered_by_seller' },
    accept: { from: ['open', 'countered_by_buyer'], to: 'accepted' },
    decline: { from: ['open', 'countered_by_buyer'], to: 'declined' },
    withdraw: { from: ['countered_by_seller'], to: 'withdrawn' },
  },
}

const NEGOTIATING: readonly OfferStatus[] = ['open', 'countered_by_seller', 'countered_by_buyer']

/** What time, the listing and a payment do. The SQL function settle_offer() mirrors `pay`. */
export const OFFER_ENDS: Machine<OfferStatus, 'expire' | 'close' | 'pay'> = {
  expire: { from: [...NEGOTIATING, 'accepted'], to: 'expired' },
  close: { from: NEGOTIATING, to: 'closed' },
  pay: { from: ['accepted'], to: 'paid' },
}

/** As a move in the history: what a side did, how the offer started, and how it ended. */
export const OFFER_MOVES = ['make', ...OFFER_ACTIONS, 'expire', 'close', 'pay'] as const
export type OfferMoveName = (typeof OFFER_MOVES)[number]
export const OFFER_MOVERS = [...OFFER_SIDES, 'service'] as const
export type OfferMover = (typeof OFFER_MOVERS)[number]

/** Why the service closed an offer: the domain was sold or left the market, or its price has another currency now. */
export const OFFER_CLOSED_REASONS = ['sold', 'unlisted', 'currency_changed'] as const
export type OfferClosedReason = (typeof OFFER_CLOSED_REASONS)[number]

/** Whose answer the offer waits for. */
export function findTurn(status: OfferStatus): OfferSide | null {
  if (status === 'countered_by_seller' || status === 'accepted') return 'buyer'
  return status === 'open' || status === 'countered_by_buyer' ? 'seller' : null
}

type Timed = { status: OfferStatus; expiresAt: Date }

/** Time ends an offer, also before the job has noted it. */
export const isOver = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean => expiresAt <= now

/** Nobody acts on an offer whose time is over. */
export const findTurnAt = (offer: Timed, now: Date): OfferSide | null =>
  isOver(offer, now) ? null : findTurn(offer.status)

export const listOfferActions = (side: OfferSide, offer: Timed, now: Date) =>
  OFFER_ACTIONS.flatMap((action) => {
    const toStatus = isOver(offer, now) ? null : nextState(OFFER_MACHINES[side], offer.status, action)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

const PAST: Record<OfferAction, string> = {
  counter: 'countered',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
}

/** The status after a move; throws 409 where the move is not possible. */
export function moveOffer(side: OfferSide, status: OfferStatus, action: OfferAction): OfferStatus {
  const next = nextState(OFFER_MACHINES[side], status, action)
  if (next !== null) return next
  const turn = findTurn(status)
  throw new ApiError('conflict', {
    message:
      turn === null
        ? `The offer is ${status} and cannot be ${PAST[action]} any more.`
        : turn === side
          ? `An offer with status ${status} cannot be ${PAST[action]} by the ${side}.`
          : `The offer waits for the ${turn}. It cannot be ${PAST[action]} by the ${side} now.`,
    reason: 'illegal_transition',
  })
}

export function assertInTime(offer: { expiresAt: Date }, now: Date): void {
  if (!isOver(offer, now)) return
  throw new ApiError('conflict', {
    message: `The offer expired at ${offer.expiresAt.toISOString()}. The buyer can make a new one.`,
    reason: 'illegal_transition',
  })
}

// ---------------------------------------------------------------- amounts

const amountText = (cents: number, currency: string): string => `${formatDecimal(cents, currency)} ${currency}`

type Price = { priceCents: number; currency: string }
type Amount = { amountCents: number; currency: string }

/** The price of a listing bounds its offers. The floor is not asked here: no response may depend on it. */
export function assertOfferable({ priceCents, currency }: Price, offer: Amount): void {
  if (offer.currency !== currency)
    throw invalidField('currency', `must be ${currency}, the currency of the domain's price`)
  if (offer.amountCents >= priceCents)
    throw invalidField(
      'amount_cents',
      `must be below the price, ${amountText(priceCents, currency)}; buy the domain at its price instead`,
    )
}

/** What the two sides said last; `own` is null before the first amount of a side. */
export type LastAmounts = { own: number | null; other: number }

/** A counter-offer lies between what the two sides said last: nobody takes back what they offered before. */
export function assertCounter(
  side: OfferSide,
  { priceCents, currency }: Price,
  last: LastAmounts,
  amountCents: number,
): void {
  const { own, other } = last
  const say = (cents: number) => amountText(cents, currency)
  if (side === 'buyer' && amountCents >= other)
    throw invalidField('amount_cents', `must be below the seller's ${say(other)}; to pay that much, accept the offer`)
  if (side === 'buyer' && own !== null && amountCents <= own)
    throw invalidField('amount_cents', `must be above the ${say(own)} that the buyer offered last`)
  if (side === 'seller' && amountCents <= other)
    throw invalidField(
      'amount_cents',
      `must be above the buyer's ${say(other)}; to sell for that much, accept the offer`,
    )
  if (side === 'seller' && own !== null && amountCents >= own)
    throw invalidField('amount_cents', `must be below the ${say(own)} that the seller asked for last`)
  if (amountCents > priceCents) throw invalidField('amount_cents', `must not be above the price, ${say(priceCents)}`)
}

/** Nobody pays more than the price: it may have fallen below the offer since. */
export const agreePrice = ({ priceCents }: Price, { amountCents }: Amount): number => Math.min(priceCents, amountCents)

/** At or above the floor, where the seller chose so. Only the job that decides asks this. */
export const isAcceptedByFloor = (
  listing: Price & { floorPriceCents: number; autoAcceptOffers: boolean },
  offer: Amount,
): boolean =>
  listing.autoAcceptOffers && offer.currency === listing.currency && offer.amountCents >= listing.floorPriceCents

/** `random` is in [0, 1). The time does not depend on the amount. */
export const planDecision = (now: Date, random: number): Date =>
  addSeconds(now, OFFER_DECISION_SECONDS_MIN + random * (OFFER_DECISION_SECONDS_MAX - OFFER_DECISION_SECONDS_MIN))

// ---------------------------------------------------------------- who may make offers

export type OfferCounts = { open: number; forDomain: number }

export function refuseMoreOffers({ open, forDomain }: OfferCounts, domain: string): ApiError | null {
  if (open >= OFFERS_OPEN_MAX)
    return new ApiError('conflict', {
      message: `You can have at most ${OFFERS_OPEN_MAX} offers in progress. Withdraw one first.`,
      reason: 'too_many_offers',
    })
  if (forDomain >= OFFERS_PER_DOMAIN_MAX)
    return new ApiError('conflict', {
      message: `You can make at most ${OFFERS_PER_DOMAIN_MAX} offers for ${domain} in 30 days. Buy it at its price, or try again later.`,
      reason: 'too_many_offers',
    })
  return null
}

export const refuseMoreMoves = (count: number): ApiError | null =>
  count < OFFER_MOVES_MAX
    ? null
    : new ApiError('conflict', {
        message: `The offer has ${OFFER_MOVES_MAX} moves, the most possible. Accept, decline or withdraw it.`,
        reason: 'too_many_offers',
      })

type Offered = { sellerId: string | null; acceptsOffers: boolean; domain: string }

export function refuseOffer({ sellerId, acceptsOffers, domain }: Offered, buyerId: string): ApiError | null {
  if (sellerId === buyerId)
    return new ApiError('conflict', {
      message: `${domain} is your own listing. You cannot make an offer for it.`,
      reason: 'own_listing',
    })
  if (!acceptsOffers)
    return new ApiError('conflict', {
      message: `The seller of ${domain} does not accept offers. Buy it at its price.`,
      reason: 'offers_not_accepted',
    })
  return null
}
