// SQL of disputes.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, inEnvironment, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { DisputeResponse, DisputeStatus, PaidOrder } from '../rules/disputes.ts'

export type Dispute = Owner & {
  id: Id<'dispute'>
  provider: 'sandbox' | 'stripe'
  providerRef: string
  paymentId: string
  orderId: Id<'order'> | null
  amountCents: number
  currency: string
  reason: string
  /** The bank only asks: nothing is frozen, and no money was taken. */
  inquiry: boolean
  status: DisputeStatus
  respondBy: Date | null
  openedAt: Date
  closedAt: Date | null
  response: DisputeResponse | null
  evidence: Record<string, string> | null
  respondedAt: Date | null
  respondedBy: string | null
  responseSentAt: Date | null
  responseFailures: number
  responseError: string | null
  withdrawnAt: Date | null
  reinstatedAt: Date | null
  feeCents: number
  feeCurrency: string | null
  feeReturnedAt: Date | null
  reversedCents: number
  reportedAt: Date
}

/** A captured payment, and where it belongs. */
export type DisputedPayment = Owner & {
  paymentId: string
  status: string
  orderId: Id<'order'> | null
  currency: string
  offsetSeconds: number
}

export const findDisputedPayment = (tx: Tx, provider: string, ref: string): Promise<DisputedPayment | undefined> =>
  tx.one<DisputedPayment>(sql`
    select p.id as payment_id, p.status, case when p.status = 'paid' then s.order_id end as order_id, p.currency, s.partner_id,
           s.environment, clock_offset(s.environment, t.sandbox_offset_seconds) as offset_seconds
    from payments p join checkout_sessions s on s.id = p.session_id join partners t on t.id = s.partner_id
    where p.provider = ${provider} and p.provider_ref = ${ref} and p.status in ('paid', 'stranded')`)

export async function lockPayment(tx: Tx, paymentId: string): Promise<void> {
  await tx.one(sql`select 1 as one from payments where id = ${paymentId} for update`)
}

/** Lost disputes of a payment whose amount, or a part of it, is a loss of the marketplace. */
export const lockLost = (tx: Tx, paymentId: string): Promise<Dispute[]> =>
  tx.many<Dispute>(sql`
    select * from disputes where payment_id = ${paymentId} and status = 'lost' and amount_cents > reversed_cents order by id for update`)

