// Periodic work of offers: the floor decides, offers expire, and offers for sold or withdrawn domains are closed.
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/schedule.ts'
import { closeOffer, decideOffer, expireOffer } from './service/follow.ts'
import { listExpired, listStranded, listToDecide } from './store.ts'

const BATCH = 100

const decide: Job = {
  name: 'offers.decide',
  everySeconds: 5,
  async run(deps, signal) {
    for (let seen = BATCH; seen === BATCH && !signal.aborted; ) {
      const due = await listToDecide(deps.db, deps.clock.now(), BATCH)
      for (const { id } of due) await decideOffer(deps, id)
      seen = due.length
    }
  },
}

type ListDue = (after: string) => Promise<{ id: string }[]>

/** Each offer in its own transaction, every one once. One that fails does not stop the others. */
async function each(log: Deps['log'], signal: AbortSignal, list: ListDue, work: (id: string) => Promise<void>) {
  let after = ''
  for (let seen = BATCH; seen === BATCH && !signal.aborted; ) {
    const due = await list(after)
    for (const { id } of due)
      await work(id).catch((error: unknown) => {
        log.error({ err: error, offer_id: id }, 'could not end the offer; will retry')
      })
    after = due.at(-1)?.id ?? after
    seen = due.length
  }
}

const follow: Job = {
  name: 'offers.follow',
  everySeconds: 30,
  async run(deps, signal) {
    const { db, clock, log } = deps
    await each(
      log,
      signal,
      (after) => listStranded(db, after, BATCH),
      (id) => db.tx((tx) => closeOffer(deps, tx, id, clock.now())),
    )
    await each(
      log,
      signal,
      (after) => listExpired(db, clock.now(), after, BATCH),
      (id) => db.tx((tx) => expireOffer(deps, tx, id, clock.now())),
    )
  },
}

export const offerJobs: readonly Job[] = [decide, follow]
