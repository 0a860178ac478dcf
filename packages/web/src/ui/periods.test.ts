// Named date ranges.
import { expect, it } from 'vitest'
import { readPeriod, resolvePeriod } from './periods.ts'

const NONE = { from: '', until: '' }

it.each([
  ['today', { from: '2026-03-01', to: '2026-03-02' }],
  ['yesterday', { from: '2026-02-28', to: '2026-03-01' }],
  ['last_7_days', { from: '2026-02-23', to: '2026-03-02' }],
  ['this_month', { from: '2026-03-01', to: '2026-03-02' }],
  ['last_month', { from: '2026-02-01', to: '2026-03-01' }],
])('resolves %s on the first day of a month', (period, range) => {
  expect(resolvePeriod(period, NONE, '2026-03-01')).toEqual(range)
})

it('includes the last day of a custom range, and leaves open ends open', () => {
  expect(resolvePeriod('custom', { from: '2026-01-30', until: '2026-01-31' }, '2026-03-01')).toEqual({
    from: '2026-01-30',
    to: '2026-02-01',
  })
  expect(resolvePeriod('custom', { from: '', until: '2026-01-31' }, '2026-03-01')).toEqual({ to: '2026-02-01' })
  expect(resolvePeriod('', NONE, '2026-03-01')).toEqual({})
})

it('steps back over a year', () => {
  expect(resolvePeriod('last_month', NONE, '2027-01-15')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
})

it('reads a range from a URL, and ignores unknown names', () => {
  expect(readPeriod(new URLSearchParams('period=today'))).toBe('today')
  expect(readPeriod(new URLSearchParams('from=2026-01-01'))).toBe('custom')
  expect(readPeriod(new URLSearchParams('period=toString'))).toBe('')
  expect(readPeriod(new URLSearchParams(''))).toBe('')
})
