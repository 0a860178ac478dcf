// SQL of sellers' sales and of their balances, which are sums over the ledger. note-sale.sql inserts a sale with its order.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { SellerSaleState } from '../rules/sales.ts'

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
}

/** The caller has locked the order, so nobody else changes the sale but the job that releases it. */
export const lockSale = (tx: Tx, orderId: string): Promise<SellerSale | undefined> =>
  tx.one<SellerSale>(sql`select * from seller_sales where order_id = ${orderId} for update`)

export async function saveSale(tx: Tx, sale: SellerSale): Promise<void> {
  await tx.run(sql`
    update seller_sales set fee_cents = ${sale.feeCents}, proceeds_cents = ${sale.proceedsCents}, state = ${sale.state},
      payable_at = ${sale.payableAt}
    where order_id = ${sale.orderId}`)
}

/** Sales whose hold is over. */
export const lockDueSales = (tx: Tx, now: Date, limit: number): Promise<SellerSale[]> =>
  tx.many<SellerSale>(sql`
    select * from seller_sales where state = 'delivered' and payable_at <= ${now}
    order by payable_at, order_id limit ${limit} for update skip locked`)

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
}

const BY_AGE = { created: null }

export const listSales = (db: Db, sellerId: string, keyset: Keyset<'created'>, limit: number): Promise<ShownSale[]> =>
  db.many<ShownSale>(sql`
    select s.*, o.domain, o.domain_unicode, o.sale_price_cents - o.refunded_cents as price_cents,
           o.commission_cents - o.clawback_cents as commission_cents
    from seller_sales s join orders o on o.id = s.order_id
    where ${joinConditions([sql`s.seller_id = ${sellerId}`, afterLast(keyset, BY_AGE, sql`s.order_id`)])}
    order by ${inOrder(keyset, BY_AGE, sql`s.order_id`)} limit ${limit}`)

export type SellerBalance = {
  currency: string
  /** Sold and not delivered, or delivered and held. */
  pendingCents: number
  payableCents: number
  inTransitCents: number
  paidOutCents: number
}

/** In every currency that the seller ever sold in. */
export const listSellerBalances = (db: Db, sellerId: string): Promise<SellerBalance[]> =>
  db.many<SellerBalance>(sql`
    select currency, sum(pending)::bigint as pending_cents, sum(payable)::bigint as payable_cents,
           sum(in_transit)::bigint as in_transit_cents, sum(paid_out)::bigint as paid_out_cents
    from (
      select currency, proceeds_cents as pending, 0 as payable, 0 as in_transit, 0 as paid_out
      from seller_sales where seller_id = ${sellerId} and state in ('sold', 'delivered')
      union all
      select currency, 0, -amount_cents, 0, 0 from ledger_entries
      where environment = 'live' and account = 'proceeds_payable' and subject = ${sellerId}
      union all
      select currency, 0, 0, case status when 'pending' then amount_cents else 0 end, case status when 'paid' then amount_cents else 0 end
      from seller_payouts where seller_id = ${sellerId}
      union all
      select currency, 0, 0, 0, 0 from seller_sales where seller_id = ${sellerId}
    ) t group by currency order by currency`)

/** What the ledger says is payable; the account is a liability, so what is owed is below zero. */
export const listPayable = (db: Db, sellerId: string): Promise<{ currency: string; cents: number }[]> =>
  db.many(sql`
    select currency, -sum(amount_cents)::bigint as cents from ledger_entries
    where environment = 'live' and account = 'proceeds_payable' and subject = ${sellerId}
    group by currency having sum(amount_cents) <> 0 order by currency`)

/** Everybody to whom something is payable. */
export const findPayees = async (db: Db): Promise<string[]> =>
  (
    await db.many<{ subject: string }>(sql`
      select distinct subject from (
        select subject, currency from ledger_entries where environment = 'live' and account = 'proceeds_payable'
        group by subject, currency having -sum(amount_cents) > 0
      ) t order by subject`)
  ).map(({ subject }) => subject)
