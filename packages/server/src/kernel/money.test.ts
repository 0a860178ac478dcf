// Money: no cent is lost, whatever the price and the rate.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCents } from '../../../sdk/src/money.ts'
import { BASIS_POINTS_MAX, MONEY_CENTS_MAX } from './limits.ts'
import { CURRENCIES, computeShare, parseAmount, parsePriceLimit } from './money.ts'

const price = fc.integer({ min: 0, max: MONEY_CENTS_MAX })
const rate = fc.integer({ min: 0, max: BASIS_POINTS_MAX })

describe('a share', () => {
  it.each([
    [100, 1500, 15],
    [1, 5000, 1],
    [1, 4999, 0],
    [333, 1500, 50],
    [3, 5000, 2],
    [0, 1500, 0],
    [MONEY_CENTS_MAX, 10_000, MONEY_CENTS_MAX],
    [999_999_999_999, 1, 100_000_000],
  ])('of %i cents at %i basis points is %i', (cents, bps, share) => {
    expect(computeShare(cents, bps)).toBe(share)
  })

  it('is (price · bps + 5000) div 10000 for every price and rate', () => {
    fc.assert(
      fc.property(price, rate, (cents, bps) => {
        expect(BigInt(computeShare(cents, bps))).toBe((BigInt(cents) * BigInt(bps) + 5000n) / 10_000n)
      }),
      { numRuns: 2000 },
    )
  })

  it('and the rest are whole, not negative, and add up to the price', () => {
    fc.assert(
      fc.property(price, rate, (cents, bps) => {
        const share = computeShare(cents, bps)
        const rest = cents - share
        expect(Number.isSafeInteger(share) && share >= 0 && rest >= 0 && share + rest === cents).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('grows with the price and with the rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 9999 }), (cents, bps) => {
        expect(computeShare(cents + 1, bps)).toBeGreaterThanOrEqual(computeShare(cents, bps))
        expect(computeShare(cents, bps + 1)).toBeGreaterThanOrEqual(computeShare(cents, bps))
      }),
    )
  })

  it.each([
    [0.5, 1500],
    [Number.NaN, 1500],
    [100, 0.1],
    [2 ** 53, 1],
  ])('of %d at %d is refused as a fault of ours', (cents, bps) => {
    expect(() => computeShare(cents, bps)).toThrow('whole minor units')
  })
})

it('every currency is an upper-case ISO 4217 code, once', () => {
  expect(CURRENCIES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
})

describe('money as it is typed', () => {
  it.each([
    ['1250', 125_000],
    ['1250.5', 125_050],
    ['1250,50', 125_050],
    ["1'250", 125_000],
    [' 12 345.67 ', 1_234_567],
    ['1,250', 125_000],
    ['1,234,567.8', 123_456_780],
    ['1.250,50', 125_050],
    ['0', 0],
  ])('reads %s as %i cents', (text, cents) => {
    expect(parseAmount(text, 'USD')).toBe(cents)
  })

  it.each([
    '',
    'ten',
    '-5',
    '1e3',
    '1.250',
    '0,500',
    '1,23,456',
    '1,250,50',
    '1.2.3',
    '1.',
    '.5',
    '1234567890123',
    '1'.padStart(50, ' '),
  ])('refuses %j rather than guess', (text) => {
    expect(parseAmount(text, 'USD')).toBeNull()
  })

  it('is read as the SDK reads it', () => {
    const typed = fc.oneof(
      fc.stringMatching(/^[0-9 .,']{0,16}$/),
      fc
        .tuple(fc.nat(), fc.constantFrom('.', ','), fc.nat(999))
        .map(([whole, point, part]) => `${whole}${point}${part}`),
    )
    fc.assert(
      fc.property(typed, (text) => {
        expect(parseAmount(text, 'EUR')).toBe(parseCents(text, 'EUR'))
      }),
      { numRuns: 1000 },
    )
    for (const currency of CURRENCIES) expect(parseAmount('1250', currency)).toBe(parseCents('1250', currency))
  })
})

describe('a price limit as it is typed', () => {
  it.each([
    ['1000', 100_000],
    ['$1,000', 100_000],
    ['1.000', 100_000],
    ['1,000,000', 100_000_000],
    ['1,000.50', 100_050],
    ['USD 2500', 250_000],
    ['US$ 12.50', 1250],
    ['1k', 100_000],
    ['1.5K', 150_000],
    ['2m', 200_000_000],
    ['0', 0],
  ])('reads %s as %i cents', (text, cents) => {
    expect(parsePriceLimit(text)).toBe(cents)
  })

  it.each(['', 'cheap', '-5', '1e3', '10,00,000', '1,000.', 'k', '$', '1.2.3', '1'.padStart(50, ' ')])(
    'refuses %j rather than guess',
    (text) => {
      expect(parsePriceLimit(text)).toBeNull()
    },
  )
})
