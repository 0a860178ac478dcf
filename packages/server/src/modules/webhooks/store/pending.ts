// SQL that finds where pending deliveries begin. Most partitions have none: statements that read due deliveries leave them out, and take
// as long to plan as with one table.
import { listPartitions } from '../../../db/partitions.ts'
import { type Db, Sql, sql, sqlState } from '../../../db/sql.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { idBound, readIdTime } from '../../../kernel/ids.ts'
import { DELIVERY_PARTITIONS } from './retention.ts'

/** No pending delivery has a lower ID, and none of their events. Empty: they can be anywhere. */
export type PendingFrom = { delivery: string; event: string }

const ANYWHERE: PendingFrom = { delivery: '', event: '' }
const DAY_SECONDS = 86_400
/** PostgreSQL: a table of this name does not exist. It was dropped meanwhile. */
const UNDEFINED_TABLE = '42P01'

/** In the order of an index of pending deliveries, so that no plan reads the others. */
const hasPending = (name: string): Sql =>
  new Sql(
    `(select id from ${name} where status = 'pending' order by partner_id, environment, next_attempt_at, id limit 1) is not null`,
    [],
  )

/** The first of these tables that has a pending delivery. */
async function findFirst(db: Db, names: readonly string[]): Promise<number | null> {
  const cases = names.reduce((all, name, index) => sql`${all} when ${hasPending(name)} then ${index}::int`, sql``)
  return (await db.one<{ found: number | null }>(sql`select case ${cases} end as found`))?.found ?? null
}

/** An event is made at most a moment before its delivery. */
const toPendingFrom = (at: Date): PendingFrom => ({
  delivery: idBound('delivery', at),
  event: idBound('event', addSeconds(at, -DAY_SECONDS)),
})

/** As of now. New deliveries are not older than a day, whatever the clocks of processes. */
export async function findPendingFrom(db: Db, now: Date): Promise<PendingFrom> {
  try {
    const partitions = await listPartitions(db, DELIVERY_PARTITIONS)
    const found = await findFirst(db, [`${DELIVERY_PARTITIONS.table}_other`, ...partitions.map(({ name }) => name)])
    const recent = addSeconds(now, -DAY_SECONDS)
    if (found === null) return toPendingFrom(recent)
    // The default partition comes first, and the table of before has no lower bound.
    const begins = partitions[found - 1]?.from
    if (!begins) return ANYWHERE
    return toPendingFrom(new Date(Math.min(readIdTime(begins).getTime(), recent.getTime())))
  } catch (error) {
    if (sqlState(error) !== UNDEFINED_TABLE) throw error
    return ANYWHERE
  }
}
