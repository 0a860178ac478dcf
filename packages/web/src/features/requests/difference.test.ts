// The place where two lines part is found, whatever they are.
import { expect, it } from 'vitest'
import { partAt } from './difference.ts'

it.each([
  ['a=1&b=2', 'a=1&b=3', 'a=1&b=', '2', '3'],
  ['/orders', '/orders/', '/orders', '', '/'],
  ['', 'x', '', '', 'x'],
  ['GET', 'GET', 'GET', '', ''],
])('%s and %s', (one, other, same, restOfOne, restOfOther) => {
  expect(partAt(one, other)).toEqual({ same, one: restOfOne, other: restOfOther })
})
