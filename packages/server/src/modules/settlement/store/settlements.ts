// SQL of statements: what waits, what is collected, what is closed.
// Writes fire the triggers of modules/settlement/statement-guards.sql, and settlements_note of modules/changes/note-change.sql.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { holdSeconds, type Period, type SettlementStatus, type Totals } from '../rules/periods.ts'
import { restOwed } from './lines.ts'

/** What statements are kept per: one partner's sales of one inventory in one currency. */
export type Book = Owner & { currency: string }

export type Settlement = Book &
  Totals & {
    id: Id<'settlement'>
    periodStart: Date
    periodEnd: Date
    status: SettlementStatus
    adjustmentsCents: number
    amountOwedCents: number
    settledCount: number
    createdAt: Date
    closedAt: Date | null
    dueAt: Date | null
    paidAt: Date | null
    paymentReference: string | null
  }

const matchBook = (book: Book): Sql =>
  sql`partner_id = ${book.partnerId} and environment = ${book.environment} and currency = ${book.currency}`

/** A sale that was taken back before it was on a statement never gets on one. */
const uncollected = sql`clawed_back_at is null`

/** One run at a time works on a book; the others wait for its step and then look again. */
export async function lockBook(tx: Tx, { partnerId, environment, currency }: Book): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`settlement ${partnerId} ${environment} ${currency}`}, 0))`,
  )
}

// ---------------------------------------------------------------- what waits

export type WaitingBook = Book & { offsetSeconds: number; unfinished: boolean; oldest: Date | null }

/** Every book in which something waits for a statement, or whose statement is not finished, with the oldest that waits. */
export const findWaitingBooks = (db: Db, owner: Owner | null): Promise<WaitingBook[]> => {
  const owned = owner ? sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}` : sql`true`
  return db.many<WaitingBook>(sql`
    select w.partner_id, w.environment, w.currency, bool_or(w.unfinished) as unfinished, min(w.at) as oldest,
           max(clock_offset(w.environment, p.sandbox_offset_seconds)) as offset_seconds
    from (
      select partner_id, environment, currency, false as unfinished,
             min(transfer_completed_at) + make_interval(secs => case environment when 'live' then ${holdSeconds('live')}::int else 0 end) as at
      from orders where status = 'TRANSFER_COMPLETED' and ${uncollected} and ${owned} group by partner_id, environment, currency
      union all
      select partner_id, environment, currency, true, null from settlements
      where (status = 'open' or settled_count < orders_count) and ${owned}
      union all
      select partner_id, environment, currency, false, created_at from settlement_adjustments
      where settlement_id is null and ${owned}
    ) w join partners p on p.id = w.partner_id
    group by w.partner_id, w.environment, w.currency
    order by w.partner_id, w.environment, w.currency`)
}

export type WaitingMonth = Totals & {
  currency: string
  month: Date
  settlementId: Id<'settlement'> | null
  periodStart: Date | null
}

/** Delivered orders that are in no closed statement, by currency and by the month in which they become due. */
export const sumWaitingMonths = (db: Db, owner: Owner, currency: string | null): Promise<WaitingMonth[]> =>
  db.many<WaitingMonth>(sql`
    select o.currency, date_trunc('month', o.transfer_completed_at + make_interval(secs => ${holdSeconds(owner.environment)}::int), 'UTC') as month,
           s.id as settlement_id, s.period_start, count(*) as orders_count,
           coalesce(sum(o.sale_price_cents - o.refunded_cents) filter (where o.payment_model = 'partner_collected'), 0) as gross_sold_cents,
           coalesce(sum(o.commission_cents - o.clawback_cents) filter (where o.payment_model = 'partner_collected'), 0) as commission_retained_cents,
           coalesce(sum(o.commission_cents - o.clawback_cents) filter (where o.payment_model = 'service_collected'), 0) as commission_earned_cents
    from orders o
    left join settlement_lines l on l.order_id = o.id
    left join settlements s on s.id = l.settlement_id
    where ${joinConditions([
      sql`o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment} and o.status = 'TRANSFER_COMPLETED'`,
      sql`(l.order_id is not null or o.clawed_back_at is null)`,
      currency !== null && sql`o.currency = ${currency}`,
      sql`(s.id is null or s.status = 'open')`,
    ])}
    group by 1, 2, 3, 4 order by 1, 2`)

