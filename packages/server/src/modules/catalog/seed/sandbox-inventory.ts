// Owns the names that every sandbox partner finds for sale, with the magic names that make rare events happen at will.
import { buildInventory } from './inventory.ts'
import type { SeedListing } from './seed-listing.ts'

/** `active-site.test` and `unregistered.test` are not here: brokerage is for names that nobody lists. */
const MAGIC_LISTINGS: readonly SeedListing[] = [
  {
    domain: 'held.test',
    priceCents: 129_500,
    floorPriceCents: 99_500,
    currency: 'USD',
    description: 'Every order for this domain is held for manual review.',
    categories: ['sandbox'],
  },
  {
    domain: 'price-changes.test',
    priceCents: 89_500,
    floorPriceCents: 71_600,
    currency: 'USD',
    description: 'The price of this domain changes after every quote.',
    categories: ['sandbox'],
  },
  {
    domain: 'sold-elsewhere.test',
    priceCents: 245_000,
    floorPriceCents: 196_000,
    currency: 'USD',
    description: 'This domain is sold to another buyer between the quote and the order.',
    categories: ['sandbox'],
  },
  {
    domain: 'transfer-fails.test',
    priceCents: 59_500,
    floorPriceCents: 47_600,
    currency: 'USD',
    description: 'The transfer of this domain fails after the order.',
    categories: ['sandbox'],
  },
]

/** Names that the guides use in their examples, which must work on any machine whatever the word lists become. */
const GUIDE_LISTINGS: readonly SeedListing[] = [
  {
    domain: 'quickwheels.com',
    priceCents: 349_500,
    floorPriceCents: 289_500,
    currency: 'USD',
    description: 'Quick Wheels is a natural name for a rental company or a used-car marketplace.',
    categories: ['cars'],
  },
]

export function sandboxInventory(): SeedListing[] {
  const fixed = [...MAGIC_LISTINGS, ...GUIDE_LISTINGS].map((listing) => ({
    ...listing,
    categories: [...listing.categories],
  }))
  const composed = buildInventory({
    seed: 20_260_101,
    count: 2_500 - fixed.length,
    testCount: 120,
    takesForeign: (index) => index % 3 !== 0,
    exclude: new Set(fixed.map((listing) => listing.domain)),
  })
  return [...fixed, ...composed]
}
