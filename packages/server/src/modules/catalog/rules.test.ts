// May this buyer have this listing now: the one predicate that quotes, orders and checkout share.
import { describe, expect, it } from 'vitest'
import { type Claim, type Claimable, refuseClaim } from './rules.ts'

const NOW = new Date('2026-11-17T12:00:00Z')
const LATER = new Date('2026-11-17T12:03:00Z')
const listed: Claimable = {
  status: 'listed',
  magic: null,
  reservedBy: null,
  reservedByPartner: null,
  reservedUntil: null,
}
const reserved = (reservedBy: string, reservedUntil = LATER): Claimable => ({
  ...listed,
  reservedBy,
  reservedByPartner: 'ptn_own',
  reservedUntil,
})
const claim = (change: Partial<Claim> = {}): Claim => ({ purpose: 'buy', partnerId: 'ptn_own', ...change })
const stranger = claim({ partnerId: 'ptn_other' })

describe('a claim on a listing', () => {
  it('is granted while nobody has reserved it', () => {
    expect(refuseClaim(listed, claim(), NOW)).toBeNull()
    expect(refuseClaim(reserved('quo_1', NOW), stranger, NOW)).toBeNull()
    expect(refuseClaim(reserved('cs_1', NOW), stranger, NOW)).toBeNull()
  })

  it.each(['sold', 'withdrawn'] as const)('is refused when the listing is %s', (status) => {
    expect(refuseClaim({ ...listed, status }, claim(), NOW)).toBe('sold')
  })

  it('reserves sold-elsewhere.test, but does not buy it', () => {
    const elsewhere = { ...listed, magic: 'sold_elsewhere' as const }
    expect(refuseClaim(elsewhere, claim({ purpose: 'reserve' }), NOW)).toBeNull()
    expect(refuseClaim(elsewhere, claim(), NOW)).toBe('sold')
  })

  it('is granted over a quote of the same partner, and refused over that of another', () => {
    expect(refuseClaim(reserved('quo_1'), claim(), NOW)).toBeNull()
    expect(refuseClaim(reserved('quo_1'), stranger, NOW)).toBe('quoted')
    expect(refuseClaim(reserved('quo_1'), claim({ partnerId: null }), NOW)).toBe('quoted')
  })

  it('is refused over the hold of a payment, of the same partner, too', () => {
    expect(refuseClaim(reserved('cs_1'), claim(), NOW)).toBe('held')
    expect(refuseClaim(reserved('cs_1'), claim({ sessionId: 'cs_2' }), NOW)).toBe('held')
  })

  it('is granted to the session that holds the listing', () => {
    expect(refuseClaim(reserved('cs_1'), claim({ sessionId: 'cs_1' }), NOW)).toBeNull()
  })

  it.each([
    [{ quotedBy: null, charging: false }, null],
    [{ quotedBy: null, charging: true }, 'held'],
    [{ quotedBy: 'ptn_own', charging: false }, null],
    [{ quotedBy: 'ptn_other', charging: false }, 'quoted'],
  ])('of a payment, over the hold %j of another payment, is %s', (hold, refusal) => {
    expect(refuseClaim(reserved('cs_1'), claim({ sessionId: 'cs_2', hold }), NOW)).toBe(refusal)
  })
})
