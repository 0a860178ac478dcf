// Periodic work of sellers: looks up the TXT records of proofs that wait.
import type { Job } from '../../jobs/schedule.ts'
import { checkProof } from './service/prove.ts'
import { listDueProofs } from './store/proofs.ts'

const BATCH = 100
/** Lookups at a time: name servers that do not respond must not hold up the others. */
const CONCURRENCY = 10
/** In one run; the rest is due in the next. */
const CHECKS_MAX = 2000

const checkProofs: Job = {
  name: 'sellers.check_proofs',
  everySeconds: 60,
  async run(deps, signal) {
    for (let checked = 0; checked < CHECKS_MAX && !signal.aborted; ) {
      const due = await listDueProofs(deps.db, deps.clock.now(), BATCH)
      for (let at = 0; at < due.length && !signal.aborted; at += CONCURRENCY)
        await Promise.all(due.slice(at, at + CONCURRENCY).map((proof) => checkProof(deps, proof)))
      checked += due.length
      if (due.length < BATCH) return
    }
  },
}

export const sellerJobs: readonly Job[] = [checkProofs]
