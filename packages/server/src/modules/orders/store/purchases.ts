// SQL of what a person bought here: live orders, paid to us, under the address of their account.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import { emailSpellings } from '../../../kernel/email-address.ts'
import type { OrderStatus } from '../rules/orders.ts'

export type PurchaseJson = Record<string, unknown> & {
  timeline: { at: string; status: OrderStatus; event: string | null }[]
}

/** As `order_view` has them, but for what is between us and the partner. */
const PURCHASE = sql`
  json_build_object(
    'public_id', o.id, 'domain', o.domain, 'domain_unicode', o.domain_unicode, 'price_cents', o.sale_price_cents,
    'currency', o.currency, 'status', o.status, 'held', o.status = 'MANUAL_REVIEW',
    'transfer', order_view(o) -> 'transfer',
    'created_at', iso_time(o.created_at), 'updated_at', iso_time(o.updated_at),
    'timeline', (
      select coalesce(json_agg(json_build_object('at', iso_time(t.at), 'status', t.status, 'event', t.event) order by t.line), '[]')
      from order_timeline t where t.order_id = o.id)) as view`

/** Orders keep the buyer's address as it was typed. */
async function listSpellings(db: Db, userId: string): Promise<string[]> {
  const user = await db.one<{ email: string }>(sql`select lower(email) as email from users where id = ${userId}`)
  return user ? emailSpellings(user.email) : []
}

const boughtBy = async (db: Db, userId: string) => sql`
  o.buyer is not null and lower(o.buyer ->> 'email') = any(${await listSpellings(db, userId)})
  and o.environment = 'live' and o.payment_model = 'service_collected'`

export const listPurchases = async (
  db: Db,
  userId: string,
  page: { before: string | undefined; limit: number },
): Promise<{ id: string; view: PurchaseJson }[]> =>
  db.many(sql`
    select o.id, ${PURCHASE} from orders o
    where ${joinConditions([await boughtBy(db, userId), page.before !== undefined && sql`o.id < ${page.before}`])}
    order by o.id desc limit ${page.limit}`)

export async function findPurchase(db: Db, userId: string, id: string): Promise<PurchaseJson | undefined> {
  const row = await db.one<{ view: PurchaseJson }>(sql`
    select ${PURCHASE} from orders o where o.id = ${id} and ${await boughtBy(db, userId)}`)
  return row?.view
}

/** Purchases that are not finished: the buyer still waits for a domain or for money. */
export async function hasOpenPurchases(db: Db, userId: string): Promise<boolean> {
  const open = await db.one(sql`
    select 1 as one from orders o
    where ${await boughtBy(db, userId)} and o.status not in ('TRANSFER_COMPLETED', 'SETTLED', 'REFUNDED', 'CANCELLED') limit 1`)
  return open !== undefined
}

/** The orders stay, as records of payments, with a pseudonym in place of the buyer. Returns their IDs. */
export async function pseudonymizePurchases(tx: Tx, userId: string, pseudonym: string): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    update orders o set buyer = json_build_object('email', ${pseudonym}::text, 'name', null, 'country', o.buyer -> 'country')
    where ${await boughtBy(tx, userId)} returning o.id`)
  return rows.map(({ id }) => id)
}
