// Price limits in other currencies.
import { expect, it } from 'vitest'
import { convertLimits, type PriceLimits } from './exchange.ts'

function isWithin(limits: PriceLimits, priceCents: number, currency: string): boolean {
  const { min, max } = convertLimits(limits, currency)
  return priceCents >= min && priceCents <= max
}

it('compares a price with limits in another currency', () => {
  const underEuros = { maxPriceCents: 30_000, priceCurrency: 'EUR' }
  expect(isWithin(underEuros, 30_000, 'EUR')).toBe(true)
  expect(isWithin(underEuros, 33_000, 'USD')).toBe(true)
  expect(isWithin(underEuros, 36_000, 'USD')).toBe(false)
  expect(isWithin(underEuros, 28_000, 'GBP')).toBe(false)
  expect(isWithin({ minPriceCents: 100_000, priceCurrency: 'USD' }, 90_000, 'GBP')).toBe(true)
})

it('knows that yen and won have no cents', () => {
  const underDollars = { maxPriceCents: 100_000, priceCurrency: 'USD' }
  expect(isWithin(underDollars, 120_000, 'JPY')).toBe(true)
  expect(isWithin(underDollars, 200_000, 'JPY')).toBe(false)
})

it('compares numbers where the wish names no currency or no rate is known', () => {
  expect(isWithin({ maxPriceCents: 50_000 }, 50_000, 'JPY')).toBe(true)
  expect(isWithin({ maxPriceCents: 50_000, priceCurrency: 'USD' }, 50_000, 'XYZ')).toBe(true)
  expect(isWithin({ maxPriceCents: 50_000, priceCurrency: 'USD' }, 50_001, 'XYZ')).toBe(false)
})
