// Periodic work of deliveries: asks RDAP where their domains are, and deletes old messages of the registry.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { DELIVERY_WATCHES_PER_MINUTE, REGISTRY_MESSAGE_KEEP_SECONDS } from '../../kernel/limits.ts'
import { watchDelivery } from './service/watch.ts'
import { purgeMessages } from './store/messages.ts'
import { listWatched } from './store/watch.ts'

const watchArrivals: Job = {
  name: 'delivery.watch_arrivals',
  everySeconds: 60,
  async run(deps, signal) {
    for (const watched of await listWatched(deps.db, deps.clock.now(), DELIVERY_WATCHES_PER_MINUTE)) {
      if (signal.aborted) return
      await watchDelivery(deps, watched)
    }
  },
}

export const deliveryJobs: readonly Job[] = [
  watchArrivals,
  purgeJob(60, 'delivery.purge_messages', ({ db, clock }, batch) =>
    purgeMessages(db, addSeconds(clock.now(), -REGISTRY_MESSAGE_KEEP_SECONDS), batch),
  ),
]
