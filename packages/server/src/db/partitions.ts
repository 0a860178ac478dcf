// Tables that are partitioned by time: makes partitions ahead, and drops those whose time has passed. A row whose time has no
// partition goes to the default one, so that no write depends on this.
import { setTimeout as sleep } from 'node:timers/promises'
import { addSeconds } from '../kernel/clock.ts'
import type { SliceLength } from '../kernel/time-slices.ts'
import { listSlices } from '../kernel/time-slices.ts'
import { GUARD_SUFFIX } from './failures.ts'
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
  /** Rows that are still needed, however old. */
  staying?: {
    /** Condition for a row `r`. */
    row: string
    /** Condition for a partition that must stay. It is evaluated while requests wait, so it reads little. */
    holds(partition: Partition): string
  }
  /** A default partition up to this size is sorted out while requests wait, which takes about a millisecond for a megabyte. */
  movedBytesMax?: number
}

/** `from` is null for the table that was there before it was partitioned. */
export type Partition = { name: string; from: string | null; to: string }

/** Requests queue behind our wait for a lock, so it is this short. */
const LOCK_MS = 50
const ATTEMPTS_MAX = 10
/** Longer, because rows are refused meanwhile. */
const GUARD_ATTEMPTS_MAX = 40
const PAUSE_MS = 200
/** As long as requests wait for the look whether a partition is still needed. */
const LOOK_MS = 200
/** A default partition of this size is read and sorted out in a moment, while requests wait. */
const MOVED_BYTES_MAX = 2_000_000
/** No row is written further ahead than this, unless a clock is wrong. */
const WRITTEN_AHEAD_SECONDS = 1800
/** PostgreSQL: a table of this name exists. */
const DUPLICATE_TABLE = '42P07'
const CHECK_VIOLATION = '23514'
const STATEMENT_TIMEOUT = '57014'

/** `isBusy`: a lock was not free, such as during a backup. The next run goes on. */
export type Changed = { names: string[]; isBusy: boolean }

/** `held`: partitions whose time has passed, with rows that are still needed. */
export type Dropped = Changed & { held: Partition[] }

const raw = (text: string): Sql => new Sql(text, [])
const getDefault = ({ table }: Partitioned): string => `${table}_other`
const getGuard = ({ name }: Partition): string => name + GUARD_SUFFIX
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

class LookTooLong extends Error {}

/** False if the lock was not free, or `LOOK_MS` passed. */
async function withBriefLock(db: Database, attempts: number, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await db.tx(async (tx) => {
        await tx.run(raw(`set local lock_timeout = ${LOCK_MS}`))
        await work(tx)
      })
      return true
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE && !(error instanceof LookTooLong)) throw error
      if (tries === attempts) return false
      await sleep(PAUSE_MS)
    }
  }
}

