// SQL of orders and their timelines.
// Every insert into and update of orders also fires the triggers of modules/settlement/order-sums.sql, which keep the sums of sales.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, inEnvironment, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { OrderStatus, PaymentModel, TransferState } from '../rules/orders.ts'

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
  /** What the buyer paid on top of the price. */
  addedTaxCents: number
  commissionCents: number
  amountOwedCents: number
  /** By partial refunds: price and commission that were given back. */
  refundedCents: number
  clawbackCents: number
  refundId: Id<'refund'> | null
  domainUnicode: string
  transferCompletedAt: Date | null
  createdAt: Date
  /** While true, nobody is paid for the sale, and it cannot be refunded. */
  disputeOpen: boolean
  /** A delivered sale whose buyer got the money back. */
  clawedBackAt: Date | null
  /** How far the partner's sandbox clock runs ahead; 0 for live orders. */
  offsetSeconds: number
}

export type OrderJson = Record<string, unknown>

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

export const ORDER_SORTS = ['created', 'price', 'domain'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]
const SORTED = {
  created: null,
  price: { column: sql`o.sale_price_cents` },
  domain: { column: sql`o.domain` },
}

/** Groups of the work queue whose orders can be listed. */
export const ORDER_QUEUES = ['transfers_to_start', 'transfers_to_confirm'] as const
export type OrderQueue = (typeof ORDER_QUEUES)[number]
const QUEUED: Record<OrderQueue, Sql> = {
  transfers_to_start: sql`waits_for_start(o)`,
  transfers_to_confirm: sql`waits_for_confirmation(o)`,
}

export type OrderFilter = {
  owner: Owner | null
  partnerId?: string | undefined
  environment?: Environment | undefined
  statuses: readonly OrderStatus[] | undefined
  transfer?: TransferState | undefined
  queue?: OrderQueue | undefined
  domain: string | undefined
  from: Date | undefined
  to: Date | undefined
}

const matching = (filter: OrderFilter) =>
  joinConditions([
    owned(filter.owner),
    filter.partnerId !== undefined && sql`o.partner_id = ${filter.partnerId}`,
    filter.environment !== undefined && inEnvironment(sql`o.environment`, filter.environment),
    filter.statuses !== undefined && sql`o.status = any(${filter.statuses})`,
    filter.transfer !== undefined && sql`o.transfer_state = ${filter.transfer}`,
    filter.queue !== undefined && QUEUED[filter.queue],
    filter.domain !== undefined && sql`o.domain = ${filter.domain}`,
    filter.from !== undefined && sql`o.created_at >= ${filter.from}`,
    filter.to !== undefined && sql`o.created_at < ${filter.to}`,
  ])

export type ListedOrder = Whose & { id: string; domain: string; salePriceCents: number; view: OrderJson }

export const listOrdersJson = (
  db: Db,
  filter: OrderFilter,
  keyset: Keyset<OrderSort>,
  limit: number,
): Promise<ListedOrder[]> =>
  db.many(sql`
    select o.id, o.partner_id, (select name from partners p where p.id = o.partner_id) as partner_name, o.environment,
           o.domain, o.sale_price_cents, order_view(o) as view
    from orders o
    where ${joinConditions([matching(filter), afterLast(keyset, SORTED, sql`o.id`)])}
    order by ${inOrder(keyset, SORTED, sql`o.id`)} limit ${limit}`)

/** Counted up to a limit: beyond it nobody needs the number. */
export async function countOrders(db: Db, filter: OrderFilter, most: number): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from orders o where ${matching(filter)} limit ${most}) t`)
  return row?.count ?? 0
}

const WITH_OFFSET = sql`
  select o.*, clock_offset(o.environment, p.sandbox_offset_seconds) as offset_seconds
  from orders o join partners p on p.id = o.partner_id`

export const lockOrder = (tx: Tx, owner: Owner | null, id: string): Promise<Order | undefined> =>
  tx.one<Order>(sql`${WITH_OFFSET} where o.id = ${id} and ${owned(owner)} for update of o`)

/** Always in the same order, so that two callers cannot wait for each other. */
export const lockOrderList = (tx: Tx, ids: readonly string[]): Promise<Order[]> =>
  tx.many<Order>(sql`${WITH_OFFSET} where o.id = any(${ids}) order by o.id for update of o`)

export const findSeller = (tx: Tx, id: string): Promise<Owner | undefined> =>
  tx.one<Owner>(sql`select partner_id, environment from orders where id = ${id}`)

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

/** A partial refund. The constraint orders_refunded_partly keeps something of the price. */
export async function saveRefunded(
  tx: Tx,
  id: string,
  refund: { amountCents: number; clawbackCents: number },
): Promise<void> {
  await tx.run(sql`
    update orders set refunded_cents = refunded_cents + ${refund.amountCents}, clawback_cents = clawback_cents + ${refund.clawbackCents}
    where id = ${id}`)
}

/** The new states and their lines in the timelines, in one statement. An order is in the list once. */
export async function saveMoves(tx: Tx, moves: readonly (Move & { id: string })[]): Promise<void> {
  await tx.run(sql`
    with asked as (
      select * from unnest(
        ${moves.map(({ id }) => id)}::text[], ${moves.map(({ status }) => status)}::text[],
        ${moves.map(({ transfer }) => transfer)}::text[], ${moves.map(({ at }) => at)}::timestamptz[],
        ${moves.map(({ event }) => event)}::text[], ${moves.map(({ eventId }) => eventId)}::text[],
        ${moves.map(({ actor }) => actor)}::text[], ${moves.map(({ message }) => message)}::text[],
        ${moves.map(({ refundId }) => refundId)}::text[]
      ) as m(id, status, transfer, at, event, event_id, actor, message, refund_id)
    ), moved as (
      update orders o set
        status = m.status, updated_at = m.at, refund_id = coalesce(m.refund_id, o.refund_id),
        transfer_state = coalesce(m.transfer, o.transfer_state),
        reversed_at = case when is_reversed(m.status) then m.at else o.reversed_at end,
        reversal_id = case when is_reversed(m.status) then 'txn_' || substr(m.event_id, 5) else o.reversal_id end,
        transfer_started_at = case when m.transfer = 'in_progress' then m.at else o.transfer_started_at end,
        transfer_completed_at = case when m.transfer = 'completed' then m.at else o.transfer_completed_at end
      from asked m where o.id = m.id returning m.*
    )
    insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
    select m.id, (select coalesce(max(t.line), 0) + 1 from order_timeline t where t.order_id = m.id),
           m.at, m.status, m.event, m.event_id, m.actor, m.message
    from moved m`)
}

export const saveMove = (tx: Tx, id: string, move: Move): Promise<void> => saveMoves(tx, [{ ...move, id }])
