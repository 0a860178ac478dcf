// Fills an inventory with sample domains. Domains that are listed already stay listed.
import type { Tx } from '../../../db/sql.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { newListing, readDomain } from '../service/list.ts'
import { upsertListings } from '../store/listings.ts'
import { demoInventory } from './demo-inventory.ts'
import { sandboxInventory } from './sandbox-inventory.ts'
import type { SeedListing } from './seed-listing.ts'

const BATCH = 1000

async function fill(tx: Tx, environment: Environment, inventory: SeedListing[], now: Date): Promise<number> {
  const listings = inventory.map((seed) => newListing(readDomain(seed.domain, environment), environment, seed, now))
  for (let start = 0; start < listings.length; start += BATCH)
    await upsertListings(tx, environment, listings.slice(start, start + BATCH), now)
  return listings.length
}

export const seedSandbox = (tx: Tx, now: Date): Promise<number> => fill(tx, 'sandbox', sandboxInventory(), now)

/** The live inventory of a development service, for its market pages. */
export const seedDemo = (tx: Tx, now: Date): Promise<number> => fill(tx, 'live', demoInventory(), now)
