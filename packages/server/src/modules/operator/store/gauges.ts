// SQL of the numbers that /metrics shows of the whole service. Each statement reads through an index that holds open things
// only, so that a long past costs nothing.
import { type Db, sql } from '../../../db/sql.ts'

/** Of one receiver no more are counted: a million waiting is as much an alarm as a thousand. */
const COUNTED_MAX = 1000

export type Backlog = { waiting: number; lagSeconds: number }

export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const row = await db.one<Backlog>(sql`
    select coalesce(sum(w.waiting), 0)::int as waiting,
           greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(w.oldest)), 0))::float8 as lag_seconds
    from webhook_receivers e, lateral (
      select count(*) as waiting, min(d.due_at) as oldest from (
        (select next_attempt_at as due_at from webhook_deliveries
         where e.is_default and partner_id = e.partner_id and environment = e.environment and status = 'pending'
           and next_attempt_at is not null
         order by next_attempt_at limit ${COUNTED_MAX})
        union all
        (select due_at from webhook_deliveries
         where not e.is_default and endpoint_id = e.id and endpoint_id is not null and status = 'pending'
         order by due_at limit ${COUNTED_MAX})) as d
    ) as w
    where e.active`)
  return row ?? { waiting: 0, lagSeconds: 0 }
}

export type MailBacklog = { queued: number; oldestSeconds: number }

/** On the database's clock, like the queue itself. */
export async function readMailBacklog(db: Db): Promise<MailBacklog> {
  const row = await db.one<MailBacklog>(sql`
    select count(*)::int as queued,
           greatest(0, coalesce(extract(epoch from now() - min(queued_at)), 0))::float8 as oldest_seconds
    from (select queued_at from mail_messages where status = 'queued' order by next_attempt_at limit ${COUNTED_MAX}) as q`)
  return row ?? { queued: 0, oldestSeconds: 0 }
}

export type OpenOrders = { environment: string; status: string; orders: number }

export const countOpenOrders = (db: Db): Promise<OpenOrders[]> =>
  db.many<OpenOrders>(sql`
    select environment, status, count(*) as orders from orders
    where status not in ('SETTLED', 'REFUNDED', 'CANCELLED') group by environment, status`)

export type JobState = { name: string; ageSeconds: number; failing: boolean }

/** On the database's clock, which all processes share. */
export const readJobs = (db: Db): Promise<JobState[]> =>
  db.many<JobState>(sql`
    select name, extract(epoch from now() - coalesce(last_finished_at, last_started_at))::float8 as age_seconds,
           last_error is not null as failing
    from job_leases where coalesce(last_finished_at, last_started_at) is not null`)

export type TableSize = { table: string; bytes: number }

/** With indexes, long values and partitions. */
export const readTableSizes = (db: Db, tables: readonly string[]): Promise<TableSize[]> =>
  db.many<TableSize>(sql`
    select c.relname as "table", coalesce(
      (select sum(pg_total_relation_size(part.relid)) from pg_partition_tree(c.oid) part),
      pg_total_relation_size(c.oid))::bigint as bytes from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables})`)
