// SQL of how long events and deliveries are kept. Both are partitioned by ID, which begins with the time: so IDs stay unique, and
// finding one reads one partition.
import type { Partitioned } from '../../../db/partitions.ts'
import { type Db, sql } from '../../../db/sql.ts'
import { raiseState, readState } from '../../../db/state.ts'
import { type Id, idBound } from '../../../kernel/ids.ts'

/** What is pending is sent, retried or given up first. */
export const DELIVERY_PARTITIONS: Partitioned = {
  table: 'webhook_deliveries',
  column: 'id',
  length: 'month',
  ahead: 1,
  toValue: (at) => idBound('delivery', at),
  staying: { row: `r.status = 'pending'`, holds: ({ name }) => hasPending(name) },
}

/** In the order of an index of pending deliveries, so that no plan reads the others. */
export const hasPending = (name: string): string =>
  `(select id from ${name} where status = 'pending' order by partner_id, environment, next_attempt_at, id limit 1) is not null`

/** A delivery is sent with the payload of its event, so events stay as long as their deliveries. */
export const EVENT_PARTITIONS: Partitioned = {
  table: 'events',
  column: 'id',
  length: 'month',
  ahead: 2,
  toValue: (at) => idBound('event', at),
  staying: {
    row: 'exists (select from webhook_deliveries d where d.event_id = r.id)',
    holds: ({ from, to }) => `(
      select event_id from webhook_deliveries where event_id >= '${from ?? ''}' and event_id < '${to}' order by event_id limit 1
    ) is not null`,
  },
  movedBytesMax: 64_000_000,
}

/** Retries end within three days, so nothing sends what has been due for longer than this. */
const OVERDUE_DAYS = 7

/**
 * Ends deliveries from before `before` that would wait for good: for an endpoint that is disabled or deleted, or due since long. One of
 * them would keep the months of its delivery and its event.
 */
export const giveUpWaiting = (db: Db, before: Date, real: Date): Promise<number> =>
  db.run(sql`
    update webhook_deliveries d set status = 'failed', next_attempt_at = null, due_at = null, finished_at = ${real}
    where d.status = 'pending' and d.id < ${idBound('delivery', before)}
      and (
        coalesce(d.next_attempt_at, d.due_at, '-infinity') < least(${real}::timestamptz, now()) - make_interval(days => ${OVERDUE_DAYS})
        or not exists (
          select from webhook_endpoints e
          where d.endpoint_id is null and e.active and e.partner_id = d.partner_id and e.environment = d.environment)
        and not exists (select from webhook_additional_endpoints e where e.active and e.id = d.endpoint_id))`)

/** Under this key: events whose ID is lower may have been dropped. */
const KEPT_FROM = 'events_kept_from'

/** Called before anything is dropped. The bound never goes back: what was dropped does not return when the setting changes. */
export const noteKeptFrom = (db: Db, before: Date): Promise<void> => raiseState(db, KEPT_FROM, idBound('event', before))

/** Whether an event of this ID may have been in the history once, and was dropped because of its age. */
export const mayBeForgotten = async (db: Db, id: Id<'event'>): Promise<boolean> =>
  id < ((await readState<string>(db, KEPT_FROM)) ?? '')
