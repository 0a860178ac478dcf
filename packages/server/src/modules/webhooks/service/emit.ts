// Writing events: rows of the same transaction as what happened.
import { sql, type Tx } from '../../../db/sql.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { EventType } from '../rules/deliveries.ts'
import { wakeDispatcher } from './wake.ts'

export type NewEvent = { type: EventType; data: unknown }

/**
 * Puts events into the history, in the order given, and into the queue of whoever registered for them. `now` is the
 * partner's clock and stamps the events; `real` decides when they are sent.
 */
export async function emitEvents(
  tx: Tx,
  owner: Owner,
  events: readonly NewEvent[],
  now: Date,
  real: Date,
): Promise<Id<'event'>[]> {
  if (events.length === 0) return []
  // All ids of one kind in a row: within a millisecond they then sort in the order they were made.
  const eventIds = events.map(() => newId('event', now))
  const deliveryIds = events.map(() => newId('delivery', real))
  await tx.run(sql`
    select emit_event(e.id, e.delivery_id, ${owner.partnerId}, ${owner.environment}, e.type, ${now}, ${real}, e.data::json)
    from unnest(${eventIds}::text[], ${deliveryIds}::text[], ${events.map(({ type }) => type)}::text[],
                ${events.map(({ data }) => JSON.stringify(data))}::text[]) as e(id, delivery_id, type, data)`)
  tx.afterCommit(() => wakeDispatcher(owner))
  return eventIds
}
