// SQL of the console's first page: the sales of the last days from the kept sums, and a few counts.
import { type Db, sql } from '../../../db/sql.ts'
import type { Environment } from '../../../kernel/owner.ts'

export type SalesDay = {
  environment: Environment
  day: Date
  currency: string
  orders: number
  grossCents: number
  refundedCents: number
}

/** Sums and what has happened since they were brought up to date: exact at every moment. */
export const salesByDay = (db: Db, from: Date, to: Date): Promise<SalesDay[]> =>
  db.many<SalesDay>(sql`
    select environment, day, currency,
           coalesce(sum(count) filter (where kind = 'sale'), 0)::bigint as orders,
           coalesce(sum(gmv_cents) filter (where kind = 'sale'), 0)::bigint as gross_cents,
           coalesce(-sum(gmv_cents) filter (where kind = 'refund'), 0)::bigint as refunded_cents
    from (
      select environment, start as day, currency, kind, count, gmv_cents from order_sums
      where grain = 'day' and environment in ('live', 'sandbox') and start >= ${from} and start < ${to}
      union all
      select environment, date_trunc('day', hour, 'UTC'), currency, kind, count, gmv_cents from order_sum_changes
      where hour >= ${from} and hour < ${to}
      union all
      -- After the delivery, the sale stays in the sums.
      select environment, date_trunc('day', created_at, 'UTC'), currency, 'refund', 0, -amount_cents from order_clawbacks
      where created_at >= ${from} and created_at < ${to}
    ) t group by environment, day, currency
    having sum(count) <> 0 or sum(gmv_cents) <> 0 order by day, currency`)

export type PartnerCounts = { pending: number; approved: number; suspended: number }

export async function countPartners(db: Db): Promise<PartnerCounts> {
  const row = await db.one<PartnerCounts>(sql`
    select count(*) filter (where suspended_at is null and approved_at is null)::int as pending,
           count(*) filter (where suspended_at is null and approved_at is not null)::int as approved,
           count(*) filter (where suspended_at is not null)::int as suspended
    from partners`)
  return row ?? { pending: 0, approved: 0, suspended: 0 }
}

export async function countOpenCases(db: Db): Promise<Record<Environment, number>> {
  const row = await db.one<Record<Environment, number>>(sql`
    select count(*) filter (where environment = 'live')::int as live,
           count(*) filter (where environment = 'sandbox')::int as sandbox
    from brokerage_cases where closed_at is null`)
  return row ?? { live: 0, sandbox: 0 }
}
