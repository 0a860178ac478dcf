// What the listing forms read.
import { expect, it } from 'vitest'
import { readListingTerms } from './listing-fields.tsx'
import { parseCategories } from './listing-words.ts'

it('reads categories apart by commas, each once', () => {
  expect(parseCategories(' tech, short ,tech,,')).toEqual(['tech', 'short'])
  expect(parseCategories('')).toEqual([])
})

it('makes the price the floor when that field was emptied, so that it clears', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['price_cents', '1200'],
    ['floor_price_cents', ''],
    ['currency', 'USD'],
  ] as const)
    form.set(name, value)
  expect(readListingTerms(form)).toMatchObject({ price_cents: 120_000, floor_price_cents: 120_000 })
})
