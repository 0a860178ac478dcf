// SQL that finds where pending deliveries begin. Most partitions have none: statements that read due deliveries leave them out, and take
// as long to plan as with one table.
import { listPartitions } from '../../../db/partitions.ts'
import { type Db, Sql, sql, sqlState } from '../../../db/sql.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { idBound, readIdTime } from '../../../kernel/ids.ts'
import { DELIVERY_PARTITIONS, hasPending } from './retention.ts'

/** No pending delivery has a lower ID, and none of their events. Empty: they can be anywhere. */
export type PendingFrom = { delivery: string; event: string }

const ANYWHERE: PendingFrom = { delivery: '', event: '' }
const DAY_SECONDS = 86_400
/** PostgreSQL: a table of this name does not exist. It was dropped meanwhile. */
const UNDEFINED_TABLE = '42P01'

/** Those of these tables that have a pending delivery, in their order. */
async function listWithPending(db: Db, names: readonly string[]): Promise<string[]> {
  const found = names.map((name) => `case when ${hasPending(name)} then '${name}' end`)
  const row = await db.one<{ names: string[] }>(
    sql`select array_remove(array[${new Sql(found.join(', '), [])}]::text[], null) as names`,
  )
  return row!.names
}

/**
 * Whether a pending delivery of the table has an active endpoint. From each partner and endpoint to the next, so that many deliveries
 * which wait for a disabled endpoint are not read.
 */
const hasSendable = (name: string): Sql =>
  new Sql(
    `with recursive owner as (
       (select partner_id, environment from ${name} where status = 'pending'
        order by partner_id, environment, next_attempt_at, id limit 1)
       union all
       select next.* from owner o cross join lateral (
         select d.partner_id, d.environment from ${name} d
         where d.status = 'pending' and (d.partner_id, d.environment) > (o.partner_id, o.environment)
         order by d.partner_id, d.environment, d.next_attempt_at, d.id limit 1) next),
     endpoint as (
       (select endpoint_id from ${name} where status = 'pending' and endpoint_id is not null
        order by endpoint_id, due_at, event_id limit 1)
       union all
       select next.* from endpoint o cross join lateral (
         select d.endpoint_id from ${name} d
         where d.status = 'pending' and d.endpoint_id is not null and d.endpoint_id > o.endpoint_id
         order by d.endpoint_id, d.due_at, d.event_id limit 1) next)
     select
       exists (
         select from owner o join webhook_endpoints e on e.partner_id = o.partner_id and e.environment = o.environment and e.active
         where (
           select d.next_attempt_at from ${name} d
           where d.status = 'pending' and d.partner_id = o.partner_id and d.environment = o.environment
           order by d.next_attempt_at, d.id limit 1) is not null)
       or exists (select from endpoint o join webhook_additional_endpoints e on e.id = o.endpoint_id and e.active) as found`,
    [],
  )

/** The first of these tables with a delivery that can be sent. Few have any that is pending. */
async function findFirst(db: Db, names: readonly string[]): Promise<string | undefined> {
  for (const name of await listWithPending(db, names))
    if ((await db.one<{ found: boolean }>(hasSendable(name)))?.found) return name
  return undefined
}

/** An event is made at most a moment before its delivery. */
const toPendingFrom = (at: Date): PendingFrom => ({
  delivery: idBound('delivery', at),
  event: idBound('event', addSeconds(at, -DAY_SECONDS)),
})

/**
 * As of now. New deliveries are not older than a day, whatever the clocks of processes. Deliveries that wait for a disabled endpoint are
 * left out, and found again when it is active.
 */
export async function findPendingFrom(db: Db, now: Date): Promise<PendingFrom> {
  const recent = addSeconds(now, -DAY_SECONDS)
  const bound = idBound('delivery', recent)
  try {
    const partitions = await listPartitions(db, DELIVERY_PARTITIONS)
    // Those that are read in any case need no look.
    const past = partitions.filter(({ to }) => to <= bound)
    const rest = `${DELIVERY_PARTITIONS.table}_other`
    const found = await findFirst(db, [rest, ...past.map(({ name }) => name)])
    if (found === rest) return ANYWHERE
    const first = partitions.find(({ name, to }) => (found === undefined ? to > bound : name === found))
    if (first?.from === null) return ANYWHERE
    const begins = first ? readIdTime(first.from).getTime() : recent.getTime()
    return toPendingFrom(new Date(Math.min(begins, recent.getTime())))
  } catch (error) {
    if (sqlState(error) !== UNDEFINED_TABLE) throw error
    return ANYWHERE
  }
}
