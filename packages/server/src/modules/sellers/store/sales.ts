// SQL of sellers' sales and of their balances, which are sums over the ledger. note-sale.sql inserts a sale with its order.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { SellerSaleState } from '../rules/sales.ts'
import { bindReturns, freeReturns, frozen, noteSetOff, takeOverPaid } from './returns.ts'

export type SellerSale = {
  orderId: Id<'order'>
  sellerId: Id<'user'>
  currency: string
  feeBps: number
  feeCents: number
  proceedsCents: number
  state: SellerSaleState
  soldAt: Date
  payableAt: Date | null
  /** The payout that paid the proceeds. */
  payoutId: string | null
}

/** The caller has locked the order, so nobody else changes the sale but the job that releases it. */
export const lockSale = (tx: Tx, orderId: string): Promise<SellerSale | undefined> =>
  tx.one<SellerSale>(sql`select * from seller_sales where order_id = ${orderId} for update`)

export const lockSales = (tx: Tx, orderIds: readonly string[]): Promise<SellerSale[]> =>
  tx.many<SellerSale>(sql`select * from seller_sales where order_id = any(${orderIds}) order by order_id for update`)

export async function saveSale(tx: Tx, sale: SellerSale): Promise<void> {
  await tx.run(sql`
    update seller_sales set fee_cents = ${sale.feeCents}, proceeds_cents = ${sale.proceedsCents}, state = ${sale.state},
      payable_at = ${sale.payableAt}
    where order_id = ${sale.orderId}`)
}

/** The hold is over. A disputed sale stays held. */
const isDue = (now: Date) => sql`
  s.state = 'delivered' and s.payable_at <= ${now}
    and not exists (select from orders o where o.id = s.order_id and o.dispute_open)`

/** The sellers of the sales that are due first, in the order in which they are locked. */
export const findDueSellers = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (
    await tx.many<{ sellerId: string }>(sql`
      select distinct seller_id from (
        select s.seller_id from seller_sales s where ${isDue(now)} order by s.payable_at, s.order_id limit ${limit}
      ) t order by seller_id`)
  ).map(({ sellerId }) => sellerId)

/** Due sales of sellers whom the caller holds. */
export const lockDueSales = (tx: Tx, sellerIds: readonly string[], now: Date, limit: number): Promise<SellerSale[]> =>
  tx.many<SellerSale>(sql`
    select s.* from seller_sales s
    where s.seller_id = any(${sellerIds}) and ${isDue(now)}
    order by s.payable_at, s.order_id limit ${limit} for update of s skip locked`)

/** Whose sale an order is, without a lock. */
export const findSellerId = async (tx: Tx, orderId: string): Promise<string | null> =>
  (await tx.one<{ sellerId: string }>(sql`select seller_id from seller_sales where order_id = ${orderId}`))?.sellerId ??
  null

export type UntoldSale = SellerSale & { domain: string; domainUnicode: string; salePriceCents: number }

/** Sales whose seller has no message yet. */
export const lockUntoldSales = (tx: Tx, limit: number): Promise<UntoldSale[]> =>
  tx.many<UntoldSale>(sql`
    select s.*, o.domain, o.domain_unicode, o.sale_price_cents from seller_sales s join orders o on o.id = s.order_id
    where s.told_at is null order by s.order_id limit ${limit} for update of s skip locked`)

export async function markTold(tx: Tx, orderIds: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`update seller_sales set told_at = ${now} where order_id = any(${orderIds})`)
}

/** A sale as its seller sees it. The amounts are what partial refunds left. */
export type ShownSale = SellerSale & {
  domain: string
  domainUnicode: string
  priceCents: number
  commissionCents: number
  /** Whether a dispute of the buyer's payment is open. */
  disputed: boolean
  /** What became of the payout of the sale; see SalePayout. */
  isReturned: boolean
  isBeingPaid: boolean
}

const BY_AGE = { created: null }

export const listSales = (db: Db, sellerId: string, keyset: Keyset<'created'>, limit: number): Promise<ShownSale[]> =>
  db.many<ShownSale>(sql`
    select s.*, o.domain, o.domain_unicode, o.sale_price_cents - o.refunded_cents as price_cents,
           o.commission_cents - o.clawback_cents as commission_cents, o.dispute_open as disputed,
           coalesce(p.reversed_cents > 0 and p.reversed_cents > resent.cents + (
             select coalesce(sum(c.proceeds_cents), 0) from seller_sales c where c.payout_id = p.id and c.state = 'clawed_back'), false)
             as is_returned,
           coalesce(p.status = 'pending', false) or resent.is_pending as is_being_paid
    from seller_sales s join orders o on o.id = s.order_id left join seller_payouts p on p.id = s.payout_id
    cross join lateral (
      select coalesce(sum(r.cents - r.set_off_cents), 0) as cents, coalesce(bool_or(q.status = 'pending'), false) as is_pending
      from seller_resends r join seller_payouts q on q.id = r.payout_id where r.returned_id = p.id
    ) resent
    where ${joinConditions([sql`s.seller_id = ${sellerId}`, afterLast(keyset, BY_AGE, sql`s.order_id`)])}
    order by ${inOrder(keyset, BY_AGE, sql`s.order_id`)} limit ${limit}`)

