// Background work of the checkout: sessions end, lost payments are finished, buyers get their money back.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { CHECKOUT_KEEP_SECONDS, HOLD_KEEP_SECONDS } from '../../kernel/limits.ts'
import { findHouse } from '../partners/index.ts'
import { PAYMENT_LOST_SECONDS } from './rules/sessions.ts'
import { expireSessions } from './service/announce.ts'
import { endOverdueHold, overdueHolds, purgeHolds } from './service/hold.ts'
import { concludePayment } from './service/pay.ts'
import { sendRefunds } from './service/refund.ts'
import { unfinishedPayments } from './store/payments.ts'
import { purgeSessions } from './store/sessions.ts'

const BATCH = 200

const expire: Job = {
  name: 'checkout.expire',
  everySeconds: 60,
  async run({ db, clock }, signal) {
    for (let ended = BATCH; ended === BATCH && !signal.aborted; )
      ended = await db.tx((tx) => expireSessions(tx, null, clock.now(), BATCH))
  },
}

/** A process that died between the charge and the sale left a payment behind; so did a buyer who walked away. */
const finish: Job = {
  name: 'checkout.finish_payments',
  everySeconds: 15,
  async run(deps, signal) {
    let after = ''
    for (let seen = BATCH; seen === BATCH && !signal.aborted; ) {
      const now = deps.clock.now()
      const lost = await unfinishedPayments(deps.db, now, addSeconds(now, -PAYMENT_LOST_SECONDS), after, BATCH)
      for (const payment of lost) {
        after = payment.id
        const status = await concludePayment(deps, payment).catch((error: unknown) => {
          deps.log.error({ err: error, payment_id: payment.id }, 'could not finish the payment; will retry')
        })
        if (status === 'unconfirmed')
          deps.log.warn(
            { payment_id: payment.id },
            'payment seems to be captured; waiting for the webhook from the processor',
          )
      }
      seen = lost.length
    }
  },
}

/** Where a quote lies beneath a hold, the listing stays reserved when the hold is over: the quote gets it back. */
const endHolds: Job = {
  name: 'checkout.end_holds',
  everySeconds: 15,
  async run(deps, signal) {
    for (let seen = BATCH; seen === BATCH && !signal.aborted; ) {
      const overdue = await overdueHolds(deps.db, deps.clock.now(), BATCH)
      for (const { paymentId } of overdue) await deps.db.tx((tx) => endOverdueHold(deps, tx, paymentId))
      seen = overdue.length
    }
  },
}

const forgetHolds = purgeJob(60, 'checkout.purge_holds', ({ db, clock }, batch) =>
  purgeHolds(db, addSeconds(clock.now(), -HOLD_KEEP_SECONDS), batch),
)

const refund: Job = {
  name: 'checkout.send_refunds',
  everySeconds: 15,
  async run(deps, signal) {
    for (let sent = BATCH; sent === BATCH && !signal.aborted; ) sent = await sendRefunds(deps, BATCH)
  },
}

const purge = purgeJob(60, 'checkout.purge', async ({ db, clock }, batch) => {
  const house = await findHouse(db)
  return house ? purgeSessions(db, house, addSeconds(clock.now(), -CHECKOUT_KEEP_SECONDS), batch) : 0
})

export const jobs: readonly Job[] = [expire, finish, endHolds, refund, forgetHolds, purge]
