// What the listing forms read.
import { expect, it } from 'vitest'
import { canChange, parseCategories } from './listing-words.ts'

it('reads categories apart by commas, each once', () => {
  expect(parseCategories(' tech, short ,tech,,')).toEqual(['tech', 'short'])
  expect(parseCategories('')).toEqual([])
})

it('lets only what is for sale be changed', () => {
  expect(['listed', 'reserved', 'sold', 'withdrawn'].map((status) => canChange({ status: status as 'sold' }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
