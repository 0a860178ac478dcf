// Reading the queue: the number of items in a group, and a page of them.
import { type Db, type Sql, sql } from '../../../db/sql.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { QUEUE_COUNTED_MAX, QUEUE_SHOWN, type QueueGroupName } from '../rules/queue.ts'
import { GROUPS, type QueueItem, type Waiting } from './queue-groups.ts'

export type QueueGroup = { count: number; items: QueueItem[] }

async function countWaiting(db: Db, { from }: Waiting, which: Sql): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from ${from} where ${which} limit ${QUEUE_COUNTED_MAX}) t`)
  return row?.count ?? 0
}

/** A place in a group: after the item with this time and ID. `count` is the number of all items when the first page was read. */
export type QueuePlace = { environment: Environment; at: number; id: string; count: number }

/** Where there is no time: these come last. */
const NO_TIME = Number.MAX_SAFE_INTEGER

/** One condition for each stretch of the index, as in `Waiting`. */
function listAfter({ by, id, mayLackTime = false }: Waiting, place: QueuePlace): Sql[] {
  if (by === null) return [sql`${id} > ${place.id}`]
  if (mayLackTime && place.at === NO_TIME) return [sql`${by} is null and ${id} > ${place.id}`]
  const at = sql`'epoch'::timestamptz + ${place.at}::bigint * interval '1 microsecond'`
  const later = sql`(${by}, ${id}) > (${at}, ${place.id})`
  return mayLackTime ? [later, sql`${by} is null`] : [later]
}

type Stretch = { environment: Environment; which: Sql[]; after: QueuePlace | undefined; most: number }

function listNext(db: Db, waiting: Waiting, { environment, which, after, most }: Stretch): Promise<QueueItem[]> {
  const { from, by, id, columns } = waiting
  const order = by === null ? id : sql`${by}, ${id}`
  const placeAt =
    by === null ? sql`0::bigint` : sql`coalesce((extract(epoch from ${by}) * 1000000)::bigint, ${NO_TIME}::bigint)`
  const heads = which
    .flatMap((one) => (after === undefined ? [one] : listAfter(waiting, after).map((next) => sql`${one} and ${next}`)))
    .map((one) => sql`(select * from ${from} where ${one} order by ${order} limit ${most})`)
    .reduce((all, next) => sql`${all} union all ${next}`)
  return db.many<QueueItem>(sql`
    select ${columns}, p.id as partner_id, p.name as partner_name, ${environment}::text as environment, w.place_at
    from (select *, row_number() over (order by ${order}) as place, ${placeAt} as place_at from (${heads}) heads) w
    join partners p on p.id = w.partner_id
    where w.place <= ${most} order by w.place`)
}

type Part = { after?: QueuePlace | undefined; most?: number }

/** The environments in the given order, all counted up to a limit. After a place, they are listed only: counting once is enough. */
export async function readGroup(
  db: Db,
  name: QueueGroupName,
  environments: readonly Environment[],
  now: Date,
  { after, most = QUEUE_SHOWN }: Part = {},
): Promise<QueueGroup> {
  const waiting = GROUPS[name]
  const group: QueueGroup = { count: after?.count ?? 0, items: [] }
  const start = after === undefined ? 0 : environments.indexOf(after.environment)
  for (const [index, environment] of environments.entries()) {
    if (index < start) continue
    const which = waiting.stretches(environment, now)
    if (after === undefined) for (const one of which) group.count += await countWaiting(db, waiting, one)
    const room = most - group.items.length
    const place = index === start ? after : undefined
    if (room > 0 && (after !== undefined || group.count > group.items.length))
      group.items.push(...(await listNext(db, waiting, { environment, which, after: place, most: room })))
  }
  return { ...group, count: Math.min(group.count, QUEUE_COUNTED_MAX) }
}
