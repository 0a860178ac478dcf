// SQL of transactions: orders seen as sales and reversals, brokered deals beside them, and sums over all of them.
import { type Db, type Sql, sql } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { cutRange, EARLIEST, type Grain, LATEST, type Span } from '../rules/ranges.ts'
import type { Granularity, TransactionModel } from '../rules/transactions.ts'

export type TransactionFilter = {
  owner: Owner
  from: Date | undefined
  to: Date | undefined
  /** Of orders; `completed` of brokered deals. All of them when nothing is asked for. */
  statuses: readonly string[]
  models: readonly TransactionModel[]
}

export type Transaction = {
  transactionId: string
  type: 'sale' | 'refund' | 'brokerage'
  orderId: string | null
  domain: string
  paymentModel: TransactionModel
  status: string
  salePriceCents: number
  commissionCents: number
  currency: string
  settlementId: string | null
  occurredAt: Date
  /** Microseconds since 1970, exactly: where a page ends. */
  place: number
}

export type Place = { place: number; transactionId: string }

const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`

/**
 * Brokered deals as transactions: `id, partner_id, environment, domain, sale_price_cents, commission_cents, currency,
 * occurred_at`, the id being the case's. They are few, made by people, so they are read as they are.
 */
const DEALS = sql`
  select id, partner_id, environment, domain, deal_price_cents as sale_price_cents, partner_commission_cents as commission_cents,
         currency, completed_at as occurred_at
  from brokerage_cases where status = 'completed'`

/**
 * One page, newest first. Each model and status is its own short walk along an index, and the walks are merged: a filter
 * that few orders pass costs no more than one that all pass.
 */
export const listTransactions = (
  db: Db,
  filter: TransactionFilter,
  before: Place | undefined,
  limit: number,
): Promise<Transaction[]> => {
  const { owner } = filter
  const from = filter.from ?? EARLIEST
  // One upper bound only: given two, an index walk backwards starts at the wrong one and skips all between them.
  const end = (filter.to ?? LATEST).getTime() * 1000
  const within = before !== undefined && before.place < end
  const at = sql`timestamptz 'epoch' + ${within ? before.place : end}::bigint * interval '1 microsecond'`
  const body = within ? before.transactionId.slice(4) : ''
  const kinds = sql`unnest(${filter.models}::text[]) as m(model) cross join unnest(${filter.statuses}::text[]) as s(status)`
  return db.many<Transaction>(sql`
    select t.*, ${micros(sql`t.occurred_at`)} as place from (
      (select 'txn_' || substr(x.id, 5) as transaction_id, 'sale' as type, x.id as order_id, x.domain, x.payment_model, x.status,
              x.sale_price_cents, x.commission_cents, x.currency, x.settlement_id, x.created_at as occurred_at
       from ${kinds} cross join lateral (
         select * from orders o
         where o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment} and o.payment_model = m.model and o.status = s.status
           and o.created_at >= ${from} and (o.created_at, o.id) < (${at}, ${`ord_${body}`})
         order by o.created_at desc, o.id desc limit ${limit}
       ) x order by x.created_at desc, x.id desc limit ${limit})
      union all
      (select x.reversal_id, 'refund', x.id, x.domain, x.payment_model, x.status, x.refunded_cents - x.sale_price_cents,
              x.clawback_cents - x.commission_cents,
              x.currency, x.settlement_id, x.reversed_at
       from ${kinds} cross join lateral (
         select * from orders o
         where o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment} and o.payment_model = m.model and o.status = s.status
           and o.reversed_at is not null
           and o.reversed_at >= ${from} and (o.reversed_at, o.reversal_id) < (${at}, ${`txn_${body}`})
         order by o.reversed_at desc, o.reversal_id desc limit ${limit}
       ) x order by x.reversed_at desc, x.reversal_id desc limit ${limit})
      union all
      (select 'txn_' || substr(r.id, 5), 'refund', o.id, o.domain, o.payment_model, o.status, -r.amount_cents, -r.commission_clawback_cents,
              r.currency, o.settlement_id, r.created_at
       from partial_refunds r join orders o on o.id = r.order_id
       where r.partner_id = ${owner.partnerId} and r.environment = ${owner.environment}
         and o.payment_model = any(${filter.models}::text[]) and o.status = any(${filter.statuses}::text[])
         and r.created_at >= ${from} and (r.created_at, r.id) < (${at}, ${`rfd_${body}`})
       order by r.created_at desc, r.id desc limit ${limit})
      union all
      (select 'txn_' || substr(d.id, 5), 'brokerage', null, d.domain, 'brokerage', 'completed', d.sale_price_cents, d.commission_cents,
              d.currency, null, d.occurred_at
       from (${DEALS}) d
       where ${matchDeals(filter)} and d.occurred_at >= ${from} and (d.occurred_at, d.id) < (${at}, ${`brk_${body}`})
       order by d.occurred_at desc, d.id desc limit ${limit})
    ) t order by t.occurred_at desc, t.transaction_id desc limit ${limit}`)
}

const matchDeals = ({ owner, models, statuses }: TransactionFilter): Sql => sql`
  d.partner_id = ${owner.partnerId} and d.environment = ${owner.environment}
  and ${models.includes('brokerage') && statuses.includes('completed')}::boolean`

export type Sums = {
  start: Date | null
  currency: string
  count: number
  gmvCents: number
  commissionCents: number
  refundedCents: number
}

/** Rows of a part of an hour, straight from the orders. The bounds stand in the statement, so that its planner sees how few. */
function edgeRows({ owner, models, statuses }: TransactionFilter, edge: Span): Sql {
  const asked = sql`o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment}
    and o.payment_model = any(${models}::text[]) and o.status = any(${statuses}::text[])`
  return sql`
    union all
    select o.currency, 'sale', o.created_at, 1, o.sale_price_cents, o.commission_cents from orders o
    where ${asked} and o.created_at >= ${edge.from} and o.created_at < ${edge.to}
    union all
    select o.currency, 'refund', o.reversed_at, 1, o.refunded_cents - o.sale_price_cents, o.clawback_cents - o.commission_cents
    from orders o
    where ${asked} and o.reversed_at is not null and o.reversed_at >= ${edge.from} and o.reversed_at < ${edge.to}
    union all
    select r.currency, 'refund', r.created_at, 1, -r.amount_cents, -r.commission_clawback_cents
    from partial_refunds r join orders o on o.id = r.order_id
    where ${asked} and r.partner_id = ${owner.partnerId} and r.environment = ${owner.environment}
      and r.created_at >= ${edge.from} and r.created_at < ${edge.to}`
}

/**
 * Sums over a whole filter without reading the orders: whole months, days and hours from the kept sums, what has happened
 * since those were brought up to date from the changes, and the parts of an hour at both ends from the orders. One statement
 * is one moment, so the three fit together exactly, whatever is being written meanwhile.
 */
export const sumTransactions = (db: Db, filter: TransactionFilter, bucket: Granularity | null): Promise<Sums[]> => {
  const { owner } = filter
  const coarsest: Grain = bucket === null || bucket === 'month' ? 'month' : 'day'
  const { segments, whole, edges } = cutRange(filter.from, filter.to, coarsest)
  const own = sql`x.partner_id = ${owner.partnerId} and x.environment = ${owner.environment}`
  const asked = sql`x.payment_model = any(${filter.models}::text[]) and x.status = any(${filter.statuses}::text[])`
  const start = bucket === null ? sql`null::timestamptz` : sql`date_trunc(${bucket}::text, r.at, 'UTC')`
  return db.many<Sums>(sql`
    select ${start} as start, r.currency,
           coalesce(sum(r.count) filter (where r.kind <> 'refund'), 0) as count, sum(r.gmv) as gmv_cents, sum(r.commission) as commission_cents,
           coalesce(-sum(r.gmv) filter (where r.kind = 'refund'), 0) as refunded_cents
    from (
      select x.currency, x.kind, x.start as at, x.count, x.gmv_cents as gmv, x.commission_cents as commission
      from unnest(${segments.map(({ grain }) => grain)}::text[], ${segments.map((one) => one.from)}::timestamptz[],
                  ${segments.map((one) => one.to)}::timestamptz[]) as g(grain, start, until)
      cross join lateral (
        select * from order_sums x
        where ${own} and x.grain = g.grain and x.start >= g.start and x.start < g.until and ${asked} offset 0
      ) x
      union all
      select x.currency, x.kind, x.hour, x.count, x.gmv_cents, x.commission_cents from order_sum_changes x
      where ${own} and x.hour >= ${whole.from} and x.hour < ${whole.to} and ${asked}
      ${edges.map((edge) => edgeRows(filter, edge)).reduce((all, next) => sql`${all} ${next}`, sql``)}
      union all
      select d.currency, 'brokerage', d.occurred_at, 1, d.sale_price_cents, d.commission_cents from (${DEALS}) d
      where ${matchDeals(filter)} and d.occurred_at >= ${filter.from ?? EARLIEST} and d.occurred_at < ${filter.to ?? LATEST}
    ) r
    group by 1, 2
    having coalesce(sum(r.count) filter (where r.kind <> 'refund'), 0) <> 0 or coalesce(sum(r.count) filter (where r.kind = 'refund'), 0) <> 0
    order by 1, 2`)
}

export const compactSums = async (db: Db, most: number): Promise<number> =>
  (await db.one<{ taken: number }>(sql`select compact_order_sums(${most}) as taken`))?.taken ?? 0