/** `moves`: rows of its time that are in the default partition move along. */
async function addPartition(db: Database, spec: Partitioned, partition: Partition, moves: boolean): Promise<boolean> {
  const { table, column } = spec
  const { name, from, to } = partition
  const rest = getDefault(spec)
  try {
    return await withBriefLock(db, ATTEMPTS_MAX, async (tx) => {
      await tx.run(raw(`lock table ${rest} in access exclusive mode`))
      await tx.run(
        raw(`create table ${name} (like ${table} including defaults including constraints including storage)`),
      )
      if (moves)
        await tx.run(
          raw(`with moved as (delete from ${rest} where ${column} >= '${from}' and ${column} < '${to}' returning *)
               insert into ${name} select * from moved`),
        )
      await tx.run(raw(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`))
      await tx.run(raw(`alter table ${rest} drop constraint if exists ${getGuard(partition)}`))
    })
  } catch (error) {
    // Another process was faster.
    if (sqlState(error) !== DUPLICATE_TABLE) throw error
    return true
  }
}

/** Checks of an earlier run that ended halfway: they refuse rows. False if the lock was not free. */
async function dropGuards(db: Database, spec: Partitioned): Promise<boolean> {
  const rest = getDefault(spec)
  const guards = await db.many<{ name: string }>(sql`
    select conname as name from pg_constraint
    where conrelid = ${rest}::regclass and contype = 'c' and right(conname, ${GUARD_SUFFIX.length}) = ${GUARD_SUFFIX}`)
  if (guards.length === 0) return true
  const drops = guards.map(({ name }) => `drop constraint if exists ${name}`)
  return withBriefLock(db, GUARD_ATTEMPTS_MAX, async (tx) => {
    await tx.run(raw(`alter table ${rest} ${drops.join(', ')}`))
  })
}

/** Not the error of the database, which would be a reason to try again. */
class RowsFound extends Error {}

/** Proves while others write that the default partition has no rows of a time. Without it, adding the partition would read them all
 * under its lock. */
async function proveNone(db: Database, spec: Partitioned, partition: Partition): Promise<'none' | 'some' | 'busy'> {
  const { column } = spec
  const { from, to } = partition
  const rest = getDefault(spec)
  // A look first: a check would refuse new rows of this time, and rows that are there stay there until they expire.
  const row = await db.tx(async (tx) => {
    await tx.run(raw('set local statement_timeout = 0'))
    return tx.one(
      raw(
        `select 1 as found from ${rest} where ${column} >= '${from}' and ${column} < '${to}' order by ${column} limit 1`,
      ),
    )
  })
  if (row) return 'some'
  const alter = `alter table ${rest}`
  const guard = getGuard(partition)
  const isGuarded = await withBriefLock(db, ATTEMPTS_MAX, async (tx) => {
    await tx.run(raw(`${alter} drop constraint if exists ${guard}`))
    await tx.run(
      raw(`${alter} add constraint ${guard} check (${column} < '${from}' or ${column} >= '${to}') not valid`),
    )
  })
  if (!isGuarded) return 'busy'
  try {
    await db.tx(async (tx) => {
      await tx.run(raw('set local statement_timeout = 0'))
      await tx.run(raw(`${alter} validate constraint ${guard}`)).catch((error) => {
        throw sqlState(error) === CHECK_VIOLATION ? new RowsFound() : error
      })
    })
    return 'none'
  } catch (error) {
    if (!(error instanceof RowsFound)) throw error
    return (await dropGuards(db, spec)) ? 'some' : 'busy'
  }
}

async function isDefaultLarge(db: Db, spec: Partitioned): Promise<boolean> {
  const row = await db.one<{ bytes: number }>(sql`select pg_relation_size(${getDefault(spec)}::regclass) as bytes`)
  return (row?.bytes ?? 0) > (spec.movedBytesMax ?? MOVED_BYTES_MAX)
}

/**
 * Makes the partitions of now and of the time ahead; `pastSeconds` begins earlier. If the default partition has many rows, they stay
 * there until they expire, and partitions are made for times of which it has none yet.
 */
export async function makePartitions(db: Database, spec: Partitioned, now: Date, pastSeconds = 0): Promise<Changed> {
  if (!(await dropGuards(db, spec))) return { names: [], isBusy: true }
  const known = await listPartitions(db, spec)
  const missing = listSlices(spec.length, addSeconds(now, -pastSeconds), spec.ahead).flatMap((slice) => {
    const [from, to] = [spec.toValue(slice.from), spec.toValue(slice.to)]
    if (known.some((one) => (one.from ?? '') < to && from < one.to)) return []
    return [{ name: `${spec.table}_${slice.name}`, from, to, begins: slice.from }]
  })
  const names: string[] = []
  if (missing.length === 0) return { names, isBusy: false }
  const isLarge = await isDefaultLarge(db, spec)
  for (const one of missing) {
    if (isLarge && one.begins < addSeconds(now, WRITTEN_AHEAD_SECONDS)) continue
    const found = isLarge ? await proveNone(db, spec, one) : 'none'
    if (found === 'some') continue
    if (found === 'busy' || !(await addPartition(db, spec, one, !isLarge))) {
      await dropGuards(db, spec)
      return { names, isBusy: true }
    }
    names.push(one.name)
  }
  return { names, isBusy: false }
}

async function isHeld(db: Db, { staying }: Partitioned, partition: Partition): Promise<boolean> {
  if (!staying) return false
  return (await db.one<{ held: boolean }>(raw(`select ${staying.holds(partition)} as held`)))?.held === true
}

/**
 * Drops partitions that end by `before`, except those with rows that are still needed. One try for each: all requests to the table queue
 * behind it, and nothing depends on it.
 */
export async function dropPartitions(db: Database, spec: Partitioned, before: Date): Promise<Dropped> {
  const bound = spec.toValue(before)
  const names: string[] = []
  const held: Partition[] = []
  for (const partition of await listPartitions(db, spec)) {
    if (partition.to > bound) break
    let isNeeded = await isHeld(db, spec, partition)
    const isFree =
      isNeeded ||
      (await withBriefLock(db, 1, async (tx) => {
        // First the whole table, as every statement locks it: in this order, none waits for us while we wait for it.
        await tx.run(raw(`lock table only ${spec.table} in access exclusive mode`))
        await tx.run(raw(`set local statement_timeout = ${LOOK_MS}`))
        isNeeded = await isHeld(tx, spec, partition).catch((error) => {
          throw sqlState(error) === STATEMENT_TIMEOUT ? new LookTooLong() : error
        })
        await tx.run(raw('set local statement_timeout to default'))
        if (!isNeeded) await tx.run(raw(`drop table ${partition.name}`))
      }))
    if (!isFree) return { names, held, isBusy: true }
    if (isNeeded) held.push(partition)
    else names.push(partition.name)
  }
  return { names, held, isBusy: false }
}

/** Deletes rows from before `before` where no partition holds them alone: in the default one and in the one of before. */
export async function deleteStragglers(db: Database, spec: Partitioned, before: Date, limit: number): Promise<number> {
  const first = (await listPartitions(db, spec)).filter(({ from }) => from === null)
  const expired = `${spec.column} < '${spec.toValue(before)}'${spec.staying ? ` and not (${spec.staying.row})` : ''}`
  let deleted = 0
  for (const name of [getDefault(spec), ...first.map((one) => one.name)])
    deleted += await db.run(
      raw(
        `delete from ${name} where ctid in (select ctid from ${name} r where ${expired} limit ${limit} for update skip locked)`,
      ),
    )
  return deleted
}
