// SQL of the sales that referral links brought, and of what a sale is attributed to.
import { type Db, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { CommissionCategory, NoCommissionReason, TeamIdentities } from '../rules.ts'

const owned = (owner: Owner) => sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`

export type Attribution = {
  linkId: Id<'link'>
  partnerId: Id<'partner'>
  referralBps: number
  offsetSeconds: number
  affiliate: TeamIdentities
  sellingPartner: TeamIdentities
  /** The person who listed the domain as their own; nobody when the marketplace did. */
  domainSeller: TeamIdentities
}

/** A partner's people: its members, and whoever reads its contact address. */
const selectTeam = (partnerId: Sql): Sql => sql`
  (select jsonb_build_object(
     'userIds', coalesce(jsonb_agg(m.user_id) filter (where m.user_id is not null), '[]'),
     'emails', jsonb_build_array(min(q.email)) || coalesce(jsonb_agg(u.email) filter (where u.email is not null), '[]'))
   from partners q left join partner_members m on m.partner_id = q.id left join users u on u.id = m.user_id
   where q.id = ${partnerId})`

/**
 * The link that a sale is owed to, by its id or its code, and the people on both sides; only a link whose partner is an
 * affiliate in good standing.
 */
export const findAttribution = (
  tx: Tx,
  sale: { owner: Owner; orderId: string },
  by: { id: string } | { code: string },
): Promise<Attribution | undefined> =>
  tx.one<Attribution>(sql`
    select l.id as link_id, l.partner_id, p.referral_bps,
           clock_offset(l.environment, p.sandbox_offset_seconds) as offset_seconds,
           ${selectTeam(sql`l.partner_id`)} as affiliate, ${selectTeam(sql`${sale.owner.partnerId}::text`)} as selling_partner,
           (select jsonb_build_object('userIds', coalesce(jsonb_agg(u.id), '[]'), 'emails', coalesce(jsonb_agg(u.email), '[]'))
            from orders o join listings n on n.id = o.listing_id join users u on u.id = n.seller_id
            where o.id = ${sale.orderId}) as domain_seller
    from referral_links l join partners p on p.id = l.partner_id
    where ${'id' in by ? sql`l.id = ${by.id}` : sql`l.code = ${by.code}`}
      and l.environment = ${sale.owner.environment} and l.active and p.affiliate and p.suspended_at is null`)

export type ReferredSale = Owner & {
  id: Id<'sale'>
  linkId: Id<'link'>
  orderId: string
  domain: string
  amountCents: number
  currency: string
  commissionBps: number
  commissionCents: number
  category: CommissionCategory | null
  noCommissionReason: NoCommissionReason | null
  buyerEmail: string | null
  buyerCountry: string | null
  createdAt: Date
  deliveredAt: Date | null
  availableAt: Date | null
  payoutId: string | null
}

/** False when the order was attributed before: an order is one sale. */
export async function insertSale(
  tx: Tx,
  sale: Omit<ReferredSale, 'domain' | 'deliveredAt' | 'availableAt' | 'payoutId'>,
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into referral_sales (id, partner_id, environment, link_id, order_id, domain, amount_cents, currency,
                                commission_bps, commission_cents, category, no_commission_reason, buyer_email, buyer_country,
                                created_at)
    select ${sale.id}, ${sale.partnerId}, ${sale.environment}, ${sale.linkId}, o.id, o.domain, ${sale.amountCents},
           ${sale.currency}, ${sale.commissionBps}, ${sale.commissionCents}, ${sale.category},
           ${sale.noCommissionReason}, ${sale.buyerEmail}, ${sale.buyerCountry}, ${sale.createdAt}
    from orders o where o.id = ${sale.orderId}
    on conflict (order_id) do nothing`)
  return written > 0
}

/** The sales of orders, held; and how far the clock of the link's partner runs ahead of the seller's. */
export const lockSalesByOrders = (
  tx: Tx,
  orderIds: readonly string[],
): Promise<(ReferredSale & { aheadSeconds: number })[]> =>
  tx.many(sql`
    select s.*, clock_offset(s.environment, affiliate.sandbox_offset_seconds - seller.sandbox_offset_seconds) as ahead_seconds
    from referral_sales s
    join orders o on o.id = s.order_id
    join partners seller on seller.id = o.partner_id
    join partners affiliate on affiliate.id = s.partner_id
    where s.order_id = any(${orderIds}) order by s.id for update of s`)

