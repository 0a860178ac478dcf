// Date ranges that people name: today, last month, or two dates. A range is stored by its name, so that it moves with time. Pure.
import { addDays, dayAfter } from './days.ts'

export const PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  this_month: 'This month',
  last_month: 'Last month',
  custom: 'Custom',
} as const
export type Period = keyof typeof PERIODS

export const PERIOD_OPTIONS = Object.entries(PERIODS).map(([value, label]) => ({ value, label }))

/** From the first day, and before a day: as the API has it. */
export type DayRange = { from?: string; to?: string }

const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

/** `today` is a day in UTC. Both ends of a custom range are included, and each may be empty. */
export function resolvePeriod(period: string, custom: { from: string; until: string }, today: string): DayRange {
  const tomorrow = addDays(today, 1)
  const thisMonth = monthStart(today)
  switch (period) {
    case 'today':
      return { from: today, to: tomorrow }
    case 'yesterday':
      return { from: addDays(today, -1), to: today }
    case 'last_7_days':
      return { from: addDays(today, -6), to: tomorrow }
    case 'this_month':
      return { from: thisMonth, to: tomorrow }
    case 'last_month':
      return { from: monthStart(addDays(thisMonth, -1)), to: thisMonth }
    default: {
      const to = dayAfter(custom.until)
      return { ...(custom.from && { from: custom.from }), ...(to && { to }) }
    }
  }
}

/** The name of the range that a URL has: two dates without a name are a custom range. */
export function readPeriod(search: URLSearchParams): Period | '' {
  const named = search.get('period') ?? ''
  if (Object.hasOwn(PERIODS, named)) return named as Period
  return search.get('from') || search.get('until') ? 'custom' : ''
}
