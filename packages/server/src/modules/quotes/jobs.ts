// Background work of quotes: freeing what nobody ordered.
import type { Deps } from '../../deps.ts'
import { expireQuotes } from './service.ts'

const BATCH = 500

export const quoteJobs = [
  {
    name: 'quotes.expire',
    everySeconds: 20,
    run: async (deps: Deps) => {
      for (let ended = BATCH; ended === BATCH; )
        ended = await deps.db.tx((tx) => expireQuotes(tx, null, deps.clock.now(), BATCH))
    },
  },
]
