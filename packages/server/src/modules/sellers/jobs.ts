// Periodic work of sellers: proofs are looked up, sales are followed, listings of frozen sellers end, and payouts are made monthly and sent.
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { withdrawOfFrozen } from '../catalog/index.ts'
import { paySellersMonthly } from './service/pay-out.ts'
import { checkProof } from './service/prove.ts'
import { releaseProceeds, tellSales } from './service/release.ts'
import { sendPayouts } from './service/send-payouts.ts'
import { stateMonth } from './service/state.ts'
import { listDueProofs } from './store/proofs.ts'

const BATCH = 100
/** Lookups at a time: nameservers that do not respond must not hold up the others. */
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

const SALES_BATCH = 200

const followSales: Job = {
  name: 'sellers.follow_sales',
  everySeconds: 30,
  async run({ db, clock, secrets }, signal) {
    for (let told = SALES_BATCH; told === SALES_BATCH && !signal.aborted; )
      told = await db.tx((tx) => tellSales({ secrets }, tx, clock.now(), SALES_BATCH))
    for (let released = SALES_BATCH; released === SALES_BATCH && !signal.aborted; )
      released = await db.tx((tx) => releaseProceeds(tx, clock.now(), SALES_BATCH))
    await db.tx((tx) => withdrawOfFrozen(tx, clock.now()))
  },
}

/** The month begins at 02:00 UTC, as for partners. */
const MONTH_START_SECONDS = 7200
/** Only to choose the month: everything that is written has the real time. */
const toMonthTime = (now: Date): Date => addSeconds(now, -MONTH_START_SECONDS)

const payMonthly: Job = {
  name: 'sellers.pay_monthly',
  everySeconds: 3600,
  async run(deps, signal) {
    const now = deps.clock.now()
    const name = 'sellers.pay_monthly'
    const call = { actor: `job:${name}`, requestId: newId('request', now), method: 'JOB', path: name }
    const month = toMonthTime(now).toISOString().slice(0, 7)
    const { made, failed } = await paySellersMonthly(deps, call, month, signal)
    if (made > 0) deps.log.info({ payouts: made }, 'payouts of sellers created')
    // The run counts as failed, so that operators see it. The others have their payouts.
    if (failed.length > 0)
      throw new Error(`The monthly payouts of ${failed.length} sellers failed: ${failed.slice(0, 5).join(', ')}.`)
  },
}

/** After the payouts of the month, which have their own statements. */
const stateMonthly: Job = {
  name: 'sellers.state_monthly',
  everySeconds: 3600,
  async run(deps, signal) {
    const now = toMonthTime(deps.clock.now())
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
    const month = new Date(end.getTime() - 1).toISOString().slice(0, 7)
    const issued = await stateMonth(deps, month, end, signal)
    if (issued > 0) deps.log.info({ statements: issued }, 'statements of sellers issued')
  },
}

const TRANSFERS_BATCH = 200

const sendTransfers: Job = {
  name: 'sellers.send_payouts',
  everySeconds: 30,
  run: (deps, signal) => sendPayouts(deps, TRANSFERS_BATCH, signal),
}

export const sellerJobs: readonly Job[] = [checkProofs, followSales, payMonthly, stateMonthly, sendTransfers]
