// Periodic work of referral: commission ripens, and hashes of past visitors are thrown away.
import { keepPartitions } from '../../jobs/partition-job.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { formatDay } from './rules.ts'
import { matureCommissions } from './service/attribute-sale.ts'
import { purgeSalts, VISITOR_PARTITIONS } from './store/clicks.ts'

const BATCH = 200
const DAY_SECONDS = 86_400

const mature: Job = {
  name: 'referrals.mature',
  everySeconds: 60,
  async run({ db, clock }, signal) {
    for (let ripe = BATCH; ripe === BATCH && !signal.aborted; )
      ripe = await db.tx((tx) => matureCommissions(tx, null, clock.now(), BATCH))
  },
}

/** Yesterday's are kept: a batch that was counted before midnight may still be on its way. */
const forgetVisitors: Job = {
  name: 'referrals.forget_visitors',
  everySeconds: 3600,
  async run(deps, signal) {
    const before = addSeconds(deps.clock.now(), -DAY_SECONDS)
    await keepPartitions(deps, VISITOR_PARTITIONS, before, signal)
    await purgeSalts(deps.db, formatDay(before))
  },
}

export const jobs: readonly Job[] = [mature, forgetVisitors]
