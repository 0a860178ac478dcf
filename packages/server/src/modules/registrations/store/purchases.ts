// SQL of purchases: registrations and renewals that people pay for, with the commands that each pays for.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { CheckoutProduct } from '../../../kernel/contracts/checkout-products.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { PurchaseState } from '../rules/purchases.ts'
import type { Command } from './commands.ts'

export type Purchase = {
  id: Id<'purchase'>
  userId: Id<'user'>
  product: CheckoutProduct
  state: PurchaseState
  currency: string
  totalCents: number
  refundedCents: number
  /** What the buyer paid on top of the total, and got back of it. */
  addedTaxCents: number
  refundedTaxCents: number
  sessionId: Id<'checkoutSession'>
  paymentId: string | null
  bulkId: Id<'bulkRun'> | null
  createdAt: Date
  updatedAt: Date
}

export async function insertPurchase(
  tx: Tx,
  purchase: Pick<Purchase, 'id' | 'userId' | 'product' | 'currency' | 'totalCents' | 'sessionId' | 'bulkId'>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into domain_purchases (id, user_id, product, state, currency, total_cents, session_id, bulk_id, created_at, updated_at)
    values (${purchase.id}, ${purchase.userId}, ${purchase.product}, 'open', ${purchase.currency}, ${purchase.totalCents},
            ${purchase.sessionId}, ${purchase.bulkId}, ${now}, ${now})`)
}

export const lockPurchase = (tx: Tx, id: string): Promise<Purchase | undefined> =>
  tx.one<Purchase>(sql`select * from domain_purchases where id = ${id} for update`)

export const findOwnPurchase = (db: Db, userId: string, id: string): Promise<Purchase | undefined> =>
  db.one<Purchase>(sql`select * from domain_purchases where user_id = ${userId} and id = ${id}`)

/** The newest first. */
export const listPurchases = (
  db: Db,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Purchase[]> =>
  db.many<Purchase>(sql`
    select * from domain_purchases
    where ${joinConditions([sql`user_id = ${userId}`, before !== undefined && sql`id < ${before}`])}
    order by id desc limit ${limit}`)

export async function savePurchase(
  tx: Tx,
  id: string,
  change: {
    state: PurchaseState
    paymentId?: string
    refundedCents?: number
    addedTaxCents?: number
    refundedTaxCents?: number
  },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update domain_purchases set state = ${change.state}, payment_id = coalesce(${change.paymentId ?? null}, payment_id),
      refunded_cents = ${change.refundedCents ?? 0}, refunded_tax_cents = ${change.refundedTaxCents ?? 0},
      added_tax_cents = coalesce(${change.addedTaxCents ?? null}, added_tax_cents), updated_at = ${now}
    where id = ${id}`)
}

export const listPurchaseCommands = (db: Db, purchaseIds: readonly string[]): Promise<Command[]> =>
  db.many<Command>(sql`select * from registry_commands where purchase_id = any(${purchaseIds}) order by position`)

type Buyer = { email: string; name: string | null; country: string | null; company?: string; vat_id?: string }

/** Who paid, as typed at the checkout. */
export async function findBuyer(tx: Tx, sessionId: string): Promise<Buyer | null> {
  const row = await tx.one<{ buyer: Buyer | null }>(sql`select buyer from checkout_sessions where id = ${sessionId}`)
  return row?.buyer ?? null
}

const MISSING = sql`
  select u.id, p.updated_at as paid_at,
         exists (select from documents d where d.purchase_id = u.id and d.kind <> 'credit_note') as has_sale_document,
         exists (select from documents d where d.purchase_id = u.id and d.kind = 'credit_note') as has_credit_note
  from domain_purchases u join payments p on p.id = u.payment_id
  where (not exists (select from documents d where d.purchase_id = u.id and d.kind <> 'credit_note')
         or u.refunded_cents > 0 and not exists (
           select from documents d where d.purchase_id = u.id and d.kind = 'credit_note'))`

/** Paid purchases since `from` whose receipt or credit note is missing. */
export async function listUndocumented(db: Db, from: string, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`${MISSING} and u.id > ${from} order by u.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Undefined when the purchase has its documents by now. The caller holds its lock. */
export const findUndocumented = (
  tx: Tx,
  id: string,
): Promise<{ paidAt: Date; hasSaleDocument: boolean; hasCreditNote: boolean } | undefined> =>
  tx.one(sql`${MISSING} and u.id = ${id}`)

/**
 * Two people may pay for the same name: payments for it are booked one after another. A name that someone is registering is not
 * registered by anyone else.
 */
export async function isNameTaken(tx: Tx, domains: readonly string[]): Promise<boolean> {
  for (const domain of [...domains].sort())
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`register ${domain}`}, 0))`)
  return (
    (await tx.one(sql`
      select 1 as one from registry_commands
      where domain = any(${domains}) and kind = 'register' and state in ('queued', 'needs_operator') limit 1`)) !==
    undefined
  )
}

export async function queueCommands(tx: Tx, purchaseId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update registry_commands set state = 'queued', next_attempt_at = clock_timestamp(), updated_at = ${now}
    where purchase_id = ${purchaseId} and state = 'unpaid'`)
}

/** What the commands of a purchase came to; `open`: the registry, or an operator, still works on so many. */
export async function sumCommands(tx: Tx, purchaseId: string): Promise<{ open: number; doneCents: number }> {
  const row = await tx.one<{ open: number; doneCents: number }>(sql`
    select (count(*) filter (where state not in ('done', 'failed')))::int as open,
           coalesce(sum(price_cents) filter (where state = 'done'), 0)::bigint as done_cents
    from registry_commands where purchase_id = ${purchaseId}`)
  return row ?? { open: 0, doneCents: 0 }
}

/** Those that nobody paid for, long after their checkout ended, with their commands. */
export const purgeUnpaid = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    with gone as (
      delete from domain_purchases where id in (
        select id from domain_purchases where state = 'open' and created_at < ${before}
          and not exists (select from payments p where p.session_id = domain_purchases.session_id)
        order by created_at limit ${limit})
      returning id)
    delete from registry_commands c using gone where c.purchase_id = gone.id and c.state = 'unpaid'`)

/** Whether the registry works on something that the person paid for. */
export const hasPaidWork = async (db: Db, userId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from domain_purchases where user_id = ${userId} and state = 'paid' limit 1`)) !==
  undefined

/** What a person who deletes their account had not paid for, and who was to register it. Payments that arrive later go back. */
export async function forgetUnpaid(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    with gone as (delete from domain_purchases where user_id = ${userId} and state = 'open' returning id)
    delete from registry_commands c using gone where c.purchase_id = gone.id and c.state = 'unpaid'`)
}
