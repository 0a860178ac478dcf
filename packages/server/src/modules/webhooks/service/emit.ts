// Writing events: rows of the same transaction as what happened.
import { sql, type Tx } from '../../../db/sql.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { EventType } from '../rules/deliveries.ts'
import { wakeDispatcher } from './wake.ts'

export type NewEvent = { type: EventType; data: unknown }

/** The owner's events, and the time of the owner's clock that stamps them. */
export type OwnEvents = { owner: Owner; at: Date; events: readonly NewEvent[] }

/**
 * Puts events into the history, in the order given, and into the queue of the endpoints that are registered for them. `real` decides
 * when they are sent. Returns the IDs of each list.
 */
export async function emitAll(tx: Tx, lists: readonly OwnEvents[], real: Date): Promise<Id<'event'>[][]> {
  // All ids of one kind in a row: within a millisecond they then sort in the order they were made.
  const eventIds = lists.map(({ at, events }) => events.map(() => newId('event', at)))
  const rows = lists.flatMap(({ owner, at, events }) => events.map((event) => ({ ...owner, ...event, at })))
  if (rows.length === 0) return eventIds
  await tx.run(sql`
    select emit_event(e.id, e.delivery_id, e.partner_id, e.environment, e.type, e.at, ${real}, e.data::json)
    from unnest(${eventIds.flat()}::text[], ${rows.map(() => newId('delivery', real))}::text[],
                ${rows.map(({ partnerId }) => partnerId)}::text[], ${rows.map(({ environment }) => environment)}::text[],
                ${rows.map(({ type }) => type)}::text[], ${rows.map(({ at }) => at)}::timestamptz[],
                ${rows.map(({ data }) => JSON.stringify(data))}::text[])
      as e(id, delivery_id, partner_id, environment, type, at, data)`)
  const owners = new Map(lists.map(({ owner }) => [`${owner.partnerId} ${owner.environment}`, owner]))
  tx.afterCommit(() => {
    for (const owner of owners.values()) wakeDispatcher(owner)
  })
  return eventIds
}

/** As `emitAll`, for one owner. `now` is the partner's clock. */
export async function emitEvents(
  tx: Tx,
  owner: Owner,
  events: readonly NewEvent[],
  now: Date,
  real: Date,
): Promise<Id<'event'>[]> {
  const [ids = []] = await emitAll(tx, [{ owner, at: now, events }], real)
  return ids
}
