// SQL of commission entries and of what stands where; entries are only ever added.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { CommissionCategory, Effect } from '../rules.ts'

export type NewEntry = Owner & {
  id: Id<'commissionEntry'>
  currency: string
  category: CommissionCategory
  effect: Effect
  saleId: string | null
  payoutId: string | null
  createdAt: Date
}

/** The account row is held from here to the commit, so that a partner's entries of one currency come one after another. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { effect } = entry
  await tx.run(sql`
    with account as (
      insert into referral_accounts as a (partner_id, environment, currency, accrued_cents, pending_cents, paid_out_cents, reversed_cents)
      -- A partner's first entry accrues; for later ones this row is only proposed, and must pass its checks all the same.
      values (${entry.partnerId}, ${entry.environment}, ${entry.currency}, greatest(${effect.accrued}::bigint, 0), ${effect.pending},
              ${effect.paidOut}, ${effect.reversed})
      on conflict (partner_id, environment, currency) do update set
        accrued_cents = a.accrued_cents + ${effect.accrued}, pending_cents = a.pending_cents + ${effect.pending},
        paid_out_cents = a.paid_out_cents + ${effect.paidOut}, reversed_cents = a.reversed_cents + ${effect.reversed}
      returning accrued_cents + pending_cents as balance)
    insert into commission_entries (id, partner_id, environment, currency, category, amount_cents, running_balance_cents,
                                    sale_id, payout_id, created_at)
    select ${entry.id}, ${entry.partnerId}, ${entry.environment}, ${entry.currency}, ${entry.category}, ${effect.amount}::bigint,
           account.balance, ${entry.saleId}, ${entry.payoutId}, ${entry.createdAt}::timestamptz
    from account`)
}

export type CommissionEntry = {
  id: Id<'commissionEntry'>
  line: number
  category: CommissionCategory
  amountCents: number
  runningBalanceCents: number
  currency: string
  saleId: string | null
  payoutId: string | null
  availableAt: Date | null
  createdAt: Date
}

export const listEntries = (
  db: Db,
  filter: { owner: Owner; from: Date | undefined; to: Date | undefined; before: number | undefined; limit: number },
): Promise<CommissionEntry[]> =>
  db.many<CommissionEntry>(sql`
    select e.id, e.line, e.category, e.amount_cents, e.running_balance_cents, e.currency, e.sale_id, e.payout_id, e.created_at,
           case when e.category in ('accrued', 'pending') then s.available_at end as available_at
    from commission_entries e left join referral_sales s on s.id = e.sale_id
    where ${joinConditions([
      sql`e.partner_id = ${filter.owner.partnerId} and e.environment = ${filter.owner.environment}`,
      filter.from !== undefined && sql`e.created_at >= ${filter.from}`,
      filter.to !== undefined && sql`e.created_at < ${filter.to}`,
      filter.before !== undefined && sql`e.line < ${filter.before}`,
    ])}
    order by e.line desc limit ${filter.limit}`)

export type CommissionBalance = {
  currency: string
  accruedCents: number
  pendingCents: number
  paidOutCents: number
  reversedCents: number
}

export const listBalances = (db: Db, owner: Owner): Promise<CommissionBalance[]> =>
  db.many<CommissionBalance>(sql`
    select currency, accrued_cents, pending_cents, paid_out_cents, reversed_cents from referral_accounts
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} order by currency`)
