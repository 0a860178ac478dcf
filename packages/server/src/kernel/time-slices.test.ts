// Slices of time.
import { expect, it } from 'vitest'
import { idBound, newId } from './ids.ts'
import { findSlice, listSlices } from './time-slices.ts'

const at = (text: string) => new Date(text)

it('begin and end on round moments in UTC', () => {
  const slice = (length: Parameters<typeof findSlice>[0], text: string) => {
    const { from, to, name } = findSlice(length, at(text))
    return [from.toISOString(), to.toISOString(), name]
  }
  expect(slice('half_hour', '2027-01-15T07:59:59.999Z')).toEqual([
    '2027-01-15T07:30:00.000Z',
    '2027-01-15T08:00:00.000Z',
    '202701150730',
  ])
  expect(slice('day', '2028-02-29T23:59:59.999Z')).toEqual([
    '2028-02-29T00:00:00.000Z',
    '2028-03-01T00:00:00.000Z',
    '20280229',
  ])
  expect(slice('month', '2026-12-31T23:59:59.999Z')).toEqual([
    '2026-12-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
    '202612',
  ])
})

it('follow each other without a gap', () => {
  for (const length of ['half_hour', 'day', 'month'] as const) {
    const slices = listSlices(length, at('2026-11-18T09:00:00Z'), 40)
    expect(slices).toHaveLength(41)
    expect(slices.slice(1).map(({ from }) => from)).toEqual(slices.slice(0, -1).map(({ to }) => to))
    expect(new Set(slices.map(({ name }) => name)).size).toBe(41)
  }
})

it('have bounds between the IDs of before and after', () => {
  const border = at('2026-11-19T00:00:00Z')
  const before = newId('request', new Date(border.getTime() - 1))
  expect(before < idBound('request', border)).toBe(true)
  expect(idBound('request', border) < newId('request', border)).toBe(true)
})
