// Periodic work of watches: compares them with the catalog, and asks registries about domains that are not listed.
import type { Job } from '../../jobs/schedule.ts'
import { followListings, followRegistry } from './service.ts'
import { listDue } from './store.ts'

const BATCH = 200
/** In one run: registries limit how often they are asked, and visitors' questions go first. */
const CHECKS_MAX = 100

const compareListings: Job = {
  name: 'watches.compare_listings',
  everySeconds: 60,
  async run(deps, signal) {
    for (let changed = BATCH; changed === BATCH && !signal.aborted; )
      changed = await deps.db.tx((tx) => followListings(deps, tx, deps.clock.now(), BATCH))
  },
}

const checkRegistries: Job = {
  name: 'watches.check_registries',
  everySeconds: 300,
  async run(deps, signal) {
    for (const { domain } of await listDue(deps.db, deps.clock.now(), CHECKS_MAX)) {
      if (signal.aborted) return
      await followRegistry(deps, domain)
    }
  },
}

export const watchJobs: readonly Job[] = [compareListings, checkRegistries]
