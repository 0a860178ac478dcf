// Background work of quotes: freeing what nobody ordered, and deleting it after a while.
import type { Deps } from '../../deps.ts'
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { QUOTE_KEEP_SECONDS } from '../../kernel/limits.ts'
import { expireQuotes } from './service.ts'
import { purgeQuotes } from './store.ts'

const BATCH = 500

export const quoteJobs: readonly Job[] = [
  {
    name: 'quotes.expire',
    everySeconds: 20,
    run: async (deps: Deps) => {
      for (let ended = BATCH; ended === BATCH; )
        ended = await deps.db.tx((tx) => expireQuotes(tx, null, deps.clock.now(), BATCH))
    },
  },
  purgeJob(60, 'quotes.purge', ({ db, clock }, batch) =>
    purgeQuotes(db, addSeconds(clock.now(), -QUOTE_KEEP_SECONDS), batch),
  ),
]
