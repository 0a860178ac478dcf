// Sums of amounts in several currencies.
import { expect, it } from 'vitest'
import { sumAmounts } from './sum-amounts.ts'

it('sums amounts for each currency, the largest first', () => {
  const amounts = [
    { cents: 100, currency: 'EUR' },
    { cents: 200, currency: 'USD' },
    { cents: 150, currency: 'EUR' },
  ]
  expect(sumAmounts(amounts)).toEqual([
    { currency: 'EUR', cents: 250 },
    { currency: 'USD', cents: 200 },
  ])
  expect(sumAmounts([])).toEqual([])
})
