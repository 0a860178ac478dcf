// Periodic work of referral: commission ripens, and hashes of past visitors are thrown away.
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { formatDay } from './rules.ts'
import { matureCommissions } from './service/attribute-sale.ts'
import { purgeVisitors } from './store/clicks.ts'

const BATCH = 200
const PURGE_BATCH = 5000
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
  async run({ db, clock }, signal) {
    const day = formatDay(addSeconds(clock.now(), -DAY_SECONDS))
    for (let gone = PURGE_BATCH; gone === PURGE_BATCH && !signal.aborted; )
      gone = await db.tx((tx) => purgeVisitors(tx, day, PURGE_BATCH))
  },
}

export const jobs: readonly Job[] = [mature, forgetVisitors]