/** The months alone, of what is due before the given time and in no statement. */
export const findWaitingMonths = (tx: Tx, book: Book, before: Date): Promise<{ month: Date }[]> =>
  tx.many<{ month: Date }>(sql`
    select distinct date_trunc('month', o.transfer_completed_at + make_interval(secs => ${holdSeconds(book.environment)}::int), 'UTC') as month
    from orders o
    where o.status = 'TRANSFER_COMPLETED' and ${uncollected} and ${matchBook(book)}
      and o.transfer_completed_at < ${before}::timestamptz - make_interval(secs => ${holdSeconds(book.environment)}::int)
      and not exists (select from settlement_lines l where l.order_id = o.id)
    order by 1`)

export const sumWaitingAdjustments = (
  db: Db,
  owner: Owner,
): Promise<{ currency: string; cents: number; oldest: Date }[]> =>
  db.many(sql`
    select currency, sum(amount_cents)::bigint as cents, min(created_at) as oldest from settlement_adjustments
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} and settlement_id is null
    group by currency order by currency`)

export const oldestAdjustment = (tx: Tx, book: Book): Promise<{ at: Date | null } | undefined> =>
  tx.one(
    sql`select min(created_at) as at from settlement_adjustments where ${matchBook(book)} and settlement_id is null`,
  )

/** Every period of an owner that has a statement, closed or being closed. */
export const findPeriods = (db: Db, owner: Owner): Promise<(Period & { currency: string })[]> =>
  db.many(sql`
    select currency, period_start as start, period_end as end from settlements
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} and status <> 'open'
    order by period_start`)

// ---------------------------------------------------------------- closing

export const lockUnfinished = (tx: Tx, book: Book): Promise<Settlement | undefined> =>
  tx.one<Settlement>(sql`
    select * from settlements where ${matchBook(book)} and (status = 'open' or settled_count < orders_count)
    order by period_start limit 1 for update`)

export const insertSettlement = (
  tx: Tx,
  book: Book,
  id: string,
  period: Period,
  now: Date,
): Promise<Settlement | undefined> =>
  tx.one<Settlement>(sql`
    insert into settlements (id, partner_id, environment, currency, period_start, period_end, status, created_at)
    values (${id}, ${book.partnerId}, ${book.environment}, ${book.currency}, ${period.start}, ${period.end}, 'open', ${now})
    returning *`)

/**
 * Collects the next orders of a period, oldest first. `onward` goes on after the last line, which costs the same for the
 * hundredth batch as for the first; without it, everything that was passed over is looked for.
 */
export async function collectLines(
  tx: Tx,
  settlement: Settlement,
  from: Date,
  most: number,
  onward: boolean,
): Promise<number> {
  const hold = holdSeconds(settlement.environment)
  return tx.run(sql`
    with last as (
      select l.line, o.transfer_completed_at as at, o.id
      from settlement_lines l join orders o on o.id = l.order_id
      where l.settlement_id = ${settlement.id} order by l.line desc limit 1
    )
    insert into settlement_lines (settlement_id, line, order_id, payment_model, domain, sale_price_cents, commission_cents, amount_owed_cents)
    select ${settlement.id}, coalesce((select line from last), 0) + row_number() over (order by n.transfer_completed_at, n.id),
           n.id, n.payment_model, n.domain, n.sale_price_cents - n.refunded_cents, n.commission_cents - n.clawback_cents, n.rest_owed
    from (
      select o.*, ${restOwed} as rest_owed from orders o
      where o.status = 'TRANSFER_COMPLETED' and ${uncollected} and ${matchBook(settlement)}
        and o.transfer_completed_at >= ${from}::timestamptz - make_interval(secs => ${hold}::int)
        and o.transfer_completed_at < ${settlement.periodEnd}::timestamptz - make_interval(secs => ${hold}::int)
        and ${onward ? sql`(o.transfer_completed_at, o.id) > (coalesce((select at from last), '-infinity'), coalesce((select id from last), ''))` : sql`true`}
        and not exists (select from settlement_lines l where l.order_id = o.id)
      order by o.transfer_completed_at, o.id limit ${most}
    ) n`)
}

export async function takeAdjustments(tx: Tx, settlement: Settlement): Promise<void> {
  await tx.run(sql`
    update settlement_adjustments set settlement_id = ${settlement.id} where ${matchBook(settlement)} and settlement_id is null`)
}

