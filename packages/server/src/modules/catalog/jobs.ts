// Background work of the catalog: the sandbox never runs out of domains to sell, and expired domains are withdrawn.
import type { Job } from '../../jobs/schedule.ts'
import { newId } from '../../kernel/ids.ts'
import { fillSandbox, refillSandbox } from './service/refill-sandbox.ts'
import { watchListings, withdrawNotOwned } from './service/watch-listings.ts'

const refill: Job = {
  name: 'catalog.refill_sandbox',
  everySeconds: 60,
  async run(deps) {
    if (!deps.config.sandboxInventory) return
    await deps.db.tx((tx) => fillSandbox(tx, deps.clock.now()))
    await refillSandbox(deps)
  },
}

const watch: Job = {
  name: 'catalog.watch_listings',
  everySeconds: 60,
  async run(deps, signal) {
    if (!deps.config.watchesListings) return
    const requestId = newId('request', deps.clock.now())
    const call = { actor: `job:${watch.name}`, requestId, method: 'JOB', path: watch.name }
    await withdrawNotOwned(deps, call)
    await watchListings(deps, call, signal)
  },
}

export const jobs: readonly Job[] = [refill, watch]
