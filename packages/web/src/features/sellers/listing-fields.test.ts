// What the form of a seller's listing shows and reads.
import type { SellerListing } from '@freehold/sdk/types'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ListingFields, readListing } from './listing-fields.tsx'

function fill(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ currency: 'USD', price: '1200', ...fields })) form.set(name, value)
  return form
}

it('makes the price the lowest price when that field was emptied, so that it clears', () => {
  expect(readListing(fill({ floor: '800', description: 'Short.' }))).toMatchObject({
    floor_price_cents: 80_000,
    description: 'Short.',
  })
  const cleared = readListing(fill({ floor: '', description: ' ' }))
  expect(cleared).toMatchObject({ price_cents: 120_000, floor_price_cents: 120_000 })
  expect(cleared.description).toBeUndefined()
})

it('says what the seller receives of the price', () => {
  const render = (listing: Partial<SellerListing> | undefined, feeBps: number): string =>
    renderToStaticMarkup(
      createElement(ListingFields, {
        ...(listing ? { listing: listing as SellerListing } : {}),
        feeBps,
        getFieldError: () => null,
      }),
    )
  const listing = { price_cents: 120_005, floor_price_cents: 120_005, currency: 'USD' as const }
  expect(render(listing, 1000)).toContain('You receive $1,080.04 after the fee of 10%.')
  expect(render(listing, 0)).toContain('You receive $1,200.05. There is no fee.')
  expect(render(undefined, 1250)).toContain('The fee is 12.5% of the price.')
})

it('shows a lowest price only if the seller chose one', () => {
  const render = (floor_price_cents: number): string =>
    renderToStaticMarkup(
      createElement(ListingFields, {
        listing: { price_cents: 120_000, floor_price_cents, currency: 'USD' } as SellerListing,
        feeBps: 1000,
        getFieldError: () => null,
      }),
    )
  expect(render(80_000)).toContain('value="800.00"')
  expect(render(120_000).split('value="1200.00"')).toHaveLength(2)
})
