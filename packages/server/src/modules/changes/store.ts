// SQL of changes. A place is a snapshot of the database: the changes after it are those of transactions that it did not see, so
// none is lost or repeated, in whatever order transactions commit.
import { type Db, freshlyPlanned, joinConditions, type Sql, sql } from '../../db/sql.ts'
import type { ChangeCursor } from '../../kernel/contracts/changes.ts'
import type { Owner } from '../../kernel/owner.ts'
import { KINDS_FOR_PARTNERS, type NotedChange } from './rules.ts'

export type Found = { generation: number; snapshot: string; noted: NotedChange[] }

type Range = { owner: Owner | null; since: ChangeCursor; until: ChangeCursor | null; limit: number }

/** Rows of transactions that `since` did not see and, if it is given, that `until` saw. */
const isBetween = ({ owner, since, until }: Range): Sql =>
  joinConditions([
    sql`generation = ${since.generation}`,
    sql`xid >= pg_snapshot_xmin(${since.snapshot}::pg_snapshot)`,
    sql`not pg_visible_in_snapshot(xid, ${since.snapshot}::pg_snapshot)`,
    until !== null && sql`pg_visible_in_snapshot(xid, ${until.snapshot}::pg_snapshot)`,
    owner !== null && sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`,
  ])

/** A partner reads only what its team sees: the rest must not fill its batch. */
const isSeen = ({ owner }: Range): Sql => (owner === null ? sql`true` : sql`kind = any(${KINDS_FOR_PARTNERS})`)

const listNoted = (range: Range): Sql => sql`
  select kind, id, partner_id as "partnerId", environment from (
    select xid, type as kind, coalesce(data #>> '{order,public_id}', data #>> '{case,case_id}') as id, partner_id, environment
    from events where type not like 'checkout.%' and ${isBetween(range)}
    union all
    select xid, kind, record_id, partner_id, environment from record_changes where ${isSeen(range)} and ${isBetween(range)}
  ) noted order by xid limit ${range.limit}`

/** The snapshot is that of the statement itself: the rows are exactly what it saw. */
export async function readChanges(db: Db, range: Range): Promise<Found> {
  const row = await db.one<Found>(
    freshlyPlanned(sql`
    select event_generation() as generation, pg_current_snapshot()::text as snapshot,
           (select coalesce(json_agg(n), '[]'::json) from (${listNoted(range)}) n) as noted`),
  )
  return row as Found
}

export async function readPlace(db: Db): Promise<Omit<Found, 'noted'>> {
  const row = await db.one<Omit<Found, 'noted'>>(
    sql`select event_generation() as generation, pg_current_snapshot()::text as snapshot`,
  )
  return row as Found
}

/** On the database's clock, which noted the rows. */
export const purgeChanges = (db: Db, keepSeconds: number, limit: number): Promise<number> =>
  db.run(sql`
    delete from record_changes where (generation, xid, kind, partner_id, environment, record_id) in (
      select generation, xid, kind, partner_id, environment, record_id from record_changes
      where noted_at <= now() - make_interval(secs => ${keepSeconds}) limit ${limit} for update skip locked)`)
