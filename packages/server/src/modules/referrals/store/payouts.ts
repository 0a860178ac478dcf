// SQL that reads the payouts of referral commission; settlement makes and moves them.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

export type PayoutRow = {
  id: string
  amountCents: number
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed'
  reference: string | null
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  paidAt: Date | null
}

const owned = (owner: Owner) =>
  sql`partner_id = ${owner.partnerId} and environment = ${owner.environment} and kind = 'referral'`

export const PAYOUT_SORTS = ['created', 'amount'] as const
export type PayoutSort = (typeof PAYOUT_SORTS)[number]
const SORTED = { created: null, amount: { column: sql`amount_cents` } }

export const listPayouts = (
  db: Db,
  owner: Owner,
  { from, to }: { from: Date | undefined; to: Date | undefined },
  keyset: Keyset<PayoutSort>,
  limit: number,
): Promise<PayoutRow[]> =>
  db.many<PayoutRow>(sql`
    select id, amount_cents, currency, status, reference, period_start, period_end, created_at, paid_at from payouts
    where ${joinConditions([
      owned(owner),
      from !== undefined && sql`created_at >= ${from}`,
      to !== undefined && sql`created_at < ${to}`,
      afterLast(keyset, SORTED, sql`id`),
    ])}
    order by ${inOrder(keyset, SORTED, sql`id`)} limit ${limit}`)

export type TotalPaid = { currency: string; amountCents: number }

export const totalPaid = (db: Db, owner: Owner): Promise<TotalPaid[]> =>
  db.many<TotalPaid>(sql`
    select currency, sum(amount_cents)::bigint as amount_cents from payouts
    where ${owned(owner)} and status = 'paid' group by currency order by currency`)