/** The totals are what the lines sum up to; the database compares them once more. */
export const closeSettlement = (tx: Tx, id: string, closedAt: Date, dueAt: Date): Promise<Settlement | undefined> =>
  tx.one<Settlement>(sql`
    update settlements s set
      status = 'closed', closed_at = ${closedAt}, due_at = ${dueAt}, orders_count = t.orders, gross_sold_cents = t.gross,
      commission_retained_cents = t.retained, commission_earned_cents = t.earned, adjustments_cents = t.adjustments,
      amount_owed_cents = t.gross - t.retained + t.adjustments
    from (
      select count(*) as orders,
             coalesce(sum(sale_price_cents) filter (where payment_model = 'partner_collected'), 0)::bigint as gross,
             coalesce(sum(commission_cents) filter (where payment_model = 'partner_collected'), 0)::bigint as retained,
             coalesce(sum(commission_cents) filter (where payment_model = 'service_collected'), 0)::bigint as earned,
             (select coalesce(sum(amount_cents), 0)::bigint from settlement_adjustments where settlement_id = ${id}) as adjustments
      from settlement_lines where settlement_id = ${id}
    ) t
    where s.id = ${id} and s.status = 'open' returning s.*`)

/** The orders on the next lines that have not moved on. */
export const nextToSettle = async (tx: Tx, settlement: Settlement, most: number): Promise<Id<'order'>[]> => {
  const rows = await tx.many<{ orderId: Id<'order'> }>(sql`
    select order_id from settlement_lines
    where settlement_id = ${settlement.id} and line > ${settlement.settledCount} order by line limit ${most}`)
  return rows.map(({ orderId }) => orderId)
}

export async function addSettled(tx: Tx, id: string, count: number): Promise<void> {
  await tx.run(sql`update settlements set settled_count = settled_count + ${count} where id = ${id}`)
}

// ---------------------------------------------------------------- reading

export type SettlementFilter = {
  owner: Owner | null
  partnerId?: string | undefined
  environment?: Environment | undefined
  statuses?: readonly SettlementStatus[] | undefined
  /** Of the start of the period. */
  from?: Date | undefined
  to?: Date | undefined
}

export const SETTLEMENT_SORTS = ['period', 'owed'] as const
export type SettlementSort = (typeof SETTLEMENT_SORTS)[number]
/** The ID of a statement sorts by its period. */
const SORTED = { period: null, owed: { column: sql`amount_owed_cents` } }

/** A statement that a run is just collecting is not shown from here: its owner sees the running figures. */
export const listSettlements = (
  db: Db,
  filter: SettlementFilter,
  keyset: Keyset<SettlementSort>,
  limit: number,
): Promise<Settlement[]> =>
  db.many<Settlement>(sql`
    select * from settlements
    where ${joinConditions([
      filter.owner !== null &&
        sql`partner_id = ${filter.owner.partnerId} and environment = ${filter.owner.environment} and status <> 'open'`,
      filter.partnerId !== undefined && sql`partner_id = ${filter.partnerId}`,
      filter.environment !== undefined && sql`environment = ${filter.environment}`,
      filter.statuses !== undefined && sql`status = any(${filter.statuses}::text[])`,
      filter.from !== undefined && sql`period_start >= ${filter.from}`,
      filter.to !== undefined && sql`period_start < ${filter.to}`,
      afterLast(keyset, SORTED, sql`id`),
    ])}
    order by ${inOrder(keyset, SORTED, sql`id`)} limit ${limit}`)

export const findSettlement = (db: Db, owner: Owner | null, id: string): Promise<Settlement | undefined> =>
  db.one<Settlement>(sql`
    select * from settlements
    where ${joinConditions([sql`id = ${id}`, owner !== null && sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`])}`)

export const lockSettlement = (tx: Tx, id: string): Promise<Settlement | undefined> =>
  tx.one<Settlement>(sql`select * from settlements where id = ${id} for update`)

export async function setPaid(tx: Tx, id: string, at: Date, reference: string | null): Promise<void> {
  await tx.run(
    sql`update settlements set status = 'paid', paid_at = ${at}, payment_reference = ${reference} where id = ${id}`,
  )
}

/** How often the sandbox was reset. */
export async function countResets(db: Db, owner: Owner): Promise<number> {
  if (owner.environment === 'live') return 0
  const row = await db.one<{ resets: number }>(
    sql`select sandbox_resets as resets from partners where id = ${owner.partnerId}`,
  )
  return row?.resets ?? 0
}

/** How far the clock of a statement's partner runs ahead. */
export async function offsetSeconds(db: Db, owner: Owner): Promise<number> {
  if (owner.environment === 'live') return 0
  const row = await db.one<{ offset: number }>(
    sql`select sandbox_offset_seconds as offset from partners where id = ${owner.partnerId}`,
  )
  return row?.offset ?? 0
}
