// A chart has a bar for every bucket of its range, in one currency.
import type { Analytics } from '@freehold/sdk/types'
import { describe, expect, it } from 'vitest'
import { computeFigures, computeRange, listBuckets, listCurrencies, toBucket } from './series.ts'

const row = (start: string, currency: 'USD' | 'EUR', gmv: number, clicks = 0): Analytics['timeseries'][number] => ({
  start: `${start}T00:00:00.000Z`,
  currency,
  orders: 1,
  gmv_cents: gmv,
  clicks,
  sales: 0,
  commission_cents: gmv / 10,
})

const RANGE = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z', granularity: 'day' } as const

describe('buckets', () => {
  it('starts weeks on Monday and months on the first', () => {
    expect(toBucket('2026-03-01', 'week')).toBe('2026-02-23')
    expect(toBucket('2026-03-02', 'week')).toBe('2026-03-02')
    expect(toBucket('2026-03-31', 'month')).toBe('2026-03-01')
  })

  it('leaves out the end, which is the first moment after', () => {
    expect(listBuckets(RANGE)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
  })
})

it('draws a zero where nothing happened, money of one currency, and clicks of every row', () => {
  const timeseries = [row('2026-03-01', 'USD', 1000, 2), row('2026-03-01', 'EUR', 50, 3), row('2026-03-03', 'USD', 20)]
  const analytics = { ...RANGE, timeseries } as unknown as Analytics
  expect(computeFigures(analytics, 'USD')).toEqual({
    labels: ['2026-03-01', '2026-03-02', '2026-03-03'],
    gmvCents: [1000, 0, 20],
    commissionCents: [100, 0, 2],
    clicks: [5, 0, 0],
  })
})

it('names the busiest currency first, and dollars when there is none', () => {
  const orders = [
    { currency: 'EUR' as const, count: 1, gmv_cents: 1, refunded_cents: 0 },
    { currency: 'USD' as const, count: 3, gmv_cents: 1, refunded_cents: 0 },
  ]
  expect(listCurrencies({ orders, commission: [] })).toEqual(['USD', 'EUR'])
  expect(listCurrencies({ orders, commission: [] }, ['GBP', 'EUR'])).toEqual(['USD', 'EUR', 'GBP'])
  expect(listCurrencies({ orders: [], commission: [] })).toEqual(['USD'])
})

it('ends a period with the current day', () => {
  expect(computeRange('7', '2026-03-10T11:00:00.000Z')).toEqual({
    from: '2026-03-04',
    to: '2026-03-11',
    granularity: 'day',
  })
})
