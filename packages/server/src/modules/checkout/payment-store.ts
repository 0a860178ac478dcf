// SQL of payments and of the money that goes back to buyers. What they hold is in hold-store.ts.
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
  /** Until when the payment may be completed: the column `lock_until`. How long it holds the domain is in `payment_holds`. */
  payableUntil: Date
}

const columns = sql`p.*, p.lock_until as payable_until`

export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.run(sql`
    insert into payments (id, session_id, attempt, provider, status, amount_cents, currency, created_at, updated_at, lock_until)
    values (${payment.id}, ${payment.sessionId}, ${payment.attempt}, ${payment.provider}, ${payment.status},
            ${payment.amountCents}, ${payment.currency}, ${payment.createdAt}, ${payment.updatedAt}, ${payment.payableUntil})`)
}

/** Where a payment belongs, so that listing, session and payment can be locked in that order. */
export const findPayment = (db: Db, id: string): Promise<(Payment & { listingId: string }) | undefined> =>
  db.one(sql`
    select ${columns}, s.listing_id from payments p join checkout_sessions s on s.id = p.session_id where p.id = ${id}`)

export const lockPayment = (tx: Tx, id: string): Promise<Payment | undefined> =>
  tx.one<Payment>(sql`select ${columns} from payments p where p.id = ${id} for update`)

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

/** Payments that nobody will finish: their time is over, their domain is gone, or the process that started them is. */
export const unfinishedPayments = (
  db: Db,
  real: Date,
  lostBefore: Date,
  after: string,
  limit: number,
): Promise<Payment[]> =>
  db.many<Payment>(sql`
    select ${columns}
    from payments p join checkout_sessions s on s.id = p.session_id join listings l on l.id = s.listing_id
    where p.status in ('started', 'requires_action') and p.id > ${after}
      and (p.lock_until <= ${real} or p.status = 'started' and p.created_at <= ${lostBefore} or l.status <> 'listed')
    order by p.id limit ${limit}`)

/** Payments still under way for a domain that someone else has bought. */
export const lostPayments = (db: Db, listingId: string, limit: number): Promise<Payment[]> =>
  db.many<Payment>(sql`
    select ${columns}
    from payments p join checkout_sessions s on s.payment_id = p.id join listings l on l.id = s.listing_id
    where l.id = ${listingId} and l.status <> 'listed' and p.status in ('started', 'requires_action')
    order by p.id limit ${limit}`)

/**
 * Brings the end of an owner's payments nearer, and that of the domains they hold; the day of its caps passes, too. Listings
 * first, as everywhere.
 */
export async function ageLocks(tx: Tx, owner: Owner, seconds: number): Promise<(Payment & { domain: string })[]> {
  const atWork = sql`
    select p.id, s.id as session_id, s.listing_id from payments p join checkout_sessions s on s.id = p.session_id
    where s.partner_id = ${owner.partnerId} and s.environment = ${owner.environment} and p.status in ('started', 'requires_action')`
  await tx.run(sql`
    select 1 from listings where id in (select listing_id from (${atWork}) w) order by id for update`)
  await tx.run(sql`
    update listings l set reserved_until = l.reserved_until - make_interval(secs => ${seconds})
    from (${atWork}) w where l.id = w.listing_id and l.reserved_by = w.session_id`)
  await tx.run(sql`
    update payment_holds h set claimed_at = h.claimed_at - i.ago, held_at = h.held_at - i.ago,
      held_until = h.held_until - i.ago, ended_at = h.ended_at - i.ago
    from (select make_interval(secs => ${seconds}) as ago) i
    where h.partner_id = ${owner.partnerId} and h.environment = ${owner.environment}`)
  return tx.many<Payment & { domain: string }>(sql`
    update payments p set lock_until = p.lock_until - make_interval(secs => ${seconds}),
      displaced_until = p.displaced_until - make_interval(secs => ${seconds})
    from (${atWork}) w join checkout_sessions s on s.id = w.session_id
    where p.id = w.id returning ${columns}, s.domain`)
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
