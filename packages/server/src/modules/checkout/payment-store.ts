// SQL of payments and of the money that goes back to buyers.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import type { PaymentStatus } from './rules.ts'

export type Payment = {
  /** `{session}.{attempt}`. */
  id: string
  sessionId: Id<'checkoutSession'>
  attempt: number
  provider: 'sandbox' | 'stripe'
  providerRef: string | null
  status: PaymentStatus
  amountCents: number
  currency: string
  cardBrand: string | null
  cardLast4: string | null
  failureCode: string | null
  clientSecret: string | null
  displacedQuote: string | null
  displacedUntil: Date | null
  createdAt: Date
  updatedAt: Date
  lockUntil: Date
}

export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.run(sql`
    insert into payments (id, session_id, attempt, provider, status, amount_cents, currency, displaced_quote, displaced_until,
                          created_at, updated_at, lock_until)
    values (${payment.id}, ${payment.sessionId}, ${payment.attempt}, ${payment.provider}, ${payment.status},
            ${payment.amountCents}, ${payment.currency}, ${payment.displacedQuote}, ${payment.displacedUntil},
            ${payment.createdAt}, ${payment.updatedAt}, ${payment.lockUntil})`)
}

/** Where a payment belongs, so that listing, session and payment can be locked in that order. */
export const findPayment = (db: Db, id: string): Promise<(Payment & { listingId: string }) | undefined> =>
  db.one(sql`
    select p.*, s.listing_id from payments p join checkout_sessions s on s.id = p.session_id where p.id = ${id}`)

export const lockPayment = (tx: Tx, id: string): Promise<Payment | undefined> =>
  tx.one<Payment>(sql`select * from payments where id = ${id} for update`)

export type PaymentChange = {
  status: PaymentStatus
  at: Date
  providerRef?: string | null
  cardBrand?: string | null
  cardLast4?: string | null
  failureCode?: string | null
  clientSecret?: string | null
}

export async function changePayment(tx: Tx, id: string, change: PaymentChange): Promise<void> {
  await tx.run(sql`
    update payments set status = ${change.status}, updated_at = ${change.at},
      provider_ref = coalesce(${change.providerRef ?? null}, provider_ref),
      card_brand = coalesce(${change.cardBrand ?? null}, card_brand),
      card_last4 = coalesce(${change.cardLast4 ?? null}, card_last4),
      failure_code = coalesce(${change.failureCode ?? null}, failure_code),
      client_secret = ${change.clientSecret ?? null}
    where id = ${id}`)
}

/** Whether a quote that was pushed aside still stands. */
export const isQuoteActive = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`select from quotes where id = ${id} and status = 'active' for update`)) > 0

/** Payments that nobody will finish: their time is over, or the process that started them is gone. */
export const unfinishedPayments = (
  db: Db,
  real: Date,
  lostBefore: Date,
  after: string,
  limit: number,
): Promise<Payment[]> =>
  db.many<Payment>(sql`
    select * from payments
    where (status in ('started', 'requires_action') and lock_until <= ${real}
       or status = 'started' and created_at <= ${lostBefore}) and id > ${after}
    order by id limit ${limit}`)

/** Brings the end of an owner's payments at work nearer, and that of the names that they hold. Listings first, as everybody. */
export async function ageLocks(tx: Tx, owner: Owner, seconds: number): Promise<(Payment & { domain: string })[]> {
  const atWork = sql`
    select p.id, s.id as session_id, s.listing_id from payments p join checkout_sessions s on s.id = p.session_id
    where s.partner_id = ${owner.partnerId} and s.environment = ${owner.environment} and p.status in ('started', 'requires_action')`
  await tx.run(sql`
    select 1 from listings where id in (select listing_id from (${atWork}) w) order by id for update`)
  await tx.run(sql`
    update listings l set reserved_until = l.reserved_until - make_interval(secs => ${seconds})
    from (${atWork}) w where l.id = w.listing_id and l.reserved_by = w.session_id`)
  return tx.many<Payment & { domain: string }>(sql`
    update payments p set lock_until = p.lock_until - make_interval(secs => ${seconds})
    from (${atWork}) w join checkout_sessions s on s.id = w.session_id
    where p.id = w.id returning p.*, s.domain`)
}

export type BuyerRefund = {
  subject: string
  paymentId: string | null
  partnerId: Id<'partner'>
  environment: Environment
  amountCents: number
  currency: string
  failures: number
}

export async function insertBuyerRefund(tx: Tx, refund: Omit<BuyerRefund, 'failures'>, at: Date): Promise<void> {
  await tx.run(sql`
    insert into buyer_refunds (subject, payment_id, partner_id, environment, amount_cents, currency, status, next_attempt_at, created_at)
    values (${refund.subject}, ${refund.paymentId}, ${refund.partnerId}, ${refund.environment}, ${refund.amountCents},
            ${refund.currency}, 'pending', ${at}, ${at})`)
}

export type DueRefund = BuyerRefund & {
  provider: Payment['provider'] | null
  providerRef: string | null
  offsetSeconds: number
}

export const dueRefunds = (db: Db, real: Date, limit: number): Promise<DueRefund[]> =>
  db.many<DueRefund>(sql`
    select r.*, p.provider, p.provider_ref,
           case when r.environment = 'sandbox' then t.sandbox_offset_seconds else 0 end as offset_seconds
    from buyer_refunds r join partners t on t.id = r.partner_id left join payments p on p.id = r.payment_id
    where r.status = 'pending' and r.next_attempt_at <= ${real}
    order by r.next_attempt_at limit ${limit}`)

/** False when somebody else has noted it before. The refund of the order itself, where there is one, is done with it. */
export async function markRefundSent(
  tx: Tx,
  subject: string,
  ref: string | null,
  at: Date,
  partnerNow: Date,
): Promise<boolean> {
  const marked = await tx.run(sql`
    update buyer_refunds set status = 'sent', sent_at = ${at}, provider_refund_ref = ${ref}, last_error = null
    where subject = ${subject} and status = 'pending'`)
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
