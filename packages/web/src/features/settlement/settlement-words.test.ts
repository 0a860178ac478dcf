// What the money pages offer and write.
import { describe, expect, it } from 'vitest'
import { payoutActionsFor, periodText } from './settlement-words.ts'

describe('a payout', () => {
  it('is sent before it arrives, and can fail until it has', () => {
    expect(payoutActionsFor('pending')).toEqual(['sent', 'failed'])
    expect(payoutActionsFor('in_transit')).toEqual(['paid', 'failed'])
    expect(payoutActionsFor('paid')).toEqual([])
    expect(payoutActionsFor('failed')).toEqual([])
  })
})

describe('the period of a statement', () => {
  it('is the name of a whole month', () => {
    expect(periodText('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 'en')).toBe('January 2026')
  })
  it('is its first and last day when it was cut short', () => {
    const text = periodText('2026-01-01T00:00:00.000Z', '2026-01-16T00:00:00.000Z', 'en')
    expect(text).toContain('15')
    expect(text).not.toContain('16')
  })
})
