// Days in UTC: steps over months, ranges by their last day.
import { expect, it } from 'vitest'
import { addDays, dayAfter, daysBetween, formatDay } from './days.ts'

it('takes the day of a moment in UTC', () => {
  expect(formatDay('2026-03-01T00:30:00.000+02:00')).toBe('2026-02-28')
})

it('steps over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

it('ends a range before the day after its last one, and not at all when none is given', () => {
  expect(dayAfter('2026-01-31')).toBe('2026-02-01')
  expect(dayAfter('')).toBeUndefined()
})

it('names every day of a range, both ends included', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([])
})
