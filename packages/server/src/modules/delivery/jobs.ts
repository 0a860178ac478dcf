// Periodic work of deliveries: asks RDAP where their domains are, and reads the registry's messages.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { DELIVERY_WATCHES_PER_MINUTE, REGISTRY_MESSAGE_KEEP_SECONDS } from '../../kernel/limits.ts'
import { readMessages as readAll } from './service/read-messages.ts'
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

/** One process reads the queue at a time. */
const readMessages: Job = {
  name: 'delivery.read_messages',
  everySeconds: 15,
  async run(deps, signal) {
    const { live } = deps.registrars
    if (live === null || live === 'simulated' || !deps.config.delivery.readsMessages) return
    await readAll(deps, live, signal)
  },
}

export const deliveryJobs: readonly Job[] = [
  watchArrivals,
  readMessages,
  purgeJob(60, 'delivery.purge_messages', ({ db, clock }, batch) =>
    purgeMessages(db, addSeconds(clock.now(), -REGISTRY_MESSAGE_KEEP_SECONDS), batch),
  ),
]
