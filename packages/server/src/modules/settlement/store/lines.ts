// SQL of what stands on a statement: its orders and its adjustments.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { holdSeconds } from '../rules/periods.ts'

export type Line = {
  orderId: Id<'order'>
  domain: string
  paymentModel: 'partner_collected' | 'service_collected'
  salePriceCents: number
  commissionCents: number
  amountOwedCents: number
}

export const readLines = (
  db: Db,
  settlementId: string,
  after: number,
  most: number,
): Promise<(Line & { line: number })[]> =>
  db.many(sql`
    select line, order_id, domain, payment_model, sale_price_cents, commission_cents, amount_owed_cents
    from settlement_lines where settlement_id = ${settlementId} and line > ${after} order by line limit ${most}`)

/** Whether the order is on a statement, closed or being closed. */
export const hasLine = async (db: Db, orderId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from settlement_lines where order_id = ${orderId}`)) !== undefined

/** What is owed for an order `o` after partial refunds. */
export const restOwed = sql`
  case when o.payment_model = 'partner_collected' then o.amount_owed_cents - (o.refunded_cents - o.clawback_cents) else o.amount_owed_cents end`

export type OpenSpan = { currency: string; settlementId: string; from: Date; to: Date }

/** What an open statement would have on it if it were closed now. */
export const readOpenLines = (
  db: Db,
  owner: Owner,
  span: OpenSpan,
  after: { at: Date; id: string } | null,
  most: number,
): Promise<(Line & { at: Date })[]> => {
  const hold = holdSeconds(owner.environment)
  return db.many(sql`
    select o.id as order_id, o.domain, o.payment_model, o.sale_price_cents - o.refunded_cents as sale_price_cents,
           o.commission_cents - o.clawback_cents as commission_cents, ${restOwed} as amount_owed_cents,
           o.transfer_completed_at as at
    from orders o left join settlement_lines l on l.order_id = o.id
    where o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment} and o.currency = ${span.currency}
      and o.status = 'TRANSFER_COMPLETED' and (l.settlement_id is null and o.clawed_back_at is null or l.settlement_id = ${span.settlementId})
      and o.transfer_completed_at >= ${span.from}::timestamptz - make_interval(secs => ${hold}::int)
      and o.transfer_completed_at < ${span.to}::timestamptz - make_interval(secs => ${hold}::int)
      and (o.transfer_completed_at, o.id) > (coalesce(${after?.at ?? null}::timestamptz, '-infinity'), ${after?.id ?? ''}::text)
    order by o.transfer_completed_at, o.id limit ${most}`)
}

export type Adjustment = Owner & {
  id: Id<'adjustment'>
  currency: string
  correctsId: Id<'settlement'>
  settlementId: Id<'settlement'> | null
  amountCents: number
  reason: string
  createdAt: Date
}

export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<void> {
  await tx.run(sql`
    insert into settlement_adjustments (id, partner_id, environment, currency, corrects_id, amount_cents, reason, created_at)
    values (${adjustment.id}, ${adjustment.partnerId}, ${adjustment.environment}, ${adjustment.currency}, ${adjustment.correctsId},
            ${adjustment.amountCents}, ${adjustment.reason}, ${adjustment.createdAt})`)
}

export const listAdjustments = (db: Db, settlementId: string): Promise<Adjustment[]> =>
  db.many<Adjustment>(sql`select * from settlement_adjustments where settlement_id = ${settlementId} order by id`)

export const listWaitingAdjustments = (db: Db, owner: Owner, currency: string): Promise<Adjustment[]> =>
  db.many<Adjustment>(sql`
    select * from settlement_adjustments
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} and currency = ${currency} and settlement_id is null
    order by id`)
