// SQL of who bought what: the buyer's address, the account, and the claim link.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { OrderStatus } from '../rules/orders.ts'

export type BuyerOrder = {
  orderId: Id<'order'>
  partnerId: Id<'partner'>
  /** Whose referral link brought the buyer. */
  referrerId: Id<'partner'> | null
  environment: Environment
  sellerName: string
  domain: string
  domainUnicode: string
  status: OrderStatus
  /** What the buyer paid, with all tax. */
  priceCents: number
  currency: string
  /** Normalized. */
  buyerEmail: string
  accountId: Id<'user'> | null
  claimedAt: Date | null
  claimExpiresAt: Date | null
  createdAt: Date
}

const BUYER_ORDER = sql`
  select o.id as order_id, o.partner_id, (select r.partner_id from referral_sales r where r.order_id = o.id) as referrer_id, o.environment, t.name as seller_name, o.domain, o.domain_unicode, o.status,
         o.sale_price_cents + o.added_tax_cents as price_cents, o.currency, p.buyer_email, p.account_id, p.claimed_at, p.claim_expires_at, o.created_at
  from purchases p join orders o on o.id = p.order_id join partners t on t.id = o.partner_id`

export const findBuyerOrder = (db: Db, orderId: string): Promise<BuyerOrder | undefined> =>
  db.one<BuyerOrder>(sql`${BUYER_ORDER} where p.order_id = ${orderId}`)

/** Waits for a claim of the same purchase that is under way. */
export const lockBuyerOrder = (tx: Tx, orderId: string): Promise<BuyerOrder | undefined> =>
  tx.one<BuyerOrder>(sql`${BUYER_ORDER} where p.order_id = ${orderId} for update of p`)

export type PurchaseOwner = { accountEmail: string | null; claimedAt: Date | null; claimExpiresAt: Date | null }

/** Undefined for orders that nobody claims: of the sandbox, and those that a partner collected. */
export const findPurchaseOwner = (db: Db, orderId: string): Promise<PurchaseOwner | undefined> =>
  db.one<PurchaseOwner>(sql`
    select u.email as account_email, p.claimed_at, p.claim_expires_at
    from purchases p join orders o on o.id = p.order_id left join users u on u.id = p.account_id
    where p.order_id = ${orderId} and o.environment = 'live'`)

export type NewPurchase = {
  orderId: string
  buyerEmail: string
  accountId: string | null
  claimHash: Buffer | null
  claimExpiresAt: Date | null
}

/** False when the order has its row already: a process of the release before wrote orders without one. */
export const insertPurchase = async (tx: Tx, purchase: NewPurchase, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into purchases (order_id, buyer_email, account_id, claimed_at, claim_hash, claim_expires_at)
    values (${purchase.orderId}, ${purchase.buyerEmail}, ${purchase.accountId},
            ${purchase.accountId === null ? null : now}, ${purchase.claimHash}, ${purchase.claimExpiresAt})
    on conflict (order_id) do nothing`)) > 0

/** The buyer that the order names, if the service took the money. */
export async function findBuyerEmail(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx.one<{ email: string | null }>(sql`
    select case when payment_model = 'service_collected' then buyer ->> 'email' end as email from orders where id = ${orderId}`)
  return row?.email ?? null
}

/** Null unless the account has a confirmed address. */
export async function findConfirmedAccount(tx: Tx, userId: string): Promise<Id<'user'> | null> {
  const row = await tx.one<{ id: Id<'user'> }>(
    sql`select id from users where id = ${userId} and email_confirmed_at is not null`,
  )
  return row?.id ?? null
}

/** Replaces the link that worked before. False when the purchase has been claimed. */
export const saveClaimLink = async (tx: Tx, orderId: string, claimHash: Buffer, expiresAt: Date): Promise<boolean> =>
  (await tx.run(sql`
    update purchases set claim_hash = ${claimHash}, claim_expires_at = ${expiresAt}
    where order_id = ${orderId} and claimed_at is null`)) > 0

const WORKS = (orderId: string, claimHash: Buffer, now: Date) => sql`
  order_id = ${orderId} and claim_hash = ${claimHash} and claim_expires_at > ${now} and claimed_at is null`

export const isClaimable = async (db: Db, orderId: string, claimHash: Buffer, now: Date): Promise<boolean> =>
  (await db.run(sql`select from purchases where ${WORKS(orderId, claimHash, now)}`)) > 0

/** Single use: of two requests with the same link, one gets the purchase. Whose it is follows in the same transaction. */
export const spendClaim = async (tx: Tx, orderId: string, claimHash: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update purchases set claimed_at = ${now}, claim_hash = null, claim_expires_at = null
    where ${WORKS(orderId, claimHash, now)}`)) > 0

export async function setAccount(tx: Tx, orderId: string, accountId: string): Promise<void> {
  await tx.run(sql`update purchases set account_id = ${accountId} where order_id = ${orderId}`)
}

/** All unclaimed live purchases with one of these addresses come to the account. */
export async function attachPurchases(
  tx: Tx,
  accountId: string,
  emails: readonly string[],
  now: Date,
): Promise<Id<'order'>[]> {
  const rows = await tx.many<{ orderId: Id<'order'> }>(sql`
    update purchases p set account_id = ${accountId}, claimed_at = ${now}, claim_hash = null, claim_expires_at = null
    from orders o
    where o.id = p.order_id and o.environment = 'live' and p.claimed_at is null and p.buyer_email = any(${emails})
    returning p.order_id`)
  return rows.map(({ orderId }) => orderId)
}

export type Unclaimed = {
  domain: string
  domainUnicode: string
  buyerEmail: string
  /** Null: a domain from before purchases had accounts, without an order of ours. */
  orderId: Id<'order'> | null
  status: OrderStatus | null
  claimExpiresAt: Date | null
  at: Date
}

/** Live purchases that nobody has claimed, and domains that wait for their buyer; newest first. */
export const listUnclaimed = (
  db: Db,
  page: { after: { at: Date; domain: string } | undefined; limit: number },
): Promise<Unclaimed[]> =>
  db.many<Unclaimed>(sql`
    select * from (
      select o.domain, o.domain_unicode, p.buyer_email, o.id as order_id, o.status, p.claim_expires_at, o.created_at as at
      from purchases p join orders o on o.id = p.order_id
      where p.claimed_at is null and o.environment = 'live' and not is_reversed(o.status)
      union all
      select d.domain, d.domain_unicode, d.owner_email, null, null, null, d.acquired_at
      from owned_domains d
      where d.owner_id is null and d.owner_email is not null and not exists (
        select from purchases p join orders o on o.id = p.order_id
        where o.domain = d.domain and p.buyer_email = d.owner_email and p.claimed_at is null and o.environment = 'live'
          and is_delivered(o.status))
    ) u
    where ${joinConditions([page.after !== undefined && sql`(u.at, u.domain) < (${page.after.at}, ${page.after.domain})`])}
    order by u.at desc, u.domain desc limit ${page.limit}`)
