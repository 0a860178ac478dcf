// SQL of the leases of periodic jobs, on the database's clock, which all processes share.
import { type Db, sql } from '../db/sql.ts'

/** A process that died is replaced after this long; one that lives keeps its lease while it works. */
export const LEASE_SECONDS = 60

/**
 * Ours now, if nobody holds it and it did not start within the last `everySeconds`. What stands in the future was written
 * while the database's clock ran ahead, and holds nothing up.
 */
export async function claimJob(db: Db, name: string, worker: string, everySeconds: number): Promise<boolean> {
  const claimed = await db.run(sql`
    insert into job_leases as j (name, leased_by, leased_until, last_started_at)
    values (${name}, ${worker}, now() + make_interval(secs => ${LEASE_SECONDS}), now())
    on conflict (name) do update
      set leased_by = excluded.leased_by, leased_until = excluded.leased_until, last_started_at = excluded.last_started_at
      where (j.leased_until <= now() or j.leased_until > now() + make_interval(secs => ${2 * LEASE_SECONDS}))
        and (j.last_started_at is null or j.last_started_at <= now() - make_interval(secs => ${everySeconds * 0.9})
             or j.last_started_at > now() + interval '1 second')`)
  return claimed > 0
}

/** False when another process has it by now. */
export async function keepJob(db: Db, name: string, worker: string): Promise<boolean> {
  const kept = await db.run(sql`
    update job_leases set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where name = ${name} and leased_by = ${worker}`)
  return kept > 0
}

export async function finishJob(db: Db, name: string, worker: string, error: string | null): Promise<void> {
  await db.run(sql`
    update job_leases set leased_until = now(), last_finished_at = now(), last_error = ${error}
    where name = ${name} and leased_by = ${worker}`)
}
