// Periodic work of settlement: sums are brought up to date, ended periods are closed, pending money is paid out.

import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import type { AuditedCall } from '../../kernel/contracts/audit-log.ts'
import { newId } from '../../kernel/ids.ts'
import { CLOSING_HOUR_SECONDS } from './rules/periods.ts'
import { auditSettlement } from './service/audit-run.ts'
import { payMonthly } from './service/pay-out.ts'
import { finishedBy } from './service/settle.ts'
import { compactSums } from './store/transactions.ts'

const COMPACT_BATCH = 5000

/** What a job does in one run has one request ID in the audit log. */
const jobCall = (name: string, now: Date): AuditedCall => ({
  actor: `job:${name}`,
  requestId: newId('request', now),
  method: 'JOB',
  path: name,
})

const compact: Job = {
  name: 'settlement.compact_sums',
  everySeconds: 10,
  async run({ db }, signal) {
    for (let taken = COMPACT_BATCH; taken === COMPACT_BATCH && !signal.aborted; )
      taken = await compactSums(db, COMPACT_BATCH)
  },
}

/** Asks every hour and acts on the first of the month from 02:00 UTC; what a crash left behind is taken up the same way. */
const closePeriods: Job = {
  name: 'settlement.close_periods',
  everySeconds: 3600,
  async run(deps, signal) {
    const call = jobCall('settlement.close_periods', deps.clock.now())
    const run = { owner: null, month: null, cut: false, graceSeconds: CLOSING_HOUR_SECONDS, signal }
    const closed = await finishedBy(auditSettlement(deps, call, run))
    if (closed.length > 0) deps.log.info({ statements: closed.length }, 'settlement periods closed')
    if (signal.aborted) return
    const paid = await payMonthly(deps, call, addSeconds(deps.clock.now(), -CLOSING_HOUR_SECONDS), signal)
    if (paid > 0) deps.log.info({ payouts: paid }, 'payouts created')
  },
}

export const jobs: readonly Job[] = [compact, closePeriods]
