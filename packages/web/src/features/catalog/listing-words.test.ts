// What the listing forms read.
import { expect, it } from 'vitest'
import { canChange, categoriesOf } from './listing-words.ts'

it('reads categories apart by commas, each once', () => {
  expect(categoriesOf(' tech, short ,tech,,')).toEqual(['tech', 'short'])
  expect(categoriesOf('')).toEqual([])
})

it('lets only what is for sale be changed', () => {
  expect(['listed', 'reserved', 'sold', 'withdrawn'].map((status) => canChange({ status: status as 'sold' }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
