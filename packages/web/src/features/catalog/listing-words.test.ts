// What the listing forms read.
import { expect, it } from 'vitest'
import { parseCategories } from './listing-words.ts'

it('reads categories apart by commas, each once', () => {
  expect(parseCategories(' tech, short ,tech,,')).toEqual(['tech', 'short'])
  expect(parseCategories('')).toEqual([])
})
