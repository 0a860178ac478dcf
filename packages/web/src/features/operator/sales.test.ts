// Sales by day, as the charts show them.
import { expect, it } from 'vitest'
import { salesByCurrency } from './sales.ts'

const row = (date: string, currency: 'USD' | 'EUR', orders: number) => ({
  date,
  currency,
  orders,
  gross_cents: orders * 100,
  refunded_cents: 0,
})

it('has a value for every day, and the busiest currency first', () => {
  const rows = [row('2026-01-30', 'EUR', 1), row('2026-01-29', 'USD', 2), row('2026-01-31', 'USD', 3)]
  const [first, second] = salesByCurrency(rows, '2026-01-29', '2026-02-01')
  expect(first).toEqual({
    currency: 'USD',
    days: ['2026-01-29', '2026-01-30', '2026-01-31'],
    orders: [2, 0, 3],
    gross: [200, 0, 300],
    refunded: [0, 0, 0],
  })
  expect(second?.orders).toEqual([0, 1, 0])
  expect(salesByCurrency([], '2026-01-29', '2026-02-01')).toEqual([])
})
