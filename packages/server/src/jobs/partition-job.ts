// Keeps a partitioned table in shape: partitions are made ahead, and those whose rows have all expired are dropped whole.
import { deleteStragglers, dropPartitions, makePartitions, type Partitioned } from '../db/partitions.ts'
import { type Db, sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { addSeconds } from '../kernel/clock.ts'
import type { Job } from './schedule.ts'

const BATCH = 2000

/** So many seconds ago. By the database's clock as well: one process whose clock runs ahead must not forget for all of them. */
export async function readCutoff({ db, clock }: Pick<Deps, 'db' | 'clock'>, keptSeconds: number): Promise<Date> {
  const row = await db.one<{ now: Date }>(sql`select least(${clock.now()}::timestamptz, now()) as now`)
  return addSeconds(row!.now, -keptSeconds)
}

/** Sandbox clocks run ahead, and so do IDs that are made by them. Later rows go to the default partition. */
const AHEAD_MONTHS_MIN = 2
const AHEAD_MONTHS_MAX = 15
const MONTH_DAYS_MIN = 28
const DAY_SECONDS = 86_400
/** An event of the end of a month is needed by a delivery of the next month, which is dropped a month later. */
const HELD_DAYS_MAX = 40

/** How many months ahead sandboxes write. */
export async function readSandboxMonths(db: Db): Promise<number> {
  const row = await db.one<{ seconds: number }>(sql`select sandbox_seconds_ahead() as seconds`)
  const months = Math.ceil((row?.seconds ?? 0) / (MONTH_DAYS_MIN * DAY_SECONDS))
  return Math.min(AHEAD_MONTHS_MIN + months, AHEAD_MONTHS_MAX)
}

/** `cutoff`: rows from before it have expired. */
export async function keepPartitions(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  spec: Partitioned,
  cutoff: Date,
  signal: AbortSignal,
): Promise<void> {
  const made = await makePartitions(db, spec, clock.now())
  const dropped = await dropPartitions(db, spec, cutoff)
  if (made.names.length > 0 || dropped.names.length > 0)
    log.info({ table: spec.table, made: made.names, dropped: dropped.names }, 'partitions changed')
  const expected = spec.toValue(addSeconds(cutoff, -HELD_DAYS_MAX * DAY_SECONDS))
  const held = dropped.held.filter(({ to }) => to <= expected).map(({ name }) => name)
  if (held.length > 0)
    log.warn(
      { table: spec.table, held },
      'partitions stay long after their time, because rows of them are still needed',
    )
  if (made.isBusy || dropped.isBusy)
    log.warn({ table: spec.table }, 'partitions are in use, for example by a backup; the next run tries again')
  while (!signal.aborted) if ((await deleteStragglers(db, spec, cutoff, BATCH)) < BATCH) return
}

export const partitionJob = (
  minutes: number,
  name: string,
  spec: Partitioned,
  getKeptSeconds: (deps: Deps) => number,
): Job => ({
  name,
  everySeconds: minutes * 60,
  run: async (deps, signal) => keepPartitions(deps, spec, await readCutoff(deps, getKeptSeconds(deps)), signal),
})
