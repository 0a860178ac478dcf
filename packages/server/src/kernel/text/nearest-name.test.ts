// The known name that someone probably meant.
import { expect, it } from 'vitest'
import { findNearest } from './nearest-name.ts'

const KNOWN = ['limit', 'cursor', 'status', 'from', 'to', 'domain', 'min_price']

it.each([
  ['limt', 'limit'],
  ['Limit', 'limit'],
  ['min-price', 'min_price'],
  ['minprice', 'min_price'],
  ['curser', 'cursor'],
  ['domains', 'domain'],
  ['page', null],
  ['', null],
  ['x'.repeat(10_000), null],
])('finds for %s the known name %s', (name, nearest) => {
  expect(findNearest(name, KNOWN)).toBe(nearest)
})
