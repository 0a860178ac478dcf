// Keeps a partitioned table in shape: partitions are made ahead, and those whose rows have all expired are dropped whole.
import { deleteStragglers, dropPartitions, makePartitions, type Partitioned } from '../db/partitions.ts'
import type { Deps } from '../deps.ts'
import type { Job } from './schedule.ts'

const BATCH = 2000

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
  if (made.isBusy || dropped.isBusy)
    log.info({ table: spec.table }, 'partitions are in use, for example by a backup; the next run tries again')
  while (!signal.aborted) if ((await deleteStragglers(db, spec, cutoff, BATCH)) < BATCH) return
}

export const partitionJob = (
  minutes: number,
  name: string,
  spec: Partitioned,
  getCutoff: (deps: Deps) => Date,
): Job => ({
  name,
  everySeconds: minutes * 60,
  run: (deps, signal) => keepPartitions(deps, spec, getCutoff(deps), signal),
})
