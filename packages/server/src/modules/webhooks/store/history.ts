// SQL of the event history.
import { type Db, joinConditions, sql } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { EventOrder, EventType } from '../rules/deliveries.ts'
import { owned } from './endpoints.ts'

export type EventRow = { id: Id<'event'>; type: EventType; createdAt: Date; data: unknown }
export type EventPlace = { generation: number; xid: string; id: string }

/** Where an event stands in the order of the history. */
export const findEventPlace = (db: Db, owner: Owner, id: string): Promise<EventPlace | undefined> =>
  db.one<EventPlace>(sql`select generation, xid::text, id from events where id = ${id} and ${owned(owner)}`)

type EventPage = {
  after?: EventPlace | undefined
  order: EventOrder
  types?: EventType[] | undefined
  from?: Date | undefined
  to?: Date | undefined
  limit: number
}

/**
 * Events are read in the order of their transactions, and only up to the oldest one still running: nothing can appear
 * later in front of what was read. Transactions of an earlier generation ended on another server.
 */
export function listEvents(
  db: Db,
  owner: Owner,
  { after, order, types, from, to, limit }: EventPage,
): Promise<EventRow[]> {
  const [beyond, along] =
    order === 'oldest' ? [sql`>`, sql`generation, xid, id`] : [sql`<`, sql`generation desc, xid desc, id desc`]
  return db.many<EventRow>(sql`
    select id, type, created_at, data from events
    where ${joinConditions([
      owned(owner),
      after &&
        sql`(generation, xid, id) ${beyond} (${after.generation}::int, ${after.xid}::xid8, ${after.id}::id_text)`,
      types && sql`type = any(${types})`,
      from && sql`created_at >= ${from}`,
      to && sql`created_at < ${to}`,
      sql`(generation < event_generation() or xid < pg_snapshot_xmin(pg_current_snapshot()))`,
    ])}
    order by ${along} limit ${limit}`)
}
