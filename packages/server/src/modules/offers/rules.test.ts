// The rules of offers, as tables.
import { describe, expect, it } from 'vitest'
import { OFFER_DECISION_SECONDS_MAX, OFFER_DECISION_SECONDS_MIN, OFFERS_OPEN_MAX } from '../../kernel/limits.ts'
import { nextState } from '../../kernel/state-machine.ts'
import {
  agreePrice,
  assertCounter,
  assertOfferable,
  findTurn,
  findTurnAt,
  isAcceptedByFloor,
  listOfferActions,
  moveOffer,
  OFFER_ENDS,
  OFFER_STATUSES,
  type OfferStatus,
  planDecision,
  refuseMoreOffers,
  refuseOffer,
} from './rules.ts'

const NOW = new Date('2026-11-17T12:00:00Z')
const LATER = new Date('2026-11-17T12:00:01Z')
const names = (side: 'buyer' | 'seller', status: OfferStatus, expiresAt = LATER) =>
  listOfferActions(side, { status, expiresAt }, NOW).map(({ action }) => action)

describe('moves', () => {
  it.each<[OfferStatus, string[], string[], 'buyer' | 'seller' | null]>([
    ['open', ['withdraw'], ['counter', 'accept', 'decline'], 'seller'],
    ['countered_by_seller', ['counter', 'accept', 'decline', 'withdraw'], ['withdraw'], 'buyer'],
    ['countered_by_buyer', ['withdraw'], ['counter', 'accept', 'decline'], 'seller'],
    ['accepted', ['withdraw'], [], 'buyer'],
    ['paid', [], [], null],
    ['declined', [], [], null],
    ['withdrawn', [], [], null],
    ['expired', [], [], null],
    ['closed', [], [], null],
  ])('of an offer with status %s', (status, buyer, seller, turn) => {
    expect(names('buyer', status)).toEqual(buyer)
    expect(names('seller', status)).toEqual(seller)
    expect(findTurn(status)).toBe(turn)
  })

  it.each(OFFER_STATUSES)('of an offer with status %s end with its time, before the job has noted it', (status) => {
    for (const side of ['buyer', 'seller'] as const) expect(names(side, status, NOW)).toEqual([])
    expect(findTurnAt({ status, expiresAt: NOW }, NOW)).toBeNull()
    expect(findTurnAt({ status, expiresAt: LATER }, NOW)).toBe(findTurn(status))
  })

  it('that are not possible say whom the offer waits for', () => {
    expect(() => moveOffer('buyer', 'open', 'accept')).toThrow('waits for the seller')
    expect(() => moveOffer('seller', 'declined', 'accept')).toThrow('is declined and cannot be accepted any more')
  })

  it('never leave an ended offer', () => {
    const ended: OfferStatus[] = ['paid', 'declined', 'withdrawn', 'expired', 'closed']
    for (const status of OFFER_STATUSES)
      for (const action of ['expire', 'close', 'pay'] as const)
        if (ended.includes(status)) expect(nextState(OFFER_ENDS, status, action)).toBeNull()
    expect(nextState(OFFER_ENDS, 'accepted', 'close')).toBeNull()
    expect(nextState(OFFER_ENDS, 'open', 'pay')).toBeNull()
  })
})

describe('amounts', () => {
  const listing = { priceCents: 1000, currency: 'USD' }

  it('of an offer are below the price and in its currency', () => {
    expect(() => assertOfferable(listing, { amountCents: 999, currency: 'USD' })).not.toThrow()
    expect(() => assertOfferable(listing, { amountCents: 1000, currency: 'USD' })).toThrow('below the price, 10.00 USD')
    expect(() => assertOfferable(listing, { amountCents: 5, currency: 'EUR' })).toThrow('must be USD')
  })

  it('of a counter-offer lie between the two sides', () => {
    const first = { own: null, other: 500 }
    expect(() => assertCounter('seller', listing, first, 1000)).not.toThrow()
    expect(() => assertCounter('seller', listing, first, 500)).toThrow("above the buyer's 5.00 USD")
    expect(() => assertCounter('seller', listing, first, 1001)).toThrow('not be above the price')
    const later = { own: 800, other: 500 }
    expect(() => assertCounter('seller', listing, later, 799)).not.toThrow()
    expect(() => assertCounter('seller', listing, later, 800)).toThrow(
      'below the 8.00 USD that the seller asked for last',
    )
    const bid = { own: 500, other: 800 }
    for (const amount of [501, 799]) expect(() => assertCounter('buyer', listing, bid, amount)).not.toThrow()
    expect(() => assertCounter('buyer', listing, bid, 800)).toThrow("below the seller's 8.00 USD")
    expect(() => assertCounter('buyer', listing, bid, 500)).toThrow('above the 5.00 USD that the buyer offered last')
  })

  it('that are agreed never exceed the price', () => {
    expect(agreePrice(listing, { amountCents: 900, currency: 'USD' })).toBe(900)
    expect(agreePrice({ ...listing, priceCents: 700 }, { amountCents: 900, currency: 'USD' })).toBe(700)
  })
})

describe('the floor', () => {
  const listing = { priceCents: 1000, floorPriceCents: 800, currency: 'USD', autoAcceptOffers: true }

  it.each([
    [800, 'USD', true, true],
    [799, 'USD', true, false],
    [900, 'USD', false, false],
    [900, 'EUR', true, false],
  ])('and an offer of %i %s, automatic %s: %s', (amountCents, currency, autoAcceptOffers, expected) => {
    expect(isAcceptedByFloor({ ...listing, autoAcceptOffers }, { amountCents, currency })).toBe(expected)
  })

  it('is compared at a random time within bounds', () => {
    const now = new Date('2026-11-17T12:00:00Z')
    expect(planDecision(now, 0).getTime() - now.getTime()).toBe(OFFER_DECISION_SECONDS_MIN * 1000)
    expect(planDecision(now, 0.999_999).getTime() - now.getTime()).toBeLessThan(OFFER_DECISION_SECONDS_MAX * 1000)
  })
})

describe('an offer is refused', () => {
  const listing = { domain: 'quickwheels.com', sellerId: 'usr_seller', acceptsOffers: true }

  it('for the own listing, and where the seller does not accept offers', () => {
    expect(refuseOffer(listing, 'usr_buyer')).toBeNull()
    expect(refuseOffer({ ...listing, sellerId: null }, 'usr_buyer')).toBeNull()
    expect(refuseOffer(listing, 'usr_seller')?.reason).toBe('own_listing')
    expect(refuseOffer({ ...listing, acceptsOffers: false }, 'usr_buyer')?.reason).toBe('offers_not_accepted')
  })

  it('beyond the limits', () => {
    expect(refuseMoreOffers({ open: OFFERS_OPEN_MAX - 1, forDomain: 4 }, 'x.com')).toBeNull()
    expect(refuseMoreOffers({ open: OFFERS_OPEN_MAX, forDomain: 0 }, 'x.com')?.reason).toBe('too_many_offers')
    expect(refuseMoreOffers({ open: 0, forDomain: 5 }, 'x.com')?.message).toContain('at most 5 offers for x.com')
  })
})