/** Whether the payment is ours, although nothing has said yet that it was captured. */
export const isAwaited = async (tx: Tx, provider: string, ref: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one from payments
    where provider = ${provider} and provider_ref = ${ref} and status not in ('paid', 'stranded') limit 1`)) !==
  undefined

/** Whose statements an order belongs to. */
export const findOrderBook = (tx: Tx, orderId: string): Promise<(Owner & { currency: string }) | undefined> =>
  tx.one(sql`select partner_id, environment, currency from orders where id = ${orderId}`)

/** False when the processor reported it before. */
export async function insertDispute(tx: Tx, dispute: Dispute): Promise<boolean> {
  const written = await tx.run(sql`
    insert into disputes (id, provider, provider_ref, payment_id, order_id, partner_id, environment, amount_cents, currency, reason,
                          inquiry, status, respond_by, opened_at, reported_at)
    values (${dispute.id}, ${dispute.provider}, ${dispute.providerRef}, ${dispute.paymentId}, ${dispute.orderId},
            ${dispute.partnerId}, ${dispute.environment}, ${dispute.amountCents}, ${dispute.currency}, ${dispute.reason},
            ${dispute.inquiry}, ${dispute.status}, ${dispute.respondBy}, ${dispute.openedAt}, ${dispute.reportedAt})
    on conflict (provider, provider_ref) do nothing`)
  return written > 0
}

export const lockByRef = (tx: Tx, provider: string, ref: string): Promise<Dispute | undefined> =>
  tx.one<Dispute>(sql`select * from disputes where provider = ${provider} and provider_ref = ${ref} for update`)

export const lockDispute = (tx: Tx, id: string): Promise<Dispute | undefined> =>
  tx.one<Dispute>(sql`select * from disputes where id = ${id} for update`)

export async function saveDispute(tx: Tx, dispute: Dispute): Promise<void> {
  await tx.run(sql`
    update disputes set inquiry = ${dispute.inquiry}, amount_cents = ${dispute.amountCents}, opened_at = ${dispute.openedAt},
      status = ${dispute.status}, respond_by = ${dispute.respondBy}, reason = ${dispute.reason},
      closed_at = ${dispute.closedAt}, response = ${dispute.response}, responded_at = ${dispute.respondedAt},
      responded_by = ${dispute.respondedBy}, response_sent_at = ${dispute.responseSentAt},
      evidence = ${dispute.evidence === null ? null : JSON.stringify(dispute.evidence)}::json,
      response_failures = ${dispute.responseFailures}, response_error = ${dispute.responseError},
      withdrawn_at = ${dispute.withdrawnAt}, reinstated_at = ${dispute.reinstatedAt}, fee_cents = ${dispute.feeCents},
      fee_currency = ${dispute.feeCurrency}, fee_returned_at = ${dispute.feeReturnedAt},
      reversed_cents = ${dispute.reversedCents}, reported_at = ${dispute.reportedAt},
      next_attempt_at = case when ${dispute.response}::text is null then null else coalesce(next_attempt_at, ${dispute.respondedAt}) end
    where id = ${dispute.id}`)
}

/** The latest other dispute of the order that is open. */
export const findOpenDispute = async (tx: Tx, orderId: string, exceptId: string): Promise<string | null> =>
  (
    await tx.one<{ id: string }>(sql`
      select id from disputes
      where order_id = ${orderId} and id <> ${exceptId} and not inquiry and is_open_dispute(status) order by id desc limit 1`)
  )?.id ?? null

/** With what lists show of the order and the partner. */
export type ShownDispute = Dispute & {
  domain: string | null
  domainUnicode: string | null
  partnerName: string
  paidOrder: PaidOrder | null
  /** How far the partner's sandbox clock runs ahead; 0 in live mode. */
  offsetSeconds: number
}

const SHOWN = sql`
  select d.*, o.domain, o.domain_unicode, p.name as partner_name,
         clock_offset(d.environment, p.sandbox_offset_seconds) as offset_seconds,
         case when o.id is not null then json_build_object('status', o.status, 'clawedBackAt', o.clawed_back_at,
           'disputeOpen', o.dispute_open, 'isPartlyReturned', is_partly_returned(o.id)) end as paid_order
  from disputes d join partners p on p.id = d.partner_id left join orders o on o.id = d.order_id`

export const findDispute = (db: Db, id: string): Promise<ShownDispute | undefined> =>
  db.one<ShownDispute>(sql`${SHOWN} where d.id = ${id}`)

export type DisputeFilter = {
  statuses: readonly DisputeStatus[] | undefined
  environment: Environment | undefined
  partnerId: string | undefined
  orderId: string | undefined
  from: Date | undefined
  to: Date | undefined
}

const BY_AGE = { created: null }

export const listDisputes = (
  db: Db,
  filter: DisputeFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<ShownDispute[]> =>
  db.many<ShownDispute>(sql`
    ${SHOWN}
    where ${joinConditions([
      filter.statuses !== undefined && sql`d.status = any(${filter.statuses})`,
      filter.environment !== undefined && inEnvironment(sql`d.environment`, filter.environment),
      filter.partnerId !== undefined && sql`d.partner_id = ${filter.partnerId}`,
      filter.orderId !== undefined && sql`d.order_id = ${filter.orderId}`,
      filter.from !== undefined && sql`d.opened_at >= ${filter.from}`,
      filter.to !== undefined && sql`d.opened_at < ${filter.to}`,
      afterLast(keyset, BY_AGE, sql`d.id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`d.id`)} limit ${limit}`)

/** Disputes of the sandbox processor whose deadline has passed, each on the clock of its partner. */
export const listOverdue = async (db: Db, real: Date, limit: number): Promise<string[]> =>
  (
    await db.many<{ id: string }>(sql`
      select d.id from disputes d join partners p on p.id = d.partner_id
      where d.provider = 'sandbox' and d.status = 'needs_response'
        and d.respond_by <= ${real}::timestamptz
          + make_interval(secs => clock_offset(d.environment, p.sandbox_offset_seconds))
      order by d.respond_by, d.id limit ${limit}`)
  ).map(({ id }) => id)

/** Of a sandbox that is reset. */
export async function clearDisputes(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  await tx.run(sql`delete from disputes where partner_id = ${partnerId} and environment = ${environment}`)
}
