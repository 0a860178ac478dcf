// Background work of the catalog: the sandbox never runs out of domains to sell.
import type { Job } from '../../jobs/schedule.ts'
import { fillSandbox, refillSandbox } from './service/refill-sandbox.ts'

const refill: Job = {
  name: 'catalog.refill_sandbox',
  everySeconds: 60,
  async run(deps) {
    if (!deps.config.sandboxInventory) return
    await deps.db.tx((tx) => fillSandbox(tx, deps.clock.now()))
    await refillSandbox(deps)
  },
}

export const jobs: readonly Job[] = [refill]
