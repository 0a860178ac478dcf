// Chart series. Days that the API omits, because nothing happened, are zero.
import type { Analytics } from '@freehold/sdk/types'
import { addDays, daysBetween, formatDay } from '../../ui/days.ts'

type Granularity = Analytics['granularity']

export type Figures = { labels: string[]; gmvCents: number[]; commissionCents: number[]; clicks: number[] }

/** The day on which the bucket of a day starts: weeks on Monday, months on the first. */
export function toBucket(day: string, granularity: Granularity): string {
  if (granularity === 'month') return `${day.slice(0, 7)}-01`
  if (granularity === 'day') return day
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** Every bucket of a range whose end is the first moment after it. */
export function listBuckets({ from, to, granularity }: Pick<Analytics, 'from' | 'to' | 'granularity'>): string[] {
  const last = formatDay(new Date(Date.parse(to) - 1))
  return [...new Set(daysBetween(formatDay(from), last).map((day) => toBucket(day, granularity)))]
}

/** Money in one currency; clicks have no currency and are summed over all rows. */
export function computeFigures(analytics: Analytics, currency: string): Figures {
  const labels = listBuckets(analytics)
  const sum = (of: (row: Analytics['timeseries'][number]) => number): number[] => {
    const byStart = new Map<string, number>()
    for (const row of analytics.timeseries) {
      const start = toBucket(formatDay(row.start), analytics.granularity)
      byStart.set(start, (byStart.get(start) ?? 0) + of(row))
    }
    return labels.map((label) => byStart.get(label) ?? 0)
  }
  return {
    labels,
    gmvCents: sum((row) => (row.currency === currency ? row.gmv_cents : 0)),
    commissionCents: sum((row) => (row.currency === currency ? row.commission_cents : 0)),
    clicks: sum((row) => row.clicks),
  }
}

/** The currencies in which anything happened, the busiest first, then the others given; dollars when there is none. */
export function listCurrencies(
  { orders, commission }: Pick<Analytics, 'orders' | 'commission'>,
  others: readonly string[] = [],
): string[] {
  const busiest = [...orders].sort((a, b) => b.count - a.count)
  const all = [...[...busiest, ...commission].map(({ currency }) => currency as string), ...others]
  return all.length === 0 ? ['USD'] : [...new Set(all)]
}

export const PERIODS = [
  { value: '30', label: 'Last 30 days', days: 30, granularity: 'day' },
  { value: '7', label: 'Last 7 days', days: 7, granularity: 'day' },
  { value: '90', label: 'Last 90 days', days: 90, granularity: 'week' },
  { value: '365', label: 'Last 12 months', days: 365, granularity: 'month' },
] as const

/** The query of a period that ends with the given day, that day included. */
export function computeRange(value: string, now: string): { from: string; to: string; granularity: Granularity } {
  const { days, granularity } = PERIODS.find((period) => period.value === value) ?? PERIODS[0]
  const to = addDays(formatDay(now), 1)
  return { from: addDays(to, -days), to, granularity }
}
