// Tables that are partitioned by time: makes partitions ahead, and drops those whose time has passed. A row whose time has no
// partition goes to the default one, so that no write depends on this.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SliceLength } from '../kernel/time-slices.ts'
import { listSlices } from '../kernel/time-slices.ts'
import { type Database, type Db, LOCK_NOT_AVAILABLE, Sql, sql, sqlState, type Tx } from './sql.ts'

export type Partitioned = {
  table: string
  /** The column by which rows are divided. */
  column: string
  length: SliceLength
  /** Partitions made beyond the present one. */
  ahead: number
  /** The first value of the column at a moment. Values sort as text like the moments do. */
  toValue(at: Date): string
  /** The same, from how the database writes a bound. */
  readBound?(text: string): string
}

/** `from` is null for the table that was there before it was partitioned. */
export type Partition = { name: string; from: string | null; to: string }

/** Statements that wait for a lock of ours wait this long at most. */
const LOCK_MS = 500
const ATTEMPTS_MAX = 10
const PAUSE_MS = 200
/** PostgreSQL: a table of this name exists. */
const DUPLICATE_TABLE = '42P07'

const raw = (text: string): Sql => new Sql(text, [])
const getDefault = ({ table }: Partitioned): string => `${table}_other`
const BOUNDS = /^FOR VALUES FROM \((?:'([^']+)'|(\d+)|MINVALUE)\) TO \((?:'([^']+)'|(\d+))\)$/

/** Those that have bounds, oldest first. */
export async function listPartitions(db: Db, spec: Partitioned): Promise<Partition[]> {
  const rows = await db.many<{ name: string; bounds: string }>(sql`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${spec.table}::regclass`)
  const read = spec.readBound ?? ((text: string) => text)
  return rows
    .flatMap(({ name, bounds }): Partition[] => {
      const [, from, fromNumber, to, toNumber] = BOUNDS.exec(bounds) ?? []
      const [start, end] = [from ?? fromNumber, to ?? toNumber]
      return end === undefined ? [] : [{ name, from: start === undefined ? null : read(start), to: read(end) }]
    })
    .sort((a, b) => (a.to < b.to ? -1 : 1))
}

/** Waits for a lock only briefly, because others queue behind it, and tries again. */
async function withBriefLock(db: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.tx(async (tx) => {
        await tx.run(raw(`set local lock_timeout = ${LOCK_MS}`))
        await work(tx)
      })
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === ATTEMPTS_MAX) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** Rows of its time that are in the default partition move along. */
async function addPartition(db: Database, spec: Partitioned, { name, from, to }: Partition): Promise<void> {
  const { table, column } = spec
  const rest = getDefault(spec)
  await withBriefLock(db, async (tx) => {
    await tx.run(raw(`lock table ${rest} in access exclusive mode`))
    await tx.run(raw(`create table ${name} (like ${table} including defaults including constraints including storage)`))
    await tx.run(
      raw(`with moved as (delete from ${rest} where ${column} >= '${from}' and ${column} < '${to}' returning *)
           insert into ${name} select * from moved`),
    )
    await tx.run(raw(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`))
  }).catch((error: unknown) => {
    // Another process was faster.
    if (sqlState(error) !== DUPLICATE_TABLE) throw error
  })
}

/** Makes the partitions of now and of the time ahead. Answers the names of new ones. */
export async function makePartitions(db: Database, spec: Partitioned, now: Date): Promise<string[]> {
  const known = await listPartitions(db, spec)
  const made: string[] = []
  for (const slice of listSlices(spec.length, now, spec.ahead)) {
    const [from, to] = [spec.toValue(slice.from), spec.toValue(slice.to)]
    if (known.some((one) => (one.from ?? '') < to && from < one.to)) continue
    const name = `${spec.table}_${slice.name}`
    await addPartition(db, spec, { name, from, to })
    made.push(name)
  }
  return made
}

/** Drops partitions that end by `before`. Answers their names. */
export async function dropPartitions(db: Database, spec: Partitioned, before: Date): Promise<string[]> {
  const bound = spec.toValue(before)
  const past = (await listPartitions(db, spec)).filter(({ to }) => to <= bound)
  for (const { name } of past) await withBriefLock(db, async (tx) => void (await tx.run(raw(`drop table ${name}`))))
  return past.map(({ name }) => name)
}

/** Deletes rows from before `before` where no partition holds them alone: in the default one and in the one of before. */
export async function deleteStragglers(db: Database, spec: Partitioned, before: Date, limit: number): Promise<number> {
  const first = (await listPartitions(db, spec)).filter(({ from }) => from === null)
  let deleted = 0
  for (const name of [getDefault(spec), ...first.map((one) => one.name)])
    deleted += await db.run(
      raw(`delete from ${name} where ctid in (
             select ctid from ${name} where ${spec.column} < '${spec.toValue(before)}' limit ${limit} for update skip locked)`),
    )
  return deleted
}
