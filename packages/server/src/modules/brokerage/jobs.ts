// Background work of brokerage: cases that nobody works on are closed.
import type { Job } from '../../jobs/schedule.ts'
import { closeIdleCases } from './service.ts'

const BATCH = 100

export const brokerageJobs: readonly Job[] = [
  {
    name: 'brokerage.close_idle_cases',
    everySeconds: 3600,
    async run(deps, signal) {
      for (let closed = BATCH; closed === BATCH && !signal.aborted; )
        closed = await deps.db.tx((tx) => closeIdleCases(deps, tx, null, BATCH))
    },
  },
]
