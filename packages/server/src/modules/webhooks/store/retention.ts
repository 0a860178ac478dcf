// SQL of how long events and deliveries are kept. Both are partitioned by ID, which begins with the time: so IDs stay unique, and
// finding one reads one partition.
import type { Partitioned } from '../../../db/partitions.ts'
import { type Db, sql } from '../../../db/sql.ts'
import { raiseState, readState } from '../../../db/state.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { type Id, idBound, readIdTime } from '../../../kernel/ids.ts'

/** What is pending is sent, retried or given up first. */
export const DELIVERY_PARTITIONS: Partitioned = {
  table: 'webhook_deliveries',
  column: 'id',
  length: 'month',
  ahead: 1,
  toValue: (at) => idBound('delivery', at),
  staying: { row: `r.status = 'pending'` },
}

const DAY_SECONDS = 86_400

/**
 * A delivery is sent with the payload of its event, so events stay as long as their deliveries. An event is made at most a moment before
 * its delivery, and later on a sandbox clock: a partition of events is not needed if no delivery is older than its end and a day.
 */
export const EVENT_PARTITIONS: Partitioned = {
  table: 'events',
  column: 'id',
  length: 'month',
  ahead: 2,
  toValue: (at) => idBound('event', at),
  staying: {
    row: 'exists (select from webhook_deliveries d where d.event_id = r.id)',
    holds: ({ to }) =>
      `exists (select from webhook_deliveries where id < '${idBound('delivery', addSeconds(readIdTime(to), DAY_SECONDS))}')`,
  },
  movedBytesMax: 64_000_000,
}

/**
 * Ends deliveries from before `before` that wait for an endpoint that is disabled or deleted. They would wait for good. The retries of
 * all others end within three days.
 */
export const giveUpWaiting = (db: Db, before: Date, real: Date): Promise<number> =>
  db.run(sql`
    update webhook_deliveries d set status = 'failed', next_attempt_at = null, due_at = null, finished_at = ${real}
    where d.status = 'pending' and d.id < ${idBound('delivery', before)}
      and not exists (
        select from webhook_endpoints e
        where d.endpoint_id is null and e.active and e.partner_id = d.partner_id and e.environment = d.environment)
      and not exists (select from webhook_additional_endpoints e where e.active and e.id = d.endpoint_id)`)

/** Under this key: events whose ID is lower may have been dropped. */
const KEPT_FROM = 'events_kept_from'

/** Called before anything is dropped. The bound never goes back: what was dropped does not return when the setting changes. */
export const noteKeptFrom = (db: Db, before: Date): Promise<void> => raiseState(db, KEPT_FROM, idBound('event', before))

/** Whether an event of this ID may have been in the history once, and was dropped because of its age. */
export const mayBeForgotten = async (db: Db, id: Id<'event'>): Promise<boolean> =>
  id < ((await readState<string>(db, KEPT_FROM)) ?? '')
