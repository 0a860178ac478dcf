// SQL of payouts: what is pending, and what was sent of it.
// Writes fire payouts_note (modules/changes/note-change.sql), which writes record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import { readState, writeState } from '../../../db/state.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { PayoutStatus } from '../rules/payouts.ts'

export type PayoutKind = 'commission' | 'brokerage' | 'referral'

export type Payout = Owner & {
  id: Id<'payout'>
  kind: PayoutKind
  currency: string
  amountCents: number
  status: PayoutStatus
  reference: string | null
  failureReason: string | null
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  sentAt: Date | null
  paidAt: Date | null
  failedAt: Date | null
}

/** One payout of a partner's kind is made at a time; it sees what the one before took. */
export async function lockPending(tx: Tx, owner: Owner, kind: PayoutKind): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`payout ${owner.partnerId} ${owner.environment} ${kind}`}, 0))`,
  )
}

/**
 * What disputes hold back: commission of disputed sales on closed statements, and referral commission that no payout has paid. The
 * commission of a sale that was paid already is held back from others, because a lost dispute takes it back.
 */
const FROZEN = sql`
  select o.partner_id, o.environment, 'commission_pending' as account, o.currency, o.commission_cents - o.clawback_cents as cents
  from orders o
  where o.dispute_open and o.clawed_back_at is null and o.payment_model = 'service_collected' and exists (
    select from settlement_lines l join settlements s on s.id = l.settlement_id where l.order_id = o.id and s.status <> 'open')
  union all
  select r.partner_id, r.environment, 'referral_pending', r.currency, r.commission_cents
  from referral_sales r join orders o on o.id = r.order_id
  where o.dispute_open and r.category = 'pending' and r.payout_id is null`

/** What the ledger says is pending, less disputed sales. The account is a liability, so what is owed is there below zero. */
export const listPending = (db: Db, owner: Owner, account: string): Promise<{ currency: string; cents: number }[]> =>
  db.many(sql`
    select currency, -sum(amount_cents)::bigint as cents from (
      select currency, amount_cents from ledger_entries
      where environment = ${owner.environment} and account = ${account} and subject = ${owner.partnerId}
      union all
      select currency, cents from (${FROZEN}) f
      where f.environment = ${owner.environment} and f.account = ${account} and f.partner_id = ${owner.partnerId}
    ) t group by currency order by currency`)

/** Everybody to whom something of a kind is owed. */
export const findPayees = (db: Db, account: string, least: number): Promise<Owner[]> =>
  db.many<Owner>(sql`
    select distinct subject as partner_id, environment from (
      select subject, environment, currency from ledger_entries where account = ${account}
      group by subject, environment, currency having -sum(amount_cents) >= ${least}
    ) t order by 1, 2`)

export type DuePayout = Owner & { kind: PayoutKind; currency: string; amountCents: number }

/** What is pending of several kinds, of everyone: live before sandbox, then the largest amounts first. */
export const listDue = (
  db: Db,
  kinds: readonly { kind: PayoutKind; account: string }[],
  environment: Environment | undefined,
  limit: number,
): Promise<DuePayout[]> =>
  db.many<DuePayout>(sql`
    select e.subject as partner_id, e.environment, k.kind, e.currency, -sum(e.amount_cents)::bigint as amount_cents
    from (
      select subject, environment, account, currency, amount_cents from ledger_entries
      where account = any(${kinds.map(({ account }) => account)}::text[])
      union all
      select partner_id, environment, account, currency, cents from (${FROZEN}) f
    ) e
    join unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ account }) => account)}::text[]) as k (kind, account)
      on k.account = e.account
    where ${environment === undefined ? sql`true` : sql`e.environment = ${environment}`}
    group by e.subject, e.environment, k.kind, e.currency having -sum(e.amount_cents) > 0
    order by e.environment, 5 desc, 1, 3, 4 limit ${limit}`)

/** Up to when earlier payouts of the kind reach; where there is none, since when the partner exists. */
export const lastPeriodEnd = async (tx: Tx, owner: Owner, kind: PayoutKind, currency: string): Promise<Date> => {
  const row = await tx.one<{ at: Date }>(sql`
    select coalesce(max(y.period_end), max(p.created_at)) as at
    from partners p left join payouts y on y.partner_id = p.id and y.environment = ${owner.environment} and y.kind = ${kind}
      and y.currency = ${currency} and y.status <> 'failed'
    where p.id = ${owner.partnerId}`)
  return row?.at ?? new Date(0)
}

export async function insertPayout(tx: Tx, payout: Payout): Promise<void> {
  await tx.run(sql`
    insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
    values (${payout.id}, ${payout.partnerId}, ${payout.environment}, ${payout.kind}, ${payout.currency}, ${payout.amountCents},
            ${payout.status}, ${payout.periodStart}, ${payout.periodEnd}, ${payout.createdAt})`)
}

export const lockPayout = (tx: Tx, id: string): Promise<Payout | undefined> =>
  tx.one<Payout>(sql`select * from payouts where id = ${id} for update`)

export const savePayout = (tx: Tx, payout: Payout): Promise<number> =>
  tx.run(sql`
    update payouts set status = ${payout.status}, reference = ${payout.reference}, failure_reason = ${payout.failureReason},
      sent_at = ${payout.sentAt}, paid_at = ${payout.paidAt}, failed_at = ${payout.failedAt}
    where id = ${payout.id}`)

export type PayoutFilter = {
  owner: Owner | null
  partnerId?: string | undefined
  environment?: Environment | undefined
  kinds: readonly PayoutKind[]
  statuses?: readonly PayoutStatus[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export const PAYOUT_SORTS = ['created', 'amount'] as const
export type PayoutSort = (typeof PAYOUT_SORTS)[number]
const SORTED = { created: null, amount: { column: sql`amount_cents` } }

export const listPayouts = (
  db: Db,
  filter: PayoutFilter,
  keyset: Keyset<PayoutSort>,
  limit: number,
): Promise<Payout[]> =>
  db.many<Payout>(sql`
    select * from payouts
    where ${joinConditions([
      sql`kind = any(${filter.kinds}::text[])`,
      filter.owner !== null &&
        sql`partner_id = ${filter.owner.partnerId} and environment = ${filter.owner.environment}`,
      filter.partnerId !== undefined && sql`partner_id = ${filter.partnerId}`,
      filter.environment !== undefined && sql`environment = ${filter.environment}`,
      filter.statuses !== undefined && sql`status = any(${filter.statuses}::text[])`,
      filter.from !== undefined && sql`created_at >= ${filter.from}`,
      filter.to !== undefined && sql`created_at < ${filter.to}`,
      afterLast(keyset, SORTED, sql`id`),
    ])}
    order by ${inOrder(keyset, SORTED, sql`id`)} limit ${limit}`)

/** What has arrived, over all time or within a range. */
export const totalPaid = (
  db: Db,
  owner: Owner,
  kinds: readonly PayoutKind[],
  range: { from?: Date | undefined; to?: Date | undefined } = {},
): Promise<{ currency: string; amountCents: number }[]> =>
  db.many(sql`
    select currency, sum(amount_cents)::bigint as amount_cents from payouts
    where ${joinConditions([
      sql`partner_id = ${owner.partnerId} and environment = ${owner.environment} and kind = any(${kinds}::text[]) and status = 'paid'`,
      range.from !== undefined && sql`paid_at >= ${range.from}`,
      range.to !== undefined && sql`paid_at < ${range.to}`,
    ])}
    group by currency order by currency`)

/** All that a partner has earned and not yet received, whether it is payable already or not. */
export const owedToPartner = (db: Db, owner: Owner): Promise<{ currency: string; cents: number }[]> =>
  db.many(sql`
    select currency, sum(cents)::bigint as cents from (
      select currency, -amount_cents as cents from ledger_entries
      where environment = ${owner.environment} and subject = ${owner.partnerId}
        and account in ('commission_accrued', 'commission_pending', 'brokerage_pending', 'referral_accrued', 'referral_pending')
      union all
      select currency, amount_cents from payouts
      where partner_id = ${owner.partnerId} and environment = ${owner.environment} and status in ('pending', 'in_transit')
    ) t group by currency having sum(cents) <> 0 order by currency`)

export const partnerExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from partners where id = ${id}`)) !== undefined

/** The month whose payouts were made, kept so that they are made once a month. */
export const lastPayoutMonth = async (db: Db): Promise<string | undefined> =>
  (await readState<{ month: string }>(db, 'payouts'))?.month

export const savePayoutMonth = (db: Db, month: string): Promise<void> => writeState(db, 'payouts', { month })
