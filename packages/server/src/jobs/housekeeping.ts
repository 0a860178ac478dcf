// Throws away what has expired, a little at a time, so that no statement is long.
import type { Sql } from '../db/sql.ts'
import { sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { Job } from './schedule.ts'

const BATCH = 2000
/** Longer than any limit's window: a bucket that nobody touched for so long is full, which is what no bucket means. */
const BUCKET_IDLE_SECONDS = 2 * 3600

/** `purge` throws away at most a batch and says how many went; it is asked again until fewer do. */
export const purgeJob = (
  minutes: number,
  name: string,
  purge: (deps: Deps, batch: number) => Promise<number>,
): Job => ({
  name,
  everySeconds: minutes * 60,
  async run(deps, signal) {
    while (!signal.aborted) if ((await purge(deps, BATCH)) < BATCH) return
  },
})

const everyMinutes = (minutes: number, name: string, statement: (deps: Deps) => Sql): Job =>
  purgeJob(minutes, name, (deps) => deps.db.run(statement(deps)))

export const housekeepingJobs: readonly Job[] = [
  // By the database's clock as well: one process whose clock runs ahead must not forget for all of them.
  everyMinutes(
    1,
    'nonces.purge',
    ({ clock }) => sql`
    delete from nonces where nonce in (
      select nonce from nonces where expires_at <= least(${clock.now()}::timestamptz, now()) order by expires_at limit ${BATCH})`,
  ),
  everyMinutes(
    10,
    'idempotency_keys.purge',
    ({ clock }) => sql`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where expires_at <= ${clock.now()} order by expires_at limit ${BATCH} for update skip locked)`,
  ),
  everyMinutes(
    10,
    'rate_buckets.purge',
    () => sql`
    delete from rate_buckets where bucket in (
      select bucket from rate_buckets where at <= now() - make_interval(secs => ${BUCKET_IDLE_SECONDS}) limit ${BATCH})`,
  ),
]
