// The words of documents: amounts, rates and parties.
import { expect, it } from 'vitest'
import { describeParty, formatAmount, formatRate } from './texts.ts'

it.each([
  [0, 'USD', 'USD 0.00'],
  [-123_450, 'EUR', 'EUR -1,234.50'],
  [99_999_999_999, 'USD', 'USD 999,999,999.99'],
  [1_000_000, 'JPY', 'JPY 1,000,000'],
  [-500, 'JPY', 'JPY -500'],
])('writes %d %s as %s', (cents, currency, text) => {
  expect(formatAmount(cents, currency)).toBe(text)
})

it.each([
  [1900, '19%'],
  [810, '8.1%'],
  [725, '7.25%'],
  [705, '7.05%'],
  [0, '0%'],
])('writes %d basis points as %s', (bps, text) => {
  expect(formatRate(bps)).toBe(text)
})

it('names a buyer who gave nothing', () => {
  expect(describeParty({ name: null, company: null, email: null, country: null, vat_id: null })).toEqual(['Buyer'])
})
