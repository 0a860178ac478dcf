// SQL of payments. What they hold is in hold.ts.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { PaymentStatus } from '../rules/sessions.ts'

export type Payment = {
  /** `{session}.{attempt}`. */
  id: string
  sessionId: Id<'checkoutSession'>
  attempt: number
  provider: 'sandbox' | 'stripe'
  providerRef: string | null
  status: PaymentStatus
  /** What is charged: the price, and the tax on top of it. */
  amountCents: number
  addedTaxCents: number
  /** Frozen when the payment began. Null: none. */
  tax: SaleTax | null
  /** False: begun by a release before, which did not freeze the tax. */
  taxAgreed: boolean
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
    insert into payments (id, session_id, attempt, provider, status, amount_cents, tax, tax_agreed, added_tax_cents, currency, created_at,
                          updated_at, lock_until)
    values (${payment.id}, ${payment.sessionId}, ${payment.attempt}, ${payment.provider}, ${payment.status},
            ${payment.amountCents}, ${payment.tax === null ? null : JSON.stringify(payment.tax)}::json, ${payment.taxAgreed},
            ${payment.addedTaxCents},
            ${payment.currency}, ${payment.createdAt}, ${payment.updatedAt}, ${payment.payableUntil})`)
}

/** Where a payment belongs, so that listing, session and payment can be locked in that order. */
export const findPayment = (db: Db, id: string): Promise<(Payment & { listingId: string | null }) | undefined> =>
  db.one(sql`
    select ${columns}, s.listing_id from payments p join checkout_sessions s on s.id = p.session_id where p.id = ${id}`)

/** The last attempt of a session: the one under way, or the one that paid. */
export const findLastPayment = (db: Db, sessionId: string): Promise<Payment | undefined> =>
  db.one<Payment>(
    sql`select ${columns} from payments p where p.session_id = ${sessionId} order by p.attempt desc limit 1`,
  )

/** Called by service/lock.ts only, which keeps the order of locks. */
export const lockPaymentRow = (tx: Tx, id: string): Promise<Payment | undefined> =>
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
    from payments p join checkout_sessions s on s.id = p.session_id left join listings l on l.id = s.listing_id
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

const atWork = (owner: Owner) => sql`
  select p.id, s.id as session_id, s.listing_id from payments p join checkout_sessions s on s.id = p.session_id
  where s.partner_id = ${owner.partnerId} and s.environment = ${owner.environment} and s.listing_id is not null
    and p.status in ('started', 'requires_action')`

/** The sessions of an owner whose payments are under way, with their listings. */
export const listPaying = (tx: Tx, owner: Owner): Promise<{ sessionId: string; listingId: string }[]> =>
  tx.many(sql`select w.session_id, w.listing_id from (${atWork(owner)}) w`)

/** Brings the end of an owner's payments nearer; their holds and the day of the caps pass, too. The caller has locked the listings. */
export async function agePayments(tx: Tx, owner: Owner, seconds: number): Promise<(Payment & { domain: string })[]> {
  await tx.run(sql`
    update payment_holds h set claimed_at = h.claimed_at - i.ago, held_at = h.held_at - i.ago,
      held_until = h.held_until - i.ago, ended_at = h.ended_at - i.ago
    from (select make_interval(secs => ${seconds}) as ago) i
    where h.partner_id = ${owner.partnerId} and h.environment = ${owner.environment}`)
  return tx.many<Payment & { domain: string }>(sql`
    update payments p set lock_until = p.lock_until - make_interval(secs => ${seconds}),
      displaced_until = p.displaced_until - make_interval(secs => ${seconds})
    from (${atWork(owner)}) w join checkout_sessions s on s.id = w.session_id
    where p.id = w.id returning ${columns}, s.domain`)
}
