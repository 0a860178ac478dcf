// Who may hold a domain, and whose money buys it: the pure rules.
import { describe, expect, it } from 'vitest'
import type { Claimable } from '../catalog/index.ts'
import { decideSale } from '../orders/rules/sales.ts'
import { type Agreed, type HoldCounts, mayHold, refusePayment } from './rules/sessions.ts'

type Name = Claimable & Agreed

const NOW = new Date('2026-11-16T12:00:00Z')
const LATER = new Date('2026-11-16T12:03:00Z')
const PAID = { priceCents: 100_000, currency: 'USD' }
const listed: Name = {
  status: 'listed',
  ...PAID,
  magic: null,
  reservedBy: null,
  reservedByPartner: null,
  reservedUntil: null,
}
const none: HoldCounts = {
  ofNetwork: 0,
  ofAccount: 0,
  ofNetworkOnDomain: 0,
  ofAccountOnDomain: 0,
  unpaidOnDomain: 0,
}

describe('a hold', () => {
  it.each([
    ['ofNetwork', 3],
    ['ofAccount', 3],
    ['ofNetworkOnDomain', 3],
    ['ofAccountOnDomain', 3],
    ['unpaidOnDomain', 10],
  ] as const)('is not taken at the cap of %s, %i', (count, cap) => {
    expect(mayHold({ ...none, [count]: cap - 1 }, 3)).toBe(true)
    expect(mayHold({ ...none, [count]: cap }, 3)).toBe(false)
  })

  it('follows the setting for a network', () => {
    expect(mayHold({ ...none, ofNetwork: 3 }, 4)).toBe(true)
    expect(mayHold({ ...none, ofNetwork: 1 }, 1)).toBe(false)
  })
})

describe('a completed payment', () => {
  const heldBy = (id: string, until = LATER): Name => ({
    ...listed,
    reservedBy: id,
    reservedByPartner: 'ptn_1',
    reservedUntil: until,
  })
  const canStillSell = (listing: Name, sessionId: string, paid: typeof PAID, quotedBy: string | null, real: Date) => {
    const { priceCents: paidCents, currency } = paid
    const request = { by: 'payment' as const, partnerId: 'ptn_own', sessionId, paidCents, currency, quotedBy }
    return decideSale(request, { listing, quote: undefined, commissionBps: 0 }, real, real).refusal === null
  }

  it('wins over the hold of another session', () => {
    expect(canStillSell(heldBy('cs_other'), 'cs_own', PAID, null, NOW)).toBe(true)
  })

  it('does not win over the quote of another partner', () => {
    expect(canStillSell(heldBy('quo_other'), 'cs_own', PAID, null, NOW)).toBe(false)
    expect(canStillSell(heldBy('cs_other'), 'cs_own', PAID, 'ptn_1', NOW)).toBe(false)
    expect(canStillSell(heldBy('cs_other'), 'cs_own', PAID, 'ptn_own', NOW)).toBe(true)
  })

  it('buys at the paid price only, unless its own hold keeps that price', () => {
    const dearer = { priceCents: 200_000 }
    expect(canStillSell({ ...listed, ...dearer }, 'cs_own', PAID, null, NOW)).toBe(false)
    expect(canStillSell({ ...heldBy('cs_own'), ...dearer }, 'cs_own', PAID, null, NOW)).toBe(true)
    expect(canStillSell({ ...heldBy('cs_own', NOW), ...dearer }, 'cs_own', PAID, null, NOW)).toBe(false)
  })

  it('never buys what is sold or withdrawn', () => {
    for (const status of ['sold', 'withdrawn'] as const)
      expect(canStillSell({ ...heldBy('cs_own'), status }, 'cs_own', PAID, null, NOW)).toBe(false)
  })
})

it('refuses to begin a payment for a sold domain, a blocked one, or another price', () => {
  const claim = { purpose: 'buy' as const, partnerId: 'ptn_own', sessionId: 'cs_own' }
  const quoted = { ...listed, reservedBy: 'quo_other', reservedByPartner: 'ptn_1', reservedUntil: LATER }
  expect(refusePayment({ ...quoted, status: 'sold' }, claim, PAID, NOW)).toBe('name_sold')
  expect(refusePayment(quoted, claim, PAID, NOW)).toBe('name_reserved')
  expect(refusePayment({ ...listed, currency: 'EUR' }, claim, PAID, NOW)).toBe('price_changed')
  expect(refusePayment(listed, claim, PAID, NOW)).toBeNull()
})
