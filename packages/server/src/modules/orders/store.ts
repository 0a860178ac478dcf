// SQL of orders, their timelines and refunds.
// Every insert into and update of orders also fires the triggers of modules/settlement/order-sums.sql, which keep the sums of sales.
import { allOf, type Db, inEnvironment, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import type { OrderStatus, PaymentModel, RefundReason } from './rules.ts'

/** An order as rules need it; what the wire shows is made by the SQL function `order_view`. */
export type Order = {
  id: Id<'order'>
  partnerId: Id<'partner'>
  environment: Environment
  listingId: Id<'listing'>
  exclusive: boolean
  magic: string | null
  domain: string
  paymentModel: PaymentModel
  status: OrderStatus
  salePriceCents: number
  currency: string
  commissionCents: number
  amountOwedCents: number
  refundId: Id<'refund'> | null
  transferCompletedAt: Date | null
  createdAt: Date
  /** How far the partner's sandbox clock runs ahead; 0 for live orders. */
  offsetSeconds: number
}

export type OrderJson = Record<string, unknown>

export type Recording = {
  owner: Owner
  key: string
  fingerprint: Buffer
  orderId: Id<'order'>
  eventIds: string[]
  deliveryIds: string[]
  now: Date
  real: Date
  quoteId: string | null
  domain: string | null
  expectedPriceCents: number | null
  currency: string | null
  externalPaymentRef: string
  buyer: object | null
  returnUrl: string | null
  cancelUrl: string | null
}

export const recordOrder = (
  db: Db,
  r: Recording,
): Promise<{ replayed: boolean; status: number; body: string } | undefined> =>
  db.one(sql`
    select replayed, status, body from record_order(
      ${r.owner.partnerId}, ${r.owner.environment}, ${r.key}, ${r.fingerprint}, ${r.orderId}, ${r.eventIds}, ${r.deliveryIds},
      ${r.now}, ${r.real}, ${r.quoteId}, ${r.domain}, ${r.expectedPriceCents}, ${r.currency}, ${r.externalPaymentRef},
      ${r.buyer === null ? null : JSON.stringify(r.buyer)}, ${r.returnUrl}, ${r.cancelUrl})`)

export type PaidSale = {
  owner: Owner
  orderId: Id<'order'>
  listingId: string
  /** False for magic names, which are sold again and again. */
  exclusive: boolean
  magic: string | null
  domain: string
  domainUnicode: string
  priceCents: number
  currency: string
  commissionBps: number
  commissionCents: number
  checkoutSessionId: string | null
  buyer: object | null
  returnUrl: string | null
  cancelUrl: string | null
  at: Date
}

/** A sale that the service collected, with the quote of the seller that it spends. Answers whether it waits for a human. */
export async function insertPaidOrder(tx: Tx, sale: PaidSale): Promise<boolean> {
  const buyer = sale.buyer === null ? null : JSON.stringify(sale.buyer)
  const row = await tx.one<{ held: boolean }>(sql`
    with spent as (
      update quotes set status = 'used', order_id = ${sale.orderId}
      where listing_id = ${sale.listingId} and partner_id = ${sale.owner.partnerId} and status = 'active' and exclusive
        and expires_at > ${sale.at}
      returning id
    )
    insert into orders (
      id, partner_id, environment, listing_id, exclusive, magic, domain, domain_unicode, payment_model, status,
      sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents, quote_id, checkout_session_id, buyer,
      return_url, cancel_url, created_at, updated_at)
    values (
      ${sale.orderId}, ${sale.owner.partnerId}, ${sale.owner.environment}, ${sale.listingId}, ${sale.exclusive}, ${sale.magic},
      ${sale.domain}, ${sale.domainUnicode}, 'service_collected',
      case when is_held(${sale.priceCents}, ${sale.magic}, ${buyer}::json) then 'MANUAL_REVIEW' else 'PAID' end,
      ${sale.priceCents}, ${sale.currency}, ${sale.commissionBps}, ${sale.commissionCents}, 0, (select id from spent),
      ${sale.checkoutSessionId}, ${buyer}::json, ${sale.returnUrl}, ${sale.cancelUrl}, ${sale.at}, ${sale.at})
    returning status = 'MANUAL_REVIEW' as held`)
  return row?.held ?? false
}

export type TimelineLine = Pick<Move, 'status' | 'event' | 'eventId' | 'actor' | 'message'>

export async function insertTimeline(tx: Tx, orderId: string, lines: readonly TimelineLine[], at: Date): Promise<void> {
  await tx.run(sql`
    insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
    select ${orderId}, t.line, ${at}, t.status, t.event, t."eventId", t.actor, t.message
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ line: index + 1, ...line })))}::jsonb)
      as t(line integer, status text, event text, "eventId" text, actor text, message text)`)
}

/** The buyer's money, to be sent back by the provider that took it. A sale that nobody was charged for has no payment. */
export async function queueBuyerRefund(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into buyer_refunds (subject, payment_id, partner_id, environment, amount_cents, currency, status, next_attempt_at, created_at)
    select o.id, p.id, o.partner_id, o.environment, o.sale_price_cents, o.currency, 'pending', ${at}, ${at}
    from orders o left join payments p on p.session_id = o.checkout_session_id and p.status = 'paid'
    where o.id = ${orderId}`)
}

const owned = (owner: Owner | null) =>
  owner === null ? sql`true` : sql`o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment}`

type Whose = { partnerId: string; partnerName: string; environment: Environment }

/** Null stands for the operator, who sees every partner's orders. */
export async function findOrderJson(db: Db, owner: Owner | null, id: string): Promise<OrderJson | undefined> {
  const row = await db.one<Whose & { view: OrderJson; timeline: unknown[] }>(sql`
    select order_view(o) as view, order_timeline_view(o.id) as timeline, o.partner_id, p.name as partner_name, o.environment
    from orders o join partners p on p.id = o.partner_id where o.id = ${id} and ${owned(owner)}`)
  if (!row) return undefined
  const whose =
    owner === null ? { partner_id: row.partnerId, partner_name: row.partnerName, environment: row.environment } : {}
  return { ...row.view, ...whose, timeline: row.timeline }
}

export type OrderFilter = {
  owner: Owner | null
  partnerId?: string | undefined
  environment?: Environment | undefined
  statuses: readonly OrderStatus[] | undefined
  domain: string | undefined
  from: Date | undefined
  to: Date | undefined
  before: string | undefined
  limit: number
}

export const listOrdersJson = (db: Db, filter: OrderFilter): Promise<(Whose & { id: string; view: OrderJson })[]> =>
  db.many(sql`
    select o.id, o.partner_id, (select name from partners p where p.id = o.partner_id) as partner_name, o.environment,
           order_view(o) as view
    from orders o
    where ${allOf([
      owned(filter.owner),
      filter.partnerId !== undefined && sql`o.partner_id = ${filter.partnerId}`,
      filter.environment !== undefined && inEnvironment(sql`o.environment`, filter.environment),
      filter.statuses !== undefined && sql`o.status = any(${filter.statuses})`,
      filter.domain !== undefined && sql`o.domain = ${filter.domain}`,
      filter.from !== undefined && sql`o.created_at >= ${filter.from}`,
      filter.to !== undefined && sql`o.created_at < ${filter.to}`,
      filter.before !== undefined && sql`o.id < ${filter.before}`,
    ])}
    order by o.id desc limit ${filter.limit}`)

export const lockOrder = (tx: Tx, owner: Owner | null, id: string): Promise<Order | undefined> =>
  tx.one<Order>(sql`
    select o.*, case when o.environment = 'sandbox' then p.sandbox_offset_seconds else 0 end as offset_seconds
    from orders o join partners p on p.id = o.partner_id
    where o.id = ${id} and ${owned(owner)} for update of o`)

/** The house, where it is the seller of an order; undefined when a partner sold it. */
export const findHouseSeller = (tx: Tx, id: string): Promise<Owner | undefined> =>
  tx.one<Owner>(sql`
    select o.partner_id, o.environment
    from orders o join service_state h on h.key = 'house_partner' and h.value ->> 'partner_id' = o.partner_id
    where o.id = ${id}`)

export type Move = {
  status: OrderStatus
  transfer: string | null
  at: Date
  event: string
  eventId: string
  actor: string
  message: string
  refundId: string | null
}

/** The new state and its line in the timeline, in one statement. */
export async function saveMove(tx: Tx, id: string, move: Move): Promise<void> {
  await tx.run(sql`
    with moved as (
      update orders set
        status = ${move.status}, updated_at = ${move.at}, refund_id = coalesce(${move.refundId}, refund_id),
        transfer_state = coalesce(${move.transfer}, transfer_state),
        reversed_at = case when ${move.status} in ('REFUNDED', 'CANCELLED') then ${move.at}::timestamptz else reversed_at end,
        reversal_id = case when ${move.status} in ('REFUNDED', 'CANCELLED') then 'txn_' || substr(${move.eventId}, 5) else reversal_id end,
        transfer_started_at = case when ${move.transfer} = 'in_progress' then ${move.at}::timestamptz else transfer_started_at end,
        transfer_completed_at = case when ${move.transfer} = 'completed' then ${move.at}::timestamptz else transfer_completed_at end
      where id = ${id} returning id
    )
    insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
    select moved.id, (select coalesce(max(line), 0) + 1 from order_timeline where order_id = ${id}),
           ${move.at}, ${move.status}, ${move.event}, ${move.eventId}, ${move.actor}, ${move.message}
    from moved`)
}

export type Refund = {
  id: Id<'refund'>
  orderId: Id<'order'>
  partnerId: Id<'partner'>
  environment: Environment
  status: 'pending' | 'completed' | 'failed'
  amountCents: number
  commissionClawbackCents: number
  currency: string
  reason: RefundReason
  comment: string | null
  externalRefundRef: string | null
  createdAt: Date
  completedAt: Date | null
}

export async function insertRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.run(sql`
    insert into refunds (id, order_id, partner_id, environment, status, amount_cents, commission_clawback_cents, currency,
                         reason, comment, external_refund_ref, created_at, completed_at)
    values (${refund.id}, ${refund.orderId}, ${refund.partnerId}, ${refund.environment}, ${refund.status},
            ${refund.amountCents}, ${refund.commissionClawbackCents}, ${refund.currency}, ${refund.reason},
            ${refund.comment}, ${refund.externalRefundRef}, ${refund.createdAt}, ${refund.completedAt})`)
}

export type RefundJson = Refund & { order: OrderJson }

export const findRefund = (db: Db, owner: Owner, id: string): Promise<RefundJson | undefined> =>
  db.one<RefundJson>(sql`
    select r.*, order_view(o) as order from refunds r join orders o on o.id = r.order_id
    where r.id = ${id} and r.partner_id = ${owner.partnerId} and r.environment = ${owner.environment}`)

export const listRefunds = (
  db: Db,
  filter: { owner: Owner; from: Date | undefined; to: Date | undefined; before: string | undefined; limit: number },
): Promise<RefundJson[]> =>
  db.many<RefundJson>(sql`
    select r.*, order_view(o) as order from refunds r join orders o on o.id = r.order_id
    where ${allOf([
      sql`r.partner_id = ${filter.owner.partnerId} and r.environment = ${filter.owner.environment}`,
      filter.from !== undefined && sql`r.created_at >= ${filter.from}`,
      filter.to !== undefined && sql`r.created_at < ${filter.to}`,
      filter.before !== undefined && sql`r.id < ${filter.before}`,
    ])}
    order by r.id desc limit ${filter.limit}`)

/** Whose account a delivered name goes to: the buyer's at our checkout; nobody's where the partner took the money. */
export async function findAccountAddress(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.one<{ email: string | null }>(sql`
    select case when payment_model = 'service_collected' then buyer ->> 'email' end as email from orders where id = ${id}`)
  return row?.email ?? null
}
