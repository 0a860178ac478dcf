// Typed amounts become whole numbers, exactly, or nothing.
import { parseCents } from '@freehold/sdk/money'
import { describe, expect, it } from 'vitest'
import { amountText, parseBps, percentText } from './amounts.ts'

describe('money as it is typed', () => {
  it.each([
    ['1234.50', 'USD', 123450],
    ['1234,5', 'USD', 123450],
    ["1'234", 'CHF', 123400],
    ['12 345.67', 'EUR', 1234567],
    ['-5', 'USD', -500],
    ['0', 'USD', 0],
    ['-0', 'USD', 0],
    ['5000', 'JPY', 5000],
  ])('reads %s %s as %i minor units', (text, currency, cents) => {
    expect(parseCents(text, currency)).toBe(cents)
  })

  it.each([
    ['1,234', 'USD'],
    ['1.2.3', 'USD'],
    ['0.5', 'JPY'],
    ['', 'USD'],
    ['ten', 'USD'],
    ['1e3', 'USD'],
  ])('refuses %s %s rather than guess', (text, currency) => {
    expect(parseCents(text, currency)).toBeNull()
  })

  it('writes what it reads', () => {
    for (const cents of [0, 1, 10, 99, 100, 123456789, -250])
      expect(parseCents(amountText(cents, 'USD'), 'USD')).toBe(cents)
    expect(amountText(5000, 'JPY')).toBe('5000')
  })
})

describe('shares as they are typed', () => {
  it('reads percent as basis points, and writes them back short', () => {
    expect(parseBps('15')).toBe(1500)
    expect(parseBps('12.5')).toBe(1250)
    expect(parseBps('0.01')).toBe(1)
    expect(parseBps('0.001')).toBeNull()
    expect([1500, 1250, 1, 0, 10000].map(percentText)).toEqual(['15', '12.5', '0.01', '0', '100'])
  })
})
