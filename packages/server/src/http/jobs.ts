// Throws away what the request path no longer needs: nonces, stored answers, rate limits at rest.
import { sql } from '../db/sql.ts'
import { purgeJob } from '../jobs/housekeeping.ts'
import { partitionJob } from '../jobs/partition-job.ts'
import type { Job } from '../jobs/schedule.ts'
import { NONCE_KEPT_SECONDS, NONCE_PARTITIONS } from './admission/nonce-slots.ts'

/** Longer than any limit's window: a bucket that nobody touched for so long is full, which is what no bucket means. */
const BUCKET_IDLE_SECONDS = 2 * 3600

export const httpJobs: readonly Job[] = [
  partitionJob(5, 'used_nonces.purge', NONCE_PARTITIONS, () => NONCE_KEPT_SECONDS),
  // Those of the release before, while its processes run.
  purgeJob(1, 'nonces.purge', ({ db, clock }, batch) =>
    db.run(sql`
      delete from nonces where nonce in (
        select nonce from nonces where expires_at <= least(${clock.now()}::timestamptz, now()) order by expires_at limit ${batch})`),
  ),
  purgeJob(10, 'idempotency_keys.purge', ({ db, clock }, batch) =>
    db.run(sql`
      delete from idempotency_keys where ctid in (
        select ctid from idempotency_keys where expires_at <= ${clock.now()} order by expires_at limit ${batch} for update skip locked)`),
  ),
  purgeJob(10, 'rate_buckets.purge', ({ db }, batch) =>
    db.run(sql`
      delete from rate_buckets where bucket in (
        select bucket from rate_buckets where at <= now() - make_interval(secs => ${BUCKET_IDLE_SECONDS}) limit ${batch})`),
  ),
]
