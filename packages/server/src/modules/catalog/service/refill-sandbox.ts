// The sample domains of the sandbox: listed once, and listed again some time after they were sold.
import type { Tx } from '../../../db/sql.ts'
import { lockState, readState, writeState } from '../../../db/state.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { lazy } from '../../../kernel/lazy.ts'
import { SANDBOX_RELIST_SECONDS } from '../../../kernel/limits.ts'
import { sandboxInventory } from '../seed/sandbox-inventory.ts'
import { seedSandbox } from '../seed/seed.ts'
import * as store from '../store/listings.ts'
import { newListing, readDomain } from './list.ts'

const BATCH = 500

const samples = lazy(() => new Map(sandboxInventory().map((sample) => [sample.domain, sample])))

/** True if this call listed them. Domains that an operator withdraws later stay withdrawn. */
export async function fillSandbox(tx: Tx, now: Date): Promise<boolean> {
  await lockState(tx)
  if (await readState(tx, 'sandbox_inventory')) return false
  await seedSandbox(tx, now)
  await writeState(tx, 'sandbox_inventory', { filled_at: now.toISOString() })
  return true
}

/** Sold sample domains become new listings. The sold ones stay with their orders, withdrawn. */
export async function refillSandbox({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const before = addSeconds(now, -SANDBOX_RELIST_SECONDS)
  const sold = await store.listSold(db, 'sandbox', [...samples().keys()], before, BATCH)
  if (sold.length === 0) return 0
  return db.tx(async (tx) => {
    const gone = await store.withdrawSold(tx, 'sandbox', sold, before, now)
    const listings = gone.map((domain) =>
      newListing(readDomain(domain, 'sandbox'), 'sandbox', samples().get(domain)!, now),
    )
    if (listings.length > 0) await store.upsertListings(tx, 'sandbox', listings, now)
    return listings.length
  })
}