/** Whose domain an order sold; undefined: the marketplace's own. An account that was deleted has no address. */
export const findSaleSeller = (
  db: Db,
  orderId: string,
): Promise<{ userId: string; email: string | null } | undefined> =>
  db.one<{ userId: string; email: string | null }>(sql`
    select s.seller_id as user_id, u.email from seller_sales s left join users u on u.id = s.seller_id
    where s.order_id = ${orderId}`)

export const hasSold = async (db: Db, sellerId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from seller_sales where seller_id = ${sellerId} limit 1`)) !== undefined

export type SellerBalance = {
  currency: string
  /** Sold and not delivered, or delivered and held. */
  pendingCents: number
  /** Below zero after a clawback of proceeds that were paid out. Later sales fill it. */
  payableCents: number
  /** Payable but for an open dispute. */
  disputedCents: number
  inTransitCents: number
  paidOutCents: number
}

/** In every currency that the seller ever sold in. */
export const listSellerBalances = (db: Db, sellerId: string): Promise<SellerBalance[]> =>
  db.many<SellerBalance>(sql`
    select currency, sum(pending)::bigint as pending_cents, sum(payable)::bigint as payable_cents,
           sum(disputed)::bigint as disputed_cents, sum(in_transit)::bigint as in_transit_cents, sum(paid_out)::bigint as paid_out_cents
    from (
      select currency, proceeds_cents as pending, 0 as payable, 0 as disputed, 0 as in_transit, 0 as paid_out
      from seller_sales where seller_id = ${sellerId} and state in ('sold', 'delivered')
      union all
      select currency, 0, -amount_cents, 0, 0, 0 from ledger_entries
      where environment = 'live' and account = 'proceeds_payable' and subject = ${sellerId}
      union all
      select currency, 0, -proceeds_cents, proceeds_cents, 0, 0 from (${frozen(sellerId)}) f
      union all
      select currency, 0, 0, 0, case status when 'pending' then amount_cents else 0 end,
             case status when 'paid' then amount_cents - reversed_cents else 0 end
      from seller_payouts where seller_id = ${sellerId}
      union all
      select currency, 0, 0, 0, 0, 0 from seller_sales where seller_id = ${sellerId}
    ) t group by currency order by currency`)

/** What the ledger says is payable, less what is disputed. The account is a liability, so what is owed is below zero. */
export const listPayable = (db: Db, sellerId: string): Promise<{ currency: string; cents: number }[]> =>
  db.many(sql`
    select currency, -sum(amount_cents)::bigint as cents from (
      select currency, amount_cents from ledger_entries
      where environment = 'live' and account = 'proceeds_payable' and subject = ${sellerId}
      union all
      select currency, proceeds_cents from (${frozen(sellerId)}) f
    ) t group by currency having sum(amount_cents) <> 0 order by currency`)

/** The sales and returned payouts that a payout pays, and disputed ones not. */
export async function bindToPayout(tx: Tx, payout: { id: string; sellerId: string; currency: string }): Promise<void> {
  await tx.run(sql`
    update seller_sales s set payout_id = ${payout.id}
    where s.seller_id = ${payout.sellerId} and s.currency = ${payout.currency} and s.state = 'payable' and s.payout_id is null
      and not exists (select from orders o where o.id = s.order_id and o.dispute_open)`)
  await bindReturns(tx, payout)
  await noteSetOff(tx, payout.id)
  await takeOverPaid(tx, payout)
}

/** The payout failed or was returned: the next one pays its sales, and what it paid again. */
export async function freeFromPayout(tx: Tx, payoutId: string): Promise<void> {
  await freeReturns(tx, payoutId)
  await tx.run(sql`update seller_sales set payout_id = null where payout_id = ${payoutId} and state = 'payable'`)
}

/** Everybody to whom something is payable. */
export const findPayees = async (db: Db): Promise<string[]> =>
  (
    await db.many<{ subject: string }>(sql`
      select distinct subject from (
        select subject, currency from ledger_entries where environment = 'live' and account = 'proceeds_payable'
        group by subject, currency having -sum(amount_cents) > 0
      ) t order by subject`)
  ).map(({ subject }) => subject)
