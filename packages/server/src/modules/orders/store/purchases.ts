// SQL of what a person bought here: live orders that belong to their account.
// Writes of orders fire the triggers of modules/settlement/order-sums.sql, which keep the sums of sales.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import { AUTH_CODE_READY } from '../rules/buyer-timeline.ts'
import type { OrderStatus } from '../rules/orders.ts'

export type PurchaseLine = { at: string; status: OrderStatus; event: string | null }
export type PurchaseJson = Record<string, unknown> & { timeline: PurchaseLine[] }

/** Of the actions that a transfer requires, the buyer's; the others are the operator's. */
const IS_FOR_BUYER = sql`(event is distinct from 'transfer.action_required' or message = ${AUTH_CODE_READY})`

/** As `order_view` has them, but for what is between us and the partner. The auth code is the buyer's. */
const PURCHASE = sql`
  json_build_object(
    'public_id', o.id, 'domain', o.domain, 'domain_unicode', o.domain_unicode, 'price_cents', o.sale_price_cents + o.added_tax_cents,
    'currency', o.currency, 'status', o.status, 'held', o.status = 'MANUAL_REVIEW',
    'transfer', (order_view(o) -> 'transfer')::jsonb || jsonb_build_object('auth_code_available', has_auth_code(o.id)),
    'created_at', iso_time(o.created_at), 'updated_at', iso_time(o.updated_at),
    'documents', (
      select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'environment', d.environment, 'series', d.series,
                                                 'year', d.year, 'number', d.number) order by d.id), '[]')
      from documents d where d.order_id = o.id),
    'timeline', (
      select coalesce(json_agg(json_build_object('at', iso_time(t.at), 'status', t.status, 'event', t.event) order by t.line), '[]')
      from order_timeline t where t.order_id = o.id and ${IS_FOR_BUYER})) as view`

const BOUGHT_BY = (userId: string) => sql`
  orders o join purchases p on p.order_id = o.id and p.account_id = ${userId} and o.environment = 'live'`

export const listPurchases = (
  db: Db,
  userId: string,
  page: { before: string | undefined; limit: number },
): Promise<{ id: string; view: PurchaseJson }[]> =>
  db.many(sql`
    select o.id, ${PURCHASE} from ${BOUGHT_BY(userId)}
    where ${joinConditions([page.before !== undefined && sql`p.order_id < ${page.before}`])}
    order by p.order_id desc limit ${page.limit}`)

export async function findPurchase(db: Db, userId: string, id: string): Promise<PurchaseJson | undefined> {
  const row = await db.one<{ view: PurchaseJson }>(sql`
    select ${PURCHASE} from ${BOUGHT_BY(userId)} where o.id = ${id}`)
  return row?.view
}

/** Whether a live order belongs to the account. */
export const isBoughtBy = async (db: Db, userId: string, orderId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from ${BOUGHT_BY(userId)} where o.id = ${orderId}`)) !== undefined

/** Oldest first, without what operators and partners wrote, and what only they have to do. */
export const findTimeline = (db: Db, orderId: string): Promise<PurchaseLine[]> =>
  db.many<PurchaseLine>(sql`
    select iso_time(at) as at, status, event from order_timeline where order_id = ${orderId} and ${IS_FOR_BUYER} order by line`)

/** Purchases that are not finished: the buyer still waits for a domain or for money. */
export async function hasOpenPurchases(db: Db, userId: string): Promise<boolean> {
  const open = await db.one(sql`
    select 1 as one from ${BOUGHT_BY(userId)}
    where not is_delivered(o.status) and not is_reversed(o.status) limit 1`)
  return open !== undefined
}

/** The orders stay, as records of payments, with a pseudonym in place of the buyer. Returns their IDs. */
export async function pseudonymizePurchases(tx: Tx, userId: string, pseudonym: string): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    update orders o set buyer = json_build_object('email', ${pseudonym}::text, 'name', null, 'country', o.buyer -> 'country')
    from purchases p where p.order_id = o.id and p.account_id = ${userId} and o.environment = 'live' returning o.id`)
  await tx.run(sql`update purchases set buyer_email = ${pseudonym} where account_id = ${userId}`)
  return rows.map(({ id }) => id)
}
