// How periods read on the money pages.
import { describe, expect, it } from 'vitest'
import { periodText } from './settlement-words.ts'

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