export const lockSaleByOrder = async (tx: Tx, orderId: string) => (await lockSalesByOrders(tx, [orderId]))[0]

export async function setDelivered(tx: Tx, saleId: string, deliveredAt: Date, availableAt: Date): Promise<void> {
  await tx.run(sql`
    update referral_sales set delivered_at = ${deliveredAt}, available_at = ${availableAt} where id = ${saleId}`)
}

export async function setCategory(tx: Tx, saleId: string, category: CommissionCategory): Promise<void> {
  await tx.run(sql`update referral_sales set category = ${category} where id = ${saleId}`)
}

/** Sales whose commission became payable and that are not disputed, held; those of one owner or of everybody, each on its own partner's clock. */
export const lockMatured = (tx: Tx, owner: Owner | null, real: Date, limit: number): Promise<ReferredSale[]> =>
  tx.many<ReferredSale>(sql`
    select s.* from referral_sales s join partners p on p.id = s.partner_id
    where ${joinConditions([
      sql`s.category = 'accrued'`,
      sql`not exists (select from orders o where o.id = s.order_id and o.dispute_open)`,
      sql`s.available_at <= ${real}::timestamptz
          + make_interval(secs => clock_offset(s.environment, p.sandbox_offset_seconds))`,
      owner !== null && sql`s.partner_id = ${owner.partnerId} and s.environment = ${owner.environment}`,
    ])}
    order by s.partner_id, s.environment, s.currency, s.available_at, s.id limit ${limit} for update of s skip locked`)

export type SaleFilter = {
  owner: Owner
  from: Date | undefined
  to: Date | undefined
  before: string | undefined
  limit: number
}

export const listSales = (db: Db, filter: SaleFilter): Promise<ReferredSale[]> =>
  db.many<ReferredSale>(sql`
    select * from referral_sales
    where ${joinConditions([
      owned(filter.owner),
      filter.from !== undefined && sql`created_at >= ${filter.from}`,
      filter.to !== undefined && sql`created_at < ${filter.to}`,
      filter.before !== undefined && sql`id < ${filter.before}`,
    ])}
    order by id desc limit ${filter.limit}`)

export const findSaleByOrder = (db: Db, owner: Owner, orderId: string): Promise<ReferredSale | undefined> =>
  db.one<ReferredSale>(sql`select * from referral_sales where order_id = ${orderId} and ${owned(owner)}`)

// ---------------------------------------------------------------- payouts

/** Everything payable in one currency travels with the payout, but for disputed sales. */
export async function bindToPayout(tx: Tx, owner: Owner, currency: string, payoutId: string): Promise<void> {
  await tx.run(sql`
    update referral_sales set payout_id = ${payoutId}
    where ${owned(owner)} and currency = ${currency} and category = 'pending' and payout_id is null
      and not exists (select from orders o where o.id = referral_sales.order_id and o.dispute_open)`)
}

export async function freeFromPayout(tx: Tx, payoutId: string): Promise<void> {
  await tx.run(sql`update referral_sales set payout_id = null where payout_id = ${payoutId} and category = 'pending'`)
}

export async function setPaidOut(tx: Tx, payoutId: string): Promise<void> {
  await tx.run(
    sql`update referral_sales set category = 'paid_out' where payout_id = ${payoutId} and category = 'pending'`,
  )
}

export const salesByDay = (
  db: Db,
  owner: Owner,
  range: { from: Date; to: Date },
): Promise<{ day: string; sales: number }[]> =>
  db.many(sql`
    select (created_at at time zone 'UTC')::date as day, count(*)::bigint as sales from referral_sales
    where ${owned(owner)} and created_at >= ${range.from} and created_at < ${range.to} group by 1 order by 1`)

export async function pseudonymizeReferredBuyer(tx: Tx, orderIds: readonly string[], pseudonym: string): Promise<void> {
  await tx.run(sql`
    update referral_sales set buyer_email = ${pseudonym} where order_id = any(${orderIds}) and buyer_email is not null`)
}
