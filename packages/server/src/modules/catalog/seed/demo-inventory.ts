// Owns the names that stand in the public market in development, so that the pages and the public API have something to show.
import { buildInventory } from './inventory.ts'
import { sandboxInventory } from './sandbox-inventory.ts'
import type { SeedListing } from './seed-listing.ts'

export function demoInventory(): SeedListing[] {
  return buildInventory({
    seed: 20_260_202,
    count: 600,
    testCount: 0,
    takesForeign: (index) => index % 3 === 0,
    // The two inventories share no name, so that a tester always sees at once which one answered.
    exclude: new Set(sandboxInventory().map((listing) => listing.domain)),
  })
}
