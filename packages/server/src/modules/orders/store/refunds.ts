// SQL of refunds: of orders, and of the buyers' money that the payment provider has to send back.
// Inserts into partial_refunds fire partial_refunds_sum (modules/settlement/order-sums.sql), updates of buyer_refunds
// buyer_refunds_note (modules/changes/note-change.sql).
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { RefundReason } from '../rules/orders.ts'
import type { OrderJson } from './orders.ts'

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

export async function insertPartialRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.run(sql`
    insert into partial_refunds (id, order_id, partner_id, environment, amount_cents, commission_clawback_cents, currency,
                                 reason, comment, external_refund_ref, created_at)
    values (${refund.id}, ${refund.orderId}, ${refund.partnerId}, ${refund.environment}, ${refund.amountCents},
            ${refund.commissionClawbackCents}, ${refund.currency}, ${refund.reason}, ${refund.comment},
            ${refund.externalRefundRef}, ${refund.createdAt})`)
}

/** Refunds of all kinds. A partial one was made by the partner, so it is complete; one after the delivery ends with the buyer's money. */
const ALL_REFUNDS = sql`(
  select id, order_id, partner_id, environment, status, amount_cents, commission_clawback_cents, currency, reason, comment,
         external_refund_ref, created_at, completed_at from refunds
  union all
  select id, order_id, partner_id, environment, 'completed', amount_cents, commission_clawback_cents, currency, reason, comment,
         external_refund_ref, created_at, created_at from partial_refunds
  union all
  select c.refund_id, c.order_id, c.partner_id, c.environment, case b.status when 'sent' then 'completed' else 'pending' end,
         c.amount_cents, c.commission_cents, c.currency, 'other', c.note, null, c.created_at, b.sent_at
  from order_clawbacks c join buyer_refunds b on b.subject = c.order_id where c.refund_id is not null)`

export type RefundJson = Refund & { order: OrderJson }

export const findRefund = (db: Db, owner: Owner, id: string): Promise<RefundJson | undefined> =>
  db.one<RefundJson>(sql`
    select r.*, order_view(o) as order from ${ALL_REFUNDS} r join orders o on o.id = r.order_id
    where r.id = ${id} and r.partner_id = ${owner.partnerId} and r.environment = ${owner.environment}`)

const BY_AGE = { created: null }

export const listRefunds = (
  db: Db,
  filter: { owner: Owner; from: Date | undefined; to: Date | undefined },
  keyset: Keyset<'created'>,
  limit: number,
): Promise<RefundJson[]> =>
  db.many<RefundJson>(sql`
    select r.*, order_view(o) as order from ${ALL_REFUNDS} r join orders o on o.id = r.order_id
    where ${joinConditions([
      sql`r.partner_id = ${filter.owner.partnerId} and r.environment = ${filter.owner.environment}`,
      filter.from !== undefined && sql`r.created_at >= ${filter.from}`,
      filter.to !== undefined && sql`r.created_at < ${filter.to}`,
      afterLast(keyset, BY_AGE, sql`r.id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`r.id`)} limit ${limit}`)

/** The buyer's money, to be sent back by the provider that took it. A sale that nobody was charged for has no payment. */
export async function queueOrderRefund(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into buyer_refunds (subject, payment_id, partner_id, environment, amount_cents, currency, status, next_attempt_at, created_at)
    select o.id, p.id, o.partner_id, o.environment, o.sale_price_cents + o.added_tax_cents, o.currency, 'pending', ${at}, ${at}
    from orders o left join payments p on p.session_id = o.checkout_session_id and p.status = 'paid'
    where o.id = ${orderId}`)
}

export type BuyerRefund = {
  subject: string
  paymentId: string | null
  partnerId: Id<'partner'>
  environment: Environment
  amountCents: number
  currency: string
  failures: number
  /** What a lost dispute returned of it. The amount is the rest. */
  disputedCents: number
}

export async function insertBuyerRefund(
  tx: Tx,
  refund: Omit<BuyerRefund, 'failures' | 'disputedCents'>,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    insert into buyer_refunds (subject, payment_id, partner_id, environment, amount_cents, currency, status, next_attempt_at, created_at)
    values (${refund.subject}, ${refund.paymentId}, ${refund.partnerId}, ${refund.environment}, ${refund.amountCents},
            ${refund.currency}, 'pending', ${at}, ${at})`)
}

export type DueRefund = BuyerRefund & {
  provider: 'sandbox' | 'stripe' | null
  providerRef: string | null
  offsetSeconds: number
}

/** Without disputed payments: the processor refuses to refund them, and a lost dispute returns the money itself. A refund ends an inquiry. */
export const listDueRefunds = (db: Db, real: Date, limit: number): Promise<DueRefund[]> =>
  db.many<DueRefund>(sql`
    select r.*, p.provider, p.provider_ref,
           clock_offset(r.environment, t.sandbox_offset_seconds) as offset_seconds
    from buyer_refunds r join partners t on t.id = r.partner_id left join payments p on p.id = r.payment_id
    where r.status = 'pending' and r.next_attempt_at <= ${real} and not exists (
      select from disputes d where d.payment_id = r.payment_id and not d.inquiry and is_open_dispute(d.status))
    order by r.next_attempt_at limit ${limit}`)

/** What the buyer of a payment is still owed, held until the caller has noted who returned it. */
export const lockOwedRefund = (tx: Tx, paymentId: string): Promise<BuyerRefund | undefined> =>
  tx.one<BuyerRefund>(
    sql`select * from buyer_refunds where payment_id = ${paymentId} and status = 'pending' for update`,
  )

/** A lost dispute returned a part. The next try is the first with the rest. */
export async function reduceRefund(tx: Tx, subject: string, restCents: number): Promise<void> {
  await tx.run(sql`
    update buyer_refunds set amount_cents = ${restCents}, disputed_cents = disputed_cents + amount_cents - ${restCents}
    where subject = ${subject} and status = 'pending'`)
}

/**
 * False when somebody else has noted it before, or when a lost dispute has changed the amount meanwhile. The refund of the order itself,
 * where there is one, is done with it.
 */
export async function markRefundSent(
  tx: Tx,
  { subject, amountCents }: Pick<BuyerRefund, 'subject' | 'amountCents'>,
  ref: string | null,
  at: Date,
  partnerNow: Date,
): Promise<boolean> {
  const marked = await tx.run(sql`
    update buyer_refunds set status = 'sent', sent_at = ${at}, provider_refund_ref = ${ref}, last_error = null
    where subject = ${subject} and status = 'pending' and amount_cents = ${amountCents}`)
  if (marked > 0)
    await tx.run(sql`
      update refunds set status = 'completed', completed_at = ${partnerNow} where order_id = ${subject} and status = 'pending'`)
  return marked > 0
}

export async function markRefundFailed(tx: Tx, subject: string, error: string, nextAt: Date): Promise<void> {
  await tx.run(sql`
    update buyer_refunds set failures = failures + 1, last_error = ${error}, next_attempt_at = ${nextAt}
    where subject = ${subject} and status = 'pending'`)
}
