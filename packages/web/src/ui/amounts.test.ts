// Typed amounts become whole numbers, exactly, or nothing.
import { parseCents } from '@freehold/sdk/money'
import { describe, expect, it } from 'vitest'
import { amountPattern } from './amount-field.tsx'
import { amountText, parseBps, percentText } from './amounts.ts'

describe('money as it is typed', () => {
  it.each([
    ['1234.50', 'USD', 123450],
    ['1234,5', 'USD', 123450],
    ["1'234", 'CHF', 123400],
    ['12 345.67', 'EUR', 1234567],
    ['1,234', 'USD', 123400],
    ['-1,234,567.8', 'USD', -123456780],
    ['1.234,50', 'EUR', 123450],
    ['12,345', 'JPY', 12345],
    ['1,234', 'KWD', 1234],
    ['-5', 'USD', -500],
    ['0', 'USD', 0],
    ['-0', 'USD', 0],
    ['5000', 'JPY', 5000],
  ])('reads %s %s as %i minor units', (text, currency, cents) => {
    expect(parseCents(text, currency)).toBe(cents)
  })

  it.each([
    ['0,500', 'USD'],
    ['1.234', 'USD'],
    ['1.234', 'JPY'],
    ['1,234,56', 'USD'],
    ['1,23,456', 'USD'],
    ['1,234.567', 'USD'],
    ['1.234.5', 'USD'],
    ['1.2.3', 'USD'],
    ['0.5', 'JPY'],
    ['', 'USD'],
    ['ten', 'USD'],
    ['1e3', 'USD'],
  ])('refuses %s %s rather than guess', (text, currency) => {
    expect(parseCents(text, currency)).toBeNull()
  })

  it.each(['1234.50', '1234,5', '12 345.67', '1,234', '1,234,567.8', '1.234,50'])('lets a field have %s', (text) => {
    expect(text).toMatch(new RegExp(`^(?:${amountPattern(2, false)})$`, 'v'))
  })
  it.each(['1,234,56', '1,23,456', '1,234.567', '1.234', '1.2.3', 'ten', '0,500'])('lets no field have %s', (text) => {
    expect(text).not.toMatch(new RegExp(`^(?:${amountPattern(2, false)})$`, 'v'))
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
